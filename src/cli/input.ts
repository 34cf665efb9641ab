/** Arrow input: streams and files, one after another, as record batches. */
import { type FileHandle, open } from 'node:fs/promises';
import { type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow';
import { badData, located } from './exit.ts';
import { ByteSource, wholeStream } from './framing.ts';

/** The first bytes of an Arrow file. */
const MAGIC = 'ARROW1';

/** Batches of all inputs, which have one schema. */
export interface Input {
  readonly schema: Schema;
  readonly batches: AsyncIterable<Located>;
}

/** A record batch, and how messages name it. */
export interface Located {
  readonly batch: RecordBatch;
  readonly where: string;
}

type Reader = Awaited<ReturnType<typeof openStream>>;

/** Opens a stream of either format. A file's footer is at its end, so a file in a pipe is read whole. */
export async function openStream(bytes: ByteSource) {
  const start = await bytes.exactly(MAGIC.length);
  if (start.length === 0) throw badData('no bytes; allowed: an Arrow stream or file');
  bytes.unread(start);
  if (start.toString('latin1') !== MAGIC) {
    const reader = await (await RecordBatchReader.from(wholeStream(bytes))).open();
    if (reader.schema) return reader;
    throw badData('a stream without a schema; allowed: an Arrow stream or file');
  }
  const parts: Uint8Array[] = [];
  for await (const part of bytes.chunks()) parts.push(part);
  return RecordBatchReader.from(Buffer.concat(parts)).open();
}

async function openFile(file: FileHandle): Promise<Reader> {
  const start = Buffer.alloc(MAGIC.length);
  await file.read(start, 0, start.length, 0);
  // Through its handle a file is read batch by batch.
  if (start.toString('latin1') === MAGIC) return (await RecordBatchReader.from(file)).open() as Promise<Reader>;
  return openStream(new ByteSource(file.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 20 })));
}

const fieldsOf = (schema: Schema) => schema.fields.map((field) => `${field.name}: ${field.type}`).join(', ');

function requireSame(first: Schema, other: Schema): void {
  if (fieldsOf(first) === fieldsOf(other)) return;
  throw badData(`columns ${fieldsOf(other)}; allowed: those of the first input, ${fieldsOf(first)}`);
}

/** Gives errors of Arrow's reader, which have no exit code, the code of bad data. */
async function readable<T>(where: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { syscall, exit } = Object(error) as { syscall?: string; exit?: number };
    if (syscall !== undefined || exit !== undefined) throw located(where, error);
    throw badData(`${where}: ${(error as Error).message}`, error);
  }
}

async function* batchesOf(reader: Reader, name: string): AsyncGenerator<Located> {
  for (let i = 0; ; i++) {
    const where = `batch ${i} of ${name}`;
    const { done, value } = await readable(where, () => reader.next());
    if (done) return;
    yield { batch: value, where };
  }
}

/** Opens the inputs. Without a name it reads `stdin`. */
export async function openInput(names: readonly string[], stdin: AsyncIterable<Uint8Array>): Promise<Input> {
  const opened = async (name: string) => {
    const file = await readable(name, () => open(name));
    return { name, file, reader: await readable(name, () => openFile(file)) };
  };
  if (names.length === 0) {
    const reader = await readable('stdin', () => openStream(new ByteSource(stdin)));
    return { schema: reader.schema, batches: batchesOf(reader, 'stdin') };
  }
  const first = await opened(names[0] as string);
  const { schema } = first.reader;
  async function* batches() {
    for (const [i, given] of names.entries()) {
      const { name, file, reader } = i === 0 ? first : await opened(given);
      await readable(name, () => requireSame(schema, reader.schema));
      yield* batchesOf(reader, name);
      await file.close();
    }
  }
  return { schema, batches: batches() };
}
