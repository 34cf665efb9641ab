/** Scans without a GPU, beside prefixes that are reduced one by one: forms, long segments, NaN, and the caller's array. */
import { describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';

type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;
const random = new Random(41);

/** One leaf, several, subtrees of several sizes, and no items. Items before and after all segments. */
const LENGTHS = [3, 0, 16, 17, 1, 32, 33, 250, 0, 47, 700];
const offsets = [2];
for (const length of LENGTHS) offsets.push(offsets.at(-1)! + length);
const COUNT = offsets.at(-1)! + 3;

/** The sum of a list by the tree: leaves of 16 from the left, then neighbours, the largest whole subtree first. */
function treeSum(terms: readonly number[], round: (sum: number) => number): number {
  if (terms.length <= 16) return terms.reduce((sum, term) => round(sum + term));
  let left = 16;
  while (2 * left < terms.length) left *= 2;
  return round(treeSum(terms.slice(0, left), round) + treeSum(terms.slice(left), round));
}

const largest = (terms: readonly number[], isMax: boolean) =>
  terms.find(Number.isNaN) ?? terms.reduce((best, term) => ((isMax ? term > best : term < best) ? term : best));

interface Options {
  readonly exclusive: boolean;
  readonly reverse: boolean;
  readonly initial?: number;
}

/** Each result by itself. `fold` takes at least one term, `start` is the result of none. */
function scanned(
  items: Numbers,
  { exclusive, reverse, initial }: Options,
  fold: (terms: readonly number[]) => number,
  add: (before: number, fold: number) => number,
  start: number,
): number[] {
  const results = Array.from(items);
  for (const [s, end] of offsets.slice(1).entries()) {
    const segment = Array.from(items.subarray(offsets[s], end));
    if (reverse) segment.reverse();
    const found = segment.map((_, i) => {
      const terms = segment.slice(0, exclusive ? i : i + 1);
      if (terms.length === 0) return initial ?? start;
      return initial === undefined ? fold(terms) : add(initial, fold(terms));
    });
    if (reverse) found.reverse();
    results.splice(offsets[s]!, found.length, ...found);
  }
  return results;
}

const FORMS: readonly Options[] = [false, true].flatMap((exclusive) =>
  [false, true].flatMap((reverse) => [
    { exclusive, reverse },
    { exclusive, reverse, initial: 3 },
  ]),
);

describe.each([Float64Array, Float32Array, Int32Array, Uint8Array])('scans of %o', (Class) => {
  const isFloat = Class === Float64Array || Class === Float32Array;
  const round = (value: number) => new Class([value])[0]!;
  const items = new Class(COUNT).map(() => random.below(1000) / (isFloat ? 7 : 1)) as Numbers;

  it.each(FORMS)('sums, $exclusive $reverse $initial', async (options) => {
    const given = items.slice();
    const sums = (terms: readonly number[]) => (isFloat ? treeSum(terms, round) : round(terms.reduce((a, b) => a + b)));
    const wanted = scanned(items, options, sums, (a, b) => round(a + b), 0);
    expect([...((await js.segmentedScan(null, given, offsets, 'sum', options)) as Float64Array)]).toEqual(wanted);
    expect(given).toEqual(items);
  });

  it.each(FORMS)('extremes, $exclusive $reverse $initial', async (options) => {
    const own = items.slice();
    if (isFloat) for (const at of [offsets[2]! + 5, offsets[7]! + 100]) own[at] = Number.NaN;
    const before = own.slice();
    for (const isMax of [false, true]) {
      const limits = { Int32Array: [2 ** 31 - 1, -(2 ** 31)], Uint8Array: [255, 0] }[Class.name];
      const start = (limits ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])[+isMax]!;
      const fold = (terms: readonly number[]) => largest(terms, isMax);
      const wanted = scanned(own, options, fold, (a, b) => largest([a, b], isMax), start);
      const found = await js.segmentedScan(null, own, offsets, isMax ? 'max' : 'min', options);
      expect([...(found as Float64Array)]).toEqual(wanted);
    }
    expect(own).toEqual(before);
  });
});

describe('extremes of f16, item by item', () => {
  it('begin again with each segment', async () => {
    const data = Uint16Array.of(0x3c00, 0x4400, 0x4000, 0x3c00, 0xbc00);
    const found = await js.segmentedScan(null, { type: 'f16', data }, [0, 2, 5], 'max');
    expect([...found.data]).toEqual([0x3c00, 0x4400, 0x4000, 0x4000, 0x4000]);
  });
});

describe('NaN', () => {
  const words = (array: Float32Array | Float64Array) => [...new Uint32Array(array.buffer)];

  it.each(['sum', 'product'] as const)(
    'of a running %s has the bits of a reduce, in a first leaf and after it',
    async (op) => {
      for (const Class of [Float32Array, Float64Array]) {
        const items = new Class(40).fill(1);
        items.set([Number.POSITIVE_INFINITY, op === 'sum' ? Number.NEGATIVE_INFINITY : 0], 3);
        const nan = Class === Float32Array ? [0x7fc00000] : [0, 0x7ff80000];
        const found = (await js.segmentedScan(null, items, [0, 40], op)) as Float32Array;
        expect(words(found).slice(4 * nan.length)).toEqual(Array.from({ length: 36 }, () => nan).flat());
      }
    },
  );

  it('of a running extreme has the bits of the first one, also where it is the initial value', async () => {
    const items = new Float32Array(Uint32Array.of(0x3f800000, 0x7fc00123, 0x40000000, 0xffc00000).buffer);
    const wanted = [0x3f800000, 0x7fc00123, 0x7fc00123, 0x7fc00123];
    expect(words((await js.segmentedScan(null, items, [0, 4], 'max')) as Float32Array)).toEqual(wanted);
    const options = { exclusive: true, initial: Number.NaN };
    const all = (await js.segmentedScan(null, items, [0, 2, 4], 'min', options)) as Float32Array;
    expect([...all].every(Number.isNaN)).toBe(true);
  });

  it('that is left out changes no other result', async () => {
    const items = Float32Array.of(1, Number.NaN, 2, 5, Number.NaN, 7);
    const found = await js.segmentedScan(null, items, [0, 3, 6], 'sum', { nan: 'omit' });
    expect([...(found as Float32Array)]).toEqual([1, 1, 3, 5, 5, 12]);
  });
});
