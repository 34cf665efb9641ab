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
  readonly transforms: Readonly<Record<'center' | 'normalize' | 'standardize' | 'diff' | 'shift', Lines>>;
  readonly omit: Readonly<Record<(typeof OMITTING)[number] | 'argmax' | 'cumsum', Lines>>;
  readonly truths: Readonly<Record<'any' | 'all', Lines>>;
  readonly logsumexp: Lines;
  readonly sorted: Names;
  readonly windows: Readonly<Record<'median' | 'quantile' | 'top' | 'argsort', Lines>>;
  readonly softmax: Lines;
  readonly logSoftmax: Lines;
  readonly groups: {
    readonly ints: { readonly groups: Lines; readonly keys: Lines };
    readonly floats: { readonly groups: Lines; readonly keys: Lines };
    readonly columns: Lines;
  };
}

const OMITTING = ['sum', 'max', 'mean', 'std', 'first', 'last'] as const;

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

/** Numbers within a part of 10^6, or a distance for those near 0. */
function expectNear(found: unknown, wanted: Lines, distance = 0): void {
  const all = Array.from(found as Float32Array);
  expect(all.length).toBe(numbers(wanted).length);
  numbers(wanted).forEach((number, i) => {
    if (Number.isFinite(number))
      expect(Math.abs(all[i]! - number)).toBeLessThanOrEqual(1e-6 * Math.abs(number) + distance);
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

  it('transforms as numpy, and shift of pandas', async () => {
    const transform = (name: js.TransformName, options: js.TransformOptions = {}) =>
      calls.segmentedTransform(on(), finite, offsets, name, options);
    expectNear(await transform('center'), vectors.transforms.center, 1e-5);
    expectNear(await transform('normalize'), vectors.transforms.normalize);
    expectNear(await transform('standardize', { ddof: 1 }), vectors.transforms.standardize, 1e-5);
    expectSame(await transform('diff'), vectors.transforms.diff);
    expectSame(await transform('shift', { lag: -2 }), vectors.transforms.shift);
  });

  it('reduces and scans without NaNs as nansum, nanmax, nanstd, nancumsum of numpy', async () => {
    const omit = { nan: 'omit' } as const;
    const found = await calls.segmentedReduce(on(), missing, offsets, OMITTING, omit);
    for (const [i, name] of OMITTING.entries()) expectNear(found[i], vectors.omit[name]);
    expectSame((await calls.segmentedReduce(on(), missing, offsets, 'argmax', omit)).indices, vectors.omit.argmax);
    expectSame(await calls.segmentedScan(on(), missing, offsets, 'sum', omit), vectors.omit.cumsum);
  });

  it('any and all as numpy, logsumexp as scipy', async () => {
    const [any, all] = await calls.segmentedReduce(on(), ints, offsets, ['any', 'all']);
    expectSame(any, vectors.truths.any);
    expectSame(all, vectors.truths.all);
    expectNear(await calls.segmentedReduce(on(), finite, offsets, 'logsumexp'), vectors.logsumexp);
  });

  it.each(Object.keys(vectors.sorted))('sorts as sort_values of pandas: %s', async (name) => {
    const [order, nan] = name.split(' ') as ['ascending', 'first'];
    expectSame(await calls.segmentedSort(on(), floats, offsets, { order, nan }), vectors.sorted[name]!, name);
  });

  it('windows as rolling and nlargest of pandas, argsort of numpy', async () => {
    const begin = Array.from({ length: finite.length - 6 }, (_, i) => i);
    const windows = { begin, end: begin.map((i) => i + 7) };
    expectSame(await calls.segmentedQuantile(on(), finite, windows, 0.5), vectors.windows.median);
    expectNear(await calls.segmentedQuantile(on(), finite, windows, 0.3), vectors.windows.quantile);
    const top = await calls.segmentedTopK(on(), finite, windows, 3, { ...tie, indexFrom: 'segment' });
    expectSame(top.keys, vectors.windows.top);
    expectSame(top.indices, vectors.windows.argsort);
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
