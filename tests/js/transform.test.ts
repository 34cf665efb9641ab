/** Transforms without a GPU, compared with their definitions in doubles. */
import { describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';
import { keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType } from '../support/typed-oracle.ts';

const LENGTHS = [0, 1, 2, 3, 12, 40, 257];
const FORMS = ['offsets', 'ranges', 'fixed'] as const;
const givenOf = (given: object) => ('offsets' in given ? given.offsets : given) as Uint32Array;

/** Units in the last place of f32 between a result and a double, or 10⁻⁹, whichever is more. */
function unitsApart(found: number, want: number): number {
  if (Object.is(found, Math.fround(want)) || (Number.isNaN(found) && Number.isNaN(want))) return 0;
  const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(want))) - 23, -149);
  return Math.min(Math.abs(found - want) / unit, Math.abs(found - want) * 1e9);
}

const sum = (x: readonly number[]) => x.reduce((total, each) => total + each, 0);
const mean = (x: readonly number[]) => sum(x) / x.length;

/** numpy's definitions. */
const DEFINITIONS: Record<string, (x: readonly number[], ddof: number) => number[]> = {
  softmax: (x) => {
    const powers = x.map((each) => Math.exp(each - Math.max(...x)));
    return powers.map((power) => power / sum(powers));
  },
  logSoftmax: (x) => {
    const max = Math.max(...x);
    return x.map((each) => each - max - Math.log(sum(x.map((other) => Math.exp(other - max)))));
  },
  normalize: (x) => x.map((each) => each / sum(x)),
  center: (x) => x.map((each) => each - mean(x)),
  standardize: (x, ddof) => {
    const std = Math.sqrt(sum(x.map((each) => (each - mean(x)) ** 2)) / Math.max(x.length - ddof, 0));
    return x.map((each) => (each - mean(x)) / std);
  },
};

const CLASSES = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, u32: Uint32Array, i32: Int32Array };

