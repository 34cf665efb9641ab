/** `sample`, `splitters` and `split`: a stable sort of one segment that is too long for a worker. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Data, Field, Float64, type RecordBatch, Schema, vectorFromArray } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import { flatData } from '../arrow/build.ts';
import { hostArray } from '../arrow/types.ts';
import { rangesOf, type SplitOptions, type Splitters, sampleKeys, splittersOf } from '../parts/index.ts';
import {
  batchOf,
  type Column,
  columnIndex,
  columnsOf,
  movedColumn,
  requireMovableRows,
  requireNumbers,
  taken,
} from './columns.ts';
import { badData, located, usage } from './exit.ts';
import type { Input, Located } from './input.ts';
import { required } from './lists.ts';
import type { Values } from './options.ts';
import { ArrowOutput, fileSink } from './output.ts';

const ROW = 'row';

const numbersIn = (array: HostArray) => ('data' in array ? array.data : array) as NumberArray;

/** The keys of a chunk. Nulls are refused, because they have no order across machines. */
function keysOf(data: Data): HostArray {
  if (data.nullCount > 0) throw badData(`${data.nullCount} null keys; allowed: keys without nulls`);
  return hostArray(data.type, data.values.subarray(0, data.length) as NumberArray);
}

function keyAndRow(field: Field, { keys, rows }: Splitters): RecordBatch {
  const data = flatData(field.type, numbersIn(keys), undefined);
  const rowField = new Field(ROW, new Float64(), false);
  return batchOf(
    [
      { field, data },
      { field: rowField, data: vectorFromArray(rows).data[0] as Data },
    ],
    rows.length,
  );
}

function orderOption({ texts }: Values): SplitOptions {
  const order = texts.get('order');
  return order === undefined ? {} : { order: order as 'ascending' };
}

/** Batches with the row at which each begins. */
async function* numbered(batches: AsyncIterable<Located>, { counts }: Values) {
  let from = counts.get('first-from') ?? 0;
  for await (const { batch, where } of batches) {
    yield { batch, where, from };
    from += batch.numRows;
  }
}

/** The index of the column of keys, which are numbers. */
function keyIndex(schema: Schema, values: Values): number {
  const index = columnIndex(schema, required(values.texts, 'column'), 'column');
  requireNumbers(schema.fields[index] as Field, 'column');
  return index;
}

/** Runs work on a batch, whose errors name it. */
async function inBatch<T>(where: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw located(where, error);
  }
}

/** The samples of each batch: its keys and their rows. */
export async function* sampled({ schema, batches }: Input, values: Values): AsyncGenerator<RecordBatch> {
  const index = keyIndex(schema, values);
  const count = values.counts.get('samples') ?? 256;
  for await (const { batch, where, from } of numbered(batches, values)) {
    const { field, data } = columnsOf(batch)[index] as Column;
    yield await inBatch(where, () => keyAndRow(field, sampleKeys(keysOf(data), { count, from })));
  }
}

export function sampleSchema(schema: Schema, values: Values): Schema {
  const index = keyIndex(schema, values);
  return new Schema([schema.fields[index] as Field, new Field(ROW, new Float64(), false)]);
}

/** The keys and rows of the output of `sample` or `splitters`. */
async function pairsOf({ schema, batches }: Input, name: string): Promise<{ field: Field; pairs: Splitters }> {
  const [field, row] = schema.fields;
  if (!field || schema.fields.length !== 2 || row?.name !== ROW) {
    const found = schema.fields.map((each) => each.name).join(', ');
    throw badData(`${name}: columns ${found}; allowed: a key and ${ROW}, as sample and splitters give them`);
  }
  const chunks: (readonly [Data, Data])[] = [];
  for await (const { batch } of batches) chunks.push(batch.data.children as unknown as [Data, Data]);
  if (chunks.length === 0) {
    const none = new (field.type.ArrayType as new (length: number) => NumberArray)(0);
    return { field, pairs: { keys: hostArray(field.type, none), rows: new Float64Array(0) } };
  }
  const rows = taken(chunks.map((chunk) => chunk[1])).values as unknown as Float64Array;
  const keys = keysOf(taken(chunks.map((chunk) => chunk[0])));
  return { field, pairs: { keys, rows: Float64Array.from(rows.subarray(0, numbersIn(keys).length)) } };
}

/** The splitters of all samples. */
export async function* splittersFrom(input: Input, values: Values): AsyncGenerator<RecordBatch> {
  const parts = required(values.counts, 'parts');
  const { field, pairs } = await pairsOf(input, 'samples');
  yield keyAndRow(field, splittersOf(pairs, parts, orderOption(values)));
}

/** The rows of each range, in their order. */
function rowsByRange(ranges: Uint32Array, count: number): Uint32Array[] {
  const sizes = new Uint32Array(count);
  for (const range of ranges) sizes[range] = (sizes[range] as number) + 1;
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  ranges.forEach((range, row) => {
    (rows[range] as Uint32Array)[sizes[range] as number] = row;
    sizes[range] = (sizes[range] as number) + 1;
  });
  return rows;
}

/** Writes the rows of a batch into the output of their range. */
async function writeRanges(
  batch: RecordBatch,
  outputs: readonly ArrowOutput[],
  ranges: (keys: HostArray) => Uint32Array,
  index: number,
): Promise<void> {
  const columns = columnsOf(batch);
  const rows = rowsByRange(ranges(keysOf((columns[index] as Column).data)), outputs.length);
  for (const [range, own] of rows.entries()) {
    if (own.length === 0) continue;
    const moved = columns.map(({ field, data }) => movedColumn(field, [data], own));
    await outputs[range]?.write(batchOf(moved, own.length));
  }
}

/** Writes the rows of each range into a file. Either all files appear, each of them whole, or none. */
export async function splitFiles(input: Input, splitters: Input, values: Values): Promise<void> {
  const folder = values.texts.get('output-dir');
  if (folder === undefined) throw usage('--output-dir: missing; allowed: a folder');
  const { schema } = input;
  const index = keyIndex(schema, values);
  requireMovableRows(schema.fields);
  const { pairs } = await pairsOf(splitters, '--splitters');
  const count = pairs.rows.length + 1;
  await mkdir(folder, { recursive: true });
  const outputs: ArrowOutput[] = [];
  try {
    for (let i = 0; i < count; i++) {
      const output = new ArrowOutput(await fileSink(path.join(folder, `part-${String(i).padStart(5, '0')}.arrow`)));
      outputs.push(output);
      await output.begin(schema);
    }
    for await (const { batch, where, from } of numbered(input.batches, values)) {
      await inBatch(where, () =>
        writeRanges(batch, outputs, (keys) => rangesOf(keys, pairs, from, orderOption(values)), index),
      );
    }
    for (const output of outputs) await output.seal();
    for (const output of outputs) await output.publish();
  } catch (error) {
    for (const output of outputs) await output.abandon();
    throw error;
  }
}
