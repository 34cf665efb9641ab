import { type DataType, type Float64, Uint32, type Vector } from 'apache-arrow';
import type { HostArray } from '../api/arrays.ts';
import { readMembers, refused, requireMembers, requireObject, requireOneOf, shown } from '../checks.ts';
import { INTERPOLATIONS, NO_INDEX, type QuantileOptions } from '../select/quantile/descriptor.ts';
import type { TopKOptions } from '../select/topk/descriptor.ts';
import { raggedVector, resultVector } from './build.ts';
import { type Device, segmentedQuantile, segmentedTopK } from './calls.ts';
import { readLists } from './column.ts';
import { type ValidItems, validItems, withoutNullRows } from './nulls.ts';
import type { ColumnLike } from './shape.ts';
import { isTime, numbersOf } from './types.ts';

/** Options of `topKList`: those of `segmentedTopK` that do not depend on arrays of the caller. */
export type ListTopKOptions = Omit<TopKOptions, 'values' | 'indexFrom' | 'cover'>;

/** Options of `quantileList`: those of `segmentedQuantile`. */
export type ListQuantileOptions = Omit<QuantileOptions, 'cover'>;

/** The first k items of every list, and their indices. */
export interface TopKList {
  /** Lists of the items' type: of the column's kind of list, or List for those of fixed size. */
  values: Vector;
  /** Lists of Uint32: the index of each item from its list's start. */
  indices: Vector;
}

const CALL = ['onProgress', 'signal', 'tuning'] as const;
const TOP_K: readonly (keyof ListTopKOptions)[] = ['order', 'signedZero', 'nan', 'orderBy', ...CALL];
const QUANTILE: readonly (keyof ListQuantileOptions)[] = ['interpolation', 'nan', 'indices', ...CALL];

/** Converts the indices of found items to indices among all items of their row. */
function inRows(indices: Uint32Array, from: Uint32Array | undefined): Uint32Array {
  return from ? indices.map((index) => from[index] as number) : indices;
}

/**
 * Finds the first k items of every sorted list of a column, the greatest by default, and where they were.
 *
 * Order and ties are those of `segmentedTopK`: of items that tie, those with the lower indices come first. In
 * descending order NaNs come first. Nulls in a list are no candidates, but indices count them. A list of fewer than k
 * other items gives all of them, sorted. Null rows stay null. Dates and times are ordered by their number.
 *
 * Cost: that of `segmentedTopK`, one copy of the child on the host, and a second one if it has nulls.
 *
 * @param column as for `sortList`
 * @param k a whole number from 0, or one per row
 * @throws SegmentedError `'unsupported-type'` for other columns, and all errors of `segmentedTopK`
 * @example
 * const lists = vectorFromArray([[3, null, 1, 7], null, [2]], new List(new Field('item', new Float32())));
 * const { values, indices } = await topKList(device, lists, 2);
 * console.log(JSON.stringify([values, indices])); // [[[7,3],null,[2]],[[3,0],null,[0]]]
 */
export async function topKList(
  device: Device,
  column: Vector | ColumnLike,
  k: number | Uint32Array | readonly number[],
  options: ListTopKOptions = {},
): Promise<TopKList> {
  requireObject('options', options);
  requireMembers('options', options, TOP_K);
  const lists = readLists(column);
  const work = validItems(lists);
  const indexFrom = work.from ? 'array' : 'segment';
  const segments = withoutNullRows(lists, work);
  const top = await segmentedTopK(device, work.items, segments, k, { ...readMembers(options), indexFrom });
  const { offsets, indices } = top;
  return {
    values: raggedVector(lists, offsets, numbersOf(top.keys)),
    indices: raggedVector(lists, offsets, inRows(indices, work.from), new Uint32()),
  };
}

/** Quantiles of dates and times are items: there is no number between two of them in their type. */
function requireItemResults(itemType: DataType, interpolation: unknown): void {
  if (!isTime(itemType)) return;
  if (interpolation !== undefined && interpolation !== 'linear' && interpolation !== 'midpoint') return;
  const found = `'${interpolation ?? 'linear'}' of ${String(itemType)}`;
  throw refused('unsupported-type', 'interpolation', found, "'lower', 'higher', 'nearest', 'inverted_cdf'");
}

/** What the call on arrays gives: `indices` if the caller wants them. */
interface FoundQuantiles {
  readonly values: HostArray;
  readonly indices?: Uint32Array<ArrayBuffer>;
}

/** The index of an item in its row, from that among the items of the call. */
function indexInRow(index: number, row: number, { begin, from }: ValidItems): number {
  if (index === NO_INDEX) return index;
  return from ? (from[index] as number) : index - (begin[row] as number);
}

