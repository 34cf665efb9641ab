/** Files that are no text of cells: Arrow, Parquet, JSON. A column of lists gives a row for each of its items. */
import { type Table, uniqueNames } from './parse.ts';
import type { Cell } from './readings.ts';

interface Raw {
  readonly names: readonly string[];
  readonly count: number;
  readonly value: (row: number, column: number) => unknown;
}

type List = ArrayLike<unknown> | Iterable<unknown>;

const isList = (value: unknown): value is List =>
  Array.isArray(value) ||
  (ArrayBuffer.isView(value) && !(value instanceof DataView)) ||
  // A vector of Arrow.
  (typeof value === 'object' && value !== null && 'toArray' in value && Symbol.iterator in value);

const itemsOf = (list: List): unknown[] => Array.from(list as Iterable<unknown>);

function plain(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(isList(value) ? itemsOf(value) : value, (_, each) =>
    typeof each === 'bigint' ? String(each) : each,
  );
}

/** The first row with a value says whether a column has lists. */
function hasLists({ count, value }: Raw, column: number): boolean {
  for (let row = 0; row < count; row++) {
    const first = value(row, column);
    if (first !== null && first !== undefined) return isList(first);
  }
  return false;
}

function tableOf({ names, count, value }: Raw): Table {
  return {
    ...{ names, count, separator: undefined, notes: [], proposed: undefined },
    cell: (row, column) => plain(value(row, column)),
    place: (row) => `row ${row}`,
  };
}

/** A row for each item of the first column of lists. Other columns repeat; the list is a group by its row's number. */
function listed(raw: Raw): Table {
  const names = uniqueNames(raw.names);
  const at = names.findIndex((_, column) => hasLists(raw, column));
  if (at < 0) return tableOf({ ...raw, names });
  const name = names[at] as string;
  const rowName = uniqueNames([...names, `row of ${name}`]).at(-1) as string;
  const [items, rows]: [unknown[], number[]] = [[], []];
  let empty = 0;
  for (let row = 0; row < raw.count; row++) {
    const list = raw.value(row, at);
    const found = isList(list) ? itemsOf(list) : [];
    if (found.length === 0) empty++;
    for (const item of found) {
      items.push(item);
      rows.push(row);
    }
  }
  const exploded = tableOf({
    names: [...names, rowName],
    count: items.length,
    value: (item, column) => {
      const row = rows[item] as number;
      if (column === names.length) return row;
      return column === at ? items[item] : raw.value(row, column);
    },
  });
  const lists = `'${name}' has lists: each of its ${raw.count.toLocaleString('en')} rows is a segment`;
  const without = empty === 0 ? '' : `, ${empty.toLocaleString('en')} without items are left out`;
  return {
    ...exploded,
    place: (item) => `row ${rows[item]}`,
    notes: [`${lists}${without}.`],
    proposed: { value: name, group: rowName },
  };
}

export async function arrowTable(bytes: ArrayBuffer): Promise<Table> {
  const { tableFromIPC } = await import('apache-arrow');
  const table = tableFromIPC(new Uint8Array(bytes));
  const columns = table.schema.fields.map((_, i) => table.getChildAt(i));
  return listed({
    names: table.schema.fields.map(({ name }) => name),
    count: table.numRows,
    value: (row, column) => columns[column]?.get(row),
  });
}

/** Rows as objects. A name that a row lacks is a blank cell. */
function objectTable(rows: readonly Readonly<Record<string, unknown>>[]): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return listed({ names, count: rows.length, value: (row, column) => rows[row]?.[names[column] as string] });
}

export async function parquetTable(bytes: ArrayBuffer): Promise<Table> {
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  return objectTable(await parquetReadObjects({ file: bytes, compressors }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a text is meant as JSON: an array or an object. */
export const isJson = (text: string) => /^\s*(?:\[\s*[{[\]]|\{\s*["}])/.test(text);

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (whole) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2 || !lines[0]?.trim().endsWith('}')) throw whole;
    return lines.map((line, i) => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new Error(`line ${i + 1} is not JSON: ${(error as Error).message}`);
      }
    });
  }
}

/** An array of objects, a line for each object, or an object of columns. */
export function jsonTable(text: string): Table {
  const found = parsedJson(text);
  if (Array.isArray(found) && found.every(isRecord)) return objectTable(found);
  if (isRecord(found) && Object.values(found).every(Array.isArray)) {
    const columns = Object.values(found) as unknown[][];
    const count = Math.max(0, ...columns.map(({ length }) => length));
    return listed({ names: Object.keys(found), count, value: (row, column) => columns[column]?.[row] });
  }
  if (isRecord(found)) return objectTable([found]);
  throw new Error('it is JSON without rows; allowed: an array of objects, a line for each, an object of columns');
}
