/** Bytes of a stream, and the framing of Arrow's streaming format. */
import { Message } from 'apache-arrow';
import { badData } from './exit.ts';

/** Reads exact numbers of bytes from a stream whose chunks have any size. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  /** Number of bytes that have been read. */
  taken = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next bytes, at least one and at most `max`. Undefined at the end. */
  async some(max: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = value;
    }
    const found = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(found.length);
    this.taken += found.length;
    return found;
  }

  /** The next `length` bytes; fewer if the stream ends. */
  async exactly(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let left = length; left > 0; ) {
      const part = await this.some(left);
      if (!part) break;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Puts bytes back. They are read again. */
  unread(bytes: Uint8Array): void {
    this.#rest = Buffer.concat([bytes, this.#rest]);
    this.taken -= bytes.length;
  }

  /** The bytes that are left, chunk by chunk. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let part = await this.some(2 ** 30); part; part = await this.some(2 ** 30)) yield part;
  }
}

const CONTINUATION = 0xffffffff;
/** Longest metadata that is read. A schema of 100,000 columns takes about 10 MB. */
const MAX_METADATA = 2 ** 28;

/** The length of the next message's metadata with its prefix. A length of 0 is the end of the stream. */
async function messagePrefix(bytes: ByteSource): Promise<{ prefix: Buffer; length: number } | undefined> {
  const first = await bytes.exactly(4);
  if (first.length < 4) return undefined;
  // Streams of old versions have no continuation word.
  if (first.readUInt32LE() !== CONTINUATION) return { prefix: first, length: first.readUInt32LE() };
  const second = await bytes.exactly(4);
  return second.length < 4 ? undefined : { prefix: Buffer.concat([first, second]), length: second.readUInt32LE() };
}

/** The length of a message's body. */
function bodyLength(metadata: Buffer, message: number): number {
  try {
    const length = Message.decode(metadata).bodyLength;
    if (Number.isSafeInteger(length) && length >= 0) return length;
    throw new Error(`a body of ${length} bytes`);
  } catch (cause) {
    throw badData(`message ${message} is not of Arrow's format: ${(cause as Error).message}`, cause);
  }
}

/**
 * The bytes of one Arrow stream, which ends with the end-of-stream marker. A stream without the marker was cut and is
 * an error. Arrow's reader does not notice a cut between two messages.
 */
export async function* wholeStream(bytes: ByteSource): AsyncGenerator<Uint8Array> {
  const cut = (message: number) =>
    badData(`the stream ends after ${bytes.taken} bytes, in message ${message}, without an end-of-stream marker`);
  for (let message = 0; ; message++) {
    const head = await messagePrefix(bytes);
    if (!head) throw cut(message);
    yield head.prefix;
    if (head.length === 0) return;
    if (head.length > MAX_METADATA) throw badData(`message ${message} is not of Arrow's format`);
    const metadata = await bytes.exactly(head.length);
    if (metadata.length < head.length) throw cut(message);
    const body = bodyLength(metadata, message);
    yield metadata;
    for (let left = body; left > 0; ) {
      const part = await bytes.some(left);
      if (!part) throw cut(message);
      left -= part.length;
      yield part;
    }
  }
}
