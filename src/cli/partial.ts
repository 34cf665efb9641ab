/** `reduce --partial` and `combine`: results of parts of the rows, whose joined results have the bits of one call. */
import { type Data, type RecordBatch, Schema, Utf8, Vector, vectorFromArray } from 'apache-arrow';
import type { NumberArray } from '../api/arrays.ts';
import { flatData } from '../arrow/build.ts';
import { hostArray } from '../arrow/types.ts';
import { writeBits } from '../parts/bits.ts';
import { combinedBits } from '../parts/combine.ts';
import { type PartOp, reduceParts, type SegmentPart } from '../parts/index.ts';
import { batchOf, type Column, columnsOf, resultColumn, taken } from './columns.ts';
import { badData, located } from './exit.ts';
import type { Input, Located } from './input.ts';
import { sameKeys } from './keys.ts';
import type { ListCommand } from './lists.ts';
import { childrenOf, type FlatColumns, neighbours, resultsOf, type Segments } from './rows.ts';

/** The column of states: JSON for segments that may continue in another part, null for whole ones. */
const STATE = 'part_state';

/** The part of a segment, and the number of its rows including nulls, which indices count as well. */
interface RowState {
  readonly part: SegmentPart;
  readonly rows: number;
}

/** The items of a segment that are not null, and their rows. */
function itemsOf({ pieces, offsets }: Segments, value: number, segment: number) {
  const [begin, end] = [offsets[segment] as number, offsets[segment + 1] as number];
  const chunk = taken(childrenOf(pieces, value)).slice(begin, end - begin);
  const rows = Uint32Array.from({ length: chunk.length }, (_, i) => i).filter((i) => chunk.getValid(i));
  const chosen = chunk.nullCount === 0 ? chunk : taken([chunk], rows);
  const values = chosen.values.subarray(0, chosen.length) as NumberArray;
  return { items: hostArray(chunk.type, values), rows, count: chunk.length };
}

/** The state of a segment that may continue in another part. */
async function stateOf(
  device: GPUDevice,
  segments: Segments,
  segment: number,
  { ops, value, firstFrom }: { readonly ops: readonly string[]; readonly value: number; readonly firstFrom: number },
): Promise<string> {
  const { items, rows, count } = itemsOf(segments, value, segment);
  const [part] = await reduceParts(device, items, [0, rows.length], ops as PartOp[], { firstFrom });
  const { from, states, ...rest } = part as SegmentPart;
  const inRows = states.map((state) => {
    return state.kind === 'winner' ? { ...state, index: rows[state.index - from] as number } : state;
  });
  return JSON.stringify({ part: { from, states: inRows, ...rest }, rows: count } satisfies RowState);
}

const withStates = (batch: RecordBatch, states: readonly (string | null)[]) =>
  batchOf([...columnsOf(batch), resultColumn(STATE, vectorFromArray(states as string[], new Utf8()))], batch.numRows);

/** The results of a part of the rows. Its first and its last segment have states. */
export async function* partialResults(
  device: GPUDevice,
  command: ListCommand,
  ops: readonly string[],
  columns: FlatColumns,
  batches: AsyncIterable<Located>,
  firstFrom: number,
): AsyncGenerator<RecordBatch> {
  let before: (Segments & Pick<Located, 'where'>) | undefined;
  let isFirst = true;
  async function* finished(segments: Segments & Pick<Located, 'where'>, isLast: boolean) {
    const last = segments.offsets.length - 2;
    const states = new Array<string | null>(last + 1).fill(null);
    try {
      const { value } = columns;
      if (isFirst) states[0] = await stateOf(device, segments, 0, { ops, value, firstFrom });
      if (isLast && !(isFirst && last === 0)) {
        states[last] = await stateOf(device, segments, last, { ops, value, firstFrom: 0 });
      }
      isFirst = false;
      for await (const batch of resultsOf(device, command, columns, segments)) yield withStates(batch, states);
    } catch (error) {
      throw located(segments.where, error);
    }
  }
  for await (const segments of neighbours(batches, columns)) {
    if (before) yield* finished(before, false);
    before = segments;
  }
  if (before) yield* finished(before, true);
}

/** The results of no rows. */
export async function* emptyPartial(results: AsyncIterable<RecordBatch>): AsyncGenerator<RecordBatch> {
  for await (const batch of results) yield withStates(batch, []);
}

/** A segment that may continue in later rows: its row, and its parts. */
interface Open {
  readonly row: RecordBatch;
  readonly parts: RowState[];
}

function parsedState(text: string): RowState {
  try {
    return JSON.parse(text) as RowState;
  } catch (cause) {
    throw badData(`${STATE} is not of reduce --partial: ${(cause as Error).message}`, cause);
  }
}

