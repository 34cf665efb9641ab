import { MAX_ITEMS, requireCount, SegmentedError } from '../checks.ts';
import { type BufferArgument, bufferRange } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { type DevicePointer, isDevicePointer, pointerRange } from '../ports/device_ptr.ts';
import { uploaded } from '../ports/plans.ts';
import type { Upload } from '../ports/segments.ts';
import type { OpenStream } from './device.ts';

/** Temporary storage. With null a call only returns the size that it needs. */
export type TemporaryStorage = BufferArgument | DevicePointer | null;

/** The first two arguments of every call: the storage and its size in bytes. */
export interface Temporary {
  readonly d_temp_storage: TemporaryStorage;
  readonly temp_storage_bytes: number;
}

/** What a call records with. */
export interface Recording {
  readonly encoder: GPUCommandEncoder | GPUComputePassEncoder;
  readonly temporary: BufferRange;
  readonly upload: Upload;
}

function temporaryRange({ d_temp_storage, temp_storage_bytes }: Temporary, needed: number): BufferRange {
  const range = isDevicePointer(d_temp_storage)
    ? pointerRange('d_temp_storage', d_temp_storage)
    : bufferRange('d_temp_storage', d_temp_storage as BufferArgument);
  const bytes = requireCount('temp_storage_bytes', temp_storage_bytes, range.size);
  if (bytes < needed) {
    throw new SegmentedError(
      'limit-exceeded',
      `temp_storage_bytes: ${bytes}; allowed: at least ${needed}, the size that the call with null returns`,
    );
  }
  return { ...range, size: needed };
}

/**
 * Performs a call by CUB's protocol: without temporary storage it only returns the size. `planFor` makes the plan, and
 * `record` records it.
 */
export async function perform<P extends { readonly temporaryBytes: number }>(
  temporary: Temporary,
  { device, encoder }: OpenStream,
  planFor: () => Promise<P>,
  record: (plan: P, recording: Recording) => void,
): Promise<number> {
  const asks = temporary.d_temp_storage === null || temporary.d_temp_storage === undefined;
  if (!asks && encoder === undefined) {
    throw new SegmentedError(
      'invalid-option',
      'stream: undefined; allowed: a GPUCommandEncoder or an open GPUComputePassEncoder; ' +
        'none is needed with null as d_temp_storage',
    );
  }
  const plan = await planFor();
  if (asks || encoder === undefined) return plan.temporaryBytes;
  record(plan, {
    encoder,
    temporary: temporaryRange(temporary, plan.temporaryBytes),
    upload: (label, words) => uploaded(device, label, words),
  });
  return plan.temporaryBytes;
}

/** Checks a count. `name` is its name in CUB. */
export function requireNumber(name: string, value: unknown): number {
  return requireCount(name, value, MAX_ITEMS);
}
