import type { DevicePointer } from '../ports/device_ptr.ts';

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

  Current(): DevicePointer {
    return this.d_buffers[this.selector === 0 ? 0 : 1];
  }

  Alternate(): DevicePointer {
    return this.d_buffers[this.selector === 0 ? 1 : 0];
  }
}

/** Whether a value is a `DoubleBuffer`. `instanceof` may fail, as in `isDevicePointer`. */
export function isDoubleBuffer(value: unknown): value is DoubleBuffer {
  return typeof value === 'object' && value !== null && 'd_buffers' in value;
}
