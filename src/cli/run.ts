/** Runs a command on an input: lists of a column, or flat rows by keys. */
import { type Field, type RecordBatch, type Schema, Vector } from 'apache-arrow';
import type { Device } from '../arrow/calls.ts';
import { bounded } from './batches.ts';
import {
  batchOf,
  columnIndex,
  columnsOf,
  emptyBatch,
  isListColumn,
  requireMovableRows,
  resultColumn,
} from './columns.ts';
import { located, usage } from './exit.ts';
import type { Input, Located } from './input.ts';
import { type ListCommand, listed, required } from './lists.ts';
import type { Values } from './options.ts';
import type { Output } from './output.ts';
import { emptyPartial, partialResults } from './partial.ts';
import { emptyRowResults, type FlatColumns, flatColumns, rowResults } from './rows.ts';

/** Receives the rows that have been written so far. */
export type OnBatch = (done: { readonly batches: number; readonly rows: number }) => void;

export interface Listeners {
  readonly onBatch: OnBatch;
  /** Called once if a key comes again behind others, so that it is several segments. */
  readonly onRepeat?: () => void;
}

/** A batch with the results of a column of lists. */
async function listResults(device: Device, command: ListCommand, batch: RecordBatch, column: number) {
  const columns = columnsOf(batch);
  const { field, data } = columns[column] as (typeof columns)[number];
  const results = await command.run(device, new Vector([data]));
  const found = results.map(({ name, vector }) => resultColumn(name ?? field.name, vector));
  const [first, ...others] = found as [(typeof found)[number], ...typeof found];
  if (command.gives !== 'elements') return batchOf([...columns.with(column, first), ...others], batch.numRows);
  return batchOf([...columns.filter((_, i) => i !== column), ...found], batch.numRows);
}

async function* listBatches(device: Device, command: ListCommand, batches: AsyncIterable<Located>, column: number) {
  for await (const { batch, where } of batches) {
    try {
      yield await listResults(device, command, batch, column);
    } catch (error) {
      throw located(where, error);
    }
  }
}

/** How a command reads an input: the results of its batches, and the results of no rows, which have a schema. */
interface Work {
  results(device: Device): AsyncIterable<RecordBatch>;
  empty(device: Device): AsyncIterable<RecordBatch>;
}

function columnOption({ texts }: Values, schema: Schema): string {
  const column = texts.get('column');
  if (column !== undefined) return column;
  const names = schema.fields.map((field) => field.name).join(', ');
  throw usage(`--column: missing; allowed: ${names}`);
}

function partialWork(command: ListCommand, values: Values, columns: FlatColumns, { schema, batches }: Input): Work {
  if (values.flags.has('unsorted')) throw usage('--unsorted: with --partial; allowed: rows with equal keys together');
  if (values.counts.has('ddof')) throw usage('--ddof: with --partial; allowed: without it');
  const ops = listed(required(values.texts, 'op'));
  const from = values.counts.get('first-from') ?? 0;
  return {
    // The program opens a device for --partial.
    results: (device) => partialResults(device as GPUDevice, command, ops, columns, batches, from),
    empty: (device) => emptyPartial(emptyRowResults(device, command, columns, emptyBatch(schema))),
  };
}

function workOf(command: ListCommand, values: Values, { schema, batches }: Input, onRepeat?: () => void): Work {
  const name = columnOption(values, schema);
  const by = values.texts.get('by');
  const unsorted = values.flags.has('unsorted');
  if (unsorted && by === undefined) throw usage('--unsorted: without --by; allowed: together with --by');
  const column = columnIndex(schema, name, 'column');
  // Only `reduce` takes rows of features: it gives an element a list, by operators.
  if (!isListColumn(schema.fields[column] as Field, command.gives === 'elements' && values.texts.has('op'))) {
    const columns = flatColumns(schema, by, name);
    requireMovableRows(command.order ? schema.fields : columns.keys.map((index) => schema.fields[index] as Field));
    const rows = bounded(batches, values, column, false);
    if (values.flags.has('partial')) return partialWork(command, values, columns, { schema, batches: rows });
    return {
      results: (device) => rowResults(device, command, columns, rows, unsorted, onRepeat),
      empty: (device) => emptyRowResults(device, command, columns, emptyBatch(schema)),
    };
  }
  if (values.flags.has('partial'))
    throw usage(`--partial: with the lists of '${name}'; allowed: with a column of numbers`);
  if (by !== undefined) throw usage(`--by: with the lists of '${name}'; allowed: with a column of numbers`);
  const run = (device: Device, from: AsyncIterable<Located>) => listBatches(device, command, from, column);
  const empty = async function* () {
    yield { batch: emptyBatch(schema), where: 'no rows' };
  };
  return {
    results: (device) => run(device, bounded(batches, values, column, true)),
    empty: (device) => run(device, empty()),
  };
}

/**
 * Runs a command and writes its results. Options are checked against the schema before the first batch is read.
 *
 * @param device gives the device, which is requested after the checks
 */
export async function runCommand(
  command: ListCommand,
  values: Values,
  input: Input,
  output: Output,
  device: () => Promise<Device>,
  { onBatch, onRepeat }: Listeners,
): Promise<void> {
  const work = workOf(command, values, input, onRepeat);
  const on = await device();
  const empty = async () => {
    for await (const { schema } of work.empty(on)) return schema;
    return input.schema;
  };
  await writeBatches(work.results(on), empty, output, onBatch);
}

/** Writes record batches. Without any it writes the schema. */
export async function writeBatches(
  results: AsyncIterable<RecordBatch>,
  schema: () => Promise<Schema>,
  output: Output,
  onBatch: OnBatch,
): Promise<void> {
  let [batches, rows] = [0, 0];
  for await (const batch of results) {
    await output.write(batch);
    batches++;
    rows += batch.numRows;
    onBatch({ batches, rows });
  }
  if (batches === 0) await output.begin(await schema());
  await output.seal();
  await output.publish();
}
