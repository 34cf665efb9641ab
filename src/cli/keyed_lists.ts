/** The commands rank, unique, mode, histogram, transform of a column of lists. Nulls are as if they were not there. */
import { Uint32, type Vector } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import { listVector, raggedVector, resultVector } from '../arrow/build.ts';
import { type Device, inPlaces } from '../arrow/calls.ts';
import { type ListColumn, readLists } from '../arrow/column.ts';
import { validItems } from '../arrow/nulls.ts';
import { withoutNullRows } from '../arrow/select.ts';
import { numbersOf, typeOfClass } from '../arrow/types.ts';
import * as keys from '../keys/calls.ts';
import * as transform from '../transform/calls.ts';
import type { ResultColumn } from './lists.ts';

const segmentedHistogram = inPlaces('segmentedHistogram', keys.segmentedHistogram);
const segmentedMode = inPlaces('segmentedMode', keys.segmentedMode);
const segmentedRank = inPlaces('segmentedRank', keys.segmentedRank);
const segmentedUnique = inPlaces('segmentedUnique', keys.segmentedUnique);
const segmentedTransform = inPlaces('segmentedTransform', transform.segmentedTransform);

/** Options, checked by the calls. */
export type Given = Readonly<Record<string, unknown>>;

/** Lists with one result an item. A null has none. */
async function eachItem(
  lists: ListColumn,
  call: (items: HostArray, segments: HostSegments) => Promise<HostArray>,
): Promise<Vector> {
  const { items, segments, begin, end, from } = validItems(lists);
  const found = numbersOf(await call(items, segments));
  const results = from ? (found.slice() as NumberArray) : found;
  for (let row = 0; from && row < begin.length; row++) {
    const first = lists.offsets[row] as number;
    for (let i = begin[row] as number; i < (end[row] as number); i++) {
      results[first + (from[i] as number)] = found[i] as never;
    }
  }
  const keepsType = results.constructor === lists.items.constructor;
  return listVector(lists, results, lists.itemValid, keepsType ? undefined : typeOfClass(results));
}

/** The segments of the items that are not null, and which rows have some. */
function segmentsOf(lists: ListColumn) {
  const work = validItems(lists);
  const { rowValid } = lists;
  const filled = rowValid ? work.filled.map((flag, row) => flag & (rowValid[row] as number)) : work.filled;
  return { items: work.items, filled, segments: withoutNullRows(lists, work) };
}

export async function rankList(device: Device, column: Vector, options: Given): Promise<Vector> {
  return eachItem(readLists(column), (items, segments) => segmentedRank(device, items, segments, options));
}

export async function transformList(device: Device, column: Vector, name: string, options: Given): Promise<Vector> {
  return eachItem(readLists(column), (items, segments) =>
    segmentedTransform(device, items, segments, name as 'diff', options),
  );
}

/** The distinct items of each list, and how often each occurs. */
export async function uniqueList(device: Device, column: Vector): Promise<readonly ResultColumn[]> {
  const lists = readLists(column);
  const { items, segments } = segmentsOf(lists);
  const { keys: found, counts, offsets } = await segmentedUnique(device, items, segments);
  return [
    { vector: raggedVector(lists, offsets, numbersOf(found)) },
    { name: 'count', vector: raggedVector(lists, offsets, counts, new Uint32()) },
  ];
}

/** The most frequent item of each list, and how often it occurs. A list without items has none. */
export async function modeList(device: Device, column: Vector, options: Given): Promise<readonly ResultColumn[]> {
  const lists = readLists(column);
  const { items, segments, filled } = segmentsOf(lists);
  const { values, counts } = await segmentedMode(device, items, segments, options);
  const valid = filled.map((flag, row) => Number(flag === 1 && (counts[row] as number) > 0));
  return [
    { name: 'mode', vector: resultVector(lists.itemType, numbersOf(values), undefined, valid) },
    { name: 'count', vector: resultVector(new Uint32(), counts, undefined, lists.rowValid) },
  ];
}

/** The counts of each list's bins, as a list of one size. */
export async function histogramList(device: Device, column: Vector, options: Given): Promise<readonly ResultColumn[]> {
  const lists = readLists(column);
  const { items, segments } = segmentsOf(lists);
  const { edges, bins = 10 } = options as { edges?: readonly number[]; bins?: number };
  const counts = await segmentedHistogram(device, items, segments, options);
  const width = edges ? edges.length - 1 : bins;
  return [{ name: 'histogram', vector: resultVector(new Uint32(), counts, width, lists.rowValid) }];
}
