import { MAX_ITEMS, requireCount } from '../checks.ts';
import { refused } from '../errors.ts';
import { requireNotAborted } from '../gpu/host_call.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** Receives the number of items done, after each batch and after each part of a segment longer than a batch. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/** Options of all calls on arrays. */
export interface CallOptions {
  /** `true`: the segments must cover the whole array, each item once. Default: `false`. */
  cover?: boolean;
  /** Parameters of the kernels: see docs/tuning.md. Default: the table for the device. */
  tuning?: Tuning;
  /** Receives the number of items done, after each batch and after each part of a segment longer than a batch. */
  onProgress?: OnProgress;
  /** Ends the call with the error 'aborted' and frees its GPU buffers. */
  signal?: AbortSignal;
}

/** Checks `onProgress` and `signal`. Throws 'aborted' if the signal is already aborted. */
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
  /** Length of the longest segment allowed; Infinity where unknown. */
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
