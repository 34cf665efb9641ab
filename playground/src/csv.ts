/** A column of numbers, grouped by another column. The groups are the segments. */
import { csvParseRows } from 'd3-dsv';
import { groupBy } from 'webgpu-segmented/js';

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
export async function grouped(table: Table, valueColumn: string, groupColumn: string): Promise<Grouped> {
  const value = columnIndex(table, valueColumn);
  const group = columnIndex(table, groupColumn);
  const codes = new Map<string, number>();
  const ids = Uint32Array.from(table.rows, (row) => {
    const name = (row[group] ?? '').trim();
    if (!codes.has(name)) codes.set(name, codes.size);
    return codes.get(name) as number;
  });
  const { offsets, rows } = await groupBy(null, ids, { groups: codes.size });
  const values = Float64Array.from(rows, (row) => {
    const text = (table.rows[row]?.[value] ?? '').trim();
    const number = text === '' ? Number.NaN : Number(text);
    if (Number.isNaN(number) && !/^(nan)?$/i.test(text)) {
      throw new Error(`CSV: row ${row + 1}: '${text.slice(0, 40)}' in column '${valueColumn}' is not a number.`);
    }
    return number;
  });
  return { names: [...codes.keys()], offsets, rows, values };
}