/** The results of one quantile: every `step`-th, from `first` on. */
function everyResult<T extends HostArray>(found: T, first: number, step: number, rows: number) {
  const all = numbersOf(found);
  const Class = all.constructor as new (length: number) => typeof all;
  const own = new Class(rows);
  for (let row = 0; row < rows; row++) own[row] = all[row * step + first] as never;
  return own;
}

/** The quantiles as a list. The core checks its numbers. */
function quantilesOf(given: unknown): readonly number[] {
  if (typeof given === 'number') return [given];
  if (Array.isArray(given) || ArrayBuffer.isView(given)) return Array.from(given as ArrayLike<number>);
  throw refused('invalid-option', 'quantiles', shown(given), 'a number from 0 to 1, or a list of them');
}

/** A vector, or one per quantile where a list of quantiles is given. */
type PerQuantile<Q, V> = Q extends number ? V : V[];

/** Float64 for `'linear'` and `'midpoint'`, otherwise the items' type, with `indices` if wished. */
type QuantileVector<O> = O extends { indices: true }
  ? { values: Vector; indices: Vector<Uint32> }
  : O extends { interpolation: 'lower' | 'higher' | 'nearest' | 'inverted_cdf' }
    ? Vector
    : Vector<Float64>;

/**
 * Computes quantiles of every list of a column. Returns a flat column with one number a row, or a list of such columns
 * for a list of quantiles. The median is 0.5.
 *
 * Positions and interpolation are those of `segmentedQuantile`, and so of numpy. `'linear'` and `'midpoint'` give
 * Float64, the others the items' type. Dates and times allow `'lower'`, `'higher'` and `'nearest'`.
 *
 * A null row gives null, and so does a list without items that are not null. Nulls in a list are ignored. NaNs are not
 * nulls: a list with a NaN gives NaN, unless `nan` is `'omit'` and leaves other items. With `indices: true` each column
 * is `{ values, indices }`, with the index of each item in its list, 2^32 − 1 for NaN.
 *
 * Cost: that of `segmentedQuantile`, one copy of the child on the host, and a second one if it has nulls.
 *
 * @param column as for `sortList`
 * @param quantiles a number from 0 to 1, or a list of them
 * @throws SegmentedError `'unsupported-type'` for other columns, and all errors of `segmentedQuantile`
 * @example
 * const lists = vectorFromArray([[3, null, 1], null, [], [2, 9, 4]], new List(new Field('item', new Int32())));
 * console.log(JSON.stringify(await quantileList(device, lists, 0.5))); // [2,null,null,4]
 * const [low, high] = await quantileList(device, lists, [0, 1], { interpolation: 'lower' });
 * console.log(JSON.stringify([low, high])); // [[1,null,null,2],[3,null,null,9]]
 */
export async function quantileList<
  const Q extends number | readonly number[] | Float64Array | Float32Array,
  const O extends ListQuantileOptions = ListQuantileOptions,
>(
  device: Device,
  column: Vector | ColumnLike,
  quantiles: Q,
  options: O = {} as O,
): Promise<PerQuantile<Q, QuantileVector<O>>> {
  requireObject('options', options);
  requireMembers('options', options, QUANTILE);
  const { interpolation } = options;
  if (interpolation !== undefined) requireOneOf('interpolation', interpolation, INTERPOLATIONS, 'invalid-option');
  const lists = readLists(column);
  const { itemType, rowValid, offsets } = lists;
  requireItemResults(itemType, interpolation);
  const work = validItems(lists);
  const { items, segments, filled } = work;
  const each = quantilesOf(quantiles);
  const found: unknown = await segmentedQuantile(device, items, segments, each, options as QuantileOptions);
  const { values, indices } = (options.indices ? found : { values: found }) as FoundQuantiles;
  const valid = rowValid ? filled.map((flag, row) => flag & (rowValid[row] as number)) : filled;
  const keepsType = interpolation !== undefined && interpolation !== 'linear' && interpolation !== 'midpoint';
  const rows = offsets.length - 1;
  const { length } = each;
  const vectors = Array.from({ length }, (_, i) => {
    const keys = resultVector(keepsType ? itemType : undefined, everyResult(values, i, length, rows), undefined, valid);
    if (!indices) return keys;
    const own = Uint32Array.from({ length: rows }, (_, row) =>
      indexInRow(indices[row * length + i] as number, row, work),
    );
    return { values: keys, indices: resultVector(undefined, own, undefined, valid) };
  });
  return (typeof quantiles === 'number' ? vectors[0] : vectors) as PerQuantile<Q, QuantileVector<O>>;
}
