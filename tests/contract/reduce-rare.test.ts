/** Values, initial values and lengths that the random data of the matrices does not have. */
import { describe, expect, it, vi } from 'vitest';
import { fill, inTurn, Random, SEED, summable } from '../support/cases.ts';
import { openDevice } from '../support/device.ts';
import { type Reduction, rangesCase, reduceHost, reduceRecorded } from '../support/reduce-run.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';
import { canonicalSum } from '../support/words.ts';

const device = useDevice();

const f16 = (...data: number[]) => ({ type: 'f16', data: Uint16Array.from(data) });

describe('min and max', () => {
  it.each(['f16', 'f64'])('of -0 and +0 give the first (%s)', async (type) => {
    const zero = (minus: boolean) => (type === 'f16' ? (minus ? 0x8000 : 0) : minus ? -0 : 0);
    // Both orders, each with and without an item that loses.
    const items = [true, false, false, true].map(zero);
    const values = type === 'f16' ? f16(...items) : Float64Array.from(items);
    const found = await reduceHost(device(), values, [0, 2, 4], ['min', 'max', 'argmin', 'argmax']);
    const first = type === 'f16' ? f16(items[0]!, items[2]!) : Float64Array.of(items[0]!, items[2]!);
    const at = { values: first, indices: Uint32Array.of(0, 0) };
    expect(found).toEqual([first, first, at, at]);
  });

  it('tell numbers of 64 bits apart by their low words', async () => {
    const lists = [
      BigUint64Array.of(2n ** 40n + 5n, 2n ** 40n + 0x80000001n, 2n ** 40n + 3n),
      BigInt64Array.of(-(2n ** 40n) + 5n, -(2n ** 40n) + 0x80000001n, -(2n ** 40n) + 3n),
      Float64Array.of(1 + 2 ** -51, 1 + 2 ** -21, 1 + 2 ** -52),
      Float64Array.of(-1 - 2 ** -51, -1 - 2 ** -52, -1 - 2 ** -21),
    ];
    for (const values of lists) {
      const sorted = values.slice().sort();
      const [least, most] = await reduceHost(device(), values, [0, 3], ['argmin', 'argmax']);
      expect([least.values[0], most.values[0]]).toEqual([sorted[0], sorted[2]]);
      const [min, max] = await reduceHost(device(), values, [0, 3], ['min', 'max']);
      expect([min[0], max[0]]).toEqual([sorted[0], sorted[2]]);
    }
  });
});

describe('an f16', () => {
  it('that is infinite or a NaN is so as f32', async () => {
    const values = f16(0x7c00, 0xfc00, 0x7e00, 0x7bff);
    const expected = Float32Array.of(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 65504);
    for (const op of ['sum', 'product', { wgsl: 'return a;', identity: 0 }]) {
      expect(await reduceHost(device(), values, { size: 1 }, op)).toEqual(expected);
    }
  });
});

describe('an initial value', () => {
  it('in f16 is rounded to the nearest, ties to even', async () => {
    for (const [initial, bits] of [
      [2049, 0x6800],
      [2051, 0x6802],
      [2049.5, 0x6801],
      [-2051, 0xe802],
      [2047.6, 0x6800],
      [65519, 0x7bff],
      [65520, 0x7c00],
      [2 ** -25, 0],
      [3 * 2 ** -25, 2],
      [1.6 * 2 ** -24, 2],
      [2 ** -14 - 2 ** -26, 0x400],
    ] as const) {
      for (const op of ['min', 'max']) {
        expect(await reduceHost(device(), f16(), [0, 0], op, { initial }), `${initial}`).toEqual(f16(bits));
      }
    }
  });

  it.each([Int8Array, Int16Array])('of %O keeps its sign', async (Class) => {
    const values = Class.of(-7, 3);
    const found = await reduceHost(device(), values, [0, 1, 2, 2], ['min', 'max'], { initial: [-5, -5] });
    expect(found).toEqual([Class.of(-7, -5, -5), Class.of(-5, 3, -5)]);
  });

  it('is the result of an empty segment as it is: -0', async () => {
    expect(await reduceHost(device(), new Float32Array(1), [0, 0], 'sum', { initial: -0 })).toEqual(
      Float32Array.of(-0),
    );
    // The identity of a custom operator may be a value that no fold returns.
    const op = { wgsl: 'return max(a, b);', identity: 1000 };
    expect(await reduceHost(device(), new Uint32Array(1), [0, 0], op, { initial: 5 })).toEqual(Uint32Array.of(5));
  });
});

it('operators that differ only in their load give different results', async () => {
  const ops = ['return element;', 'return 2u * element;'].map((load) => ({ wgsl: 'return a + b;', identity: 0, load }));
  expect(await reduceHost(device(), Uint32Array.of(1, 2), [0, 2], ops)).toEqual([Uint32Array.of(3), Uint32Array.of(6)]);
});

it('more results of a word than kernels have bindings for, and narrow ones, fit WebGPU’s default limits', async () => {
  const limited = await openDevice({ limits: 'default' });
  const ops = ['argmin', 'argmax', 'mean', 'variance', 'count', 'sum'];
  for (const family of ['software', 'gpu'] as const) {
    const found = await reduceHost(limited, Uint8Array.of(10, 200), [0, 0, 2], ops, { tuning: { family } });
    expect(found).toEqual([
      { values: Uint8Array.of(255, 10), indices: Uint32Array.of(0xffffffff, 0) },
      { values: Uint8Array.of(0, 200), indices: Uint32Array.of(0xffffffff, 1) },
      Float32Array.of(Number.NaN, 105),
      Float32Array.of(Number.NaN, 9025),
      Uint32Array.of(0, 2),
      Uint8Array.of(0, 210),
    ]);
  }
  limited.destroy();
});

