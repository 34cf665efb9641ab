/** Groups of rows, loaded by the first call that makes some. */

import { requireWork } from '../../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../../api/arrays.ts';
import { refused, requireHostRoom } from '../../checks.ts';
import type { GroupByOptions, Groups } from '../../group/calls.ts';
import { grouping, isList, rowsOf } from '../../group/descriptor.ts';
import type { Columns } from '../../group/ids.ts';
import type { KeyOrder } from '../../sort/kernels.ts';
import { iota } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { type MappedKeys, mapped } from '../sort/key_map.ts';
import { withOneNan } from '../sort/nans.ts';
import { workspace } from '../sort/short.ts';
import { sortPairs, sortWidePairs } from '../sort/words.ts';
import type * as byColumns from './columns.ts';

/** The options of a grouping, not yet checked. */
export type GivenGroups = Pick<
  GroupByOptions,
  'groups' | 'sorted' | 'signedZero' | 'inverse' | 'onProgress' | 'signal'
>;

/** How a column forms groups. */
export interface Grouping {
  readonly ids: HostItems;
  readonly order: KeyOrder;
  readonly sorted: boolean;
  readonly groups: number | undefined;
}

/** The code for several columns, and for each row's group. */
type ByColumns = typeof byColumns;

export type GroupedRows = Pick<Groups<HostArray>, 'offsets' | 'rows'>;

/** The numbers of ids. Ids with equal numbers are one group: all NaNs have that of the first. */
function groupNumbers({ ids, order }: Grouping): MappedKeys {
  return withOneNan(mapped(ids.bytes.slice(), order), order);
}

/** Refuses an id that falls. */
function requireSorted({ low, high }: MappedKeys): void {
  for (let row = 1; row < low.length; row++) {
    const [a, b] = high ? [high[row - 1]!, high[row]!] : [0, 0];
    if (a < b || (a === b && low[row - 1]! <= low[row]!)) continue;
    throw refused(
      'offsets-not-monotonic',
      'ids',
      `id ${row} falls below id ${row - 1}`,
      'ids that never fall, or sorted: false',
    );
  }
}

/** The rows in the order of their ids. */
function orderedRows({ low, high }: MappedKeys, sorted: boolean): Uint32Array<ArrayBuffer> {
  const rows = iota(low.length);
  if (sorted) return rows;
  const work = workspace(rows.length, true);
  if (high) sortWidePairs(work, high.slice(), low, new Uint32Array(rows.length), rows, 0, rows.length);
  else sortPairs(work, low.slice(), rows, 0, rows.length);
  return rows;
}

/** The ids of the groups: their numbers, or those of their first rows. */
function idsOfGroups(of: Grouping, { offsets, rows }: GroupedRows): HostArray {
  const { ids, groups } = of;
  if (groups !== undefined) return idsOfNumbers(of, groups);
  const first = offsets.subarray(0, -1).map((i) => rows[i]!);
  return ids.like(gathered(ids, first).bytes);
}

/** Groups by distinct id. */
function distinctGroups(of: Grouping): GroupedRows {
  const { sorted } = of;
  const keys = groupNumbers(of);
  const { low, high } = keys;
  if (sorted) requireSorted(keys);
  const rows = orderedRows(keys, sorted);
  const starts = new Uint32Array(rows.length + 1);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const [row, before] = [rows[i]!, i > 0 ? rows[i - 1]! : -1];
    if (i > 0 && low[row] === low[before] && high?.[row] === high?.[before]) continue;
    starts[count++] = i;
  }
  starts[count] = rows.length;
  return { offsets: starts.slice(0, count + 1), rows };
}

/** The id of each row as a number; -1 for an id that no group has. */
function idNumbers({ ids, order: { keyType } }: Grouping, groups: number): Int32Array {
  const numbers = new Int32Array(ids.length).fill(-1);
  const isWide = keyType.endsWith('64');
  const items = viewOf(isWide ? 'u32' : (keyType as 'u32'), ids.bytes);
  for (let row = 0; row < numbers.length; row++) {
    const id = isWide ? (items[2 * row + 1] === 0 ? items[2 * row]! : -1) : items[row]!;
    if (id >= 0 && id < groups) numbers[row] = id;
  }
  return numbers;
}