/** The parts of a segment, with indices from its first row. */
function partsInRows(states: readonly RowState[]): SegmentPart[] {
  let before = 0;
  return states.map(({ part, rows }) => {
    const first = before;
    before += rows;
    const moved = part.states.map((state) => {
      return state.kind === 'winner' ? { ...state, index: first + state.index } : state;
    });
    return { ...part, states: moved };
  });
}

/** One row with the joined results. */
function joinedRow({ row, parts }: Open): RecordBatch {
  const found = combinedBits(partsInRows(parts));
  const ops = parts[0]?.part.ops ?? [];
  const columns = columnsOf(row).map((column): Column => {
    const { name } = column.field;
    const i = ops.findIndex((op) => name === op || name === `${op}_index`);
    const one = i < 0 ? undefined : found?.[i];
    if (!one) return column;
    const { type } = column.data;
    const data = new (type.ArrayType as new (length: number) => NumberArray)(1);
    if (name.endsWith('_index')) data[0] = BigInt(one.index as number) as never;
    else writeBits(data, 0, one.bits);
    return { field: column.field, data: flatData(type, data, undefined) };
  });
  return batchOf(columns, 1);
}

const keyColumns = ({ data }: RecordBatch, keys: number) => data.children.slice(0, keys);

/** Rows without their states. */
function withoutState(batch: RecordBatch): RecordBatch {
  return batchOf(columnsOf(batch).slice(0, -1), batch.numRows);
}

/** The number of key columns: those before the first operator. */
function keyCount(schema: Schema, ops: readonly string[]): number {
  const first = schema.fields.findIndex(({ name }) => name === ops[0]);
  return first < 0 ? schema.fields.length - 1 : first;
}

export function requireStates(schema: Schema): void {
  if (schema.fields.at(-1)?.name === STATE) return;
  const names = schema.fields.map(({ name }) => name).join(', ');
  throw badData(`columns ${names}; allowed: the output of reduce --partial, whose last column is ${STATE}`);
}

/** The first and the last segment of a part: their keys and the items that are not null. */
interface Ends {
  readonly first: readonly Data[];
  readonly last: readonly Data[];
  readonly items: number;
  readonly isOne: boolean;
}

/** Reads the ends of a part from the output of `reduce --partial`. Undefined for a part without rows. */
async function endsOf({ schema, batches }: Input): Promise<Ends | undefined> {
  requireStates(schema);
  const found: { keys: readonly Data[]; items: number }[] = [];
  let rows = 0;
  for await (const { batch } of batches) {
    const states = new Vector([batch.data.children.at(-1) as Data]);
    for (let i = 0; i < batch.numRows; i++) {
      const text = states.get(i) as string | null;
      if (text === null) continue;
      const { part } = parsedState(text);
      const keys = keyColumns(batch.slice(i, i + 1), keyCount(schema, part.ops));
      found.push({ keys, items: part.items });
    }
    rows += batch.numRows;
  }
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? { first: first.keys, last: last.keys, items: last.items, isOne: rows === 1 } : undefined;
}

/** For each part, the number of items of its first segment that earlier parts have. */
export async function startsOf(parts: readonly Input[]): Promise<number[]> {
  let before: { keys: readonly Data[]; items: number } | undefined;
  const starts: number[] = [];
  for (const part of parts) {
    const ends = await endsOf(part);
    const start = ends && before && sameKeys(before.keys, 0, ends.first, 0) ? before.items : 0;
    starts.push(start);
    if (ends) before = { keys: ends.last, items: ends.items + (ends.isOne ? start : 0) };
  }
  return starts;
}

/** The schema of joined results. */
export const combinedSchema = (schema: Schema) => new Schema(schema.fields.slice(0, -1));

/** Joins the results of parts, in the order of their rows. */
export async function* combinedResults(batches: AsyncIterable<Located>): AsyncGenerator<RecordBatch> {
  let open: Open | undefined;
  for await (const { batch, where } of batches) {
    const states = new Vector([batch.data.children.at(-1) as Data]);
    let begin = 0;
    try {
      for (let i = 0; i < batch.numRows; i++) {
        const text = states.get(i) as string | null;
        if (text === null) continue;
        if (i > begin) {
          if (open) yield joinedRow(open);
          open = undefined;
          yield withoutState(batch.slice(begin, i));
        }
        begin = i + 1;
        const state = parsedState(text);
        const row = withoutState(batch.slice(i, i + 1));
        const keys = keyCount(batch.schema, state.part.ops);
        if (open && sameKeys(keyColumns(open.row, keys), 0, keyColumns(row, keys), 0)) open.parts.push(state);
        else {
          if (open) yield joinedRow(open);
          open = { row, parts: [state] };
        }
      }
      if (begin < batch.numRows) {
        if (open) yield joinedRow(open);
        open = undefined;
        yield withoutState(batch.slice(begin, batch.numRows));
      }
    } catch (error) {
      throw located(where, error);
    }
  }
  if (open) yield joinedRow(open);
}
