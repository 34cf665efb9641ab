import { refused, requireCount, shown } from '../checks.ts';
import { type DevicePointer, isDevicePointer } from '../ports/device_ptr.ts';
import type { OffsetsArgument } from '../ports/segments.ts';

/**
 * Two buffers of the same size, as in CUB. One of them holds the items. A sort reads `Current()`, writes `Alternate()`
 * and then switches `selector`. So afterwards `Current()` is the sorted buffer.
 *
 * @example
 * const d_keys = new DoubleBuffer(device_ptr(bufferA, 'u32'), device_ptr(bufferB, 'u32'));
 * await DeviceSegmentedSort.SortKeys(d_temp, bytes, d_keys, n, rows, d_offsets, d_offsets.add(1), encoder);
 * d_keys.selector; // 1: bufferB holds the sorted keys once the encoder's work is done
 */
export class DoubleBuffer {
  readonly d_buffers: readonly [DevicePointer, DevicePointer];
  /** Index of the buffer that is `Current()`: 0 or 1. */
  selector: number;

  constructor(d_current: DevicePointer, d_alternate: DevicePointer, selector = 0) {
    this.d_buffers = [d_current, d_alternate];
    this.selector = selector;
  }

  /** The buffer that holds the items. */
  Current(): DevicePointer {
    return this.d_buffers[this.selector === 0 ? 0 : 1];
  }

  /** The other buffer. */
  Alternate(): DevicePointer {
    return this.d_buffers[this.selector === 0 ? 1 : 0];
  }
}

/** Whether a value is a `DoubleBuffer`. `instanceof` may fail, as in `isDevicePointer`. */
export function isDoubleBuffer(value: unknown): value is DoubleBuffer {
  return typeof value === 'object' && value !== null && 'd_buffers' in value;
}

// CUB's annotated arguments, `cuda::args`, as far as `DeviceBatchedTopK` needs them.

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
  /** The lowest and the greatest value that an argument can have. */
  bounds(lowest: number, highest: number): Bounds {
    requireCount('bounds: highest', highest, Number.MAX_SAFE_INTEGER, 'invalid-option');
    return { lowest, highest };
  },
  /** A number that is known when code is written. */
  constant: (value: number): number => given(value),
  /** A number of the host. */
  immediate: given,
  /** A u32 that an earlier command writes. */
  deferred(d_value: DevicePointer, bounds: Bounds): Deferred {
    if (bounds === undefined) throw refused('invalid-option', 'bounds', 'undefined', 'args.bounds(lowest, highest)');
    return { d_value, bounds };
  },
  /** The sizes of segments: differences of offsets. */
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
