/** Decoders of compressed bodies. A body expands to the length that it declares, and a batch up to a bound. */
import { createRequire } from 'node:module';
import zlib from 'node:zlib';
import * as arrow from 'apache-arrow';
import type { Compressors } from 'hyparquet';
import { badData, EXIT, Failure } from './exit.ts';

type Decode = (input: Uint8Array, length: number) => Uint8Array;

const load = createRequire(import.meta.url);

export function missing(what: string, name: string, cause?: unknown): Failure {
  return new Failure(EXIT.noAdapter, `${what} needs the optional package ${name}: npm install ${name}`, cause);
}

/** Loads a package when the first body needs it. */
function optional(what: string, name: string): unknown {
  try {
    return load(name);
  } catch (cause) {
    throw missing(what, name, cause);
  }
}

/** Bytes that a batch may have in any case, and bytes for each byte of its compressed bodies. */
const FREE_BYTES = 2 ** 30;
const PER_BYTE = 64;

const batch = { sent: 0, expanded: 0 };

/** Begins the count of a batch's expanded bytes. */
export function beginBatch(): void {
  batch.sent = 0;
  batch.expanded = 0;
}

/** Decodes a body to the length that it declares. Before memory is allocated it refuses a batch that is too large. */
function expanded(codec: string, decode: Decode, input: Uint8Array, length: number): Uint8Array {
  batch.sent += input.length;
  batch.expanded += length;
  const allowed = Math.max(FREE_BYTES, PER_BYTE * batch.sent);
  if (!(length >= 0 && batch.expanded <= allowed)) {
    throw badData(`a batch of ${batch.expanded} bytes by ${codec} of ${batch.sent}; allowed: at most ${allowed}`);
  }
  let found: Uint8Array;
  try {
    found = decode(input, length);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw badData(`a body of ${codec} cannot be read: ${(error as Error).message}`, error);
  }
  if (found.length === length) return found;
  throw badData(`a body of ${codec} has ${found.length} bytes; allowed: ${length}, which it declares`);
}

/** The largest window that libzstd accepts as well. */
const MAX_WINDOW = 2 ** 27;

/** The memory that a frame of ZSTD asks for: its window, or its length if it is one segment. */
function windowOf(frame: Uint8Array): number {
  const flags = frame[4] as number;
  if (!(flags & 32)) return 2 ** (10 + ((frame[5] as number) >> 3));
  const begin = 5 + ([0, 1, 2, 4][flags & 3] as number);
  const length = frame.subarray(begin, begin + (1 << (flags >> 6)));
  return length.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/** ZSTD before Node 22.15, which has a decoder. The stream of `fzstd` gives chunks, so too many are noticed in time. */
const zstdBefore22: Decode = (input, length) => {
  const { Decompress } = optional('ZSTD', 'fzstd') as typeof import('fzstd');
  const window = windowOf(input);
  if (window > MAX_WINDOW) throw new Error(`a window of ${window} bytes; allowed: at most ${MAX_WINDOW}`);
  const to = new Uint8Array(length);
  let at = 0;
  const stream = new Decompress((chunk) => {
    if (at + chunk.length > length) throw new Error(`more than ${length} bytes`);
    to.set(chunk, at);
    at += chunk.length;
  });
  stream.push(input, true);
  return to.subarray(0, at);
};

const zstd: Decode = (input, length) => {
  const { zstdDecompressSync } = zlib as unknown as { zstdDecompressSync?: typeof zlib.gunzipSync };
  return zstdDecompressSync?.(input, { maxOutputLength: Math.max(1, length) }) ?? zstdBefore22(input, length);
};

/** LZ4 expands a byte to 255 at most. */
const lz4: Decode = (input) => {
  const { decompressFrameSync } = optional('LZ4', 'lz4-napi') as typeof import('lz4-napi');
  const { buffer, byteOffset, length } = input;
  return decompressFrameSync(Buffer.from(buffer as ArrayBuffer, byteOffset, length));
};

/** The length that an Arrow body declares: 8 bytes before the compressed ones. Arrow's reader does not hand it out. */
function declaredLength({ buffer, byteOffset }: Uint8Array): number {
  if (byteOffset < 8) throw badData('a compressed body without its length');
  return Number(new DataView(buffer, byteOffset - 8, 8).getBigInt64(0, true));
}

/** A copy at a multiple of 8, from where arrays of 64 bits can be viewed. */
const aligned = (bytes: Uint8Array) => (bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes));

/** Gives Arrow's reader the decoders of LZ4 and ZSTD. Versions before 21 have no registry, and refuse such bodies. */
export function registerCodecs(): void {
  const { compressionRegistry, CompressionType } = arrow;
  if (!compressionRegistry) return;
  for (const [type, name, decode] of [
    [CompressionType.LZ4_FRAME, 'LZ4', lz4],
    [CompressionType.ZSTD, 'ZSTD', zstd],
  ] as const) {
    const given = compressionRegistry.get(type) ?? {};
    const decoded = (bytes: Uint8Array) => aligned(expanded(name, decode, bytes, declaredLength(bytes)));
    compressionRegistry.set(type, { ...given, decode: decoded });
  }
}

/** The decoders of Parquet's pages. Those of LZ4 need `hyparquet-compressors`, whose Snappy is fast as well. */
export async function parquetCodecs(snappy: (input: Uint8Array, to: Uint8Array) => unknown): Promise<Compressors> {
  const more = await import('hyparquet-compressors').catch(() => undefined);
  const ofPackage = (name: 'LZ4' | 'LZ4_RAW' | 'SNAPPY'): Decode => {
    return (input, length) => {
      const decode = more?.compressors[name] as Decode | undefined;
      if (decode) return decode(input, length);
      if (name !== 'SNAPPY') throw missing(`Parquet's ${name}`, 'hyparquet-compressors');
      const to = new Uint8Array(length);
      snappy(input, to);
      return to;
    };
  };
  const decoders: Readonly<Record<string, Decode>> = {
    GZIP: (input, length) => zlib.gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
    BROTLI: (input, length) => zlib.brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
    ZSTD: zstd,
    SNAPPY: ofPackage('SNAPPY'),
    LZ4: ofPackage('LZ4'),
    LZ4_RAW: ofPackage('LZ4_RAW'),
  };
  return Object.fromEntries(
    Object.entries(decoders).map(([name, decode]) => [
      name,
      (input: Uint8Array, length: number) => expanded(name, decode, input, length),
    ]),
  );
}
