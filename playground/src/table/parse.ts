/** A table of the user: cells, what its columns hold, and two columns as values and group ids. Runs in a worker. */
import Papa from 'papaparse';
import {
  type Cell,
  type Choice,
  type ColumnReading,
  columnReading,
  isDate,
  numberOf,
  READINGS,
  type Reading,
  readText,
  type Unit,
} from './readings.ts';

export interface Table {
  readonly names: readonly string[];
  readonly count: number;
  readonly cell: (row: number, column: number) => Cell;
  /** Where a row is, in words. */
  readonly place: (row: number) => string;
  /** Of text. */
  readonly separator: string | undefined;
  readonly notes: readonly string[];
  /** The columns that are values and groups, where the table says it. */
  readonly proposed: { readonly value: string; readonly group: string } | undefined;
}

/** The rarer one comes first: a comma within a cell is nothing special, a tab is. */
export const SEPARATORS: Readonly<Record<string, string>> = { '\t': 'tab', ';': 'semicolon', '|': '|', ',': 'comma' };

/** The separator that gives most of the first lines as many cells as the line of names. */
export function separatorOf(text: string): string {
  let best = { separator: ',', same: 0 };
  for (const separator of Object.keys(SEPARATORS)) {
    const { data } = Papa.parse<string[]>(text.slice(0, 100_000), { delimiter: separator, newline: '\n', preview: 20 });
    const rows = data.filter((row) => row.length > 1 || row[0]?.trim() !== '');
    const width = rows[0]?.length ?? 1;
    const same = rows.filter((row) => row.length === width).length / rows.length;
    if (width > 1 && same > best.same) best = { separator, same };
  }
  return best.separator;
}

/** Whether a cell is a number or a date under some reading. */
const isSomeNumber = (cell: string) => READINGS.some((reading) => !Number.isNaN(readText(cell, reading).value));

const lineBreaks = (row: readonly string[]) => row.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

export function textTable(source: string): Table {
  let text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  let line = 1;
  const notes: string[] = [];
  // A first line of Excel's own.
  const told = /^"?sep=(.)"?\n/i.exec(text);
  if (told) {
    text = text.slice(told[0].length);
    line++;
  }
  const separator = told?.[1] ?? separatorOf(text);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n' });
  const hasQuotes = text.includes('"');
  const rows: string[][] = [];
  const lines: number[] = [];
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  let firstBroken: number | undefined;
  for (const [i, row] of data.entries()) {
    if (broken.has(i)) firstBroken ??= line;
    if (row.length > 1 || row[0]?.trim() !== '') {
      rows.push(row);
      lines.push(line);
    }
    line += 1 + (hasQuotes ? lineBreaks(row) : 0);
  }
  if (firstBroken !== undefined) {
    notes.push(`Line ${firstBroken}: a quote is not closed, or text follows it. Its cells may be wrong.`);
  }
  const first = rows[0] ?? [];
  const headless = first.length > 0 && rows.length > 1 && first.every((name) => isSomeNumber(name.trim()));
  if (headless) notes.push('The first line has only numbers, so the columns have no names.');
  const names = headless ? first.map((_, i) => `column ${i + 1}`) : uniqueNames(first);
  const from = headless ? 0 : 1;
  const body = rows.slice(from);
  const short = body.filter((row) => row.length !== names.length).length;
  if (short > 0) {
    const at = lines[from + body.findIndex((row) => row.length !== names.length)];
    notes.push(`${plural(short, 'row does', 'rows do')} not have ${names.length} cells (the first: line ${at}).`);
  }
  return {
    ...{ names, count: body.length, separator: names.length > 1 ? separator : undefined, notes },
    proposed: undefined,
    cell: (row, column) => (body[row]?.[column] ?? '').trim(),
    place: (row) => `line ${lines[row + from]}`,
  };
}

export function uniqueNames(row: readonly string[]): string[] {
  const names: string[] = [];
  for (const [i, text] of row.entries()) {
    const name = text.trim() || `column ${i + 1}`;
    names.push(names.includes(name) ? `${name} (${i + 1})` : name);
  }
  return names;
}

export interface ColumnFacts extends Omit<ColumnReading, 'isEvidence' | 'withTime'> {
  readonly name: string;
  /** The column whose numbers or dates decided the reading of this one. */
  readonly decidedBy: string | undefined;
  /** Of dates. */
  readonly unit: Unit | undefined;
  /** Cells that are read, under either reading where two fit. */
  readonly numbers: number;
  readonly blanks: number;
  /** Cells that are neither numbers nor blank. */
  readonly others: number;
  readonly firstOther: { readonly place: string; readonly text: string } | undefined;
  /** Distinct cells of the first rows, up to a bound. */
  readonly distinct: number;
  readonly isNumeric: boolean;
}

