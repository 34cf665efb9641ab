/**
 * Shared code of the tests of webgpu-segmented/cub and /dpct: buffers, handles, and cases of the original libraries.
 */
import { readFileSync } from 'node:fs';
import { afterEach } from 'vitest';
import type { NumberType } from '../../src/index.ts';
import { type DevicePointer, device_ptr } from '../../src/ports/device_ptr.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { quickRows } from './cases.ts';
import { withoutGpuErrors } from './run.ts';
import { CLASSES } from './typed-cases.ts';

export interface SortCase {
  readonly order: 'ascending' | 'descending';
  readonly bits: readonly (readonly [number, number])[];
  readonly keys: readonly number[];
  readonly values: readonly number[];
}

type ArgResult = readonly [number, number | 'max' | 'lowest'];

/** Inputs and expected outputs of SYCLomatic's tests. */
export interface Vectors {
  readonly sort: {
    readonly offsets: readonly number[];
    readonly keys: readonly number[];
    readonly values: readonly number[];
    readonly cases: readonly SortCase[];
  };
  readonly orderedKey: readonly { type: 'i32' | 'f32'; value: number | string; bits: string }[];
  readonly arg: Record<'argmin' | 'argmax', readonly ArgResult[]> & {
    readonly input: readonly number[];
    readonly offsets: readonly number[];
  };
  readonly reduce: Record<'sum' | 'min' | 'max' | 'offsets', readonly number[]> & {
    readonly withSecondOffset20: { readonly offsets: readonly number[]; readonly sum: readonly number[] };
  };
}

export const VECTORS: Vectors = JSON.parse(
  readFileSync(new URL('../data/dpct-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** begin and end of consecutive offsets. */
export function bounds(offsets: readonly number[]): { begin: number[]; end: number[]; count: number } {
  return { begin: offsets.slice(0, -1), end: offsets.slice(1), count: offsets.length - 1 };
}

export type Numbers = Uint32Array | Int32Array | Float32Array | Float64Array | BigUint64Array | BigInt64Array;

/** The largest and the lowest values. */
export const LIMITS = {
  u32: { max: 0xffffffff, lowest: 0 },
  i32: { max: 0x7fffffff, lowest: -0x80000000 },
  f32: { max: 3.4028234663852886e38, lowest: -3.4028234663852886e38 },
  f64: { max: Number.MAX_VALUE, lowest: -Number.MAX_VALUE },
  u64: { max: 0xffffffffffffffffn, lowest: 0n },
  i64: { max: 0x7fffffffffffffffn, lowest: -0x8000000000000000n },
} as const;

const USAGE = 128 | 4 | 8; // STORAGE, COPY_SRC, COPY_DST: GPUBufferUsage is not there yet when this module loads

/** Buffers of one test, freed together. */
export class Buffers {
  readonly #made: GPUBuffer[] = [];

  constructor(readonly device: GPUDevice) {}

  /** A buffer with this content, rounded up to whole words. */
  buffer(view: ArrayBufferView): GPUBuffer {
    const size = Math.max(4, 4 * Math.ceil(view.byteLength / 4));
    const buffer = this.device.createBuffer({ size, usage: USAGE, mappedAtCreation: true });
    new Uint8Array(buffer.getMappedRange()).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    buffer.unmap();
    this.#made.push(buffer);
    return buffer;
  }

  handle<T extends NumberType>(type: T, items: ArrayLike<number> | ArrayLike<bigint>): DevicePointer<T> {
    const from = CLASSES[type].from as (items: unknown) => ArrayBufferView;
    return device_ptr(this.buffer(from.call(CLASSES[type], items)), type);
  }

  /** A buffer for this number of items, filled with a value that no test expects. */
  room<T extends NumberType>(type: T, count: number): DevicePointer<T> {
    return device_ptr(this.buffer(new Uint8Array(CLASSES[type].BYTES_PER_ELEMENT * count).fill(0xa5)), type);
  }

  storage(bytes: number): GPUBuffer {
    return this.buffer(new Uint8Array(bytes).fill(0x5a));
  }

  async bytes({ buffer }: DevicePointer): Promise<Uint8Array<ArrayBuffer>> {
    const staging = this.device.createBuffer({
      size: buffer.size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const bytes = new Uint8Array(staging.getMappedRange()).slice();
    staging.destroy();
    return bytes;
  }

  /** All items of the handle's buffer. */
  async read(handle: DevicePointer): Promise<(number | bigint)[]> {
    const { buffer } = await this.bytes(handle);
    return Array.from<number | bigint>(new CLASSES[handle.type as NumberType](buffer));
  }

  destroy(): void {
    for (const buffer of this.#made.splice(0)) buffer.destroy();
  }
}

/** A call of CUB's protocol. Its other arguments are bound already. */
export type CubCall = (
  d_temp: GPUBuffer | null,
  bytes: number,
  stream: { encoder: GPUCommandEncoder; tuning: InternalTuning },
) => Promise<number>;

/** The two calls of CUB's protocol, recorded one after another, then submitted. */
export async function runCub(buffers: Buffers, tuning: InternalTuning, ...calls: CubCall[]): Promise<void> {
  const { device } = buffers;
  await withoutGpuErrors(device, async () => {
    const encoder = device.createCommandEncoder();
    for (const call of calls) {
      const bytes = await call(null, 0, { encoder, tuning });
      await call(buffers.storage(bytes), bytes, { encoder, tuning });
    }
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  });
}

/** Buffers for the tests of a file, freed after each. */
export function useBuffers(device: () => GPUDevice): (of?: GPUDevice) => Buffers {
  const made: Buffers[] = [];
  afterEach(() => {
    for (const buffers of made.splice(0)) buffers.destroy();
  });
  return (of = device()) => {
    const buffers = new Buffers(of);
    made.push(buffers);
    return buffers;
  };
}

/** Both families; in the quick mode of `npm test` only the software family. */
export function families(): ('software' | 'gpu')[] {
  return quickRows([{ family: 'software' }, { family: 'gpu' }] as const).map(({ family }) => family);
}
