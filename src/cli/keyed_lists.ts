/** The commands rank, unique, mode, histogram, transform of a column of lists. Nulls are as if they were not there. */
import { DataType, Float32, type List, Precision, Uint32, type Vector } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import { listVector, raggedVector, resultVector } from '../arrow/build.ts';
import type { Device } from '../arrow/calls.ts';
import { type ListColumn, readLists } from '../arrow/column.ts';
import { validItems, withoutNullRows } from '../arrow/nulls.ts';
import { numbersOf, typeOfClass } from '../arrow/types.ts';
import * as auto from '../auto/index.ts';
import * as core from '../index.ts';
import type { ResultColumn } from './lists.ts';

/** The calls on a device, or in a place. */
const callsOn = (device: Device) => ('last' in device ? auto : core) as typeof core;

/** Options, checked by the calls. */
export type Given = Readonly<Record<string, unknown>>;

/** Lists whose items of 64 bits, as those of CSV, are rounded to f32, for calls that compute in f32. */
export function roundedList(column: Vector): Vector {
  const item = (column.type as List).children[0]?.type;
  const isWide =
    (DataType.isInt(item) && item.bitWidth === 64) || (DataType.isFloat(item) && item.precision === Precision.DOUBLE);
  if (!isWide) return column;
  const lists = readLists(column);
  return listVector(lists, Float32Array.from(lists.items as Float64Array, Number), lists.itemValid, new Float32());
}

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
  return eachItem(readLists(column), (items, segments) =>
    callsOn(device).segmentedRank(device as GPUDevice, items, segments, options),
  );
}

export async function transformList(device: Device, column: Vector, name: string, options: Given): Promise<Vector> {
  const keepsType = name === 'diff' || name === 'shift';
  return eachItem(readLists(keepsType ? column : roundedList(column)), (items, segments) =>
    callsOn(device).segmentedTransform(device as GPUDevice, items, segments, name as 'diff', options),
  );
}

/** The distinct items of each list, and how often each occurs. */
export async function uniqueList(device: Device, column: Vector): Promise<readonly ResultColumn[]> {
  const lists = readLists(column);
  const { items, segments } = segmentsOf(lists);
  const { keys: found, counts, offsets } = await callsOn(device).segmentedUnique(device as GPUDevice, items, segments);
  return [
    { vector: raggedVector(lists, offsets, numbersOf(found)) },
    { name: 'count', vector: raggedVector(lists, offsets, counts, new Uint32()) },
  ];
}

/** The most frequent item of each list, and how often it occurs. A list without items has none. */
export async function modeList(device: Device, column: Vector, options: Given): Promise<readonly ResultColumn[]> {
  const lists = readLists(column);
  const { items, segments, filled } = segmentsOf(lists);
  const { values, counts } = await callsOn(device).segmentedMode(device as GPUDevice, items, segments, options);
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
  const counts = await callsOn(device).segmentedHistogram(device as GPUDevice, items, segments, options);
  const width = edges ? edges.length - 1 : bins;
  return [{ name: 'histogram', vector: resultVector(new Uint32(), counts, width, lists.rowValid) }];
}