const DISTINCT = 2000;

function* cellsOf(table: Table, column: number): Generator<Cell> {
  for (let row = 0; row < table.count; row++) yield table.cell(row, column);
}

interface Counts extends Pick<ColumnFacts, 'numbers' | 'blanks' | 'others' | 'firstOther' | 'distinct'> {}

function countsOf(table: Table, column: number, reading: Reading): Counts {
  const distinct = new Set<Cell>();
  let [numbers, blanks, others] = [0, 0, 0];
  let firstOther: ColumnFacts['firstOther'];
  for (let row = 0; row < table.count; row++) {
    const cell = table.cell(row, column);
    if (distinct.size < DISTINCT) distinct.add(cell);
    const number = numberOf(cell, reading, undefined);
    if (number === null) blanks++;
    else if (Number.isNaN(number)) {
      others++;
      firstOther ??= { place: table.place(row), text: String(cell).slice(0, 40) };
    } else numbers++;
  }
  return { numbers, blanks, others, firstOther, distinct: distinct.size };
}

function columnFacts(table: Table, column: number): ColumnFacts & { isEvidence: boolean } {
  const { withTime, ...found } = columnReading(cellsOf(table, column));
  const reading = found.reading ?? (found.choices[0] as Choice).reading;
  const counts = countsOf(table, column, reading);
  const isNumeric = counts.numbers > 0 && counts.numbers >= counts.others;
  return {
    ...{ ...found, ...counts, isNumeric, isEvidence: found.isEvidence && isNumeric },
    name: table.names[column] as string,
    decidedBy: undefined,
    unit: isDate(reading) ? (withTime ? 'milliseconds' : 'days') : undefined,
  };
}

/** One program wrote the table: where two readings fit, the readings of other columns decide, if these agree. */
function decided(columns: readonly (ColumnFacts & { isEvidence: boolean })[]): ColumnFacts[] {
  return columns.map(({ isEvidence: _, ...column }) => {
    if (column.reading) return column;
    const evident = columns.filter(
      (one) => one.isEvidence && column.choices.some(({ reading }) => reading === one.reading),
    );
    const [first] = evident;
    if (!first || evident.some(({ reading }) => reading !== first.reading)) return column;
    return { ...column, reading: first.reading, decidedBy: first.name };
  });
}

export interface TableFacts {
  readonly rows: number;
  readonly separator: string | undefined;
  readonly columns: readonly ColumnFacts[];
  readonly notes: readonly string[];
  /** What a run would need and the table does not have, in words. */
  readonly missing: readonly string[];
  readonly proposed: { readonly value: string; readonly group: string };
}

export function tableFacts(table: Table): TableFacts {
  const columns = decided(table.names.map((_, i) => columnFacts(table, i)));
  const missing: string[] = [];
  if (table.names.length < 2 && table.separator === undefined && !columns[0]?.isNumeric) {
    missing.push('a separator between cells (comma, semicolon, tab or |)');
  }
  if (table.count === 0) missing.push('rows below the line with the names of the columns');
  if (!columns.some(({ numbers }) => numbers > 0)) {
    const firsts = columns.flatMap(({ name, firstOther }) => (firstOther ? `'${firstOther.text}' in '${name}'` : []));
    missing.push(`a column of numbers${firsts.length > 0 ? ` (unread: ${firsts.slice(0, 3).join(', ')})` : ''}`);
  }
  const { count: rows, separator, notes } = table;
  return { rows, separator, columns, notes, missing, proposed: table.proposed ?? proposal(columns, rows) };
}

/** The last column of numbers is the value, of dates if there is no other. The first one that repeats is the group. */
function proposal(columns: readonly ColumnFacts[], rows: number): TableFacts['proposed'] {
  const numeric = columns.filter(({ isNumeric }) => isNumeric);
  const value =
    (numeric.findLast(({ unit }) => unit === undefined) ?? numeric.at(-1))?.name ??
    columns.findLast(({ numbers }) => numbers > 0)?.name ??
    '';
  const repeats = ({ name, distinct }: ColumnFacts) => name !== value && distinct < rows;
  const group =
    columns.find((one) => !one.isNumeric && repeats(one)) ??
    columns.find((one) => repeats(one) && /id|key|group|code/i.test(one.name)) ??
    columns.find(repeats);
  return { value, group: group?.name ?? '' };
}

