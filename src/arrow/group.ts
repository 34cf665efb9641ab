import { Table, type Vector } from 'apache-arrow';
import { refused, requireMembers, requireOneOf } from '../checks.ts';
import { type Device, groupBy as groupIds } from './calls.ts';
import { itemsAt, type KeyColumn, keysAt, readKeys } from './keys.ts';
import { hostArray } from './types.ts';

/** A table of any Arrow library. */
export interface TableLike {
  getChild(name: string): unknown;
}

/** Options of `groupBy` of a table. */
export interface TableGroupOptions {
  /** Rows whose key is null: their group comes last, or first, or they are dropped. Default: `'last'`. */
  nulls?: 'last' | 'first' | 'drop';
  /** `'distinct'`: -0 is the group before +0. Default `'equal'`: they are one group. NaNs are always one group. */
  signedZero?: 'distinct' | 'equal';
  signal?: AbortSignal;
}

/** The groups of a table's rows. */
export interface TableGroups {
  /** One row a group: the columns that the rows are grouped by. */
  keys: Table;
  /** Group i is rows[offsets[i]] to rows[offsets[i + 1] − 1]: one offset more than there are groups. */
  offsets: Uint32Array<ArrayBuffer>;
  /** The table's rows of each group, in their order. */
  rows: Uint32Array<ArrayBuffer>;
}

type Grouping = Pick<TableGroups, 'offsets' | 'rows'>;
type Options = Pick<TableGroupOptions, 'signedZero' | 'signal'>;

/** Codes of rows: whole numbers below `count`, whose order is that of the keys. */
interface Coded {
  readonly codes: Uint32Array;
  readonly count: number;
}

/** Codes from groups: each row's code is its group. Rows of no group have the code 0. */
function groupCodes(length: number, { offsets, rows }: Grouping): Coded {
  const codes = new Uint32Array(length);
  const count = offsets.length - 1;
  for (let group = 0; group < count; group++) {
    for (let j = offsets[group] as number; j < (offsets[group + 1] as number); j++) codes[rows[j] as number] = group;
  }
  return { codes, count };
}

const NO_ROWS = { offsets: new Uint32Array(1), rows: new Uint32Array() };

/** The codes of the listed rows. The code of a null is after all others, or before them. */
async function codesOf(
  device: Device,
  column: KeyColumn,
  chosen: Uint32Array,
  nulls: unknown,
  options: Options,
): Promise<Coded> {
  const { valid } = column;
  const isNull = (row: number) => valid?.[row] === 0;
  const slots = chosen.map((_, i) => i).filter((i) => !isNull(chosen[i] as number));
  const hasNulls = slots.length < chosen.length;
  const codes = new Uint32Array(chosen.length);
  let count: number;
  if (column.kind === 'codes') {
    count = column.entries.length;
    slots.forEach((i) => {
      codes[i] = column.codes[chosen[i] as number] as number;
    });
  } else {
    const ids = itemsAt(
      column.values,
      slots.map((i) => chosen[i] as number),
    );
    const found = groupCodes(slots.length, await groupIds(device, hostArray(column.type, ids), options));
    count = found.count;
    slots.forEach((i, k) => {
      codes[i] = found.codes[k] as number;
    });
  }
  if (!hasNulls) return { codes, count };
  const first = nulls === 'first';
  const shifted = codes.map((code, i) => (isNull(chosen[i] as number) ? (first ? 0 : count) : code + Number(first)));
  return { codes: shifted, count: count + 1 };
}

/** Bits that hold every code. */
const bitsOf = (count: number) => 32 - Math.clz32(Math.max(count - 1, 0));

/** Groups rows by several codes. The first one has the highest weight. They are packed into one id of 32 or 64 bits. */
async function groupCoded(device: Device, all: readonly Coded[], options: Options): Promise<Grouping> {
  const [first, ...rest] = all as [Coded, ...Coded[]];
  let low = first.codes;
  let high: Uint32Array | undefined;
  let bits = bitsOf(first.count);
  for (const { codes, count } of rest) {
    const more = bitsOf(count);
    if (bits + more > 64) {
      const ids = high ? wideIds(low, high) : low;
      const found = groupCodes(low.length, await groupIds(device, ids, options));
      [low, high, bits] = [found.codes, undefined, bitsOf(found.count)];
    }
    if (more === 0) continue;
    const before = low;
    if (bits + more > 32) {
      const above = high;
      high = before.map((word, i) => (word >>> (32 - more)) | ((above?.[i] ?? 0) << more));
    }
    low = before.map((word, i) => (word << more) | (codes[i] as number));
    bits += more;
  }
  if (high) return groupIds(device, wideIds(low, high), options);
  // An id of few bits needs few passes of the sort.
  const groups = 2 ** bits;
  if (groups > Math.max(low.length, 2 ** 16)) return groupIds(device, low, options);
  const { offsets, rows } = await groupIds(device, low, { ...options, groups });
  return { offsets: withoutEmpty(offsets), rows };
}

