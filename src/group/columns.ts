/**
 * Each row's group, and groups by several columns of ids. The ids of a row are packed into one of 32 or 64 bits, the
 * first column in the highest bits. The first call that asks for either loads this file, also in `webgpu-segmented/js`.
 */
import { type HostItems, hostItems } from '../api/arrays.ts';
import { refused, unsupported } from '../checks.ts';
import type { GroupOptions } from './descriptor.ts';

/** The group of a row that is dropped. */
const NO_GROUP = 0xffffffff;

/** Group i has the rows rows[offsets[i]] to rows[offsets[i + 1] - 1], ascending. */
interface GroupedRows {
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly rows: Uint32Array<ArrayBuffer>;
}

/** Each row's group. */
export function groupsOfRows(count: number, { offsets, rows }: GroupedRows): Uint32Array<ArrayBuffer> {
  const groups = new Uint32Array(count).fill(NO_GROUP);
  for (let group = 0; group + 1 < offsets.length; group++) {
    for (let j = offsets[group] as number; j < (offsets[group + 1] as number); j++) groups[rows[j] as number] = group;
  }
  return groups;
}

/** Refuses columns that are no columns of one table, and the option that they do not have. */
export function requireColumns(columns: readonly HostItems[], { groups }: GroupOptions): void {
  if (columns.length === 0) throw unsupported('ids', 'an empty list', 'a typed array, or a list of at least one');
  const wanted = (columns[0] as HostItems).length;
  columns.forEach(({ length }, i) => {
    if (length !== wanted) throw refused('length-mismatch', `ids[${i}]`, `${length} ids`, `${wanted}, as ids[0] has`);
  });
  if (groups !== undefined) throw refused('invalid-option', 'groups', groups, 'ids of one column, not of a list');
}

/** How one column is grouped. */
export interface OneColumn {
  /** Numbers of column i, whose ids have at most 32 bits. They ascend as groups do, and are equal in a group. */
  numbersOf(column: HostItems, i: number): Uint32Array;
  /** Groups rows by column i. */
  groupedBy(column: HostItems, i: number): GroupedRows | Promise<GroupedRows>;
  /** Groups rows by packed ids, below `groups` if that is given. */
  groupedByPacked(ids: HostItems, groups: number | undefined): GroupedRows | Promise<GroupedRows>;
}

/** One number a row, of so many bits: low words, and high words where there are more than 32 bits. */
interface Packed {
  readonly low: Uint32Array;
  readonly high: Uint32Array | undefined;
  readonly bits: number;
}

/** Numbers counted from the least of them. */
function fromLeast(numbers: Uint32Array): Packed {
  let [least, greatest] = [NO_GROUP, 0];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return { low: numbers.map((number) => number - least), high: undefined, bits: 32 - Math.clz32(greatest - least) };
}

/** Appends a column's numbers below those of the columns before it. All bits together are at most 64. */
function appended({ low, high, bits }: Packed, { low: numbers, bits: more }: Packed): Packed {
  if (more === 0) return { low, high, bits };
  const above = low.map((word, i) => (word >>> (32 - more)) | ((high?.[i] ?? 0) << more));
  return {
    low: more === 32 ? numbers : low.map((word, i) => (word << more) | (numbers[i] as number)),
    high: bits + more > 32 ? above : undefined,
    bits: bits + more,
  };
}

/** Packed numbers as ids. */
function idsOf({ low, high }: Packed): HostItems {
  if (!high) return hostItems('ids', low, true);
  const words = new Uint32Array(2 * low.length);
  for (let i = 0; i < low.length; i++) {
    words[2 * i] = low[i] as number;
    words[2 * i + 1] = high[i] as number;
  }
  return hostItems('ids', new BigUint64Array(words.buffer), true);
}

/** The offsets of the groups that have rows. */
function withoutEmpty({ offsets, rows }: GroupedRows): GroupedRows {
  return { offsets: offsets.filter((offset, i) => i === 0 || offset !== offsets[i - 1]), rows };
}

/** Groups rows by several columns. Groups ascend by the first, then by the next. */
export async function groupedByColumns(columns: readonly HostItems[], how: OneColumn): Promise<GroupedRows> {
  const { length } = columns[0] as HostItems;
  if (length === 0) return { offsets: new Uint32Array(1), rows: new Uint32Array() };
  let packed: Packed = { low: new Uint32Array(length), high: undefined, bits: 0 };
  for (const [i, column] of columns.entries()) {
    const isWord = column.itemBytes < 8;
    const next = isWord ? how.numbersOf(column, i) : groupsOfRows(length, await how.groupedBy(column, i));
    const numbers = fromLeast(next);
    if (packed.bits + numbers.bits > 64) {
      packed = fromLeast(groupsOfRows(length, await how.groupedByPacked(idsOf(packed), undefined)));
    }
    packed = appended(packed, numbers);
  }
  // An id of few bits needs few passes of the sort.
  const groups = 2 ** packed.bits;
  if (groups > Math.max(length, 2 ** 16)) return how.groupedByPacked(idsOf(packed), undefined);
  return withoutEmpty(await how.groupedByPacked(idsOf(packed), groups));
}
