/** Sorts without a GPU agree with the oracle of all sorts, at the lengths where a method begins or ends. */
import { describe, expect, it } from 'vitest';
import { segmentedArgsort, segmentedSort, segmentedStableSort, segmentedStableSortByKey } from '../../src/js/index.ts';
import { offsetsOf, Random, rowsOf, SEED } from '../support/cases.ts';
import { CALL_FACTORS, type TypedRow, typedRowName } from '../support/sort-cases.ts';
import { bytesOf, type Form, keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { checkTypedJs } from '../support/typed-check.ts';
import { KEY_TYPES, sortedIndices } from '../support/typed-oracle.ts';

const FACTORS = {
  type: KEY_TYPES,
  bits: ['all', 'middle', 'upper', 'none'],
  signedZero: ['distinct', 'equal'],
  nan: [undefined, 'last', 'first'],
  order: CALL_FACTORS.order,
  valueBytes: CALL_FACTORS.valueBytes,
  form: CALL_FACTORS.form,
} as const;

/** Lengths for insertion, for buckets, and for radix passes. */
const LENGTHS = [0, 0, 1, 1, 2, 3, 13, 19, 20, 21, 22, 33, 64, 256, 257, 1000, 4095, 4096, 4097, 4098];

describe('a sort without a GPU', () => {
  for (const [i, row] of rowsOf(FACTORS, 20).entries()) {
    const seed = (SEED + i) >>> 0;
    const whole = { ...row, call: 'host', countOnGpu: false, family: 'software', subgroups: false } as const;
    const typed: TypedRow & { form: Form } = whole;
    // Segments of every other row are short enough for buckets.
    const lengths = i % 2 ? LENGTHS : LENGTHS.filter((length) => length <= 4096);
    it(`${typedRowName(typed)}, ${row.form}, seed ${seed}`, () =>
      checkTypedJs(typed, segmentsCase(row.form, lengths, new Random(seed)), seed));
  }

  it.each(KEY_TYPES)('segments of at most one item of %s: copies of the inputs', async (type) => {
    const keys = keysOf(type, keyBytes(type, 9, new Random(SEED)));
    const offsets = [2, 2, 3, 4, 4, 5];
    const values = { type: { bytes: 12 }, data: Uint32Array.from({ length: 27 }, (_, i) => 7 * i) } as const;
    const found = await segmentedStableSortByKey(null, keys, values, offsets);
    expect(bytesOf(found.keys as never)).toEqual(bytesOf(keys as never));
    expect(found.values).toEqual(values);
    expect(found.values.data.buffer).not.toBe(values.data.buffer);
    const all = Array.from({ length: 9 }, (_, i) => i);
    expect(Array.from(await segmentedArgsort(null, keys, offsets))).toEqual(all);
    const inSegments = await segmentedArgsort(null, keys, offsets, { indexFrom: 'segment' });
    expect(Array.from(inSegments)).toEqual([0, 1, 0, 0, 0, 5, 6, 7, 8]);
  });

  it('segments of at most two items', async () => {
    expect(Array.from(await segmentedSort(null, Uint32Array.of(9, 8, 7, 6), [0, 2, 3, 4]))).toEqual([8, 9, 7, 6]);
  });

  it.each(['u32', 'f32', 'u64', 'f64'] as const)('long segments of %s, few and many values', async (type) => {
    const random = new Random(5);
    for (const values of [3, 1000, 2 ** 32]) {
      const words = Uint32Array.from({ length: 2 * 30_000 }, () => random.below(values));
      const bytes = new Uint8Array(words.buffer);
      const itemBytes = Number(type.slice(1)) / 8;
      const count = bytes.length / itemBytes;
      const rows = Uint32Array.from({ length: count }, (_, i) => i);
      const found = await segmentedStableSortByKey(null, keysOf(type, bytes), rows, [7, count - 7]);
      expect(found.values).toEqual(sortedIndices(type, bytes, [[7, count - 7]], {}));
    }
  });

  it.each([Float32Array, Float64Array])('%o without NaN', async (Class) => {
    const random = new Random(SEED);
    const draw = () => random.below(2 ** 31) / 2 ** 31;
    const lengths = LENGTHS.filter((length) => length <= 4096);
    const offsets = [...offsetsOf(lengths, 2)];
    const kinds: Record<string, (i: number) => number> = {
      'both signs': () => draw() - 0.5,
      'few values': () => random.below(3) - 1,
      'zeros of both signs': () => [0, -0, 1, -1][random.below(4)]!,
      infinities: () => [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, draw()][random.below(3)]!,
      subnormal: () => random.below(1000) * Class.BYTES_PER_ELEMENT ** -53,
      'near each other': () => 1 + random.below(5) * 2 ** -23,
      'an outlier': (i) => (i % 50 === 3 ? 1e38 : draw()),
      largest: () => (draw() < 0.5 ? -1 : 1) * (Class === Float32Array ? 3.4e38 : 1.7e308) * draw(),
      ascending: (i) => i - 300,
      'ascending but for the last': (i) => (offsets.includes(i + 1) ? -400 : i),
    };
    for (const [kind, number] of Object.entries(kinds)) {
      const keys = new Class(Array.from({ length: offsets.at(-1)! + 3 }, (_, i) => number(i)));
      for (const order of ['ascending', 'descending'] as const) {
        const wanted = keys.slice();
        for (const [s, begin] of offsets.slice(0, -1).entries()) {
          const segment = wanted.subarray(begin, offsets[s + 1]).sort();
          if (order === 'descending') segment.reverse();
        }
        expect(await segmentedSort(null, keys, offsets, { order }), `${kind}, ${order}`).toEqual(wanted);
      }
    }
  });

  it.each([800, 5000])('%i keys: sorted, reversed and equal ones, most in one bucket', async (count) => {
    const lines: ((i: number) => number)[] = [
      (i) => i,
      (i) => count - i,
      () => 7,
      (i) => (i === 100 ? 4e9 : 7),
      (i) => (i === 100 ? 4e9 : (i * 7919) % 97),
      (i) => (i % 2 ? 0xffffffff : 0) - (i % 2 ? i % 5 : -(i % 5)),
      (i) => 2 ** ((i * 7) % 32) + (i % 3),
      (i) => (i % 2) * 0x80000000 + (i % 4 > 1 ? (i * 65_537) % 1_000_003 : 2 ** (i % 31)),
    ];
    for (const key of lines) {
      const keys = Uint32Array.from({ length: count }, (_, i) => key(i));
      const rows = Uint32Array.from(keys.keys());
      expect(await segmentedStableSort(null, keys, [0, count])).toEqual(keys.slice().sort());
      const { values } = await segmentedStableSortByKey(null, keys, rows, [0, count]);
      expect(values).toEqual(sortedIndices('u32', new Uint8Array(keys.buffer), [[0, count]], {}));
    }
  });

  it('permutations, from the array’s start and from the segments’', async () => {
    const random = new Random(6);
    const { bounds, itemCount, given } = segmentsCase('offsets', [40, 0, 300, 2, 1500], random);
    const { offsets } = given as { offsets: Uint32Array };
    for (const type of ['f64', 'u8'] as const) {
      const bytes = keyBytes(type, itemCount, random);
      const indices = sortedIndices(type, bytes, bounds, { order: 'descending' });
      const keys = keysOf(type, bytes);
      expect(await segmentedArgsort(null, keys, offsets, { order: 'descending' })).toEqual(indices);
      const relative = await segmentedArgsort(null, keys, offsets, { order: 'descending', indexFrom: 'segment' });
      for (const [begin, end] of bounds) {
        expect(relative.slice(begin, end)).toEqual(indices.slice(begin, end).map((index) => index - begin));
      }
      expect(bytesOf(keys)).toEqual(bytes);
    }
  });

  it('takes views with any offset, and shared memory', async () => {
    const shared = new Uint32Array(new SharedArrayBuffer(40), 8, 6);
    shared.set([5, 4, 3, 2, 1, 0]);
    expect(await segmentedSort(null, shared, { size: 3 })).toEqual(Uint32Array.of(3, 4, 5, 0, 1, 2));
    const bytes = Uint8Array.of(9, 8, 7, 6).subarray(1);
    expect(await segmentedSort(null, bytes, [0, 3])).toEqual(Uint8Array.of(6, 7, 8));
  });
});
