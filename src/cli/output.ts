/** Arrow output that is whole or absent. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { AsyncByteQueue, type Field, type RecordBatch, RecordBatchStreamWriter, type Schema } from 'apache-arrow';
import { batchOf, columnsOf } from './columns.ts';
import { writable } from './take.ts';

/** The destination of bytes. */
export interface Sink {
  /** Resolves when the next bytes may be written. */
  write(bytes: Uint8Array): Promise<void>;
  /** Stores all bytes permanently. */
  seal(): Promise<void>;
  /** Makes the output visible under its name. */
  publish(): Promise<void>;
  /** Removes an output that is not whole. */
  abandon(): Promise<void>;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file that gets its name only when it is whole. */
export async function fileSink(name: string): Promise<Sink> {
  const part = `${name}.${process.pid}-${randomUUID().slice(0, 8)}.part`;
  const file: FileHandle = await open(part, 'wx');
  return {
    async write(bytes) {
      await file.writeFile(bytes);
    },
    async seal() {
      await file.sync();
      await file.close();
    },
    async publish() {
      await rename(part, name);
      await syncFolder(path.dirname(path.resolve(name)));
    },
    async abandon() {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

/** A stream with a possibly slow reader: each write waits until the stream accepts more. */
export function streamSink(stream: Writable): Sink {
  const written = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const nothing = async () => undefined;
  return { write: written, seal: nothing, publish: nothing, abandon: nothing };
}

/** Results of a command in some format. */
export interface Output {
  /** Writes what stands before the first batch. Results without batches have it as well. */
  begin(schema: Schema): Promise<void>;
  write(batch: RecordBatch): Promise<void>;
  /** Writes what stands after the last batch. */
  seal(): Promise<void>;
  publish(): Promise<void>;
  abandon(): Promise<void>;
}

/** The bytes that Arrow's writer makes of one batch. Arrow's queue would hold all batches while a reader is slow. */
class BatchBytes extends AsyncByteQueue {
  readonly #chunks: Uint8Array[] = [];

  override write(value: ArrayBufferView | Uint8Array): void {
    const { buffer, byteOffset, byteLength } = value as Uint8Array;
    if (byteLength > 0) this.#chunks.push(new Uint8Array(buffer, byteOffset, byteLength));
  }

  async moveTo(sink: Sink): Promise<void> {
    for (const chunk of this.#chunks.splice(0)) await sink.write(chunk);
  }
}

/** Writes record batches as one Arrow stream. */
export class ArrowOutput implements Output {
  readonly #sink: Sink;
  readonly #bytes = new BatchBytes();
  readonly #writer = new RecordBatchStreamWriter({ autoDestroy: false });
  #schema: Schema | undefined;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Writes the schema. A stream without batches has one as well. */
  async begin(schema: Schema): Promise<void> {
    if (this.#schema) return;
    this.#schema = schema;
    this.#writer.reset(this.#bytes, schema);
    await this.#bytes.moveTo(this.#sink);
  }

  /** Writes a batch under the first batch's schema. Under another one Arrow's writer would begin a second stream. */
  async write(batch: RecordBatch): Promise<void> {
    await this.begin(batch.schema);
    const { fields } = this.#schema as Schema;
    const columns = columnsOf(batch).map(({ field, data }, i) => {
      const first = fields[i] as Field;
      if (`${field.type}` !== `${first.type}`)
        throw new Error(`column '${field.name}': ${field.type} after ${first.type}`);
      return { field: first, data: writable(data) };
    });
    this.#writer.write(batchOf(columns, batch.numRows));
    await this.#bytes.moveTo(this.#sink);
  }

  /** Writes the end-of-stream marker. */
  async seal(): Promise<void> {
    this.#writer.finish();
    await this.#bytes.moveTo(this.#sink);
    await this.#sink.seal();
  }

  publish(): Promise<void> {
    return this.#sink.publish();
  }

  abandon(): Promise<void> {
    return this.#sink.abandon();
  }
}
