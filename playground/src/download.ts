/** Results as files: CSV, and Arrow's IPC format. */
import Papa from 'papaparse';
import { type Column, column } from './columns.ts';
import { type GroupsRun, groupRows, positionsOf } from './groups.ts';
import { numberAt, takenFrom } from './items.ts';
import { isMap, isSort } from './settings.ts';
import type { CopiedColumn } from './table/parse.ts';

export interface FileColumn {
  readonly name: string;
  readonly values: ArrayLike<number | bigint | string | null> & Iterable<number | bigint | string | null>;
}

const numbers = ({ name, type, array }: Column): FileColumn => ({
  name,
  values: type === 'f16' ? Float32Array.from(array as Uint16Array, (_, i) => numberAt(type, array, i)) : array,
});

/** The group or segment of every entry that lies between two offsets. */
function owners({ names, own }: GroupsRun['workload'], offsets: ArrayLike<number | bigint>, count: number): FileColumn {
  const ids = new Uint32Array(count);
  for (let s = 0; s + 1 < offsets.length; s++) ids.fill(s, Number(offsets[s]), Number(offsets[s + 1]));
  return names
    ? { name: own?.group || 'group', values: Array.from(ids, (s) => names[s] as string) }
    : { name: 'segment', values: ids };
}

/** Two columns of one name are two columns. */
function unique(columns: readonly FileColumn[]): FileColumn[] {
  const taken = new Set<string>();
  return columns.map(({ name, values }) => {
    let own = name;
    for (let i = 2; taken.has(own); i++) own = `${name} (${i})`;
    taken.add(own);
    return { name: own, values };
  });
}

/** The table's rows of a result that has rows. */
export function tableRows(run: GroupsRun): Uint32Array | undefined {
  const positions = positionsOf(run);
  const { own } = run.workload;
  return own && positions ? (takenFrom(own.rows, positions) as Uint32Array) : undefined;
}

/** The result of an operation that has one an item. */
const mapped = ({ found }: GroupsRun): readonly Column[] => found.slice(0, 1);

/** The results of the user's own table, one row per item: the column keeps its name, rows are those of the table. */
function ownColumns(run: GroupsRun, rows: Uint32Array): FileColumn[] {
  const { settings, workload, found } = run;
  const starts = settings.operation === 'top-k' ? (column(found, 'offsets') as Column).array : workload.offsets;
  const value: Column = {
    ...{ name: workload.own?.value ?? '', type: settings.type, per: 'item' },
    array: takenFrom(workload.items, positionsOf(run) as Uint32Array),
  };
  const group = workload.own?.group ? [owners(workload, starts, rows.length)] : [];
  const results = isMap(settings) ? mapped(run).map(numbers) : [];
  return unique([...group, numbers(value), { name: 'row', values: rows }, ...results]);
}

/** Columns of the file: one row per item for sorts, top-k and maps, one per distinct key, else one per group. */
export function fileColumns(run: GroupsRun): FileColumn[] {
  const { settings, workload, found } = run;
  const { operation } = settings;
  const rows = tableRows(run);
  if (rows) return ownColumns(run, rows);
  if (operation === 'top-k' || operation === 'unique') {
    const starts = (column(found, 'offsets') as Column).array;
    const taken = found.filter(({ per }) => per === 'taken');
    return [owners(workload, starts, taken[0]?.array.length ?? 0), ...taken.map(numbers)];
  }
  if (isSort(settings) || isMap(settings)) {
    const { offsets, items } = workload;
    const input: Column = { name: 'value', type: settings.type, per: 'item', array: items };
    const results = isMap(settings) ? [input, ...mapped(run)] : found;
    return [owners(workload, offsets, items.length), ...results.map(numbers)];
  }
  const { names, lengths, columns, count } = groupRows(run);
  const first: FileColumn = names
    ? { name: workload.own?.group || 'group', values: [...names] }
    : { name: 'segment', values: Uint32Array.from({ length: count }, (_, s) => s) };
  return unique([first, { name: 'count', values: lengths }, ...columns.map(numbers)]);
}

/**
 * Whole rows of the user's table in the order of the result. A CSV file has the cells as they were, an Arrow file
 * numbers where a column has only numbers. A scan, a rank and a transform add their result.
 */
export function wholeColumns(run: GroupsRun, copied: readonly CopiedColumn[], format: 'csv' | 'arrow'): FileColumn[] {
  const columns = copied.map(({ name, cells, numbers: read }): FileColumn => {
    if (format === 'csv') return { name, values: cells };
    // 64-bit integers of Arrow stay as they are.
    if (cells.some((cell) => typeof cell === 'bigint') || !read) return { name, values: cells };
    return { name, values: read };
  });
  return unique([...columns, ...(isMap(run.settings) ? mapped(run).map(numbers) : [])]);
}

export function csvText(columns: readonly FileColumn[]): string {
  const count = columns[0]?.values.length ?? 0;
  const rows = Array.from({ length: count }, (_, i) => columns.map(({ values }) => String(values[i] ?? '')));
  return `${Papa.unparse([columns.map(({ name }) => name), ...rows], { newline: '\n' })}\n`;
}

export async function arrowBytes(columns: readonly FileColumn[]): Promise<Uint8Array> {
  const { Float64, Int64, Table, tableToIPC, Uint64, Utf8, vectorFromArray } = await import('apache-arrow');
  const vectors = columns.map(({ name, values }) => {
    if (ArrayBuffer.isView(values)) return [name, vectorFromArray(values as never)] as const;
    const cells = [...values];
    const big = cells.some((cell) => typeof cell === 'bigint');
    const wide = cells.some((cell) => typeof cell === 'bigint' && cell >= 2n ** 63n);
    const isNumber = cells.every((cell) => cell === null || typeof cell === 'number');
    const type = big ? (wide ? new Uint64() : new Int64()) : isNumber ? new Float64() : new Utf8();
    const texts = big || isNumber ? cells : cells.map((cell) => (cell === null ? null : String(cell)));
    return [name, vectorFromArray(texts as never, type as never)] as const;
  });
  return tableToIPC(new Table(Object.fromEntries(vectors)) as never, 'file');
}

function save(bytes: BlobPart, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const saveCsv = (columns: readonly FileColumn[]) => save(csvText(columns), 'results.csv', 'text/csv');

export async function saveArrow(columns: readonly FileColumn[]): Promise<void> {
  save((await arrowBytes(columns)) as BlobPart, 'results.arrow', 'application/vnd.apache.arrow.file');
}

export const saveJson = (value: unknown, name: string) =>
  save(JSON.stringify(value, null, 1), name, 'application/json');
