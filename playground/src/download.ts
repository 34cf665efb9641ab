/** Results as files: CSV, and Arrow's IPC format. */
import { csvFormatRows } from 'd3-dsv';
import { type Column, column } from './columns.ts';
import { type GroupsRun, groupRows } from './groups.ts';
import { numberAt } from './items.ts';
import { isSort } from './settings.ts';

type Named = { name: string; values: ArrayLike<number | bigint | string> & Iterable<number | bigint | string> };

const numbers = ({ name, type, array }: Column): Named => ({
  name,
  values: type === 'f16' ? Float32Array.from(array as Uint16Array, (_, i) => numberAt(type, array, i)) : array,
});

/** The group or segment of every entry that lies between two offsets. */
function owners({ names }: GroupsRun['workload'], offsets: ArrayLike<number | bigint>, count: number): Named {
  const ids = new Uint32Array(count);
  for (let s = 0; s + 1 < offsets.length; s++) ids.fill(s, Number(offsets[s]), Number(offsets[s + 1]));
  return names
    ? { name: 'group', values: Array.from(ids, (s) => names[s] as string) }
    : { name: 'segment', values: ids };
}

/** Columns of the file: one row per item for sorts, scans and top-k, else one row per group. */
export function fileColumns(run: GroupsRun): Named[] {
  const { settings, workload, found } = run;
  const { operation } = settings;
  if (operation === 'top-k') {
    const starts = (column(found, 'offsets') as Column).array;
    const taken = found.filter(({ per }) => per === 'taken');
    return [owners(workload, starts, taken[0]?.array.length ?? 0), ...taken.map(numbers)];
  }
  if (isSort(settings) || operation === 'scan') {
    const { offsets, items } = workload;
    const input: Column = { name: 'value', type: settings.type, per: 'item', array: items };
    const results = operation === 'scan' ? [input, ...found] : found;
    return [owners(workload, offsets, items.length), ...results.map(numbers)];
  }
  const { names, lengths, columns, count } = groupRows(run);
  const first: Named = names
    ? { name: 'group', values: [...names] }
    : { name: 'segment', values: Uint32Array.from({ length: count }, (_, s) => s) };
  return [first, { name: 'count', values: lengths }, ...columns.map(numbers)];
}

function save(bytes: BlobPart, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveCsv(run: GroupsRun): void {
  const columns = fileColumns(run);
  const count = columns[0]?.values.length ?? 0;
  const rows = Array.from({ length: count }, (_, i) => columns.map(({ values }) => String(values[i])));
  save(csvFormatRows([columns.map(({ name }) => name), ...rows]), 'results.csv', 'text/csv');
}

export async function saveArrow(run: GroupsRun): Promise<void> {
  const { tableToIPC, Table, vectorFromArray } = await import('apache-arrow');
  const columns = fileColumns(run).map(({ name, values }) => [name, vectorFromArray(values as never)] as const);
  const bytes = tableToIPC(new Table(Object.fromEntries(columns)) as never, 'file');
  save(bytes as BlobPart, 'results.arrow', 'application/vnd.apache.arrow.file');
}

export const saveJson = (value: unknown, name: string) =>
  save(JSON.stringify(value, null, 1), name, 'application/json');
