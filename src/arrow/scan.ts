import type { DataType, Vector } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import { refused } from '../checks.ts';
import type { ScanOptions } from '../segmented_scan/calls.ts';
import type { ScanOp } from '../segmented_scan/descriptor.ts';
import { listVector } from './build.ts';
import { type Device, segmentedScan } from './calls.ts';
import { type ListColumn, readLists } from './column.ts';
import { packNulls } from './nulls.ts';
import { requireOperators } from './reduce.ts';
import type { ColumnLike } from './shape.ts';
import { arrayOf, hostArray, type ListOpOf, typeOfClass } from './types.ts';

function requireScalar(op: ScanOp): void {
  const type = typeof op === 'object' ? String(op?.type) : '';
  if (type.startsWith('vec'))
    throw refused('unsupported-type', 'op', `gives ${type}`, 'operators that give one number');
}

/** Whether results have the items' type. A custom operator may give other values in the same class of arrays. */
function itemTypeOf({ itemType }: ListColumn, op: ScanOp, results: NumberArray): DataType {
  const keeps = typeof op === 'string' && results.constructor === arrayOf(itemType, 0).constructor;
  return keeps ? itemType : typeOfClass(results);
}

/** Scans a column with nulls among its items. A null has no result, and the other items are scanned as one list. */
async function scanValid(device: Device, lists: ListColumn, valid: Uint8Array, op: ScanOp, options: ScanOptions) {
  const { items, begin, end, from } = packNulls(lists, valid, 'last');
  const packed = await segmentedScan(device, hostArray(lists.itemType, items), { begin, end }, op, options);
  const found = numbers(packed);
  const results = found.slice() as NumberArray;
  for (let row = 0; row < begin.length; row++) {
    const first = lists.offsets[row] as number;
    for (let i = begin[row] as number; i < (end[row] as number); i++) {
      results[first + (from[i] as number)] = found[i] as never;
    }
  }
  return results;
}

function numbers(array: HostArray): NumberArray {
  return ('data' in array ? array.data : array) as NumberArray;
}

/**
 * Scans every list of a column: running sums, running maxima. Returns a column of the same kind of lists, with one
 * result an item, in one chunk.
 *
 * Results have the items' type, except that sums and products of Float16 are Float32, and a custom operator gives its
 * type, one number. Null rows stay null. A null in a list gives null, and the scan continues after it. Durations have
 * sum, and dates and times only min and max.
 *
 * Cost: that of `segmentedScan`, one copy of the child on the host, and a second one if it has nulls.
 *
 * @param column as for `sortList`
 * @param op an operator of `segmentedScan`
 * @throws SegmentedError `'unsupported-type'` for other columns and operators, and all errors of `segmentedScan`
 * @example
 * const lists = vectorFromArray([[3, null, 1], null, [], [2, 9, 4]], new List(new Field('item', new Float32())));
 * const running = await scanList(device, lists, 'sum');
 * console.log(JSON.stringify(running)); // [[3,null,4],null,[],[2,11,15]]
 */
export async function scanList<C extends Vector | ColumnLike>(
  device: Device,
  column: C,
  op: ListOpOf<C, ScanOp>,
  options: ScanOptions = {},
): Promise<Vector> {
  const lists = readLists(column);
  const { itemType, items, offsets, itemValid } = lists;
  requireOperators(itemType, [op], ['min', 'max']);
  requireScalar(op);
  const results = itemValid
    ? await scanValid(device, lists, itemValid, op, options)
    : numbers(await segmentedScan(device, hostArray(itemType, items), offsets, op, options));
  const type = itemTypeOf(lists, op, results);
  return listVector(lists, results, itemValid, type === itemType ? undefined : type);
}
