/** CUB's annotated arguments, `cuda::args`, as far as `DeviceBatchedTopK` needs them. */
import { requireCount } from '../checks.ts';
import { refused, shown } from '../errors.ts';
import { type DevicePointer, isDevicePointer } from '../ports/device_ptr.ts';
import type { OffsetsArgument } from '../ports/segments.ts';

/** The lowest and the highest value of an argument. */
export interface Bounds {
  readonly lowest: number;
  readonly highest: number;
}

/** A number that the device holds when the call runs. */
export interface Deferred {
  readonly d_value: DevicePointer;
  readonly bounds: Bounds;
}

/** The sizes of segments, as their begins and ends. */
export interface DeferredSequence {
  readonly d_begin_offsets: OffsetsArgument;
  readonly d_end_offsets: OffsetsArgument;
  readonly bounds?: Bounds;
}

/** A number of the host. */
function given(value: number, within?: Bounds): number {
  if (within && !(value >= within.lowest && value <= within.highest)) {
    throw refused('invalid-option', 'value', shown(value), `${within.lowest} to ${within.highest}, its bounds`);
  }
  return value;
}

/**
 * CUB's `cuda::args`. A plain number is the same as `immediate`.
 *
 * `constant(n)` and `immediate(n, bounds?)` are numbers of the host. `deferred(d_value, bounds)` is a u32 that an
 * earlier command writes: results have rows of its highest value. `deferred_sequence(d_begin_offsets, d_end_offsets,
 * bounds?)` are the sizes of segments. CUB reads them through an iterator, which is usually the difference of offsets.
 * The highest value of their bounds chooses kernels, as in CUB.
 *
 * @throws SegmentedError 'invalid-option'
 * @example
 * const sizes = args.deferred_sequence(d_offsets, d_offsets.add(1), args.bounds(0, 1024));
 * await DeviceBatchedTopK.MaxKeys(d_temp, bytes, d_in, d_out, sizes, args.constant(8), rows, encoder);
 */
export const args = {
  bounds(lowest: number, highest: number): Bounds {
    requireCount('bounds: highest', highest, Number.MAX_SAFE_INTEGER, 'invalid-option');
    return { lowest, highest };
  },
  constant: (value: number): number => given(value),
  immediate: given,
  deferred(d_value: DevicePointer, bounds: Bounds): Deferred {
    if (bounds === undefined) throw refused('invalid-option', 'bounds', 'undefined', 'args.bounds(lowest, highest)');
    return { d_value, bounds };
  },
  deferred_sequence(
    d_begin_offsets: OffsetsArgument,
    d_end_offsets: OffsetsArgument,
    bounds?: Bounds,
  ): DeferredSequence {
    return { d_begin_offsets, d_end_offsets, ...(bounds === undefined ? {} : { bounds }) };
  },
} as const;

export function isDeferred(value: unknown): value is Deferred {
  return typeof value === 'object' && value !== null && isDevicePointer((value as Deferred).d_value);
}

export function isSequence(value: unknown): value is DeferredSequence {
  return typeof value === 'object' && value !== null && 'd_begin_offsets' in value;
}