describe('a transform by name', () => {
  it.each(Object.keys(DEFINITIONS))('%s: within 4 units of the last place of its definition', async (name) => {
    const random = new Random(61);
    for (const type of ['f32', 'u8', 'i8', 'u16', 'i16', 'u32', 'i32'] as const) {
      for (const form of FORMS) {
        const { given, bounds, itemCount } = segmentsCase(form, LENGTHS, random);
        const from = (i: number) => (type === 'f32' ? (random.below(2000) - 900) / 64 : random.below(100) + (i % 3));
        const Class = (type === 'f32' ? Float32Array : CLASSES[type]) as typeof Float32Array;
        const values = Class.from({ length: itemCount }, (_, i) => from(i));
        const ddof = form === 'ranges' ? 1 : 0;
        const found = await js.segmentedTransform(null, values, givenOf(given), name as 'softmax', {
          ...(name === 'standardize' ? { ddof } : {}),
        });
        const want = Float64Array.from(values);
        for (const [begin, end] of bounds) want.set(DEFINITIONS[name]!([...values.subarray(begin, end)], ddof), begin);
        expect(found).toBeInstanceOf(Float32Array);
        const worst = Math.max(...want.map((each, i) => unitsApart(found[i]!, each)));
        expect(worst, `${type} ${form}`).toBeLessThanOrEqual(4);
      }
    }
  });

  it('gives what torch gives for infinities and NaN', async () => {
    const inf = Number.POSITIVE_INFINITY;
    const of = async (...x: number[]) => [
      ...(await js.segmentedTransform(null, Float32Array.from(x), [0, x.length], 'softmax')),
    ];
    expect(await of(-inf, 0, 0)).toEqual([0, 0.5, 0.5]);
    expect(await of(-inf, -inf)).toEqual([Number.NaN, Number.NaN]);
    expect(await of(0, Number.NaN, 1)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(await of(inf, 1)).toEqual([Number.NaN, Number.NaN]);
    expect(await of(1e38, -1e38)).toEqual([1, 0]);
    const logs = await js.segmentedTransform(null, Float32Array.of(-inf, 0), [0, 2], 'logSoftmax');
    expect([...logs]).toEqual([-inf, 0]);
    for (const x of [[inf, 1], [inf, inf, 0], [-inf, -inf], [-inf], [0, Number.NaN]]) {
      const all = await js.segmentedTransform(null, Float32Array.from(x), [0, x.length], 'logSoftmax');
      expect([...all], `${x}`).toEqual(x.map(() => Number.NaN));
    }
    const half = await js.segmentedTransform(
      null,
      { type: 'f16', data: Uint16Array.of(0x3c00, 0x3c00) },
      [0, 2],
      'softmax',
    );
    expect([...half]).toEqual([0.5, 0.5]);
  });
});

/** Items as numbers or bigints, and back, by the runtime's own arrays. */
const ARRAYS: Partial<Record<KeyType, { new (buffer: ArrayBuffer): ArrayLike<number | bigint> }>> = {
  ...CLASSES,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
};

describe('diff and shift', () => {
  it.each(KEY_TYPES.filter((type) => type !== 'f16'))('of %s: in the type of the items', async (type) => {
    const random = new Random(71);
    const isWide = type === 'u64' || type === 'i64';
    for (const form of FORMS) {
      const { given, bounds, itemCount } = segmentsCase(form, LENGTHS, random);
      const bytes = keyBytes(type, itemCount, random);
      const items = new ARRAYS[type]!(bytes.buffer.slice(0));
      for (const [lag, fill] of [
        [1, 0],
        [3, 7],
        [-2, 1],
        [0, 0],
        [1000, 5],
      ] as const) {
        for (const name of ['diff', 'shift'] as const) {
          const want = new ARRAYS[type]!(bytes.buffer.slice(0)) as number[];
          for (const [begin, end] of bounds) {
            for (let i = begin; i < end; i++) {
              const from = i - lag;
              const other = (from >= begin && from < end ? items[from] : isWide ? BigInt(fill) : fill) as number;
              want[i] = name === 'diff' ? (items[i] as number) - other : other;
            }
          }
          const keys = keysOf(type, bytes);
          const found = await js.segmentedTransform(null, keys, givenOf(given), name, {
            lag,
            fill: isWide ? BigInt(fill) : fill,
          });
          expect(numbers(found), `${form} ${name} ${lag}`).toEqual(numbers(want));
        }
      }
    }
  });

  it('of f16 by the nearest f16', async () => {
    // 1, 2^-11 and 3 + 2^-9: the difference of the first two, 1 - 2^-11, is between two f16 and goes to the even one.
    const data = Uint16Array.of(0x3c00, 0x1000, 0x4201);
    const diff = await js.segmentedTransform(null, { type: 'f16', data }, [0, 3], 'diff', { fill: 1 });
    expect([...diff.data]).toEqual([0, 0xbbff, 0x4201]);
    const shift = await js.segmentedTransform(null, { type: 'f16', data }, [0, 3], 'shift', { fill: 65_504 });
    expect([...shift.data]).toEqual([0x7bff, 0x3c00, 0x1000]);
  });

  it('moves the bits of signaling NaNs', async () => {
    const bits = Uint32Array.of(0x7f800001, 0xff812345, 0x3f800000);
    const moved = await js.segmentedTransform(null, new Float32Array(bits.buffer), [0, 3], 'shift', { fill: 0.1 });
    expect(new Uint32Array(moved.buffer)).toEqual(Uint32Array.of(0x3dcccccd, 0x7f800001, 0xff812345));
  });

  it('undoes a running sum', async () => {
    const x = Int32Array.of(5, -7, 2 ** 31 - 1, 3);
    const running = await js.segmentedScan(null, x, [0, 3, 4], 'sum');
    expect([...(await js.segmentedTransform(null, running as Int32Array, [0, 3, 4], 'diff'))]).toEqual([...x]);
  });
});

/** Bits of floats, so that NaNs and zeros are compared too. */
function numbers(found: unknown): unknown[] {
  const array = found as ArrayLike<number | bigint>;
  return Array.from({ length: array.length }, (_, i) => array[i]);
}

describe("a transform by the caller's function", () => {
  it('gets the item, numbers of its segment, the item before, its index and the length', async () => {
    const x = Float32Array.of(9, 1, 2, 3, 10, 20);
    const seen: number[][] = [];
    const transform = {
      of: ['mean', 'max'] as const,
      wgsl: 'return (x - a) / b;',
      js: (...given: number[]) => {
        seen.push(given);
        return (given[0]! - given[1]!) / given[2]!;
      },
    };
    const found = await js.segmentedTransform(null, x, [1, 4, 6], transform, { lag: 2, fill: -1 });
    expect([...found]).toEqual([9, ...[-1 / 3, 0, 1 / 3, -0.25, 0.25].map(Math.fround)]);
    expect(seen).toEqual([
      [1, 2, 3, -1, 0, 3],
      [2, 2, 3, -1, 1, 3],
      [3, 2, 3, 1, 2, 3],
      [10, 15, 20, -1, 0, 2],
      [20, 15, 20, -1, 1, 2],
    ]);
  });

  it('of any type, gathered, with results of another type', async () => {
    const rows = { offsets: Uint32Array.of(0, 2, 3), rows: Uint32Array.of(2, 0, 1) };
    const ranked = { of: 'count' as const, wgsl: '', js: (x: number, a: number) => x + a, type: 'u32' as const };
    const found = await js.segmentedTransform(null, Uint8Array.of(1, 2, 250), rows, ranked);
    expect(found).toEqual(Uint32Array.of(252, 3, 3));
    const half = { type: 'f16', data: Uint16Array.of(0x3c00, 0x4000) } as const;
    const of = { of: 'min' as const, wgsl: '', js: (x: number, a: number) => x - a, type: 'i32' as const };
    expect(await js.segmentedTransform(null, half, [0, 2], of)).toEqual(Int32Array.of(0, 1));
    const alone = { wgsl: '', js: (x: number, before: number, index: number) => x + before + index };
    expect([...(await js.segmentedTransform(null, Int32Array.of(1, 2, 3), [0, 3], alone))]).toEqual([1, 4, 7]);
  });
});

it.each([
  ['u32', Uint32Array.of(5), 2 ** 32 - 1, 2 ** 32 - 1],
  ['i32', Int32Array.of(5), 2 ** 24 + 1, 2 ** 24 + 1],
  ['u8', Uint8Array.of(5), 200, 200],
  ['f32', Float32Array.of(5), 0.1, Math.fround(0.1)],
  ['f16', { type: 'f16', data: Uint16Array.of(0x3c00) } as const, 0.1, 0.0999755859375],
  // To f32 first, it would be halfway between two f16, and go to the even one.
  [
    'f16 by one rounding',
    { type: 'f16', data: Uint16Array.of(0x3c00) } as const,
    1 + 2 ** -11 + 2 ** -40,
    1 + 2 ** -10,
  ],
  ['f16 past its numbers', { type: 'f16', data: Uint16Array.of(0x3c00) } as const, 1e6, Number.POSITIVE_INFINITY],
])('a function gets the fill as an item: %s', async (_, x, fill, want) => {
  const seen: number[] = [];
  const transform = { wgsl: '', js: (_x: number, before: number) => seen.push(before) };
  await js.segmentedTransform(null, x, [0, 1], transform, { fill });
  expect(seen).toEqual([want]);
});

const custom = { wgsl: '', js: () => 0 };
it.each<[string, () => Promise<unknown>, string, string]>([
  [
    'a name',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], 'sofmax' as never),
    'unsupported-type',
    "'sofmax'",
  ],
  ['doubles', () => js.segmentedTransform(null, new Float64Array(2), [0, 2], 'softmax'), 'unsupported-type', 'f64'],
  [
    'a lag',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], 'diff', { lag: 0.5 }),
    'invalid-option',
    'lag: 0.5',
  ],
  [
    'a fill',
    () => js.segmentedTransform(null, new Uint8Array(2), [0, 2], 'shift', { fill: 256 }),
    'invalid-option',
    'fill: 256',
  ],
  [
    'ddof',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], 'standardize', { ddof: -1 }),
    'invalid-option',
    'ddof: -1',
  ],
  [
    'no function',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], { wgsl: 'return x;' }),
    'invalid-option',
    'transform.js',
  ],
  [
    'an operator',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], { ...custom, of: ['argmin' as never] }),
    'unsupported-type',
    'transform.of[0]',
  ],
  [
    'five operators',
    () =>
      js.segmentedTransform(null, new Float32Array(2), [0, 2], { ...custom, of: ['sum', 'sum', 'sum', 'sum', 'sum'] }),
    'invalid-option',
    '5 operators',
  ],
  [
    'a member',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], { ...custom, op: 'sum' } as never),
    'invalid-option',
    'op',
  ],
  [
    'a type',
    () => js.segmentedTransform(null, new Float32Array(2), [0, 2], { ...custom, type: 'f64' as never }),
    'unsupported-type',
    "'f64'",
  ],
])('refuses by name: %s', async (_, run, code, words) => {
  await expect(run()).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});
