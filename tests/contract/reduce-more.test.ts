/** std, first, last, any, all, and `ddof`: what the random data of the matrices does not have. */
import { describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import { inTurn, Random, SEED } from '../support/cases.ts';
import { bytesIn } from '../support/compare.ts';
import { expectNearNumbers } from '../support/reduce-expectation.ts';
import { Items } from '../support/reduce-items.ts';
import { reduced } from '../support/reduce-oracle.ts';
import { reduceRefusals } from '../support/reduce-refusal.ts';
import { createReduce, reduceHost } from '../support/reduce-run.ts';
import { recordInto, Workspace } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const { refusedByBoth, acceptedByBoth } = reduceRefusals(device);

const f16 = (...data: number[]) => ({ type: 'f16', data: Uint16Array.from(data) });
const reduceJs = js.segmentedReduce as unknown as typeof reduceHost;

// Kernels of 64 bits compile for ten seconds each. Tests of this file share them, in one turn of four.
const isF64Turn = inTurn([true], 4).length > 0;
const isI64Turn = inTurn([true], 4, 2).length > 0;

const CALLS = [
  ['gpu', (...args: unknown[]) => reduceHost(device(), ...(args as [unknown, unknown, unknown, object]))],
  ['/js', (...args: unknown[]) => reduceJs(null as never, ...(args as [unknown, unknown, unknown, object]))],
] as const;

describe.each(CALLS)('%s', (place, reduce) => {
  const hasF64 = place === '/js' || isF64Turn;

  it('any and all take NaN and subnormal numbers as true, and -0 as false', async () => {
    const lists = [
      f16(0x8000, 0, 0x7e00, 1, 0xfc00, 0x3c00),
      Float32Array.of(-0, 0, Number.NaN, 2 ** -149, Number.NEGATIVE_INFINITY, 1),
      Float64Array.of(-0, 0, Number.NaN, 2 ** -1074, Number.NEGATIVE_INFINITY, 1),
    ];
    for (const values of lists) {
      const found = await reduce(values, { begin: [0, 0, 2, 3, 1, 2], end: [2, 6, 3, 4, 1, 6] }, ['any', 'all'], {});
      expect(found).toEqual([Uint32Array.of(0, 1, 1, 1, 0, 1), Uint32Array.of(0, 0, 1, 1, 1, 1)]);
    }
  });

  it('any and all see each word of 64 bits', async () => {
    const values = BigUint64Array.of(0n, 1n, 2n ** 63n, 2n ** 32n);
    const found = await reduce(values, { size: 1 }, ['any', 'all'], {});
    expect(found).toEqual([Uint32Array.of(0, 1, 1, 1), Uint32Array.of(0, 1, 1, 1)]);
    // A Float64Array's lowest word holds a sign here, and its highest nothing.
    expect(await reduce(new Float64Array(BigUint64Array.of(0x80000000n).buffer), [0, 1], 'any', {})).toEqual(
      Uint32Array.of(1),
    );
  });

  it.each([
    ['f32', Float32Array],
    ['f64', Float64Array],
  ] as const)('first and last of %s keep bits; a segment without items gives NaN', async (_name, Class) => {
    const values = Class.of(-0, 5, 0);
    const [first, last] = await reduce(values, [0, 3, 3], ['first', 'last'], {});
    expect([first, last]).toEqual([Class.of(-0, Number.NaN), Class.of(0, Number.NaN)]);
  });

  it('first and last keep the form of the items, and give 0 for a segment of integers without items', async () => {
    expect(await reduce(Int8Array.of(-3, 7), [0, 2, 2], ['first', 'last'], {})).toEqual([
      Int8Array.of(-3, 0),
      Int8Array.of(7, 0),
    ]);
    expect(await reduce(f16(0x3c00, 0x8000), [0, 2, 2], 'last', {})).toEqual(f16(0x8000, 0x7e00));
    const typed = { type: 'u32', data: Uint32Array.of(4, 9) };
    expect(await reduce(typed, [0, 2], ['first', 'any'], {})).toEqual([
      { type: 'u32', data: Uint32Array.of(4) },
      Uint32Array.of(1),
    ]);
  });

  const hasI64 = place === '/js' || isI64Turn;
  const types = ['f32', 'u8', 'f16', 'f64', 'i64'] as const;
  it.each(types.filter((type) => (type === 'f64' ? hasF64 : type === 'i64' ? hasI64 : true)))(
    'ddof of %s',
    async (type) => {
      const random = new Random(SEED);
      const values = {
        f32: Float32Array.from({ length: 500 }, () => random.word() / 2 ** 32 + 7),
        u8: Uint8Array.from({ length: 500 }, () => random.below(256)),
        f16: { type: 'f16', data: Uint16Array.from({ length: 500 }, () => random.below(0x5000)) },
        f64: Float64Array.from({ length: 500 }, () => random.word() / 2 ** 20 - 2000),
        i64: BigInt64Array.from({ length: 500 }, () => BigInt(random.word()) - 2n ** 31n),
      }[type];
      const bounds = [0, 0, 1, 3, 20, 500].map((end, i, all) => [i === 0 ? 0 : all[i - 1]!, end] as const);
      const items = new Items(type, bytesIn('data' in values ? values.data : values).slice());
      const offsets = [0, ...bounds.map(([, end]) => end)];
      for (const ddof of [0, 1, 2, 17]) {
        const found = await reduce(values, offsets, ['variance', 'std'], { ddof });
        (['variance', 'std'] as const).forEach((op, k) => {
          const expected = reduced(op, items, bounds, undefined, ddof);
          const what = { what: `${op} of ${type}, ddof ${ddof}`, bounds };
          if (expected.kind === 'near') expectNearNumbers(bytesIn(found[k]), expected, what);
          else expect(bytesIn(found[k]), what.what).toEqual(expected.values);
        });
      }
    },
  );

  it('std and variance in any order, and twice', async () => {
    const values = Uint16Array.of(2, 4, 4, 4, 5, 5, 7, 9);
    const ops = ['std', 'variance', 'std', 'mean', 'variance'];
    const lists = async (ddof: number) =>
      (await reduce(values, [0, 8], ops, { ddof })).map(([found]: Float32Array) => found);
    for (const ddof of [0, 1]) {
      const exact = 32 / (8 - ddof);
      const [variance, std, mean] = [exact, Math.sqrt(exact), 5].map((number) => expect.closeTo(number, 4));
      expect(await lists(ddof)).toEqual([std, variance, std, mean, variance]);
    }
  });

  it.runIf(hasF64)('std and variance are those of numpy', async () => {
    const values = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);
    const found = (end: number, ddof: number) => reduce(values, [0, end], ['variance', 'std'], { ddof });
    // numpy.var, numpy.std
    expect(await found(8, 0)).toEqual([Float64Array.of(4), Float64Array.of(2)]);
    expect(await found(8, 1)).toEqual([Float64Array.of(4.571428571428571), Float64Array.of(2.138089935299395)]);
    expect(await found(1, 1)).toEqual([Float64Array.of(Number.NaN), Float64Array.of(Number.NaN)]);
  });

  it('std of infinite items is NaN, and of squares that overflow infinite', async () => {
    for (const Class of hasF64 ? [Float32Array, Float64Array] : [Float32Array]) {
      const big = Class === Float32Array ? 3e38 : 1e308;
      const values = Class.of(Infinity, 1, big, -big, 5, 5, Number.NaN);
      const found = await reduce(values, [0, 2, 4, 6, 7], 'std', {});
      expect(Array.from(found)).toEqual([Number.NaN, Infinity, 0, Number.NaN]);
    }
  });
});

