/** Ranks, distinct keys, modes and histograms without a GPU, compared with definitions by pairs and by counting. */
import { describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';
import { bytesOf, keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { bitsAt, isNan, KEY_TYPES, type KeyType, rankAt, widthOf } from '../support/typed-oracle.ts';

const LENGTHS = [0, 1, 2, 3, 12, 25, 70];
const FORMS = ['offsets', 'ranges', 'fixed'] as const;
const givenOf = (given: object) => ('offsets' in given ? given.offsets : given) as Uint32Array;

/** A case of a type and a form, and each item's number in the order of sorts. */
function someCase(type: KeyType, form: (typeof FORMS)[number], signedZero: 'distinct' | 'equal', seed: number) {
  const random = new Random(seed);
  const { given, bounds, itemCount } = segmentsCase(form, LENGTHS, random);
  const bytes = keyBytes(type, itemCount, random);
  const numbers = Array.from({ length: itemCount }, (_, i) => rankAt(type, bytes, i, { signedZero }));
  const nan = (i: number) => isNan(type, bitsAt(type, bytes, i));
  return { segments: givenOf(given), bounds, itemCount, bytes, keys: keysOf(type, bytes), numbers, nan };
}

describe('segmentedRank', () => {
  it.each(KEY_TYPES)('of %s: the number of items that stand before, one by one', async (type) => {
    for (const [i, form] of FORMS.entries()) {
      for (const ties of ['ordinal', 'min', 'max', 'dense', 'average'] as const) {
        const nan = [undefined, 'last', 'first', 'omit'][(i + ties.length) % 4] as
          | 'last'
          | 'first'
          | 'omit'
          | undefined;
        for (const order of ['ascending', 'descending'] as const) {
          const signedZero = i === 1 ? 'equal' : 'distinct';
          const of = someCase(type, form, signedZero, 31 + i);
          const want = new Array<number>(of.itemCount).fill(0);
          // NaNs first, last, or where their numbers put them.
          const away = (k: number) => (!of.nan(k) || nan === undefined ? 0 : nan === 'first' ? -1 : 1);
          const sign = order === 'ascending' ? 1n : -1n;
          const compared = (a: number, b: number) =>
            away(a) - away(b) ||
            Number(sign * (of.numbers[a]! - of.numbers[b]!) > 0n) -
              Number(sign * (of.numbers[a]! - of.numbers[b]!) < 0n);
          for (const [begin, end] of of.bounds) {
            const all = Array.from({ length: end - begin }, (_, k) => begin + k);
            const items = nan === 'omit' ? all.filter((k) => !of.nan(k)) : all;
            for (const k of items) {
              const before = items.filter((other) => compared(other, k) < 0);
              const equal = items.filter((other) => compared(other, k) === 0);
              want[k] = {
                ordinal: before.length + equal.indexOf(k) + 1,
                min: before.length + 1,
                max: before.length + equal.length,
                dense: new Set(before.map((other) => of.numbers[other])).size + 1,
                average: before.length + (equal.length + 1) / 2,
              }[ties];
            }
          }
          const options = { ties, order, signedZero, ...(nan ? { nan } : {}) } as const;
          const found = await js.segmentedRank(null, of.keys, of.segments, options);
          expect(found).toBeInstanceOf(ties === 'average' ? Float64Array : Uint32Array);
          expect([...(found as Uint32Array)], `${form} ${ties} ${order} ${nan}`).toEqual(want);
        }
      }
    }
  });

  it('gives scipy.stats.rankdata of its own examples', async () => {
    const ranks = async (ties: js.Ties) => [
      ...(await js.segmentedRank(null, Int32Array.of(0, 2, 3, 2), [0, 4], { ties })),
    ];
    expect(await ranks('average')).toEqual([1, 2.5, 4, 2.5]);
    expect(await ranks('min')).toEqual([1, 2, 4, 2]);
    expect(await ranks('max')).toEqual([1, 3, 4, 3]);
    expect(await ranks('dense')).toEqual([1, 2, 3, 2]);
    expect(await ranks('ordinal')).toEqual([1, 2, 4, 3]);
  });

  it('ranks items that are gathered, and none outside', async () => {
    const keys = Float32Array.of(3, 1, 2, 9);
    const rows = { offsets: Uint32Array.of(0, 2, 4), rows: Uint32Array.of(3, 0, 2, 1) };
    expect([...(await js.segmentedRank(null, keys, rows))]).toEqual([2, 1, 2, 1]);
    expect([...(await js.segmentedRank(null, keys, { begin: [1], end: [3] } as never))]).toEqual([0, 1, 2, 0]);
  });
});

describe('segmentedUnique and segmentedMode', () => {
  it.each(KEY_TYPES)('of %s: the distinct keys and their numbers', async (type) => {
    const itemBytes = widthOf(type) / 8;
    for (const [i, form] of FORMS.entries()) {
      for (const signedZero of ['equal', 'distinct'] as const) {
        const of = someCase(type, form, signedZero, 41 + i);
        const [keys, counts, offsets]: [number[], number[], number[]] = [[], [], [0]];
        const modes = { propagate: [[], []], omit: [[], []] } as Record<'propagate' | 'omit', [number[], number[]]>;
        const itemOf = (k: number) =>
          k < 0 ? new Array<number>(itemBytes).fill(0) : [...of.bytes.subarray(k * itemBytes, (k + 1) * itemBytes)];
        for (const [begin, end] of of.bounds) {
          const groups = new Map<bigint | string, number[]>();
          for (let k = begin; k < end; k++) {
            const id = of.nan(k) ? 'nan' : of.numbers[k]!;
            groups.set(id, [...(groups.get(id) ?? []), k]);
          }
          const sorted = [...groups].sort(([a], [b]) => (a === 'nan' ? 1 : b === 'nan' ? -1 : a < b ? -1 : 1));
          for (const [, items] of sorted) {
            keys.push(...itemOf(items[0]!));
            counts.push(items.length);
          }
          offsets.push(counts.length);
          for (const nan of ['propagate', 'omit'] as const) {
            const allowed = sorted.filter(([id]) => nan === 'propagate' || id !== 'nan').map(([, items]) => items);
            const most = Math.max(0, ...allowed.map((items) => items.length));
            modes[nan][0].push(...itemOf(allowed.find((items) => items.length === most)?.[0] ?? -1));
            modes[nan][1].push(most);
          }
        }
        const unique = await js.segmentedUnique(null, of.keys, of.segments, { signedZero });
        expect([...bytesOf(unique.keys)]).toEqual(keys);
        expect([[...unique.counts], [...unique.offsets]]).toEqual([counts, offsets]);
        for (const nan of ['propagate', 'omit'] as const) {
          const mode = await js.segmentedMode(null, of.keys, of.segments, { signedZero, nan });
          expect([[...bytesOf(mode.values)], [...mode.counts]]).toEqual(modes[nan]);
        }
      }
    }
  });
});

describe('segmentedHistogram', () => {
  it.each(KEY_TYPES)('of %s: each item in the bin between whose edges it is', async (type) => {
    for (const [i, form] of FORMS.entries()) {
      const of = someCase(type, form, 'distinct', 51 + i);
      const read = numberAt(type, of.bytes);
      const [least, greatest] = type[0] === 'f' ? [-3, 5] : type[0] === 'u' ? [0, 250] : [-100, 120];
      const step = (greatest - least) / 7;
      const equal = Array.from({ length: 8 }, (_, k) => (k === 7 ? greatest : least + k * step));
      for (const [edges, options] of [
        [equal, { bins: 7, range: [least, greatest] }],
        [[-5, 0, 0, 1.5, 200], { edges: [-5, 0, 0, 1.5, 200] }],
        [[Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY], { edges: Float64Array.of(-1 / 0, 0, 1 / 0) }],
      ] as [number[], js.HistogramOptions][]) {
        const size = edges.length - 1;
        const want = of.bounds.flatMap(([begin, end]) => {
          const counts = new Array<number>(size).fill(0);
          for (let k = begin; k < end; k++) {
            const x = read(k);
            for (let bin = 0; bin < size; bin++) {
              const isLast = bin === size - 1;
              if (x >= edges[bin]! && (isLast ? x <= edges[bin + 1]! : x < edges[bin + 1]!)) counts[bin]!++;
            }
          }
          return counts;
        });
        expect([...(await js.segmentedHistogram(null, of.keys, of.segments, options))], form).toEqual(want);
      }
    }
  });

  // A division of 0.7 · k / 7 by 0.1 gives less than k.
  it.each([1, 0.7])('puts numbers beside the edges where numpy puts them, to %d', async (last) => {
    const bins = Math.round(10 * last);
    const step = last / bins;
    const edges = Array.from({ length: bins + 1 }, (_, k) => (k === bins ? last : k * step));
    const near = (x: number) => [x - 2 ** -53, x, x + 2 ** -52];
    const values = Float64Array.from(edges.flatMap(near));
    const found = await js.segmentedHistogram(null, values, [0, values.length], { bins, range: [0, last] });
    const want = new Array<number>(bins).fill(0);
    for (const x of values) {
      const bin = edges.findLastIndex((edge) => edge <= x);
      if (bin >= 0 && x <= last) want[Math.min(bin, bins - 1)]!++;
    }
    expect([...found]).toEqual(want);
    expect([...(await js.segmentedHistogram(null, Float32Array.of(1, 2), [0, 2], { bins: 2, range: [1, 1] }))]).toEqual(
      [0, 1],
    );
  });

  it('counts segments that overlap', async () => {
    const segments = { begin: Uint32Array.of(0, 1, 0), end: Uint32Array.of(3, 3, 0) };
    const found = await js.segmentedHistogram(null, Uint8Array.of(1, 2, 3), segments, { edges: [0, 2, 4] });
    expect([...found]).toEqual([1, 2, 0, 2, 0, 0]);
  });
});

it.each<[string, () => Promise<unknown>, string, string]>([
  [
    'ties',
    () => js.segmentedRank(null, new Uint32Array(2), [0, 2], { ties: 'mean' as never }),
    'invalid-option',
    "'mean'",
  ],
  [
    'nan',
    () => js.segmentedRank(null, new Uint32Array(2), [0, 2], { nan: 'propagate' as never }),
    'invalid-option',
    "'omit'",
  ],
  [
    'an option',
    () => js.segmentedUnique(null, new Uint32Array(2), [0, 2], { order: 1 } as never),
    'invalid-option',
    'order',
  ],
  [
    'nan of modes',
    () => js.segmentedMode(null, new Uint32Array(2), [0, 2], { nan: 'last' as never }),
    'invalid-option',
    'nan',
  ],
  [
    'opaque keys',
    () => js.segmentedMode(null, { type: { bytes: 4 }, data: new Uint32Array(2) }, [0, 2]),
    'unsupported-type',
    'opaque',
  ],
  [
    'overlaps',
    () => js.segmentedRank(null, new Uint32Array(3), { begin: [0, 1], end: [2, 3] } as never),
    'segments-overlap',
    'segment',
  ],
  ['no range', () => js.segmentedHistogram(null, new Uint32Array(2), [0, 2], {}), 'invalid-option', 'range'],
  [
    'a range that falls',
    () => js.segmentedHistogram(null, new Uint32Array(2), [0, 2], { range: [2, 1] }),
    'invalid-option',
    'range: 2,1',
  ],
  [
    'bins',
    () => js.segmentedHistogram(null, new Uint32Array(2), [0, 2], { bins: 65_537, range: [0, 1] }),
    'invalid-option',
    'bins: 65537',
  ],
  [
    'edges that fall',
    () => js.segmentedHistogram(null, new Uint32Array(2), [0, 2], { edges: [0, 2, 1] }),
    'invalid-option',
    'edges[2]: 1',
  ],
  [
    'edges and bins',
    () => js.segmentedHistogram(null, new Uint32Array(2), [0, 2], { edges: [0, 2], bins: 1 }),
    'invalid-option',
    'bins: 1',
  ],
  [
    'vectors',
    () => js.segmentedHistogram(null, { type: 'vec2<f32>', data: new Float32Array(2) }, [0, 1], { range: [0, 1] }),
    'unsupported-type',
    'vec2<f32>',
  ],
])('refuses by name: %s', async (_, run, code, words) => {
  await expect(run()).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

/** Items as doubles. */
function numberAt(type: KeyType, bytes: Uint8Array<ArrayBuffer>): (i: number) => number {
  const view = new DataView(bytes.buffer);
  const width = widthOf(type) / 8;
  if (type === 'f16') {
    return (i) => {
      const bits = view.getUint16(2 * i, true);
      const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
      const size =
        exponent === 31
          ? fraction
            ? Number.NaN
            : 1 / 0
          : exponent
            ? (1 + fraction / 1024) * 2 ** (exponent - 15)
            : fraction * 2 ** -24;
      return bits & 0x8000 ? -size : size;
    };
  }
  if (type === 'f32') return (i) => view.getFloat32(4 * i, true);
  if (type === 'f64') return (i) => view.getFloat64(8 * i, true);
  return (i) => {
    const bits = bitsAt(type, bytes, i);
    return Number(type[0] === 'i' ? BigInt.asIntN(8 * width, bits) : bits);
  };
}
