/** Short segments, which calls without a GPU take many at a time, have the results that each has by itself. */
import { describe, expect, it } from 'vitest';
import { segmentedQuantile, segmentedReduce, segmentedSort, segmentedSortByKey } from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';

const CLASSES = [Float32Array, Int32Array, Uint32Array, Int16Array, Uint8Array] as const;
type Numbers = InstanceType<(typeof CLASSES)[number]>;

/** Many short segments, some longer than a bucket sort takes, and lengths around a leaf and around two. */
const random = new Random(5);
const LENGTHS = [
  ...Array.from({ length: 5000 }, () => random.word() % 9),
  ...[5000, 0, 15, 16, 17, 31, 32, 33, 47, 64, 65, 4096, 4097, 1, 9000],
  ...Array.from({ length: 300 }, () => random.word() % 60),
];
const offsets = Uint32Array.from([0, ...LENGTHS]);
for (let i = 1; i < offsets.length; i++) offsets[i]! += offsets[i - 1]!;
const itemCount = offsets.at(-1)!;
const whole = { begin: offsets.slice(0, -1), end: offsets.slice(1) };
/** The last item of most segments is in none. */
const gaps = { begin: whole.begin, end: whole.end.map((end, i) => (i % 3 > 0 && LENGTHS[i]! > 0 ? end - 1 : end)) };
const FORMS = [offsets, whole, gaps];

/** Of both signs, with many equal ones, zeros of both signs, and words past 2^31. */
function numbersOf(Class: (typeof CLASSES)[number]): Numbers {
  const numbers = new Class(itemCount);
  for (let i = 0; i < itemCount; i++) {
    const small = (random.word() % 40) - 20;
    numbers[i] = Class === Float32Array ? (small === 1 ? -0 : small / 2) : i % 5 > 0 ? small : random.word();
  }
  return numbers;
}

const spansOf = (form: (typeof FORMS)[number]) => ('begin' in form ? form : whole);

/** Indices of a segment in the order of their numbers; -0 is before 0 in sorts. */
function ordered(numbers: Numbers, begin: number, end: number): number[] {
  const indices = Array.from({ length: end - begin }, (_, i) => begin + i);
  const isBelow = (a: number, b: number) => Object.is(numbers[a], -0) && Object.is(numbers[b], 0);
  return indices.sort((a, b) => numbers[a]! - numbers[b]! || +isBelow(b, a) - +isBelow(a, b));
}

describe.each(CLASSES)('short segments of %o', (Class) => {
  const numbers = numbersOf(Class);
  const rows = Uint32Array.from(numbers, (_, i) => i);

  it.each(FORMS.map((form, i) => [i, form] as const))('are sorted, form %i', async (_, form) => {
    const { begin, end } = spansOf(form);
    const order = rows.slice();
    for (let s = 0; s < begin.length; s++) order.set(ordered(numbers, begin[s]!, end[s]!), begin[s]!);
    const wanted = numbers.map((_, i) => numbers[order[i]!]!);
    expect(await segmentedSort(null, numbers, form)).toEqual(wanted);
    const sorted = await segmentedSortByKey(null, numbers, rows, form);
    expect(sorted.keys).toEqual(wanted);
    expect(sorted.values).toEqual(order);
  });

  it.each(FORMS.map((form, i) => [i, form] as const))(
    'have extremes, means and variances, form %i',
    async (_, form) => {
      const { begin, end } = spansOf(form);
      const [least, largest, means, variances] = await segmentedReduce(null, numbers, form, [
        ...(['argmin', 'argmax', 'mean', 'variance'] as const),
      ]);
      for (let s = 0; s < begin.length; s++) {
        const own = Array.from(numbers.subarray(begin[s]!, end[s]!));
        const length = own.length;
        let [low, high] = [0, 0];
        for (let i = 1; i < length; i++) {
          if (own[i]! < own[low]!) low = i;
          if (own[i]! > own[high]!) high = i;
        }
        const at = [least.indices[s], largest.indices[s]];
        expect(at, `segment ${s}`).toEqual(length === 0 ? [2 ** 32 - 1, 2 ** 32 - 1] : [low, high]);
        if (length > 0) expect([least.values[s], largest.values[s]], `segment ${s}`).toEqual([own[low], own[high]]);
        const mean = own.reduce((sum, each) => sum + each, 0) / length;
        const variance = own.reduce((sum, each) => sum + (each - mean) ** 2, 0) / length;
        if (length === 0) expect([means[s], variances[s]]).toEqual([Number.NaN, Number.NaN]);
        else {
          const size = Math.abs(mean) + Math.sqrt(variance);
          expect(Math.abs(means[s]! - mean), `segment ${s}`).toBeLessThanOrEqual(1e-6 * size);
          expect(Math.abs(variances[s]! - variance), `segment ${s}`).toBeLessThanOrEqual(1e-6 * size * size);
        }
      }
    },
  );

  it.each(FORMS.map((form, i) => [i, form] as const))('have quantiles, form %i', async (_, form) => {
    const { begin, end } = spansOf(form);
    const of = numbers.slice() as Numbers;
    const nans = new Set<number>();
    if (Class === Float32Array) for (const s of [4, 8, 5020]) nans.add(begin[s]!);
    for (const at of nans) of[at] = Number.NaN;
    for (const nan of ['propagate', 'omit'] as const) {
      const found = await segmentedQuantile(null, of as Float32Array, form, [0.5, 0], { interpolation: 'lower', nan });
      for (let s = 0; s < begin.length; s++) {
        const order = ordered(of, begin[s]!, end[s]!).filter((at) => !nans.has(at));
        const isNone = order.length === 0 || (nan === 'propagate' && order.length < end[s]! - begin[s]!);
        const none = Class === Float32Array ? Number.NaN : 0;
        const wanted = [Math.floor((order.length - 1) / 2), 0].map((rank) => (isNone ? none : of[order[rank]!]));
        expect([...found.subarray(2 * s, 2 * s + 2)], `segment ${s}`).toEqual(wanted);
      }
    }
  });
});

