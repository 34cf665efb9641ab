/** Arrow input, streams and files, Parquet files, and CSV, one after another, as record batches. */

import { type FileHandle, open } from 'node:fs/promises';
import { RecordBatch, RecordBatchReader, Schema } from 'apache-arrow';
import { beginBatch, registerCodecs } from './codecs.ts';
import type { Choose } from './columns.ts';
import { isText, openCsv } from './csv.ts';
import { badData, type Failure, located } from './exit.ts';
import { ByteSource, wholeStream } from './framing.ts';
import { openParquet, PARQUET_MAGIC } from './parquet.ts';

const ALLOWED = 'allowed: an Arrow stream or file, a Parquet file, or CSV';
/** The first bytes of an Arrow file. */
const MAGIC = 'ARROW1';

/** Batches of all inputs, which have one schema. */
export interface Input {
  readonly schema: Schema;
  readonly batches: AsyncIterable<Located>;
  /** The input is CSV. */
  readonly isText?: boolean;
  /** The fraction of the input that was read, 0 to 1. A stream on stdin has none, since its end is unknown. */
  readonly fraction?: () => number;
}

/** A record batch, and how messages name it. */
export interface Located {
  readonly batch: RecordBatch;
  readonly where: string;
}

/** Gives the batches of one input. */
interface Reader {
  readonly schema: Schema;
  readonly isText?: boolean;
  /** Columns of types that are not read, by name. */
  readonly refused?: ReadonlyMap<string, Failure>;
  /** Reads only these columns. */
  select?(names: readonly string[]): void;
  next(): Promise<IteratorResult<RecordBatch>> | IteratorResult<RecordBatch>;
}

type BatchFile = Reader & { readonly numRecordBatches: number };

/** The chosen columns of a reader. */
export function chosen(reader: Reader, choose: Choose): Reader {
  const names = choose(reader.schema, reader.refused ?? new Map());
  const indices = [...reader.schema.fields.keys()].filter((i) =>
    names.includes(reader.schema.fields[i]?.name as string),
  );
  reader.select?.(names);
  return {
    ...{ schema: reader.schema.selectAt(indices), isText: Boolean(reader.isText) },
    async next() {
      beginBatch();
      const found = await reader.next();
      if (found.done || found.value.numCols === indices.length) return found;
      return { done: false, value: found.value.selectAt(indices) };
    },
  };
}

const isParquet = (start: Buffer) => start.toString('latin1').startsWith(PARQUET_MAGIC);

/** Opens a stream of any format. A file's footer is at its end, so a file in a pipe is read whole. So is a CSV. */
export async function openStream(bytes: ByteSource): Promise<Reader> {
  registerCodecs();
  const start = await bytes.exactly(MAGIC.length);
  if (start.length === 0) throw badData(`no bytes; ${ALLOWED}`);
  bytes.unread(start);
  const isFile = start.toString('latin1') === MAGIC || isParquet(start);
  if (!isFile && !isText(start)) {
    const reader = await (await RecordBatchReader.from(wholeStream(bytes))).open();
    if (reader.schema) return reader;
    throw badData(`a stream without a schema; ${ALLOWED}`);
  }
  const parts: Uint8Array[] = [];
  for await (const part of bytes.chunks()) parts.push(part);
  const whole = Buffer.concat(parts);
  if (!isFile) return openCsv(whole);
  return isParquet(start) ? openParquet(sliced(whole)) : RecordBatchReader.from(whole).open();
}

/** Bytes as hyparquet reads a file. */
function sliced({ buffer, byteOffset, byteLength }: Buffer) {
  const slice = (begin: number, end = byteLength) =>
    buffer.slice(byteOffset + begin, byteOffset + end) as unknown as ArrayBuffer;
  return { byteLength, slice };
}

/** A file as hyparquet reads it. */
async function pieces(file: FileHandle) {
  const { size } = await file.stat();
  const slice = async (begin: number, end = size) => {
    const bytes = new ArrayBuffer(Math.max(0, end - begin));
    for (let at = 0; at < bytes.byteLength; ) {
      const { bytesRead } = await file.read(new Uint8Array(bytes), at, bytes.byteLength - at, begin + at);
      if (bytesRead === 0) throw badData(`the file ends at byte ${begin + at}`);
      at += bytesRead;
    }
    return bytes;
  };
  return { byteLength: size, slice };
}

interface OpenFile {
  readonly reader: Reader;
  /** The fraction of the file that was read when `batches` of its batches were. */
  fraction(batches: number): number;
}

