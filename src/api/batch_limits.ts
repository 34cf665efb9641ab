import type { InternalTuning } from '../tuning/tuning.ts';
import type { BatchLimits } from './segments.ts';

/** Bytes that one binding of a host call may have: scratch ranges are rounded up to 256 bytes. */
export function bindingBytes({ limits }: GPUDevice, tuning: InternalTuning | undefined): number {
  const { maxStorageBufferBindingSize, maxBufferSize } = limits;
  return Math.min(maxStorageBufferBindingSize, maxBufferSize, tuning?.maxBindingBytes ?? maxBufferSize) - 512;
}

/**
 * What a batch may hold, halved until a call of so much, or of all that `there` is, has room for its scratch
 * memory.
 */
export function roomyLimits(
  { items, segments }: BatchLimits,
  there: BatchLimits,
  hasRoom: (items: number, segments: number) => boolean,
): BatchLimits {
  const [max, many] = [Math.min(items, there.items), Math.min(segments, there.segments)];
  // WebGPU promises buffers of 256 MiB: 256 bytes for each of these.
  if (max + many < 2 ** 20 || hasRoom(max, many)) return { items, segments };
  return roomyLimits({ items: items >> 1, segments: segments >> 1 }, there, hasRoom);
}
