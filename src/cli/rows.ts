/** Commands on flat rows: rows with equal keys are one segment. */
import type { Data, RecordBatch, Schema } from 'apache-arrow';
import { Vector } from 'apache-arrow';
import type { Device } from '../arrow/calls.ts';
import { groupBy as groupInPlace } from '../auto/index.ts';
import { groupBy } from '../index.ts';
import { batchOf, type Column, columnIndex, columnsOf, listsOf, movedColumn, resultColumn, taken } from './columns.ts';
import { located } from './exit.ts';
import type { Located } from './input.ts';
import { keyTexts, numberedKeys, sameKeys, startsIn } from './keys.ts';
import type { ListCommand } from './lists.ts';

/** The columns of a command on flat rows. */
export interface FlatColumns {
  readonly keys: readonly number[];
  readonly value: number;
}

/** The columns of a command. Without keys all rows are one segment. */
export function flatColumns(schema: Schema, by: string | undefined, column: string): FlatColumns {
  const keys = (by?.split(',') ?? []).map((name) => columnIndex(schema, name.trim(), 'by'));
  return { keys, value: columnIndex(schema, column, 'column') };
}

/** Whole segments: pieces of batches, in order. */
export interface Segments {
  readonly pieces: readonly RecordBatch[];
  readonly offsets: Uint32Array;
  /** For each row of the segments its row in the pieces, unless the order is the same. */
  readonly rows?: Uint32Array;
}

export const childrenOf = (pieces: readonly RecordBatch[], index: number) =>
  pieces.map(({ data }) => data.children[index] as Data);

/** Columns at the given rows of the segments. */
function columnsAt({ pieces, rows }: Segments, indices: readonly number[], at: Uint32Array): Column[] {
  const source = rows ? at.map((row) => rows[row] as number) : at;
  const { fields } = (pieces[0] as RecordBatch).schema;
  return indices.map((index) => movedColumn(fields[index] as Column['field'], childrenOf(pieces, index), source));
}

/** For each item of lists, the first row of its segment. */
function firstRows(offsets: ArrayLike<number>, counts: (segment: number) => number): Uint32Array {
  const firsts: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let k = 0; k < counts(i); k++) firsts.push(offsets[i] as number);
  }
  return Uint32Array.from(firsts);
}

/** The rows of segments in another order, with all their columns. */
function movedRows(segments: Segments, order: Vector): RecordBatch {
  const { pieces, offsets } = segments;
  const indices = (order.data[0] as Data).children[0]?.values as Uint32Array;
  const rows = indices.slice(0, offsets.at(-1));
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let k = offsets[i] as number; k < (offsets[i + 1] as number); k++)
      rows[k] = (rows[k] as number) + (offsets[i] as number);
  }
  const { fields } = (pieces[0] as RecordBatch).schema;
  return batchOf(columnsAt(segments, [...fields.keys()], rows), rows.length);
}

/** The results of segments as record batches. */
export async function* resultsOf(
  device: Device,
  command: ListCommand,
  columns: FlatColumns,
  segments: Segments,
): AsyncGenerator<RecordBatch> {
  const { pieces, offsets, rows } = segments;
  const name = (pieces[0] as RecordBatch).schema.fields[columns.value]?.name as string;
  const lists = listsOf(taken(childrenOf(pieces, columns.value), rows), offsets);
  if (command.order) {
    yield movedRows(segments, await command.order(device, lists));
    return;
  }
  const results = await command.run(device, lists);
  if (command.gives === 'elements') {
    const found = results.map((result) => resultColumn(result.name ?? name, result.vector));
    yield batchOf([...columnsAt(segments, columns.keys, offsets.subarray(0, -1)), ...found], offsets.length - 1);
    return;
  }
  const found = results[0]?.vector.data[0] as Data;
  const child = resultColumn(name, new Vector([found.children[0] as Data]));
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
  const ends = found.valueOffsets as Int32Array;
  const first = firstRows(offsets, (i) => (ends[i + 1] as number) - (ends[i] as number));
  const others = results
    .slice(1)
    .map((result) =>
      resultColumn(result.name ?? name, new Vector([(result.vector.data[0] as Data).children[0] as Data])),
    );
  yield batchOf([...columnsAt(segments, columns.keys, first), child, ...others], first.length);
}

/** Segments whose keys are kept, to see whether one comes again. */
const KEPT_KEYS = 10_000;

/**
 * Segments of neighbouring rows with equal keys. The last segment of a batch may continue in the next one.
 *
 * @param onRepeat called once if one of the first keys comes again behind others
 */
export async function* neighbours(
  batches: AsyncIterable<Located>,
  { keys }: FlatColumns,
  onRepeat: () => void = () => undefined,
): AsyncGenerator<Segments & Pick<Located, 'where'>> {
  const keysOf = ({ data }: RecordBatch) => keys.map((index) => data.children[index] as Data);
  const kept = new Set<string>();
  let isTold = keys.length === 0;
  const lookForRepeats = (batch: RecordBatch, begins: readonly number[]) => {
    if (isTold || kept.size >= KEPT_KEYS) return;
    const texts = keyTexts(keysOf(batch), begins.slice(0, KEPT_KEYS));
    isTold = texts.some((text) => kept.size === kept.add(text).size);
    if (isTold) onRepeat();
  };
  let open: RecordBatch[] = [];
  let last = '';
  for await (const { batch, where } of batches) {
    if (batch.numRows === 0) continue;
    last = where;
    const before = open.at(-1);
    const goesOn = before && sameKeys(keysOf(before), before.numRows - 1, keysOf(batch), 0);
    const within = startsIn(keysOf(batch), batch.numRows);
    const starts = [...(before && !goesOn ? [0] : []), ...within];
    lookForRepeats(batch, goesOn ? within : [0, ...within]);
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
async function* grouped(device: Device, batches: AsyncIterable<Located>, { keys }: FlatColumns) {
  const pieces: RecordBatch[] = [];
  for await (const { batch } of batches) if (batch.numRows > 0) pieces.push(batch);
  const total = pieces.reduce((sum, piece) => sum + piece.numRows, 0);
  if (total === 0) return;
  const { ids, count } = numberedKeys(
    keys.map((index) => childrenOf(pieces, index)),
    total,
  );
  const options = { groups: count };
  const found = 'last' in device ? groupInPlace(device, ids, options) : groupBy(device, ids, options);
  const { offsets, rows } = await found;
  yield { pieces, offsets, rows, where: 'all rows' };
}

/** Runs a command on flat rows. */
export async function* rowResults(
  device: Device,
  command: ListCommand,
  columns: FlatColumns,
  batches: AsyncIterable<Located>,
  unsorted: boolean,
  onRepeat?: () => void,
): AsyncGenerator<RecordBatch> {
  for await (const segments of unsorted ? grouped(device, batches, columns) : neighbours(batches, columns, onRepeat)) {
    try {
      yield* resultsOf(device, command, columns, segments);
    } catch (error) {
      throw located(segments.where, error);
    }
  }
}

/** The results of no rows. They have a schema. */
export function emptyRowResults(device: Device, command: ListCommand, columns: FlatColumns, empty: RecordBatch) {
  return resultsOf(device, command, columns, { pieces: [empty], offsets: Uint32Array.of(0) });
}
