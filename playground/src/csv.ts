/** A column of numbers, grouped by another column. The groups are the segments. */
import { csvParseRows } from 'd3-dsv';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function parseTable(text: string): Table {
  const [columns = [], ...rows] = csvParseRows(text.trim());
  return { columns: columns.map((name) => name.trim()), rows };
}

export interface Grouped {
  readonly names: readonly string[];
  readonly offsets: Uint32Array<ArrayBuffer>;
  /** Row numbers in the order of the items. */
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

function columnIndex({ columns }: Table, name: string): number {
  const index = columns.indexOf(name);
  if (index < 0) throw new Error(`CSV: no column '${name}'; there are: ${columns.join(', ') || 'none'}.`);
  return index;
}

/** Groups rows: groups in the order in which they first occur, rows of a group in the table's order. */
export function grouped(table: Table, valueColumn: string, groupColumn: string): Grouped {
  const value = columnIndex(table, valueColumn);
  const group = columnIndex(table, groupColumn);
  const ids = new Map<string, number>();
  const groupOf = table.rows.map((row) => {
    const name = (row[group] ?? '').trim();
    if (!ids.has(name)) ids.set(name, ids.size);
    return ids.get(name) as number;
  });
  const offsets = new Uint32Array(ids.size + 1);
  for (const id of groupOf) offsets[id + 1] = (offsets[id + 1] as number) + 1;
  for (let i = 0; i < ids.size; i++) offsets[i + 1] = (offsets[i + 1] as number) + (offsets[i] as number);
  const next = offsets.slice();
  const rows = new Uint32Array(table.rows.length);
  groupOf.forEach((id, row) => {
    const index = next[id] as number;
    rows[index] = row;
    next[id] = index + 1;
  });
  const values = Float64Array.from(rows, (row) => {
    const text = (table.rows[row]?.[value] ?? '').trim();
    const number = text === '' ? Number.NaN : Number(text);
    if (Number.isNaN(number) && !/^(nan)?$/i.test(text)) {
      throw new Error(`CSV: row ${row + 1}: '${text.slice(0, 40)}' in column '${valueColumn}' is not a number.`);
    }
    return number;
  });
  return { names: [...ids.keys()], offsets, rows, values };
}
