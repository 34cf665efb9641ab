import type { CallOptions } from '../../api/array_call.ts';
import type { CompiledPlan, SegmentsArgument } from '../../api/recorded.ts';
import { nameOf, refused, requireOneOf, shown } from '../../checks.ts';
import type { BufferArgument } from '../../gpu/arguments.ts';
import { halfNumber } from '../../item_types.ts';
import type { PlanDescription } from '../../plan/describe.ts';
import type { SegmentedSortDescriptor } from '../../sort/descriptor.ts';
import type { SortKeyType } from '../../sort/kernels.ts';

/** What `createSegmentedQuantile` makes a plan for. */
export interface SegmentedQuantileDescriptor
  extends Pick<
    SegmentedSortDescriptor,
    'maxItems' | 'maxSegments' | 'maxSegmentSize' | 'ownTemporary' | 'profile' | 'tuning'
  > {
  /**
   * Maximum number of items of all segments together, in calls whose segments by begin and end share items, such as
   * windows. Default: they share none.
   */
  maxWindowItems?: number;
  keyType: SortKeyType;
  /** Numbers from 0 to 1. */
  quantiles: readonly number[];
  /** `'propagate'` (default): a segment with a NaN gives NaN. `'omit'`: NaNs are left out. */
  nan?: 'propagate' | 'omit';
}

/** The buffers of one recorded call. Results are row-major: segment by segment, quantile by quantile. */
export interface SegmentedQuantileArguments {
  /** The keys. They are not changed. */
  keysIn: BufferArgument;
  /**
   * Receives the keys at the position q · (n - 1) rounded down, where n is the number of items. NaN, or 0 for integers,
   * where there are none.
   */
  keysLow?: BufferArgument;
  /** Receives the keys at the position rounded up. */
  keysHigh?: BufferArgument;
  /** Receives for each segment the number of its items that are not NaN, u32. */
  countsOut?: BufferArgument;
  /**
   * Receives how many items all segments have together, one u32. Results are undefined if there are more than
   * `maxWindowItems`. Only with that bound and segments by begin and end. A call with 0 segments does not write it.
   */
  windowItemsOut?: BufferArgument;
  /** The segments. They must not overlap, unless the plan has `maxWindowItems`. */
  segments: SegmentsArgument;
  /** Items of the call. Default: all that the inputs hold, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. */
  temporary?: BufferArgument;
}

/** Quantiles whose kernels are compiled. They can be recorded any number of times. */
export interface SegmentedQuantile extends CompiledPlan<SegmentedQuantileArguments> {
  /** Describes, as plain data, what `encode` records for a call with `keysLow` and `keysHigh`. */
  describe(): PlanDescription;
}

export const INTERPOLATIONS = ['linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf'] as const;

/** How a quantile is computed between two positions, by numpy's names. */
export type Interpolation = (typeof INTERPOLATIONS)[number];

/** Options of `segmentedQuantile`. */
export interface QuantileOptions extends CallOptions {
  /**
   * Default `'linear'`. `'nearest'` takes the even position if both are equally near. `'inverted_cdf'` takes the first
   * key that at least the part q of the keys do not exceed, at position ⌈q · n⌉ counted from 1.
   */
  interpolation?: Interpolation;
  /** Whether a NaN makes its segment's quantiles NaN (`'propagate'`, the default), or is left out (`'omit'`). */
  nan?: 'propagate' | 'omit';
  /**
   * `true`: the result is `{ values, indices }`, with the index of each key in `keys`: of equal keys, the one that a
   * stable sort puts there. 2^32 − 1 where a segment has none. Only for interpolations that give keys. On a GPU it
   * costs a sort of the keys. Default: `false`.
   */
  indices?: boolean;
}

/** The interpolations whose results are keys. */
type OfKeys = 'lower' | 'higher' | 'nearest' | 'inverted_cdf';

/** Interpolations between two keys need both, the others one. */
export const betweenTwo = (interpolation: Interpolation) => interpolation === 'linear' || interpolation === 'midpoint';

/** The index of a quantile that no key has. */
export const NO_INDEX = 0xffffffff;

/** Checks the options of quantiles on arrays. */
export function checkedOptions(options: QuantileOptions) {
  const { interpolation = 'linear', nan = 'propagate', indices = false } = options;
  requireOneOf('interpolation', interpolation, INTERPOLATIONS, 'invalid-option');
  requireOneOf('nan', nan, ['propagate', 'omit'], 'invalid-option');
  requireOneOf('indices', indices, [true, false], 'invalid-option');
  if (indices && betweenTwo(interpolation)) {
    const allowed = "interpolation 'lower', 'higher', 'nearest' or 'inverted_cdf', whose results are keys";
    throw refused('invalid-option', 'indices', `true with interpolation '${interpolation}'`, allowed);
  }
  return { interpolation, nan, indices };
}

