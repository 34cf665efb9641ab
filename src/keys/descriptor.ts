/** Ranks, distinct keys, modes and histograms: what users give and get, and the checks of their options. */
import type { CallOptions } from '../api/array_call.ts';
import type { HostArray } from '../api/arrays.ts';
import { inWords, nameOf, refused, requireOneOf, shown } from '../checks.ts';
import type { NumberType } from '../item_types.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** How equal keys are ranked, by scipy's names. */
export type Ties = 'ordinal' | 'min' | 'max' | 'dense' | 'average';

/** Options of `segmentedRank`. */
export interface RankOptions extends CallOptions {
  /**
   * `'ordinal'` (default): the place in the stable sort. `'min'`, `'max'`, `'average'`: the least, greatest or mean
   * place of the equal keys. `'dense'`: the number of distinct keys up to this one.
   */
  ties?: Ties;
  /** Default `'ascending'`: the lowest key has rank 1. */
  order?: 'ascending' | 'descending';
  /** `'equal'`: −0 and +0 tie. Default `'distinct'`: −0 comes first. */
  signedZero?: 'distinct' | 'equal';
  /**
   * `'last'`, `'first'`: where NaNs stand, whatever the order. `'omit'`: they have rank 0, and the others are ranked
   * without them. Default: where the sort puts them, the last in ascending order and the first in descending order.
   */
  nan?: 'last' | 'first' | 'omit';
}

/** Ranks: with `ties: 'average'` halves occur. */
export type Ranks<O extends RankOptions> = O extends { readonly ties: 'average' }
  ? Float64Array<ArrayBuffer>
  : Uint32Array<ArrayBuffer>;

/** Options of `segmentedUnique`. */
export interface UniqueOptions extends CallOptions {
  /** Default `'equal'`: −0 and +0 are one key, as in `groupBy`. */
  signedZero?: 'distinct' | 'equal';
}

/** Options of `segmentedMode`. */
export interface ModeOptions extends UniqueOptions {
  /** `'omit'`: NaNs are left out. Default `'propagate'`: all NaNs are one key. */
  nan?: 'propagate' | 'omit';
}

