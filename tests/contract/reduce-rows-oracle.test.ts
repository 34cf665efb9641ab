/** Rows of features: reduces of each column, on the GPU and without one. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/index.ts';
import { segmentedReduce as withoutGpu } from '../../src/js/index.ts';
import { inTurn, offsetsOf, Random } from '../support/cases.ts';
import { rowsOracle } from '../support/rows-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random();
const OPS = ['sum', 'mean', 'min', 'max', 'count'] as const;

const numbers = (length: number) =>
  Float32Array.from({ length }, () => (random.between(-1000, 1000) / 7) * 2 ** random.between(-3, 3));

/** The numbers of a result in the input's form or as an array. */
const dataOf = (result: unknown) => Array.from(((result as { data?: unknown }).data ?? result) as Float32Array);

function forms(rows: number) {
  const lengths = [0, 1, 15, 16, 17, 33, 64, 100, rows - 260];
  const offsets = offsetsOf(lengths, 7);
  const listed = Array.from({ length: 40 }, () => random.below(rows));
  const begin = Array.from({ length: 9 }, () => random.below(rows));
  const end = begin.map((from) => random.between(from, rows));
  const pairs = (all: ArrayLike<number>) =>
    Array.from({ length: all.length - 1 }, (_, i) => [all[i]!, all[i + 1]!] as const);
  return {
    offsets: { segments: offsets, bounds: pairs(offsets) },
    lengths: { segments: { lengths }, bounds: pairs(offsetsOf(lengths)) },
    ranges: { segments: { begin, end }, bounds: begin.map((from, i) => [from, end[i]!] as const) },
    size: {
      segments: { size: 20, count: 13 },
      bounds: Array.from({ length: 13 }, (_, i) => [20 * i, 20 * i + 20] as const),
    },
    rows: {
      segments: { offsets: [0, 3, 3, 40], rows: listed },
      bounds: [
        [0, 3],
        [3, 3],
        [3, 40],
      ] as const,
      rows: Uint32Array.from(listed),
    },
  };
}

describe.each(inTurn([1, 3, 16, 65], 2))('rows of %i numbers', (width) => {
  const rows = 700;
  const data = numbers(rows * width);
  const values = { type: 'f32', width, data } as const;
  it.each(Object.entries(forms(rows)))('segments by %s', async (_, { segments, bounds, ...of }) => {
    const given = segments as Parameters<typeof segmentedReduce>[2];
    const [onGpu, onHost] = await Promise.all([
      segmentedReduce(device(), values, given, OPS),
      withoutGpu(null, values, given, OPS),
    ]);
    OPS.forEach((op, i) => {
      const expected = rowsOracle(data, width, bounds, op, 'rows' in of ? of.rows : undefined);
      for (const found of [onGpu[i], onHost[i]].map(dataOf)) {
        if (op !== 'mean') expect(found, op).toEqual(expected);
        else
          found.forEach((one, k) => {
            expect(Object.is(one, expected[k]) || Math.abs(one - expected[k]!) < 1e-3).toBe(true);
          });
      }
    });
  });
});

it.each(['u32', 'i32', 'f16'] as const)(
  'columns of %s are those of calls on them alone, in batches too',
  async (type) => {
    const width = 5;
    const Words = (type === 'f16' ? Uint16Array : type === 'i32' ? Int32Array : Uint32Array) as typeof Uint32Array;
    // Halves from 1/2 to 2, so that no product is subnormal, which a device may flush.
    const data = Words.from({ length: 300 * width }, () =>
      type === 'f16' ? 0x3800 + random.below(0x800) : random.word(),
    );
    const lengths = [0, 40, 17, 200, 43];
    const ops = ['sum', 'product', 'min', 'max', 'argmin', 'argmax', 'variance'] as const;
    const options = [{}, { tuning: { maxBindingBytes: 5120 } }];
    const all = await Promise.all([
      ...options.map((each) => segmentedReduce(device(), { type, width, data }, { lengths }, ops, each)),
      withoutGpu(null, { type, width, data }, { lengths }, ops),
    ]);
    for (let column = 0; column < width; column++) {
      const own = Words.from({ length: 300 }, (_, i) => data[i * width + column]!);
      const alone = await segmentedReduce(device(), { type, data: own }, { lengths }, ops);
      const ofColumn = (result: unknown) => dataOf(result).filter((_, k) => k % width === column);
      for (const found of all) {
        ops.forEach((op, i) => {
          const [a, b] = [found[i], alone[i]] as unknown as Record<string, unknown>[];
          if (op.startsWith('arg')) {
            expect(ofColumn(a!.indices), op).toEqual(dataOf(b!.indices));
            expect(ofColumn(a!.values), op).toEqual(dataOf(b!.values));
          } else if (op !== 'variance' || found !== all.at(-1)) expect(ofColumn(a), op).toEqual(dataOf(b));
        });
      }
    }
  },
);

describe('wrong input', () => {
  const data = new Float32Array(12);
  const cases: [string, unknown, unknown, unknown, object, string, RegExp][] = [
    ['length', { type: 'f32', width: 5, data }, [0, 1], 'sum', {}, 'length-mismatch', /values\.data: 12 elements/],
    ['width 0', { type: 'f32', width: 0, data }, [0, 1], 'sum', {}, 'invalid-option', /values\.width: 0/],
    ['type', { type: 'f64', width: 2, data: new Float64Array(4) }, [0, 1], 'sum', {}, 'unsupported-type', /f64/],
    [
      'rows',
      { type: 'f32', width: 3, data },
      { offsets: [0, 1], rows: [4] },
      'sum',
      {},
      'offsets-out-of-range',
      /row 0 is 4/,
    ],
    ['offsets', { type: 'f32', width: 3, data }, [0, 5], 'sum', {}, 'offsets-out-of-range', /offset 1 is 5/],
  ];
  it.each(cases)('%s', async (_, values, segments, op, options, code, message) => {
    for (const call of [segmentedReduce, withoutGpu]) {
      const run = (call as (...args: unknown[]) => Promise<unknown>)(device(), values, segments, op, options);
      await expect(run).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    }
  });
});