/**
 * Quantiles: numbers for `'linear'` and `'midpoint'`, keys in the form of the given keys for the others. Where the
 * options may say either, so may the result.
 */
export type Quantiles<K, O> = O extends { readonly indices: true }
  ? QuantileKeys<K>
  : O extends { readonly interpolation?: infer I }
    ? QuantilesBy<K, I>
    : Float64Array<ArrayBuffer>;

/** Quantiles that are keys, with their indices. */
export interface QuantileKeys<K> {
  values: K;
  /** The index of each key, 2^32 − 1 where a segment has none. */
  indices: Uint32Array<ArrayBuffer>;
}

/** By one interpolation, or by each of several. */
type QuantilesBy<K, I> = unknown extends I
  ? Float64Array<ArrayBuffer>
  : I extends OfKeys
    ? K
    : Float64Array<ArrayBuffer>;

// Quantiles from the keys at both sides of their positions, as numpy computes them.

/** One quantile, or a list of them. */
export type GivenQuantiles = number | readonly number[] | Float64Array | Float32Array;

/** Checks quantiles: numbers from 0 to 1. Other values than lists and numbers are not turned into empty lists. */
export function checkedQuantiles(quantiles: unknown): number[] {
  const isOne = typeof quantiles === 'number';
  if (!isOne && !Array.isArray(quantiles) && !ArrayBuffer.isView(quantiles)) {
    throw refused('invalid-option', 'quantiles', nameOf(quantiles), 'a number from 0 to 1, or a list of them');
  }
  const list = isOne ? [quantiles] : Array.from(quantiles as ArrayLike<unknown>);
  list.forEach((q, i) => {
    if (typeof q === 'number' && q >= 0 && q <= 1) return;
    throw refused('invalid-option', isOne ? 'quantiles' : `quantiles[${i}]`, shown(q), 'numbers from 0 to 1');
  });
  return list as number[];
}

const ARRAYS: Readonly<Record<string, (buffer: ArrayBuffer) => ArrayLike<number | bigint>>> = {
  u8: (buffer) => new Uint8Array(buffer),
  i8: (buffer) => new Int8Array(buffer),
  u16: (buffer) => new Uint16Array(buffer),
  i16: (buffer) => new Int16Array(buffer),
  f16: (buffer) => Float64Array.from(new Uint16Array(buffer), halfNumber),
  u32: (buffer) => new Uint32Array(buffer),
  i32: (buffer) => new Int32Array(buffer),
  f32: (buffer) => new Float32Array(buffer),
  u64: (buffer) => new BigUint64Array(buffer),
  i64: (buffer) => new BigInt64Array(buffer),
  f64: (buffer) => new Float64Array(buffer),
};

/** Keys as numbers. */
export function numbersOf(type: string, bytes: Uint8Array<ArrayBuffer>): ArrayLike<number | bigint> {
  return (ARRAYS[type] as (buffer: ArrayBuffer) => ArrayLike<number | bigint>)(bytes.buffer);
}

/** Bits of the NaN of floats, high bytes last. */
const NANS: Readonly<Record<string, readonly number[]>> = {
  f16: [0, 0x7e],
  f32: [0, 0, 0xc0, 0x7f],
  f64: [0, 0, 0, 0, 0, 0, 0xf8, 0x7f],
};

/** Fills keys of segments that have none: floats are NaN, integers 0. `begin` and `end` are bytes of whole keys. */
export function fillAbsent(type: string, bytes: Uint8Array, begin = 0, end = bytes.length): void {
  const pattern = NANS[type] ?? [0];
  for (let i = begin; i < end; i++) bytes[i] = pattern[i % pattern.length] as number;
}

/** Interpolates between two numbers from the nearer one, so that equal numbers give the same number. */
export function between(low: number, high: number, part: number): number {
  if (part === 0 || low === high) return low;
  return part >= 0.5 ? high - (high - low) * (1 - part) : low + (high - low) * part;
}

/** The lower and the higher position of a quantile of `count` items. */
export function positionsOf(q: number, count: number, inverted: boolean): { low: number; high: number } {
  if (inverted) {
    const at = Math.max(Math.ceil(q * count), 1) - 1;
    return { low: at, high: at };
  }
  const position = q * (count - 1);
  return { low: Math.floor(position), high: Math.ceil(position) };
}

/** Whether a quantile of `count` items is the key at the higher position. */
export function takesHigh(interpolation: Interpolation, q: number, count: number): boolean {
  if (interpolation !== 'nearest') return interpolation === 'higher';
  const position = q * (count - 1);
  const part = position - Math.floor(position);
  return part > 0.5 || (part === 0.5 && Math.floor(position) % 2 === 1);
}

/** The part of the way from the lower to the higher position. */
export function partOf(interpolation: Interpolation, q: number, count: number): number {
  const position = q * (count - 1);
  const part = position - Math.floor(position);
  return interpolation === 'midpoint' && part > 0 ? 0.5 : part;
}