/** Groups by the ids' numbers: a counting sort. */
function numberedGroups(of: Grouping, groups: number): GroupedRows {
  if (of.sorted) requireSorted(groupNumbers(of));
  const numbers = idNumbers(of, groups);
  const offsets = new Uint32Array(groups + 1);
  for (let row = 0; row < numbers.length; row++) {
    const id = numbers[row]!;
    if (id >= 0) offsets[id + 1]!++;
  }
  for (let i = 0; i < groups; i++) offsets[i + 1]! += offsets[i]!;
  const rows = new Uint32Array(offsets[groups]!);
  const next = offsets.slice();
  for (let row = 0; row < numbers.length; row++) {
    const id = numbers[row]!;
    if (id >= 0) rows[next[id]!++] = row;
  }
  return { offsets, rows };
}

/** The ids 0 to `groups` − 1. */
function idsOfNumbers({ ids, order }: Grouping, groups: number): HostArray {
  const bytes = new Uint8Array(groups * ids.itemBytes);
  const isWide = order.keyType.endsWith('64');
  const keys = viewOf(isWide ? 'u32' : (order.keyType as 'u32'), bytes);
  for (let i = 0; i < groups; i++) keys[isWide ? 2 * i : i] = i;
  return ids.like(bytes);
}

const groupedBy = (of: Grouping) => (of.groups === undefined ? distinctGroups(of) : numberedGroups(of, of.groups));

/** Checks that values, or rows of `width` of them, are as many as ids. Returns how many. */
export function requireOnePerId(ids: Columns<HostItems>, values: number, width: number | undefined): number {
  const count = values / (width ?? 1);
  if (count === rowsOf(ids)) return count;
  const found = `${count} ${width ? 'rows' : 'values'}`;
  throw refused('length-mismatch', 'values', found, `${rowsOf(ids)}, one per id`);
}

/** Checks how a column forms groups. */
function checkedColumn(name: string, ids: HostItems, options: GivenGroups, resultBytes: number): Grouping {
  const { type: keyType, zerosTie, sorted, groups } = grouping(name, ids.type, options);
  requireHostRoom('groups', groups ?? 0, ids.itemBytes + 4 + resultBytes, 'ids, offsets and results');
  const order: KeyOrder = { keyType, order: 'ascending', beginBit: 0, endBit: 8 * ids.itemBytes, zerosTie };
  return { ids, order, sorted, groups };
}

/**
 * Checks the options, and groups the rows. `resultBytes`: bytes of a group's results. `byColumns`: loaded for several
 * columns, and for each row's group.
 */
export async function groupHost(
  given: Columns<HostItems>,
  options: GivenGroups,
  byColumns: ByColumns | undefined,
  resultBytes = 0,
): Promise<Omit<Groups<HostArray>, 'keys'> & { keys: Columns<HostArray>; groups?: Uint32Array<ArrayBuffer> }> {
  if (isList(given)) byColumns?.requireColumns(given, options);
  const columns = isList(given) ? given : [given];
  const all = columns.map((ids, i) => checkedColumn(isList(given) ? `ids[${i}]` : 'ids', ids, options, resultBytes));
  requireWork(options);
  const [first] = all as [Grouping];
  const found = isList(given)
    ? await (byColumns as ByColumns).groupedByList(all, groupNumbers, groupedBy)
    : groupedBy(first);
  const ids = all.map((of) => idsOfGroups(of, found)) as [HostArray, ...HostArray[]];
  const keys = isList(given) ? ids : ids[0];
  if (!options.inverse) return { keys, ...found };
  const { groupsOfRows } = byColumns as ByColumns;
  return { keys, ...found, groups: groupsOfRows(columns[0]!.length, found) };
}
