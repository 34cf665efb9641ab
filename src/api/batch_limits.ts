import type { InternalTuning } from '../tuning/tuning.ts';
import type { BatchLimits } from './segments.ts';

/**
 * Largest size in bytes of one binding of a host call. Scratch ranges are rounded up to multiples of 256 bytes, so 512
 * bytes are kept free.
 */
export function bindingBytes({ limits }: GPUDevice, tuning: InternalTuning | undefined): number {
  const { maxStorageBufferBindingSize, maxBufferSize } = limits;
  return Math.min(maxStorageBufferBindingSize, maxBufferSize, tuning?.maxBindingBytes ?? maxBufferSize) - 512;
}

/**
 * Halves the limits of a batch until the scratch memory of such a batch fits the device. No batch needs more than
 * `needed`, which is the whole call.
 */
export function roomyLimits(
  { items, segments }: BatchLimits,
  needed: BatchLimits,
  tuning: InternalTuning,
  hasRoom: (items: number, segments: number) => boolean,
): BatchLimits {
  const [max, many] = [Math.min(items, needed.items), Math.min(segments, needed.segments)];
  // WebGPU guarantees bindings of 128 MiB: 128 bytes for each of 2^20 items and segments. A tuning can make a tile of
  // every segment (`largeOnlyFrom`). A tile's counters take 2 KiB.
  const certain = Object.keys(tuning).length > 0 ? 2 ** 15 : 2 ** 20;
  if (max + many < certain || hasRoom(max, many)) return { items, segments };
  return roomyLimits({ items: items >> 1, segments: segments >> 1 }, needed, tuning, hasRoom);
}