describe('means and variances beside extremes', () => {
  it('have the bits of those alone', async () => {
    // Which of the small numbers are lost depends on the order of additions.
    const numbers = Float32Array.from({ length: itemCount }, (_, i) =>
      i % 4 === 0 ? (i % 8 === 0 ? 1 : -1) * 2 ** 60 : 1,
    );
    const [, means, variances] = await segmentedReduce(null, numbers, offsets, ['min', 'mean', 'variance', 'max']);
    const bits = ({ buffer }: Float32Array<ArrayBuffer>) => new Uint32Array(buffer);
    expect(bits(means)).toEqual(bits(await segmentedReduce(null, numbers, offsets, 'mean')));
    expect(bits(variances)).toEqual(bits(await segmentedReduce(null, numbers, offsets, 'variance')));
  });
});

describe('segments in any order', () => {
  it('are sorted', async () => {
    const numbers = numbersOf(Uint32Array);
    const [begin, end] = [whole.begin.slice().reverse(), whole.end.slice().reverse()];
    expect(await segmentedSort(null, numbers, { begin, end })).toEqual(await segmentedSort(null, numbers, offsets));
  });
});

describe('sums of two leaves', () => {
  it('are those of the leaves', async () => {
    const numbers = Float64Array.from({ length: itemCount }, (_, i) => 1 / (i + 3));
    const singles = Float32Array.from(numbers);
    const sums = [await segmentedReduce(null, numbers, offsets, 'sum')];
    const [again, means] = await segmentedReduce(null, numbers, offsets, ['sum', 'mean']);
    const ofSingles = await segmentedReduce(null, singles, offsets, 'sum');
    expect(again).toEqual(sums[0]);
    for (const [s, length] of LENGTHS.entries()) {
      if (length === 0 || length > 32) continue;
      const added = (of: Float32Array | Float64Array, round: (sum: number) => number) => {
        const leaf = (from: number, to: number) =>
          Array.from(of.subarray(from, to)).reduce((sum, each) => round(sum + each));
        const [begin, end] = [offsets[s]!, offsets[s + 1]!];
        const first = leaf(begin, Math.min(end, begin + 16));
        return length > 16 ? round(first + leaf(begin + 16, end)) : first;
      };
      expect(again[s], `segment ${s}`).toBe(added(numbers, (sum) => sum));
      expect(means[s]).toBe(again[s]! / length);
      expect(ofSingles[s], `segment ${s}`).toBe(added(singles, Math.fround));
    }
  });
});

describe('sums of f64 in segments of at most two numbers', () => {
  it.each([1, 2])('which has a loop of its own: %i', async (most) => {
    const numbers = Float64Array.from({ length: 300 }, (_, i) => 1 / (i + 3));
    const edges = [0];
    while (edges.at(-1)! < 300) edges.push(Math.min(300, edges.at(-1)! + (random.word() % (most + 1))));
    edges.push(300);
    const parts = edges.slice(1).map((end, s) => Array.from(numbers.subarray(edges[s]!, end)));
    const sums = parts.map((part) => (part.length > 0 ? part.reduce((sum, each) => sum + each) : 0));
    const found = [
      await segmentedReduce(null, numbers, edges, 'sum'),
      await segmentedReduce(null, numbers, edges, 'mean'),
    ];
    expect([...found[0]!]).toEqual(sums);
    expect([...found[1]!]).toEqual(sums.map((sum, s) => sum / parts[s]!.length));
  });
});

describe('offsets', () => {
  const keys = Uint32Array.from({ length: 5000 }, () => random.word());

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('have their longest segment at %i of ten', async (at) => {
    const cut = Uint32Array.from({ length: 11 }, (_, i) => (i > at ? keys.length : 0));
    expect(await segmentedSort(null, keys, cut)).toEqual(keys.slice().sort());
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('are refused where one is wrong: %i of eleven', async (at) => {
    const right = Uint32Array.from({ length: 11 }, (_, i) => 100 * i + 100);
    const refused = (offset: number) =>
      segmentedSort(
        null,
        keys,
        right.map((each, i) => (i === at ? offset : each)),
      );
    await expect(refused(5001)).rejects.toThrow(`offset ${at} is 5001`);
    await expect(refused(2 ** 31)).rejects.toThrow(`offset ${at} is ${2 ** 31}`);
    if (at > 0) await expect(refused(1)).rejects.toThrow(`offset ${at} is 1, less than offset ${at - 1}`);
  });

  it('are refused where they rise past 2^32, in steps below 2^31', async () => {
    const wrong = Uint32Array.from([0, 0x50000000, 0xa0000000, 2, 2, 2]);
    await expect(segmentedSort(null, keys, wrong)).rejects.toThrow(`offset 1 is ${0x50000000}`);
  });
});