/** The distinct keys of each segment, ascending. Those of segment i are at `offsets[i]` to `offsets[i + 1]`. */
export interface UniqueKeys<K extends HostArray> {
  /** Each with the bits of its first item in the segment. */
  readonly keys: K;
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

/** The most frequent key of each segment, the lowest of several, and how often it occurs. 0 and 0 without items. */
export interface Modes<K extends HostArray> {
  readonly values: K;
  readonly counts: Uint32Array<ArrayBuffer>;
}

/** Options of `segmentedHistogram`: `bins` and `range`, or `edges`. */
export interface HistogramOptions extends CallOptions {
  /** The number of bins of equal width, 1 to 65,536. Default: 10, as numpy's. */
  bins?: number;
  /** The least and the greatest number that are counted. The last bin includes the greatest. */
  range?: readonly [number, number];
  /** The borders of the bins, ascending. Bin j has the numbers from `edges[j]` to before `edges[j + 1]`. */
  edges?: readonly number[] | Float64Array | Float32Array;
}

/** The bounds of a plan, and what all plans share. */
interface PlanBounds {
  /** Maximum number of items in one call. */
  maxItems: number;
  /** Maximum number of segments in one call. */
  maxSegments: number;
  /**
   * Maximum length of a segment, in items. The plan omits passes that only longer segments need. A longer segment gets
   * no defined results. Default: `maxItems`.
   */
  maxSegmentSize?: number;
  /** `false`: the plan holds no scratch buffer, and every `encode` must pass `temporary`. Default: `true`. */
  ownTemporary?: boolean;
  /** `true`: the GPU times every pass separately, for `profile()`. Needs the feature `timestamp-query`. */
  profile?: boolean;
  /** Parameters of the kernels, as in docs/tuning.md. Default: chosen by device. */
  tuning?: Tuning;
}

/** What `createSegmentedRank` takes. */
export interface SegmentedRankDescriptor
  extends PlanBounds,
    Pick<RankOptions, 'ties' | 'order' | 'signedZero' | 'nan'> {
  /** Type of the keys. */
  keyType: NumberType;
}

/** What `createSegmentedUnique` takes. */
export interface SegmentedUniqueDescriptor extends PlanBounds, Pick<UniqueOptions, 'signedZero'> {
  /** Type of the keys. */
  keyType: NumberType;
}

/** What `createSegmentedMode` takes. */
export interface SegmentedModeDescriptor extends PlanBounds, Pick<ModeOptions, 'signedZero' | 'nan'> {
  /** Type of the keys. */
  keyType: NumberType;
}

/** What `createSegmentedHistogram` takes. */
export interface SegmentedHistogramDescriptor extends PlanBounds, Pick<HistogramOptions, 'bins' | 'range' | 'edges'> {
  /** Type of the items. */
  type: NumberType;
}

const MAX_BINS = 65_536;

/** The borders of bins, and the factor by which a number's distance from the first gives its bin, if all are equal. */
export interface Bins {
  readonly edges: Float64Array;
  readonly perUnit: number | undefined;
}

function requireNumbers(name: string, list: unknown, allowed: string): number[] {
  if (!Array.isArray(list) && !(list instanceof Float64Array) && !(list instanceof Float32Array)) {
    throw refused('invalid-option', name, inWords(list), allowed);
  }
  const numbers = [...(list as number[])];
  const wrong = numbers.findIndex((each) => typeof each !== 'number' || Number.isNaN(each));
  if (wrong < 0) return numbers;
  throw refused('invalid-option', `${name}[${wrong}]`, shown(numbers[wrong]), 'numbers that are not NaN');
}

/** Checks the bins of a histogram. */
export function checkedBins({ bins, range, edges }: { readonly [Name in keyof HistogramOptions]?: unknown }): Bins {
  if (edges !== undefined) {
    for (const [name, value] of Object.entries({ bins, range })) {
      if (value !== undefined) throw refused('invalid-option', name, inWords(value), 'undefined with edges');
    }
    const list = requireNumbers('edges', edges, 'an array of numbers');
    if (list.length < 2 || list.length > MAX_BINS + 1) {
      throw refused('invalid-option', 'edges', `${list.length} numbers`, `2 to ${MAX_BINS + 1}`);
    }
    const falls = list.findIndex((each, i) => i > 0 && each < list[i - 1]!);
    if (falls > 0) throw refused('invalid-option', `edges[${falls}]`, list[falls], 'numbers that never fall');
    return { edges: Float64Array.from(list), perUnit: undefined };
  }
  const count = bins === undefined ? 10 : bins;
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > MAX_BINS) {
    throw refused('invalid-option', 'bins', shown(bins), `whole numbers from 1 to ${MAX_BINS}`);
  }
  if (range === undefined) throw refused('invalid-option', 'range', range, '[least, greatest], or edges instead');
  const ends = requireNumbers('range', range, '[least, greatest]');
  let [first, last] = ends as [number, number];
  if (ends.length !== 2 || !(first <= last) || !Number.isFinite(first) || !Number.isFinite(last)) {
    throw refused('invalid-option', 'range', inWords(range), '[least, greatest], two finite numbers that do not fall');
  }
  if (first === last) [first, last] = [first - 0.5, last + 0.5];
  const size = count as number;
  // numpy's linspace: multiples of the step, and the last edge exact.
  const step = (last - first) / size;
  const list = Float64Array.from({ length: size + 1 }, (_, i) => (i === size ? last : first + i * step));
  return { edges: list, perUnit: size / (last - first) };
}

/** Checks the choice of a NaN's place. */
export function requireNan(nan: unknown, allowed: readonly string[]): void {
  if (nan !== undefined) requireOneOf('nan', nan, allowed, 'invalid-option');
}

/** Checks how ties are ranked. */
export function checkedTies(ties: unknown = 'ordinal'): Ties {
  requireOneOf('ties', ties, ['ordinal', 'min', 'max', 'dense', 'average'], 'invalid-option');
  return ties as Ties;
}

/** Refuses items that are no numbers. */
export function requireNumberItems(name: string, type: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(type)) return;
  throw refused('unsupported-type', name, typeof type === 'string' ? type : nameOf(type), allowed.join(', '));
}
