/** Groups on the host: of ordered rows, of several batches, and by the ids' numbers. */
import { gathered, type HostItems } from '../api/arrays.ts';

import type { CompareRows } from './order.ts';
import type { Grouping } from './spec.ts';

/** Group i has the rows rows[offsets[i]] to rows[offsets[i + 1] - 1], ascending. */
export interface GroupedRows {
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly rows: Uint32Array<ArrayBuffer>;
}

/** The groups of rows whose ids ascend. */
export function groupsInOrder(count: number, compare: CompareRows): GroupedRows {
  const offsets = new Uint32Array(count + 1);
  const rows = new Uint32Array(count);
  let groups = 0;
  for (let row = 0; row < count; row++) {
    rows[row] = row;
    if (row === 0 || compare(row - 1, row) !== 0) offsets[groups++] = row;
  }
  offsets[groups] = count;
  return { offsets: offsets.slice(0, groups + 1), rows };
}

/** Appends a group's rows to `rows`, from slot `at` on. */
function copyGroup({ offsets, rows }: GroupedRows, group: number, to: Uint32Array, at: number): number {
  const [begin, end] = [offsets[group] as number, offsets[group + 1] as number];
  // Most groups are short, and a view of each would cost more than its rows.
  if (end - begin > 32) to.set(rows.subarray(begin, end), at);
  else for (let i = begin; i < end; i++) to[at + i - begin] = rows[i] as number;
  return at + end - begin;
}

/** Joins the groups of two batches by their ids. All rows of the first batch come before those of the second. */
function joined(first: GroupedRows, second: GroupedRows, compare: CompareRows): GroupedRows {
  const rows = new Uint32Array(first.rows.length + second.rows.length);
  const offsets = new Uint32Array(first.offsets.length + second.offsets.length);
  const head = ({ offsets, rows }: GroupedRows, group: number) => rows[offsets[group] as number] as number;
  const count = ({ offsets }: GroupedRows) => offsets.length - 1;
  let [a, b, at, groups] = [0, 0, 0, 0];
  while (a < count(first) || b < count(second)) {
    const order = a === count(first) ? 1 : b === count(second) ? -1 : compare(head(first, a), head(second, b));
    if (order <= 0) at = copyGroup(first, a++, rows, at);
    if (order >= 0) at = copyGroup(second, b++, rows, at);
    offsets[++groups] = at;
  }
  return { offsets: offsets.slice(0, groups + 1), rows };
}

/** Joins the groups of all batches where group i is the same id in each. */
function joinedByNumber(parts: readonly GroupedRows[], groups: number): GroupedRows {
  const rows = new Uint32Array(parts.reduce((sum, part) => sum + part.rows.length, 0));
  const offsets = new Uint32Array(groups + 1);
  let at = 0;
  for (let group = 0; group < groups; group++) {
    for (const part of parts) at = copyGroup(part, group, rows, at);
    offsets[group + 1] = at;
  }
  return { offsets, rows };
}

/** The groups of the whole call, from those of its batches in order. */
export function mergedGroups(parts: readonly GroupedRows[], how: Grouping, compare: CompareRows): GroupedRows {
  if (parts.length === 1) return parts[0] as GroupedRows;
  if (how.groups !== undefined) return joinedByNumber(parts, how.groups);
  const pairs: GroupedRows[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [first, second] = [parts[i] as GroupedRows, parts[i + 1]];
    pairs.push(second ? joined(first, second, compare) : first);
  }
  return mergedGroups(pairs, how, compare);
}

/** The id of a row as a number; ids of two words as far as 32 bits hold them, else -1. */
function idNumbers({ type }: Grouping, { bytes }: HostItems): (row: number) => number {
  const Words = {
    u8: Uint8Array,
    i8: Int8Array,
    u16: Uint16Array,
    i16: Int16Array,
    u32: Uint32Array,
    i32: Int32Array,
  }[type as 'u8'];
  if (Words) {
    const ids = new Words(bytes.buffer as ArrayBuffer);
    return (row) => ids[row] as number;
  }
  const ids = new Uint32Array(bytes.buffer);
  return (row) => (ids[2 * row + 1] === 0 ? (ids[2 * row] as number) : -1);
}

/** Groups by number, from the groups of distinct ids. Groups of other ids are dropped. */
export function numberedGroups(distinct: GroupedRows, ids: HostItems, how: Grouping): GroupedRows {
  const groups = how.groups as number;
  const idAt = idNumbers(how, ids);
  const rows = new Uint32Array(distinct.rows.length);
  const offsets = new Uint32Array(groups + 1);
  let [at, next] = [0, 0];
  for (let k = 0; k + 1 < distinct.offsets.length; k++) {
    const id = idAt(distinct.rows[distinct.offsets[k] as number] as number);
    if (id < 0 || id >= groups) continue;
    offsets.fill(at, next, id + 1);
    at = copyGroup(distinct, k, rows, at);
    next = id + 1;
  }
  offsets.fill(at, next);
  return { offsets, rows: rows.slice(0, at) };
}

/** The bytes of the groups' ids: that of each group's first row, or the groups' numbers. */
export function idOfGroups(
  { groups }: Grouping,
  ids: HostItems,
  { offsets, rows }: GroupedRows,
): Uint8Array<ArrayBuffer> {
  const { itemBytes } = ids;
  const count = offsets.length - 1;
  const keys = new Uint8Array(count * itemBytes);
  if (groups === undefined) {
    return gathered(
      ids,
      offsets.subarray(0, count).map((slot) => rows[slot] as number),
    ).bytes;
  }
  const view = new DataView(keys.buffer);
  for (let id = 0; id < count; id++) {
    const at = id * itemBytes;
    if (itemBytes === 1) view.setUint8(at, id);
    else if (itemBytes === 2) view.setUint16(at, id, true);
    else view.setUint32(at, id, true);
  }
  return keys;
}