it('a row outside the table changes nothing', async () => {
  const op = ['first', 'last', 'any', 'all', 'std'];
  const room = { maxItems: 5, maxSegments: 2 };
  const plan = await createReduce(device(), { type: 'u32', op, width: 2, rows: true, ...room });
  const space = new Workspace(device());
  const outputs = op.map((name) => space.output(name, 4));
  const buffers = {
    input: space.input('input', Uint32Array.of(0, 5, 8, 0, 8, 9)),
    rowsIn: space.input('rows', Uint32Array.of(99, 1, 2, 99, 99)),
    output: outputs,
    segments: { offsets: space.input('offsets', Uint32Array.of(0, 4, 5)), count: 2 },
  };
  await space.submit((encoder) => recordInto(encoder, false, (into) => plan.encode(into, buffers)));
  const [first, last, any, all, std] = outputs.map(({ found }) => Array.from(found));
  expect([first, last, any, all]).toEqual([
    [8, 0, 0, 0],
    [8, 9, 0, 0],
    [1, 1, 0, 0],
    [1, 0, 1, 1],
  ]);
  expect(new Float32Array(Uint32Array.from(std!).buffer)).toEqual(Float32Array.of(0, 4.5, Number.NaN, Number.NaN));
  space.destroy();
  plan.destroy();
});

describe('a ddof is refused', () => {
  it('that is no whole number of at least 0', async () => {
    for (const ddof of [-1, 0.5, Number.NaN, Infinity, '1', null, 2 ** 32]) {
      const says = [/^ddof/, `${ddof}`, /whole numbers from 0/];
      await refusedByBoth('f32', ['sum', 'std'], { ddof }, 'invalid-option', says);
    }
    await acceptedByBoth('f32', 'variance', { ddof: 2 ** 32 - 1 });
  });

  it('without a variance or its root', async () => {
    for (const op of ['mean', 'sum', ['min', 'any']]) {
      await refusedByBoth('f32', op, { ddof: 1 }, 'invalid-option', [/^ddof/, /variance/, /std/]);
    }
  });
});