it('accumulators of 48 bytes fit WebGPU’s default limits, with the stack of their tree', async () => {
  const limited = await openDevice({ limits: 'default' });
  for (const family of ['software', 'gpu'] as const) {
    const ops = [1, 2, 3].map((factor) => ({
      ...{ type: 'vec4<f32>', wgsl: 'return a + b;', identity: 'vec4f()' },
      load: `return vec4f(${factor}.0) * element;`,
    }));
    const found = await reduceHost(limited, Float32Array.of(10, 200, -3), [0, 0, 2, 3], ops, { tuning: { family } });
    const sums = (factor: number) => ({
      type: 'vec4<f32>',
      data: Float32Array.from({ length: 12 }, (_, i) => factor * [0, 210, -3][i >> 2]!),
    });
    expect(found).toEqual([sums(1), sums(2), sums(3)]);
  }
  limited.destroy();
});

it('sums of f32 have the one tree’s bits where many segments overlap, so that tiles are longer', async () => {
  const itemCount = 40_000;
  const values = fill('f32', itemCount, new Random(SEED), summable) as Float32Array;
  // The segments overlap so much that the software family has two tile slots per segment for ten tiles of items.
  const bounds = Array.from({ length: 60 }, (_, i) => [i * 13, itemCount - i * 7] as const);
  const bytes = new Uint8Array(values.slice().buffer);
  const reduction: Reduction = { type: 'f32', bytes, segments: rangesCase(bounds, itemCount), op: 'sum' };
  for (const family of ['software', 'gpu'] as const) {
    const [found] = await reduceRecorded(device(), reduction, { tuning: { family } });
    const expected = Float32Array.from(bounds, ([begin, end]) => canonicalSum(values, begin, end));
    expect(new Float32Array(found!.bytes.slice().buffer)).toEqual(expected);
  }
});

const HASH = {
  wgsl: 'return vec2<u32>(a.x * b.y + b.x, a.y * b.y);',
  identity: 'vec2<u32>(0u, 1u)',
  type: 'vec2<u32>',
  load: 'return vec2<u32>(element * 31u + index, 0x01000193u);',
};
const EXACT = 'sum product min max argmin argmax and or xor count'.split(' ');
/** One list for several tests, because its kernels take seconds to compile. */
const LONG_LIST = [...EXACT, HASH, { ...HASH, load: 'return vec2<u32>(index ^ element, 0x01000193u);' }, 'mean'];

describe('a segment of more chunks than a call has accumulators for', () => {
  // The accumulators have 18 words. The smallest binding holds 7 of them. So 48,000 items in 94 chunks need two merges.
  it.each(inTurn([6000, 48_000], 4))('gives what it gives in one call (%i items)', async (length) => {
    const random = new Random(SEED);
    const values = Uint8Array.from({ length }, () => random.below(251) + 2);
    const whole = await reduceHost(device(), values, [0, length], LONG_LIST);
    const cut = await reduceHost(device(), values, [0, length], LONG_LIST, { tuning: { maxBindingBytes: 1024 } });
    expect(cut.slice(0, -1)).toEqual(whole.slice(0, -1));
    expect(cut.at(-1)[0]).toBeCloseTo(whole.at(-1)[0], 3);
  });

  it('has the bits of the one tree', async () => {
    const values = fill('f32', 20_000, new Random(SEED), summable) as Float32Array;
    const found = await reduceHost(device(), values, [0, 20_000], 'sum', { tuning: { maxBindingBytes: 1024 } });
    expect(found).toEqual(Float32Array.of(canonicalSum(values, 0, 20_000)));
  });
});

describe('a host call', () => {
  /** Bytes of the longest buffer binding in all bind groups that are made meanwhile. */
  async function longestBinding(work: () => Promise<unknown>): Promise<number> {
    const spy = vi.spyOn(device(), 'createBindGroup');
    try {
      await work();
      const entries = spy.mock.calls.flatMap(([{ entries }]) => [...entries]);
      const sizes = entries.map(({ resource }) => {
        const {
          buffer,
          offset = 0,
          size,
        } = ('buffer' in resource ? resource : { buffer: resource }) as GPUBufferBinding;
        return size ?? buffer.size - offset;
      });
      return Math.max(0, ...sizes);
    } finally {
      spy.mockRestore();
    }
  }

  itInTurn(3, 1)('takes no binding longer than it is told', async () => {
    const values = Uint8Array.from({ length: 40_000 }, (_, i) => i % 251);
    const begin = Uint32Array.from({ length: 300 }, (_, i) => i * 7);
    const end = begin.map((first, i) => first + i);
    for (const segments of [[0, 40_000], { begin, end }, { size: 1000 }, new Uint32Array(200)]) {
      for (const maxBindingBytes of [1024, 5000]) {
        const call = () => reduceHost(device(), values, segments, LONG_LIST, { tuning: { maxBindingBytes } });
        expect(await longestBinding(call)).toBeLessThanOrEqual(maxBindingBytes);
      }
    }
    expect(await longestBinding(() => reduceHost(device(), values, [0, 40_000], LONG_LIST))).toBeGreaterThan(5000);
  });
});
