import { MAX_ITEMS, requireCount } from '../checks.ts';
import { refused } from '../errors.ts';
import { requireNotAborted } from '../gpu/host_call.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** Told of the items done, after each batch, and of a segment longer than one. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/** Options of all calls on arrays. */
export interface CallOptions {
  /** Parameters of the kernels: see docs/tuning.md. Default: by the device. */
  tuning?: Tuning;
  /** Told of the items done, after each batch and each part of a segment longer than one. */
  onProgress?: OnProgress;
  /** Ends the call with 'aborted'; its GPU buffers are freed. */
  signal?: AbortSignal;
}

/** Checks what long work reports to, and whether it is to be begun at all. */
export function requireWork({ onProgress, signal }: { onProgress?: unknown; signal?: AbortSignal | undefined }): void {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw refused('invalid-option', 'onProgress', onProgress, 'a function');
  }
  requireNotAborted(signal);
}

/** The bounds that a plan is made for. */
export interface Bounds {
  readonly maxItems: number;
  readonly maxSegments: number;
  /** No segment is longer; Infinity where unknown. */
  readonly maxSegmentSize: number;
}

/** Checks the bounds that every plan is made for. */
export function requireBounds(descriptor: { maxItems: number; maxSegments: number; maxSegmentSize?: number }): Bounds {
  const { maxItems, maxSegments, maxSegmentSize } = descriptor;
  return {
    maxItems: requireCount('maxItems', maxItems, MAX_ITEMS),
    maxSegments: requireCount('maxSegments', maxSegments, MAX_ITEMS),
    maxSegmentSize:
      maxSegmentSize === undefined
        ? Number.POSITIVE_INFINITY
        : requireCount('maxSegmentSize', maxSegmentSize, Number.MAX_SAFE_INTEGER),
  };
}