function wideIds(low: Uint32Array, high: Uint32Array): BigUint64Array {
  const words = new Uint32Array(2 * low.length);
  low.forEach((word, i) => {
    words[2 * i] = word;
    words[2 * i + 1] = high[i] as number;
  });
  return new BigUint64Array(words.buffer);
}

/** The offsets of the groups that have rows. */
function withoutEmpty(offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(offsets.filter((offset, i) => i === 0 || offset !== offsets[i - 1]));
}

function readColumns(table: TableLike, names: readonly string[]): [string, KeyColumn][] {
  if (typeof Object(table).getChild !== 'function') {
    throw refused('unsupported-type', 'table', typeof table, 'an Arrow table: an object with getChild(name)');
  }
  if (names.length === 0) throw refused('invalid-option', 'columns', 'none', 'the name of one column or of several');
  return names.map((name): [string, KeyColumn] => {
    const column = table.getChild(name);
    if (column) return [name, readKeys(`column ${name}`, column)];
    throw refused('invalid-option', 'columns', `'${name}'`, "names of the table's columns");
  });
}

const lengthOf = (column: KeyColumn) => (column.kind === 'codes' ? column.codes : column.values).length;

/**
 * Groups the rows of a table by one or several of its columns. `offsets` and `rows` are segments of every call of the
 * core, for the other columns; `keys` is a table with one row a group.
 *
 * Groups ascend by the first column, then by the next: numbers in the order of {@link segmentedSort}, texts by their
 * UTF-16 code units, false before true. All NaNs are one group, and so are -0 and +0. Rows keep their order in a group,
 * and a group's key is that of its first row, bit for bit. Columns of texts and dictionaries of texts are grouped by
 * codes, which the host makes.
 *
 * Cost: on the GPU that of the core's `groupBy` for each column of numbers, and one more for several columns. On the
 * host one look-up for each text, or for each entry of a dictionary.
 *
 * @param table a table of any Arrow library
 * @param columns names of columns of Int, Float, Date, Time, Timestamp, Duration, Bool, Utf8, or Dictionary of these
 * @throws SegmentedError `'unsupported-type'` for other columns, `'invalid-option'` for other names, and all errors
 *   of `groupBy`
 * @example
 * const table = new Table({
 *   year: vectorFromArray([2024, 2023, 2024, 2024], new Int32()),
 *   origin: vectorFromArray(['JFK', 'SFO', 'JFK', 'BOS'], new Utf8()),
 * });
 * const { keys, offsets, rows } = await groupBy(device, table, ['year', 'origin']);
 * console.log(JSON.stringify(keys.getChild('origin'))); // ["SFO","BOS","JFK"]
 * console.log(offsets.join(' '), '|', rows.join(' ')); // 0 1 2 4 | 1 3 0 2
 */
export async function groupBy(
  device: Device,
  table: TableLike,
  columns: string | readonly string[],
  options: TableGroupOptions = {},
): Promise<TableGroups> {
  requireMembers('options', options, ['nulls', 'signedZero', 'signal']);
  const { nulls = 'last', signedZero = 'equal', signal } = options;
  requireOneOf('nulls', nulls, ['last', 'first', 'drop'], 'invalid-option');
  const given: Options = { signedZero, ...(signal ? { signal } : {}) };
  const read = readColumns(table, typeof columns === 'string' ? [columns] : columns);
  const { offsets, rows } = await grouped(
    device,
    read.map(([, column]) => column),
    nulls,
    given,
  );
  const first = rows.length === 0 ? rows : offsets.slice(0, -1).map((offset) => rows[offset] as number);
  const keys: Record<string, Vector> = {};
  for (const [name, column] of read) keys[name] = keysAt(column, first);
  return { keys: new Table(keys), offsets, rows };
}

async function grouped(
  device: Device,
  columns: readonly KeyColumn[],
  nulls: unknown,
  options: Options,
): Promise<Grouping> {
  const [first] = columns as [KeyColumn];
  const all = Uint32Array.from({ length: lengthOf(first) }, (_, row) => row);
  const chosen = nulls === 'drop' ? all.filter((row) => columns.every(({ valid }) => valid?.[row] !== 0)) : all;
  if (chosen.length === 0) return NO_ROWS;
  const plain = columns.length === 1 && chosen.length === all.length && !first.valid && first.kind === 'numbers';
  if (plain) return groupIds(device, hostArray(first.type, first.values), options);
  const coded: Coded[] = [];
  for (const column of columns) coded.push(await codesOf(device, column, chosen, nulls, options));
  const { offsets, rows } = await groupCoded(device, coded, options);
  return { offsets, rows: chosen === all ? rows : rows.map((i) => chosen[i] as number) };
}
