/** Results beside those of numpy, scipy and pandas: tests/data/numpy_vectors.py makes the vectors. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { useDevice } from '../support/use-device.ts';

type Lines = readonly string[];
type Names = Readonly<Record<string, Lines>>;

interface Vectors {
  readonly offsets: Lines;
  readonly data: { readonly finite: Lines; readonly floats: Lines; readonly ints: Lines; readonly ids: Lines };
  readonly ranks: Readonly<Record<'ordinal' | 'min' | 'max' | 'dense' | 'average', Names>>;
  readonly unique: Readonly<Record<string, { readonly keys: Lines; readonly counts: Lines; readonly lengths: Lines }>>;
  readonly modes: Readonly<Record<string, { readonly values: Lines; readonly counts: Lines }>>;
  readonly histograms: { readonly range: Lines; readonly edges: Lines };
  readonly edges: Lines;
  readonly spread: Readonly<Record<'0' | '1', { readonly var: Lines; readonly std: Lines }>>;
  readonly fractions: Lines;
  readonly quantiles: { readonly finite: Names; readonly omit: Names };
  readonly cumsum: { readonly ints: Lines; readonly finite: Lines };
  readonly softmax: Lines;
  readonly logSoftmax: Lines;
  readonly groups: {
    readonly ints: { readonly groups: Lines; readonly keys: Lines };
    readonly floats: { readonly groups: Lines; readonly keys: Lines };
    readonly columns: Lines;
  };
}

const vectors: Vectors = JSON.parse(readFileSync(new URL('../data/numpy-vectors.json', import.meta.url), 'utf8'));
const numbers = (lines: Lines) => lines.flatMap((line) => line.split(' ').map(Number));

const offsets = numbers(vectors.offsets);
const finite = Float32Array.from(numbers(vectors.data.finite));
const floats = Float32Array.from(numbers(vectors.data.floats));
const missing = floats.map((number) => (Math.abs(number) === Number.POSITIVE_INFINITY ? 1 : number));
const ints = Int32Array.from(numbers(vectors.data.ints));
const ids = Uint8Array.from(numbers(vectors.data.ids));
const fractions = numbers(vectors.fractions);
const tie = { signedZero: 'equal' } as const;

/** Equal numbers. Which zero stands for both is not compared. */
function expectSame(found: unknown, wanted: Lines, what = ''): void {
  const plain = (all: Iterable<number>): number[] => Array.from(all, (number) => (number === 0 ? 0 : number));
  expect(plain(found as Float64Array), what).toEqual(plain(numbers(wanted)));
}

/** Numbers within a part of 10^6. */
function expectNear(found: unknown, wanted: Lines): void {
  const all = Array.from(found as Float32Array);
  expect(all.length).toBe(numbers(wanted).length);
  numbers(wanted).forEach((number, i) => {
    if (Number.isFinite(number)) expect(Math.abs(all[i]! - number)).toBeLessThanOrEqual(1e-6 * Math.abs(number));
    else expect(all[i]).toBe(number);
  });
}

const device = useDevice();

describe.each([
  ['on a GPU', core as unknown as typeof js, device],
  ['in JavaScript', js, (): null => null],
] as const)('%s', (_, calls, on) => {
  it('ranks as rankdata of scipy and rank of pandas', async () => {
    for (const [ties, wanted] of Object.entries(vectors.ranks)) {
      const rank = (keys: Int32Array | Float32Array, options: js.RankOptions = {}): Promise<unknown> =>
        calls.segmentedRank(on(), keys, offsets, { ties: ties as js.Ties, ...tie, ...options });
      expectSame(await rank(ints), wanted.ints!, ties);
      expectSame(await rank(ints, { order: 'descending' }), wanted.descending!, `${ties}, descending`);
      expectSame(await rank(floats), wanted.floats!, `${ties}, NaNs last`);
      expectSame(await rank(floats, { nan: 'omit' }), wanted.omit!, `${ties}, without NaNs`);
    }
  });

  it.each(['ints', 'floats'] as const)('distinct %s and modes, as unique of numpy and mode of scipy', async (name) => {
    const items = name === 'ints' ? ints : floats;
    const unique = await calls.segmentedUnique(on(), items, offsets);
    expectSame(unique.keys, vectors.unique[name]!.keys);
    expectSame(unique.counts, vectors.unique[name]!.counts);
    const lengths = unique.offsets.subarray(1).map((end, i) => end - unique.offsets[i]!);
    expectSame(lengths, vectors.unique[name]!.lengths);
    const mode = await calls.segmentedMode(on(), items, offsets, { nan: 'omit' });
    expectSame(mode.values, vectors.modes[name]!.values);
    expectSame(mode.counts, vectors.modes[name]!.counts);
  });

  it('counts as histogram of numpy', async () => {
    const histogram = (options: js.HistogramOptions) => calls.segmentedHistogram(on(), floats, offsets, options);
    expectSame(await histogram({ bins: 7, range: [-2, 3] }), vectors.histograms.range);
    expectSame(await histogram({ edges: numbers(vectors.edges) }), vectors.histograms.edges);
  });

  it.each([0, 1] as const)('variances and deviations as numpy, ddof %i', async (ddof) => {
    const found = await calls.segmentedReduce(on(), finite, offsets, ['variance', 'std'], { ddof });
    expectNear(found[0], vectors.spread[ddof].var);
    expectNear(found[1], vectors.spread[ddof].std);
  });

  it.each(Object.keys(vectors.quantiles.finite))('quantiles as quantile and nanquantile of numpy: %s', async (name) => {
    const quantiles = (items: Float32Array, options: js.QuantileOptions) =>
      calls.segmentedQuantile(on(), items, offsets, fractions, options);
    const interpolation = name as 'linear';
    expectSame(await quantiles(finite, { interpolation }), vectors.quantiles.finite[name]!);
    expectSame(await quantiles(missing, { interpolation, nan: 'omit' }), vectors.quantiles.omit[name]!);
  });

  it('running sums as cumsum of numpy', async () => {
    expectSame(await calls.segmentedScan(on(), ints, offsets, 'sum'), vectors.cumsum.ints);
    expectSame(await calls.segmentedScan(on(), finite, offsets, 'sum'), vectors.cumsum.finite);
  });

  it('softmax and its logarithm as scipy', async () => {
    expectNear(await calls.segmentedTransform(on(), finite, offsets, 'softmax'), vectors.softmax);
    expectNear(await calls.segmentedTransform(on(), finite, offsets, 'logSoftmax'), vectors.logSoftmax);
  });

  it('groups as factorize and ngroup of pandas', async () => {
    const options = { inverse: true } as const;
    for (const [items, wanted] of [
      [ints, vectors.groups.ints],
      [floats, vectors.groups.floats],
    ] as const) {
      const { keys, groups } = await calls.groupBy(on(), items, options);
      expectSame(keys, wanted.keys);
      expectSame(groups, wanted.groups);
    }
    expectSame((await calls.groupBy(on(), [ids, floats, ints], options)).groups, vectors.groups.columns);
  });
});
