/** Commands on flat rows: rows with equal keys are one segment. */
import type { Data, RecordBatch, Schema } from 'apache-arrow';
import { Vector } from 'apache-arrow';
import { groupBy } from '../index.ts';
import { batchOf, type Column, columnIndex, columnsOf, listsOf, resultColumn, taken, takenRows } from './columns.ts';
import { located } from './exit.ts';
import type { Located } from './input.ts';
import { numberedKeys, sameKeys, startsIn } from './keys.ts';
import type { ListCommand } from './lists.ts';

/** The columns of a command on flat rows. */
export interface FlatColumns {
  readonly keys: readonly number[];
  readonly value: number;
}

export function flatColumns(schema: Schema, by: string, column: string): FlatColumns {
  const keys = by.split(',').map((name) => columnIndex(schema, name.trim(), 'by'));
  return { keys, value: columnIndex(schema, column, 'column') };
}

/** Whole segments: pieces of batches, in order. */
interface Segments {
  readonly pieces: readonly RecordBatch[];
  readonly offsets: Uint32Array;
  /** The row in the pieces of each row of the segments, if they are not in this order. */
  readonly rows?: Uint32Array;
}

const childrenOf = (pieces: readonly RecordBatch[], index: number) =>
  pieces.map(({ data }) => data.children[index] as Data);

/** The key columns at the given rows of the segments. */
function keysAt({ pieces, rows }: Segments, { keys }: FlatColumns, at: ArrayLike<number>): Column[] {
  const source = rows ? Array.from(at, (row) => rows[row] as number) : at;
  return keys.map((index) => {
    const field = (pieces[0] as RecordBatch).schema.fields[index] as Column['field'];
    return { field, data: takenRows(new Vector(childrenOf(pieces, index)), source) };
  });
}

/** For each item of lists the first row of its segment. */
function firstRows(offsets: ArrayLike<number>, counts: (segment: number) => number): Uint32Array {
  const firsts: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let k = 0; k < counts(i); k++) firsts.push(offsets[i] as number);
  }
  return Uint32Array.from(firsts);
}

/** The results of segments as record batches. */
async function* resultsOf(
  device: GPUDevice,
  command: ListCommand,
  columns: FlatColumns,
  segments: Segments,
): AsyncGenerator<RecordBatch> {
  const { pieces, offsets, rows } = segments;
  const name = (pieces[0] as RecordBatch).schema.fields[columns.value]?.name as string;
  const items = taken(childrenOf(pieces, columns.value), rows);
  const results = await command.run(device, listsOf(items, offsets));
  if (command.gives === 'elements') {
    const found = results.map((result) => resultColumn(result.name ?? name, result.vector));
    yield batchOf([...keysAt(segments, columns, offsets.subarray(0, -1)), ...found], offsets.length - 1);
    return;
  }
  const lists = results[0]?.vector.data[0] as Data;
  const child = resultColumn(name, new Vector([lists.children[0] as Data]));
  if (command.gives === 'same lists' && !rows) {
    // Rows keep their segments, so the keys stay as they are.
    let at = 0;
    for (const piece of pieces) {
      const keys = columns.keys.map((index) => columnsOf(piece)[index] as Column);
      yield batchOf([...keys, { ...child, data: child.data.slice(at, piece.numRows) }], piece.numRows);
      at += piece.numRows;
    }
    return;
  }
  const found = lists.valueOffsets as Int32Array;
  const first = firstRows(offsets, (i) => (found[i + 1] as number) - (found[i] as number));
  yield batchOf([...keysAt(segments, columns, first), child], first.length);
}

/** Rows whose neighbours with equal keys are one segment. The last segment of a batch may go on in the next one. */
async function* neighbours(
  batches: AsyncIterable<Located>,
  { keys }: FlatColumns,
): AsyncGenerator<Segments & Pick<Located, 'where'>> {
  const keysOf = ({ data }: RecordBatch) => keys.map((index) => data.children[index] as Data);
  let open: RecordBatch[] = [];
  let last = '';
  for await (const { batch, where } of batches) {
    if (batch.numRows === 0) continue;
    last = where;
    const before = open.at(-1);
    const goesOn = before && sameKeys(keysOf(before), before.numRows - 1, keysOf(batch), 0);
    const starts = [...(before && !goesOn ? [0] : []), ...startsIn(keysOf(batch), batch.numRows)];
    const end = starts.at(-1);
    if (end === undefined) {
      open.push(batch);
      continue;
    }
    const rows = open.reduce((sum, piece) => sum + piece.numRows, 0);
    const offsets = Uint32Array.from([0, ...starts.map((start) => rows + start)]);
    yield { pieces: [...open, ...(end > 0 ? [batch.slice(0, end)] : [])], offsets, where };
    open = [batch.slice(end)];
  }
  const rows = open.reduce((sum, piece) => sum + piece.numRows, 0);
  if (rows > 0) yield { pieces: open, offsets: Uint32Array.of(0, rows), where: last };
}

/** All rows, grouped by their keys. Groups are in the order of their first rows. */
async function* grouped(device: GPUDevice, batches: AsyncIterable<Located>, { keys }: FlatColumns) {
  const pieces: RecordBatch[] = [];
  for await (const { batch } of batches) if (batch.numRows > 0) pieces.push(batch);
  const total = pieces.reduce((sum, piece) => sum + piece.numRows, 0);
  if (total === 0) return;
  const { ids, count } = numberedKeys(
    keys.map((index) => childrenOf(pieces, index)),
    total,
  );
  const { offsets, rows } = await groupBy(device, ids, { groups: count });
  yield { pieces, offsets, rows, where: 'all rows' };
}

/** Runs a command on flat rows. */
export async function* flatResults(
  device: GPUDevice,
  command: ListCommand,
  columns: FlatColumns,
  batches: AsyncIterable<Located>,
  unsorted: boolean,
): AsyncGenerator<RecordBatch> {
  for await (const segments of unsorted ? grouped(device, batches, columns) : neighbours(batches, columns)) {
    try {
      yield* resultsOf(device, command, columns, segments);
    } catch (error) {
      throw located(segments.where, error);
    }
  }
}

/** The results of no rows, which have a schema. */
export function emptyFlatResults(device: GPUDevice, command: ListCommand, columns: FlatColumns, empty: RecordBatch) {
  return resultsOf(device, command, columns, { pieces: [empty], offsets: Uint32Array.of(0) });
}
