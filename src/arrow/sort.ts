import { type DataType, Uint32, type Vector } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import { requireOneOf } from '../checks.ts';
import type { SortOptions } from '../sort/array_call.ts';
import { segmentedArgsort, segmentedSort } from '../sort/calls.ts';
import { listVector } from './build.ts';
import { type ListColumn, readLists } from './column.ts';
import { packNulls } from './nulls.ts';
import { hostArray } from './types.ts';

/** Options of the sorts of list columns: those of `segmentedSort`, and where nulls go. */
export interface ListSortOptions extends SortOptions {
  /** Where a list's nulls go, whatever the order: behind its items and NaNs (default), or before them. */
  nulls?: 'first' | 'last';
}

/** What a sort works on: the items, and which of each row's are not null. */
interface Sortable {
  readonly items: HostArray;
  readonly segments: HostSegments;
  readonly valid: Uint8Array | undefined;
  /** Where in its row each item was; undefined where none has moved. */
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

function numbers(array: HostArray): NumberArray {
  return ('data' in array ? array.data : array) as NumberArray;
}

/**
 * Sorts every list of a column on its own: a column of the same type, length and nulls, in one chunk. Works on the
 * column's offsets and child as they are; no list is made into a JavaScript object.
 *
 * Null rows stay null. A list's nulls go behind its other items, NaNs too, in ascending and descending order (`nulls:
 * 'first'`: before them). The order is {@link segmentedSort}'s; dates and times go by their number. Chunked and sliced
 * columns are sorted in one call. Cost: that of `segmentedSort`, and one copy of the child on the host, one more where
 * it has nulls.
 *
 * @param column a Vector of List, LargeList or FixedSizeList of Int, Float, Date, Time, Timestamp or Duration
 * @throws SegmentedError `'unsupported-type'` for any other column, and all that `segmentedSort` throws
 * @example
 * const lists = vectorFromArray([[3, null, 1], null, [], [2, 9, 4]], new List(new Field('item', new Float32())));
 * const sorted = await sortList(device, lists);
 * console.log(JSON.stringify(sorted)); // [[1,3,null],null,[],[2,4,9]]
 */
export async function sortList<T extends DataType>(
  device: GPUDevice,
  column: Vector<T>,
  options: ListSortOptions = {},
): Promise<Vector<T>> {
  const { nulls = 'last', ...sortOptions } = options;
  const lists = readLists(column);
  const { items, segments, valid } = sortable(lists, nulls);
  const sorted = await segmentedSort(device, items, segments, sortOptions);
  return listVector(lists, numbers(sorted), valid);
}

/**
 * The permutation that sorts every list of a column: lists of Uint32, of the same kind and length, null where the
 * column's are. Item k of a list is the index, from the list's start, of the item that comes k-th; nulls are counted
 * and come last (`nulls: 'first'`: first), in their order. Stable.
 *
 * @param column as {@link sortList}
 * @throws SegmentedError as {@link sortList}
 * @example
 * const lists = vectorFromArray([[30, null, 10], null, [7, 9, 8]], new List(new Field('item', new Int32())));
 * const order = await argsortList(device, lists, { order: 'descending' });
 * console.log(JSON.stringify(order)); // [[0,2,1],null,[1,2,0]]
 */
export async function argsortList(device: GPUDevice, column: Vector, options: ListSortOptions = {}): Promise<Vector> {
  const { nulls = 'last', ...sortOptions } = options;
  const lists = readLists(column);
  const { items, segments, from } = sortable(lists, nulls);
  const order = await segmentedArgsort(device, items, segments, {
    ...sortOptions,
    indexFrom: from ? 'array' : 'segment',
  });
  // Places outside every segment, where nulls are, hold their own index.
  const indices = from ? order.map((index) => from[index] as number) : order;
  return listVector(lists, indices, undefined, new Uint32());
}
