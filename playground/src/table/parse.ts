/** A table of the user: cells, what its columns hold, and two columns as values and group ids. Runs in a worker. */
import { dsvFormat } from 'd3-dsv';

export type Cell = string | number | bigint | null;

export interface Table {
  readonly names: readonly string[];
  readonly count: number;
  readonly cell: (row: number, column: number) => Cell;
  /** Undefined for Arrow. */
  readonly separator: string | undefined;
  readonly notes: readonly string[];
}

export const SEPARATORS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': '|' };

/** The separator that gives the first lines the most cells, the same number in each. */
export function separatorOf(text: string): string {
  const head = text.slice(0, 20_000).split(/\r?\n/).slice(0, 20).join('\n');
  let best = { separator: ',', score: 0 };
  for (const separator of Object.keys(SEPARATORS)) {
    const widths = dsvFormat(separator)
      .parseRows(head)
      .map((row) => row.length);
    const first = widths[0] ?? 1;
    if (first < 2) continue;
    const same = widths.filter((width) => width === first).length / widths.length;
    const score = same * 100 + Math.min(first, 50);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const COMMA_NUMBER = /^[+-]?\d+(,\d+)?$/;
const BLANK = /^(|n\/?a|nan|null|none|-)$/i;

export function textTable(text: string): Table {
  const clean = text.replace(/^\uFEFF/, '').replace(/\s+$/, '');
  const separator = separatorOf(clean);
  const rows = dsvFormat(separator)
    .parseRows(clean)
    .filter((row) => row.length > 1 || row[0]?.trim() !== '');
  const notes: string[] = [];
  const first = rows[0] ?? [];
  const headless = first.length > 0 && rows.length > 1 && first.every((name) => NUMBER.test(name.trim()));
  if (headless) notes.push('The first line has only numbers, so the columns have no names.');
  const names = headless ? first.map((_, i) => `column ${i + 1}`) : uniqueNames(first);
  const body = headless ? rows : rows.slice(1);
  const short = body.filter((row) => row.length !== names.length).length;
  if (short > 0) notes.push(`${short.toLocaleString('en')} rows do not have ${names.length} cells.`);
  const cell = (row: number, column: number) => (body[row]?.[column] ?? '').trim();
  return { names, count: body.length, cell, separator: names.length > 1 ? separator : undefined, notes };
}

function uniqueNames(row: readonly string[]): string[] {
  const names: string[] = [];
  for (const [i, text] of row.entries()) {
    const name = text.trim() || `column ${i + 1}`;
    names.push(names.includes(name) ? `${name} (${i + 1})` : name);
  }
  return names;
}

export async function arrowTable(bytes: ArrayBuffer): Promise<Table> {
  const { tableFromIPC } = await import('apache-arrow');
  const table = tableFromIPC(new Uint8Array(bytes));
  const columns = table.schema.fields.map((_, i) => table.getChildAt(i));
  const plain = (value: unknown): Cell => {
    if (value === null || value === undefined) return null;
    return typeof value === 'number' || typeof value === 'bigint' ? value : String(value);
  };
  return {
    names: table.schema.fields.map(({ name }) => name),
    count: table.numRows,
    cell: (row, column) => plain(columns[column]?.get(row)),
    separator: undefined,
    notes: [],
  };
}

/** Null for a blank cell, NaN for text that is no number. */
export function numberOf(cell: Cell, commas: boolean): number | null {
  if (cell === null) return null;
  if (typeof cell === 'number') return Number.isNaN(cell) ? null : cell;
  if (typeof cell === 'bigint') return Number(cell);
  if (BLANK.test(cell)) return null;
  if (NUMBER.test(cell)) return Number(cell);
  if (/^[+-]?inf(inity)?$/i.test(cell)) return cell.startsWith('-') ? -Infinity : Infinity;
  return commas && COMMA_NUMBER.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
}

export interface ColumnFacts {
  readonly name: string;
  readonly numbers: number;
  readonly blanks: number;
  /** Cells that are neither numbers nor blank. */
  readonly others: number;
  readonly firstOther: { readonly row: number; readonly text: string } | undefined;
  /** Distinct cells of the first rows, up to a bound. */
  readonly distinct: number;
  /** Whether numbers have a decimal comma. */
  readonly commas: boolean;
  readonly isNumeric: boolean;
}

const DISTINCT = 2000;

function columnFacts(table: Table, column: number): ColumnFacts {
  const commas = table.separator !== ',';
  const distinct = new Set<Cell>();
  const counts = { numbers: 0, blanks: 0, others: 0, withComma: 0 };
  let firstOther: ColumnFacts['firstOther'];
  for (let row = 0; row < table.count; row++) {
    const cell = table.cell(row, column);
    if (distinct.size < DISTINCT) distinct.add(cell);
    const number = numberOf(cell, commas);
    if (number === null) counts.blanks++;
    else if (Number.isNaN(number)) {
      counts.others++;
      firstOther ??= { row: row + 1, text: String(cell).slice(0, 40) };
    } else {
      counts.numbers++;
      if (typeof cell === 'string' && cell.includes(',')) counts.withComma++;
    }
  }
  const { withComma, ...rest } = counts;
  const isNumeric = rest.numbers > 0 && rest.numbers >= rest.others;
  return {
    name: table.names[column] as string,
    ...rest,
    ...{ firstOther, distinct: distinct.size, commas: withComma > 0, isNumeric },
  };
}

export interface TableFacts {
  readonly rows: number;
  readonly separator: string | undefined;
  readonly columns: readonly ColumnFacts[];
  readonly notes: readonly string[];
  readonly preview: readonly (readonly string[])[];
  /** What a run would need and the table does not have, in words. */
  readonly missing: readonly string[];
  readonly proposed: { readonly value: string; readonly group: string };
}

export function tableFacts(table: Table): TableFacts {
  const columns = table.names.map((_, i) => columnFacts(table, i));
  const missing: string[] = [];
  if (table.names.length < 2 && table.separator === undefined && !columns[0]?.isNumeric) {
    missing.push('a separator between cells (comma, semicolon, tab or |)');
  }
  if (table.count === 0) missing.push('rows below the line with the names of the columns');
  if (!columns.some(({ isNumeric }) => isNumeric)) missing.push('a column of numbers');
  const preview = Array.from({ length: Math.min(3, table.count) }, (_, row) =>
    table.names.map((_name, i) => String(table.cell(row, i) ?? '')),
  );
  const { count: rows, separator, notes } = table;
  return { rows, separator, columns, notes, preview, missing, proposed: proposal(columns, rows) };
}

/** The last column of numbers is the value. The first other column that repeats itself is the group. */
function proposal(columns: readonly ColumnFacts[], rows: number): TableFacts['proposed'] {
  const value = columns.findLast(({ isNumeric }) => isNumeric)?.name ?? '';
  const repeats = ({ name, distinct }: ColumnFacts) => name !== value && distinct < rows;
  const group =
    columns.find((one) => !one.isNumeric && repeats(one)) ??
    columns.find((one) => repeats(one) && /id|key|group|code/i.test(one.name)) ??
    columns.find(repeats);
  return { value, group: group?.name ?? '' };
}

/** Values and group ids of the rows that have a number. */
export interface Pair {
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  readonly names: readonly string[];
  /** Rows that were left out, in words. */
  readonly notes: readonly string[];
}

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export function pairOf(table: Table, valueColumn: string, groupColumn: string): Pair {
  const value = table.names.indexOf(valueColumn);
  const group = groupColumn === '' ? -1 : table.names.indexOf(groupColumn);
  if (value < 0) throw new Error(`There is no column '${valueColumn}'. There are: ${table.names.join(', ')}.`);
  if (groupColumn !== '' && group < 0) throw new Error(`There is no column '${groupColumn}'.`);
  const { commas, blanks, others, firstOther, numbers } = columnFacts(table, value);
  if (numbers === 0) throw new Error(`Column '${valueColumn}' has no numbers. Choose another one as values.`);
  const codes = new Map<string, number>();
  const [ids, values] = [new Uint32Array(numbers), new Float64Array(numbers)];
  let [at, unnamed, rounded] = [0, 0, 0];
  for (let row = 0; row < table.count; row++) {
    const cell = table.cell(row, value);
    const number = numberOf(cell, commas);
    if (number === null || Number.isNaN(number)) continue;
    if (typeof cell === 'bigint' && BigInt(number) !== cell) rounded++;
    const text = group < 0 ? 'all rows' : String(table.cell(row, group) ?? '');
    if (text === '') unnamed++;
    const name = text === '' ? '(blank)' : text;
    const code = codes.get(name) ?? codes.size;
    if (code === codes.size) codes.set(name, code);
    ids[at] = code;
    values[at++] = number;
  }
  const notes: string[] = [];
  if (blanks > 0) notes.push(`${plural(blanks, 'blank cell', 'blank cells')} in '${valueColumn}': left out.`);
  if (firstOther) {
    const what = `${plural(others, 'cell is', 'cells are')} no number in '${valueColumn}'`;
    notes.push(`${what} (the first is '${firstOther.text}', row ${firstOther.row}): left out.`);
  }
  if (unnamed > 0) notes.push(`${plural(unnamed, 'blank cell', 'blank cells')} in '${groupColumn}': group '(blank)'.`);
  if (rounded > 0) notes.push(`${plural(rounded, 'integer', 'integers')} above 2^53: rounded to doubles.`);
  return { ids, values, names: [...codes.keys()], notes };
}