async function openFile(file: FileHandle): Promise<OpenFile> {
  registerCodecs();
  const start = Buffer.alloc(MAGIC.length);
  await file.read(start, 0, start.length, 0);
  // Through its handle a file is read batch by batch.
  let batchFile: BatchFile | undefined;
  if (start.toString('latin1') === MAGIC) {
    batchFile = (await (await RecordBatchReader.from(file)).open()) as unknown as BatchFile;
  } else if (isParquet(start)) batchFile = await openParquet(await pieces(file));
  if (batchFile) {
    const { numRecordBatches } = batchFile;
    return { reader: batchFile, fraction: (batches) => batches / Math.max(1, numRecordBatches) };
  }
  const { size } = await file.stat();
  const bytes = new ByteSource(file.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 20 }));
  return { reader: await openStream(bytes), fraction: () => bytes.taken / Math.max(1, size) };
}

const fieldsOf = (schema: Schema) => schema.fields.map((field) => `${field.name}: ${field.type}`).join(', ');

function requireSame(first: Schema, other: Schema): void {
  if (fieldsOf(first) === fieldsOf(other)) return;
  throw badData(`columns ${fieldsOf(other)}; allowed: those of the first input, ${fieldsOf(first)}`);
}

/** The schema of several inputs. A later one may have nulls where the first has none. */
const nullable = ({ fields, metadata }: Schema) =>
  new Schema(
    fields.map((field) => field.clone({ nullable: true })),
    metadata,
  );

/** Messages of Arrow's reader that say too little, with what is allowed. Their words change with its version. */
const CLEARER: readonly (readonly [RegExp, string])[] = [
  [/^Cannot (read|destructure) /, "a file that is cut short, or is not of Arrow's format; allowed: a whole file"],
  [/compress/, 'a compressed record batch; allowed: apache-arrow 21 or later, or data without compression'],
  [
    /Unrecognized type/,
    'a column of a type that apache-arrow does not read (such as RunEndEncoded and ListView); allowed: its other types',
  ],
];

/** Gives errors of Arrow's reader, which have no exit code, the code of bad data. */
async function readable<T>(where: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { syscall, exit } = Object(error) as { syscall?: string; exit?: number };
    if (syscall !== undefined || exit !== undefined) throw located(where, error);
    const { message } = error as Error;
    const clearer = CLEARER.find(([pattern]) => pattern.test(message))?.[1];
    throw badData(`${where}: ${clearer ?? message}`, error);
  }
}

async function* batchesOf(reader: Reader, name: string, onBatch?: (read: number) => void): AsyncGenerator<Located> {
  for (let i = 0; ; i++) {
    const where = `batch ${i} of ${name}`;
    const { done, value } = await readable(where, () => reader.next());
    if (done) return;
    onBatch?.(i + 1);
    yield { batch: value, where };
  }
}

/** Opens the inputs, of which `choose` names the columns. Without a name it reads `stdin`. */
export async function openInput(
  names: readonly string[],
  stdin: AsyncIterable<Uint8Array>,
  choose: Choose,
): Promise<Input> {
  const opened = async (name: string) => {
    const file = await readable(name, () => open(name));
    try {
      const { reader, fraction } = await readable(name, () => openFile(file));
      return { name, file, fraction, reader: await readable(name, () => chosen(reader, choose)) };
    } catch (error) {
      await file.close();
      throw error;
    }
  };
  if (names.length === 0) {
    const reader = await readable('stdin', async () => chosen(await openStream(new ByteSource(stdin)), choose));
    return { schema: reader.schema, isText: Boolean(reader.isText), batches: batchesOf(reader, 'stdin') };
  }
  const first = await opened(names[0] as string);
  const schema = names.length === 1 ? first.reader.schema : nullable(first.reader.schema);
  let fraction = 0;
  async function* batches() {
    for (const [i, given] of names.entries()) {
      const { name, file, reader, fraction: ofFile } = i === 0 ? first : await opened(given);
      try {
        await readable(name, () => requireSame(schema, reader.schema));
        const found = batchesOf(reader, name, (read) => {
          fraction = (i + ofFile(read)) / names.length;
        });
        for await (const { batch, where } of found) yield { batch: new RecordBatch(schema, batch.data), where };
      } finally {
        await file.close();
      }
    }
    fraction = 1;
  }
  return { schema, isText: Boolean(first.reader.isText), batches: batches(), fraction: () => fraction };
}
