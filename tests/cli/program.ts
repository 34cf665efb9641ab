/** Runs the program in this process. Returns its exit code and its output. */
import { PassThrough } from 'node:stream';
import { type RecordBatch, RecordBatchStreamWriter, type Schema, type Table, tableFromIPC, Vector } from 'apache-arrow';
import type { Device } from '../../src/arrow/calls.ts';
import { main } from '../../src/cli/main.ts';

export interface Ran {
  readonly exit: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

async function all(stream: PassThrough): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Runs a command with these bytes on stdin, in chunks of `chunk` bytes. */
export async function run(
  device: Device,
  args: readonly string[],
  stdin: Uint8Array = new Uint8Array(0),
  chunk = 1000,
): Promise<Ran> {
  async function* chunks() {
    for (let at = 0; at < stdin.length; at += chunk) yield stdin.subarray(at, at + chunk);
  }
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = Promise.all([all(stdout), all(stderr)]);
  const exit = await main(args, { stdin: chunks(), stdout, stderr, device: async () => device });
  stdout.end();
  stderr.end();
  const [out, err] = await read;
  return { exit, stdout: out, stderr: err.toString() };
}

/** The bytes of an Arrow stream with these batches. */
export function streamOf(batches: readonly RecordBatch[], schema?: Schema): Buffer {
  const writer = new RecordBatchStreamWriter({ autoDestroy: false });
  if (schema) writer.reset(undefined, schema);
  for (const batch of batches) writer.write(batch);
  writer.finish();
  return Buffer.from(writer.toUint8Array(true));
}

/** The rows of a table, cut into batches at the given rows. */
export function cut(table: Table, ...at: readonly number[]): RecordBatch[] {
  const ends = [0, ...at, table.numRows];
  return ends.slice(1).flatMap((end, i) => table.slice(ends[i], end).batches);
}

/** The columns of a stream as plain arrays. Numbers of 64 bits are bigints. */
export function columnsIn(bytes: Uint8Array): Record<string, unknown[]> {
  const table = tableFromIPC(bytes);
  return Object.fromEntries(
    table.schema.fields.map(({ name }, i) => {
      const column = new Vector(table.batches.map(({ data }) => data.children[i] as never));
      return [name, table.batches.length === 0 ? [] : JSON.parse(JSON.stringify([...column], bigints))];
    }),
  );
}

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
