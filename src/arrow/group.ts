import { Table, type Vector } from 'apache-arrow';
import type { HostArray } from '../api/arrays.ts';
import { readMembers, refused, requireMembers, requireObject, requireOneOf } from '../checks.ts';
import type { GroupsOf } from '../group/calls.ts';
import { type Device, groupBy as groupIds } from './calls.ts';
import { itemsAt, type KeyColumn, keysAt, readKeys } from './keys.ts';
import { hostArray } from './types.ts';

/** A table of any Arrow library. */
export interface TableLike {
  /** A column by its name. */
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

const NO_ROWS = { offsets: new Uint32Array(1), rows: new Uint32Array() };

/** Ids of the listed rows. Where some are null, and for texts, codes: that of a null is the greatest, or the least. */
async function idsOf(
  device: Device,
  column: KeyColumn,
  chosen: Uint32Array,
  nulls: unknown,
  options: Options,
): Promise<HostArray> {
  const { valid } = column;
  const slots = chosen.map((_, i) => i).filter((i) => valid?.[chosen[i] as number] !== 0);
  const rows = slots.map((i) => chosen[i] as number);
  const codes = new Uint32Array(chosen.length);
  let count: number;
  if (column.kind === 'codes') {
    count = column.entries.length;
    slots.forEach((i, k) => {
      codes[i] = (column.codes[rows[k] as number] as number) + 1;
    });
  } else {
    const ids = hostArray(column.type, itemsAt(column.values, rows));
    if (rows.length === chosen.length) return ids;
    const found = groupIds(device, ids, { ...readMembers(options), inverse: true });
    const { groups, offsets } = (await found) as GroupsOf<HostArray, { inverse: true }>;
    count = offsets.length - 1;
    slots.forEach((i, k) => {
      codes[i] = (groups[k] as number) + 1;
    });
  }
  return nulls === 'first' ? codes : codes.map((code) => code || count + 1);
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
 * Groups ascend by the first column, then by the next: numbers in the order of `segmentedSort`, texts by their
 * UTF-16 code units, false before true. All NaNs are one group, and so are -0 and +0. Rows keep their order in a group,
 * and a group's key is that of its first row, bit for bit. Columns of texts and dictionaries of texts are grouped by
 * codes, which the host makes.
 *
 * Cost: on the GPU that of the core's `groupBy` of these columns, and one more for each column of numbers with nulls.
 * On the host one look-up for each text, or for each entry of a dictionary.
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
  requireObject('options', options);
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
  const all = Uint32Array.from({ length: lengthOf(columns[0] as KeyColumn) }, (_, row) => row);
  const chosen = nulls === 'drop' ? all.filter((row) => columns.every(({ valid }) => valid?.[row] !== 0)) : all;
  if (chosen.length === 0) return NO_ROWS;
  const ids: HostArray[] = [];
  for (const column of columns) ids.push(await idsOf(device, column, chosen, nulls, options));
  const { offsets, rows } = await groupIds(device, ids.length === 1 ? (ids[0] as HostArray) : ids, options);
  return { offsets, rows: chosen === all ? rows : rows.map((i) => chosen[i] as number) };
}