/** Which columns are values and groups, and how the page reads the values. */
export interface Chosen {
  readonly value: string;
  readonly group: string;
  /** The user's answer where two readings fit. */
  readonly reading: Reading | undefined;
}

/** Values and group ids of the rows that have a number. */
export interface Pair {
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  /** The table's row of each value, from 0. */
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly names: readonly string[];
  /** The names of the columns. Without groups the second one is ''. */
  readonly columns: { readonly value: string; readonly group: string };
  /** Rows that were left out, and what the values are, in words. */
  readonly notes: readonly string[];
}

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The question to the user, where two readings of a column fit. */
export const questionOf = ({ name, choices }: Pick<ColumnFacts, 'name' | 'choices'>) =>
  `Choose how '${name}' is read: ${choices.map(({ says }) => says).join(', or ')}.`;

export function pairOf(table: Table, { columns }: TableFacts, { value, group, reading }: Chosen): Pair {
  const [at, groupAt] = [table.names.indexOf(value), group === '' ? -1 : table.names.indexOf(group)];
  const facts = columns[at];
  if (!facts) throw new Error(`There is no column '${value}'. There are: ${table.names.join(', ')}.`);
  if (group !== '' && groupAt < 0) throw new Error(`There is no column '${group}'.`);
  const how = facts.choices.find((choice) => choice.reading === reading)?.reading ?? facts.reading;
  if (!how) throw new Error(questionOf(facts));
  const { numbers, blanks, others, firstOther } = countsOf(table, at, how);
  if (numbers === 0) throw new Error(`Column '${value}' has no numbers. Choose another one as values.`);
  const codes = new Map<string, number>();
  const [ids, values, rows] = [new Uint32Array(numbers), new Float64Array(numbers), new Uint32Array(numbers)];
  let [count, unnamed, rounded] = [0, 0, 0];
  for (let row = 0; row < table.count; row++) {
    const cell = table.cell(row, at);
    const number = numberOf(cell, how, facts.unit);
    if (number === null || Number.isNaN(number)) continue;
    if (typeof cell === 'bigint' && BigInt(number) !== cell) rounded++;
    const text = groupAt < 0 ? 'all rows' : String(table.cell(row, groupAt) ?? '');
    if (text === '') unnamed++;
    const name = text === '' ? '(blank)' : text;
    const code = codes.get(name) ?? codes.size;
    if (code === codes.size) codes.set(name, code);
    ids[count] = code;
    rows[count] = row;
    values[count++] = number;
  }
  const notes: string[] = [];
  if (facts.unit) notes.push(`'${value}' has dates: ${facts.unit} since 1970-01-01, UTC where no zone is given.`);
  if (blanks > 0) notes.push(`${plural(blanks, 'blank cell', 'blank cells')} in '${value}': left out.`);
  if (firstOther) {
    const what = `${plural(others, 'cell is', 'cells are')} no number in '${value}'`;
    notes.push(`${what} (the first is '${firstOther.text}', ${firstOther.place}): left out.`);
  }
  if (unnamed > 0) notes.push(`${plural(unnamed, 'blank cell', 'blank cells')} in '${group}': group '(blank)'.`);
  if (rounded > 0) notes.push(`${plural(rounded, 'integer', 'integers')} above 2^53: rounded to doubles.`);
  return { ids, values, rows, names: [...codes.keys()], columns: { value, group }, notes };
}

export interface CopiedColumn {
  readonly name: string;
  /** The cells as the table has them. */
  readonly cells: readonly Cell[];
  /** The numbers of a column that has only numbers and blank cells; undefined for others. */
  readonly numbers: readonly (number | null)[] | undefined;
}

/** Whole rows of a table, in the given order. */
export function copiedRows(table: Table, { columns }: TableFacts, rows: Uint32Array): CopiedColumn[] {
  return columns.map(({ name, reading, unit, others, numbers }, column) => {
    const cells = Array.from(rows, (row) => table.cell(row, column));
    // Dates stay texts: their numbers have another name than the column.
    const isNumber = reading !== undefined && unit === undefined && others === 0 && numbers > 0;
    return { name, cells, numbers: isNumber ? cells.map((cell) => numberOf(cell, reading, unit)) : undefined };
  });
}
