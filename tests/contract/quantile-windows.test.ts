/** Quantiles with their indices, and windows (segments that share items) of quantiles and top-k, with and without a GPU. */
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const LIBRARIES = { core, js };
const NONE = 0xffffffff;
const NAMES = ['lower', 'higher', 'nearest', 'inverted_cdf'] as const;
const QUANTILES = [0.5, 0, 1, 0.1, 0.9];

/** The index of numpy's quantile in a stable sort of some items, by the definition. */
function indexOf(keys: ArrayLike<number>, [begin, end]: readonly number[], q: number, name: string, omits: boolean) {
  const all = Array.from({ length: end! - begin! }, (_, i) => begin! + i);
  const numbers = all.filter((i) => !Number.isNaN(keys[i]));
  if (numbers.length === 0 || (!omits && numbers.length < all.length)) return NONE;
  const isBefore = (i: number, k: number) => keys[i]! < keys[k]! || (keys[i] === keys[k] && i < k);
  const sorted = numbers.sort((i, k) => (isBefore(i, k) ? -1 : 1));
  if (name === 'inverted_cdf') return sorted[Math.max(Math.ceil(q * sorted.length), 1) - 1]!;
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const isUp =
    name === 'higher' ? at > below : name === 'nearest' && (at - below > 0.5 || (at - below === 0.5 && below % 2));
  return sorted[isUp ? below + 1 : below]!;
}

/** Few different numbers, so that many tie, and a NaN in some segments. */
function numbersOf(length: number, nans: number) {
  const random = new Random(5);
  const keys = Float32Array.from({ length }, () => (random.below(200) - 100) / 4 + 0.125);
  for (let i = 0; i < nans; i++) keys[random.below(length)] = Number.NaN;
  return keys;
}

const ENDS = [0, 0, 1, 3, 40, 40, 700, 2900, 3000];
const bounds = (offsets: readonly number[]) => offsets.slice(1).map((end, i) => [offsets[i]!, end]);
/** Windows that share items, an empty one, one inside another. */
const WINDOWS = [
  [0, 700],
  [100, 1300],
  [100, 100],
  [650, 655],
  [2999, 3000],
  [0, 3000],
];
const windows = { begin: WINDOWS.map(([begin]) => begin!), end: WINDOWS.map(([, end]) => end!) };

describe.each(Object.entries(LIBRARIES))('%s', (_, library) => {
  it.each(NAMES)('gives the indices of quantiles: %s', async (interpolation) => {
    const keys = numbersOf(3000, 2);
    for (const nan of ['propagate', 'omit'] as const) {
      const options = { interpolation, nan, indices: true } as const;
      const { values, indices } = await library.segmentedQuantile(device(), keys, ENDS, QUANTILES, options);
      const want = bounds(ENDS).flatMap((segment) =>
        QUANTILES.map((q) => indexOf(keys, segment, q, interpolation, nan === 'omit')),
      );
      expect([...indices]).toEqual(want);
      expect([...values]).toEqual(want.map((i) => (i === NONE ? Number.NaN : keys[i])));
    }
  });

  it('gives indices of integers, and of segments by rows', async () => {
    const keys = Int8Array.of(5, -3, 5, 7, 0, 0);
    const options = { interpolation: 'lower', indices: true } as const;
    const found = await library.segmentedQuantile(device(), keys, [0, 4, 4, 6], 0.5, options);
    expect(found.values).toEqual(Int8Array.of(5, 0, 0));
    expect([...found.indices]).toEqual([0, NONE, 4]);
    const byRows = { offsets: [0, 3], rows: [3, 1, 5] };
    const { values, indices } = await library.segmentedQuantile(device(), keys, byRows, 0.5, options);
    // Indices count gathered items.
    expect([values[0], indices[0]]).toEqual([0, 2]);
  });

  it('takes windows', async () => {
    const keys = numbersOf(3000, 0);
    const options = { interpolation: 'nearest' } as const;
    const want = WINDOWS.flatMap((one) => QUANTILES.map((q) => indexOf(keys, one, q, 'nearest', false)));
    const values = want.map((i) => (i === NONE ? Number.NaN : keys[i]));
    expect([...(await library.segmentedQuantile(device(), keys, windows, QUANTILES, options))]).toEqual(values);
    const both = await library.segmentedQuantile(device(), keys, windows, QUANTILES, { ...options, indices: true });
    expect([...both.indices]).toEqual(want);
    expect([...both.values]).toEqual(values);
  });

  it.each(['array', 'segment'] as const)('takes windows in a top-k, indices from %s', async (indexFrom) => {
    const keys = numbersOf(3000, 0);
    const found = await library.segmentedTopK(device(), keys, windows, 3, { indexFrom, values: keys });
    const want = WINDOWS.map(([begin, end]) => {
      const all = Array.from({ length: end! - begin! }, (_, i) => begin! + i);
      return all.sort((i, k) => keys[k]! - keys[i]! || i - k).slice(0, 3);
    });
    const from = WINDOWS.map(([begin]) => (indexFrom === 'segment' ? begin! : 0));
    expect([...found.indices]).toEqual(want.flatMap((all, s) => all.map((i) => i - from[s]!)));
    expect([...found.keys]).toEqual(want.flat().map((i) => keys[i]));
    expect(found.values).toEqual(found.keys);
    expect([...found.offsets]).toEqual([0, 3, 6, 6, 9, 10, 13]);
  });

  it('refuses windows that must cover all items once, and indices of numbers between keys', async () => {
    const keys = numbersOf(3000, 0);
    const cover = library.segmentedTopK(device(), keys, windows, 3, { cover: true });
    await expect(cover).rejects.toThrow(/in several segments/);
    const linear = library.segmentedQuantile(device(), keys, ENDS, 0.5, { indices: true } as never);
    await expect(linear).rejects.toThrow(/^indices: true with interpolation 'linear'; allowed: interpolation 'lower'/);
    const text = library.segmentedQuantile(device(), keys, ENDS, 0.5, { indices: 'yes' } as never);
    await expect(text).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

it.each([Float32Array, Uint32Array, Int16Array, Uint8Array])(
  '%o: the quantiles of a sort, of long segments',
  async (Class) => {
    const random = new Random(8);
    const floats = new Float32Array(1);
    const word = new Uint32Array(floats.buffer);
    const one = () => {
      word[0] = random.word();
      return Class === Float32Array ? (Number.isNaN(floats[0]) ? 0 : floats[0]!) : random.word();
    };
    const KINDS: Readonly<Record<string, () => number>> = {
      any: one,
      close: () => 1000 + random.below(50),
      equal: () => 7,
      // One number far away: all others share a bucket.
      crowded: () => (random.below(3000) === 0 ? 1e9 : random.below(100_000) / 1000),
    };
    for (const make of Object.values(KINDS)) {
      const keys = new Class(Array.from({ length: 20_000 }, make));
      const ends = [0, 257, 256 + 2048, 20_000];
      const want = bounds(ends).flatMap(([begin, end]) => {
        const sorted = keys.slice(begin, end).sort();
        return [0.25, 0.5, 0.75, 0, 1].map((q) => sorted[Math.max(Math.ceil(q * sorted.length), 1) - 1]);
      });
      const got = await js.segmentedQuantile(null, keys, ends, [0.25, 0.5, 0.75, 0, 1], {
        interpolation: 'inverted_cdf',
      });
      expect([...got]).toEqual(want);
    }
  },
);
