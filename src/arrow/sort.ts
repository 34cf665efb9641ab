import { type DataType, Uint32, type Vector } from 'apache-arrow';
import type { HostArray } from '../api/arrays.ts';
import { SORT_OPTIONS } from '../api/options.ts';
import type { HostSegments } from '../api/segments.ts';
import { readMembers, requireMembers, requireObject, requireOneOf } from '../checks.ts';
import type { SortOptions } from '../sort/array_call.ts';
import { listVector } from './build.ts';
import { type Device, segmentedArgsort, segmentedSort } from './calls.ts';
import { type ListColumn, readLists } from './column.ts';
import { packNulls } from './nulls.ts';
import type { ColumnLike } from './shape.ts';
import { hostArray, numbersOf } from './types.ts';

/** Options of `sortList` and `argsortList`: those of `segmentedSort`, and the position of nulls. */
export interface ListSortOptions extends SortOptions {
  /** Position of a list's nulls in both orders: after all items and NaNs, or before them. Default: `'last'`. */
  nulls?: 'first' | 'last';
}

const OPTIONS = ['nulls', ...SORT_OPTIONS, 'cover', 'tuning', 'onProgress', 'signal'];

/** Checks the options' names, and copies the options. */
function readOptions(options: ListSortOptions): ListSortOptions {
  requireObject('options', options);
  requireMembers('options', options, OPTIONS);
  return readMembers(options);
}

/** The input of a sort: all items, and segments of the items that are not null. */
interface Sortable {
  readonly items: HostArray;
  readonly segments: HostSegments;
  /** One byte an item, 0 for null; undefined if no item is null. */
  readonly valid: Uint8Array | undefined;
  /** The former index of each item in its row; undefined if no item has moved. */
  readonly from: Uint32Array | undefined;
}

function sortable(column: ListColumn, nulls: unknown): Sortable {
  requireOneOf('nulls', nulls, ['first', 'last'], 'invalid-option');
  const { itemType, items, offsets, itemValid } = column;
  if (!itemValid) {
    return { items: hostArray(itemType, items), segments: offsets, valid: undefined, from: undefined };
  }
  const packed = packNulls(column, itemValid, nulls as 'first' | 'last');
  const { begin, end, valid, from } = packed;
  return { items: hostArray(itemType, packed.items), segments: { begin, end }, valid, from };
}

/**
 * Sorts every list of a column. Returns a column of the same type, length and nulls, in one chunk.
 *
 * Null rows stay null. The nulls of a list come after its other items, including NaNs, in both orders. With `nulls:
 * 'first'` they come before them. The order of items is that of `segmentedSort`. Dates and times are sorted by
 * their number. Chunked and sliced columns are sorted in one call.
 *
 * The function works on the column's offsets and child, and makes no list into a JavaScript object. Cost: that of
 * `segmentedSort`, one copy of the child on the host, and a second one if it has nulls.
 *
 * @param column a column of any Arrow library (`apache-arrow` of any copy, duckdb-wasm's, flechette's): List, LargeList
 *   or FixedSizeList of Int, Float, Date, Time, Timestamp or Duration
 * @throws SegmentedError `'unsupported-type'` for any other column, and all errors of `segmentedSort`
 * @example
 * const lists = vectorFromArray([[3, null, 1], null, [], [2, 9, 4]], new List(new Field('item', new Float32())));
 * const sorted = await sortList(device, lists);
 * console.log(JSON.stringify(sorted)); // [[1,3,null],null,[],[2,4,9]]
 */
export async function sortList<T extends DataType>(
  device: Device,
  column: Vector<T> | ColumnLike,
  options: ListSortOptions = {},
): Promise<Vector<T>> {
  const { nulls = 'last', ...sortOptions } = readOptions(options);
  const lists = readLists(column);
  const { items, segments, valid } = sortable(lists, nulls);
  const sorted = await segmentedSort(device, items, segments, sortOptions);
  return listVector(lists, numbersOf(sorted), valid) as Vector<T>;
}

/**
 * Returns the permutation that sorts every list of a column: lists of Uint32 of the same kind and length, null where
 * the column's lists are null.
 *
 * Item k of a list is the index, from the list's start, of the item that is k-th in the sorted list. Nulls have indices
 * too. They come last, or first with `nulls: 'first'`, in their order. The sort is stable. Cost: as {@link sortList}.
 *
 * @param column as for {@link sortList}
 * @throws SegmentedError as {@link sortList}
 * @example
 * const lists = vectorFromArray([[30, null, 10], null, [7, 9, 8]], new List(new Field('item', new Int32())));
 * const order = await argsortList(device, lists, { order: 'descending' });
 * console.log(JSON.stringify(order)); // [[0,2,1],null,[1,2,0]]
 */
export async function argsortList(
  device: Device,
  column: Vector | ColumnLike,
  options: ListSortOptions = {},
): Promise<Vector> {
  const { nulls = 'last', ...sortOptions } = readOptions(options);
  const lists = readLists(column);
  const { items, segments, from } = sortable(lists, nulls);
  const order = await segmentedArgsort(device, items, segments, {
    ...sortOptions,
    indexFrom: from ? 'array' : 'segment',
  });
  // Outside every segment, where the nulls are, each element of the order is its own index.
  const indices = from ? order.map((index) => from[index] as number) : order;
  return listVector(lists, indices, undefined, new Uint32());
}
