/** What the program says while it reads, and compressed input. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import {
  CompressionType,
  compressionRegistry,
  Field,
  Float32,
  List,
  Table,
  tableToIPC,
  vectorFromArray,
} from 'apache-arrow';
import { compressFrameSync } from 'lz4-napi';
import { describe, expect, it } from 'vitest';
import { beginBatch, registerCodecs } from '../../src/cli/codecs.ts';
import { main } from '../../src/cli/main.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { useDevice } from '../support/use-device.ts';
import { columnsIn, cut, run, streamOf } from './program.ts';

const device = useDevice();
const folder = scratchFolder('reading');
const lists = new Table({
  x: vectorFromArray([[3, 1], [2], [9, 8, 7], [5]], new List(new Field('item', new Float32(), true))),
});
const SORT = ['sort', '--column', 'x'];

function file(name: string, bytes: Uint8Array): string {
  const full = path.join(folder, name);
  writeFileSync(full, bytes);
  return full;
}

describe('--progress', () => {
  const batches = cut(lists, 1, 2, 3);

  async function onTerminal(isTTY: boolean, args: readonly string[], stdin: Uint8Array = Buffer.alloc(0)) {
    const stderr = Object.assign(new PassThrough(), { isTTY });
    const stdout = new PassThrough().resume();
    const source = (async function* () {
      yield stdin;
    })();
    const around = { stdin: source, stdout, stderr, device: async () => device() };
    expect(await main([...SORT, '--progress', ...args], around)).toBe(0);
    stderr.end();
    return String(await stderr.toArray().then((parts) => Buffer.concat(parts)));
  }

  it.each([
    ['a stream', streamOf(batches)],
    ['a file', Buffer.from(tableToIPC(new Table(batches), 'file'))],
  ])('on a terminal is a bar for %s, over all inputs', async (name, bytes) => {
    const [one, two] = [file(`${name} one`, bytes), file(`${name} two`, bytes)];
    const said = await onTerminal(true, ['--input', one, '--input', two]);
    const shown = said.split('\r').slice(1);
    expect(shown).toHaveLength(8);
    const shares = shown.map((line) => Number(/ (\d+) % {2}/.exec(line)?.[1]));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shown[3]).toMatch(/^\[#{11,12}\.{12,13}\] {2}(4\d|50) % {2}4 rows in 4 batches$/);
    expect(shown[7]).toMatch(/^\[#{23,24}\.?\] (100| 9\d) % {2}8 rows in 8 batches\n$/);
  });

  it('on a terminal counts rows of stdin, whose size is unknown', async () => {
    const said = await onTerminal(true, [], streamOf(batches));
    expect(said.split('\r').at(-1)).toBe('4 rows in 4 batches\n');
  });

  it('elsewhere is a line of JSON a batch', async () => {
    const said = await onTerminal(false, [], streamOf(batches));
    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([1, 2, 3, 4].map((n) => ({ batches: n, rows: n })));
  });
});

/** Files of 300 rows that pyarrow 22 wrote: key, x with nulls, and a text. */
const COMPRESSED = path.join(import.meta.dirname, '../data/compressed');

describe('compressed bodies', () => {
  const keys = Array.from({ length: 300 }, (_, i) => Math.floor(i / 7));
  const x = keys.map((_, i) => (i % 13 ? (i * 7919) % 1000 : null));
  const texts = Array.from({ length: 10 }, (_, i) => `text ${i}`);
  const rowsOf = (text: number) => x.filter((_, i) => i % 10 === text).filter((item) => item !== null);
  const want = {
    s: texts,
    sum: texts.map((_, text) => rowsOf(text).reduce((sum, item) => sum + item, 0)),
    count: texts.map((_, text) => `${rowsOf(text).length}n`),
  };

  it.each(readdirSync(COMPRESSED))('are read: %s', async (name) => {
    const args = ['reduce', '--op', 'sum,count', '--by', 's', '--unsorted', '--column', 'x'];
    const named = await run(device(), [...args, '--input', path.join(COMPRESSED, name)]);
    expect([named.exit, named.stderr]).toEqual([0, '']);
    expect(columnsIn(named.stdout)).toEqual(want);
    const piped = await run(device(), args, readFileSync(path.join(COMPRESSED, name)));
    expect(columnsIn(piped.stdout)).toEqual(want);
  });

  it.each(['lz4.arrow', 'lz4.arrows', 'zstd.arrow', 'zstd.arrows'])(
    'with damaged bytes are whole or bad data: %s',
    async (name) => {
      const bytes = readFileSync(path.join(COMPRESSED, name));
      for (let at = 900; at < bytes.length - 900; at += 613) {
        const damaged = Buffer.from(bytes);
        damaged.fill(0xee, at, at + 8);
        const { exit } = await run(device(), ['sort', '--column', 'x'], damaged);
        expect([0, 65], `at ${at}`).toContain(exit);
      }
    },
  );

  /** A frame of ZSTD whose blocks repeat one byte. `head`: its flags, window and length. */
  function frame(head: readonly number[], blocks: readonly number[]): Uint8Array {
    const parts = blocks.flatMap((size, i) => {
      const block = Number(i === blocks.length - 1) | (1 << 1) | (size << 3);
      return [block & 255, (block >> 8) & 255, block >> 16, 7];
    });
    return Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, ...head, ...parts]);
  }

  /** Decodes a body as Arrow's reader does. */
  function decoded(type: CompressionType, length: bigint, body: Uint8Array): Uint8Array {
    beginBatch();
    registerCodecs();
    const bytes = new Uint8Array(8 + body.length);
    new DataView(bytes.buffer).setBigInt64(0, length, true);
    bytes.set(body, 8);
    return compressionRegistry.get(type)?.decode?.(bytes.subarray(8)) as Uint8Array;
  }

  // Without a length in the frame, with a window of 128 KiB.
  const HEAD = [0, 7 << 3];
  const { ZSTD, LZ4_FRAME } = CompressionType;

  it('expand to the length that they declare', () => {
    expect(decoded(ZSTD, 5n, frame(HEAD, [2, 3]))).toEqual(new Uint8Array(5).fill(7));
    expect(decoded(ZSTD, 2n ** 18n, frame(HEAD, [2 ** 17, 2 ** 17]))).toEqual(new Uint8Array(2 ** 18).fill(7));
    const text = Buffer.alloc(300_000, 'segments ');
    expect(Buffer.compare(decoded(LZ4_FRAME, 300_000n, compressFrameSync(text)), text)).toBe(0);
  });

  it.each([
    ['more bytes than they declare', ZSTD, 4n, frame(HEAD, [2, 3]), 'cannot be read'],
    ['fewer bytes', ZSTD, 6n, frame(HEAD, [2, 3]), 'has 5 bytes; allowed: 6, which it declares'],
    ['fewer bytes of LZ4', LZ4_FRAME, 9n, compressFrameSync(Buffer.alloc(8)), 'has 8 bytes; allowed: 9'],
    ['a window of 256 MiB', ZSTD, 2n ** 18n, frame([0, 18 << 3], [2 ** 17, 2 ** 17]), 'cannot be read'],
    ['more than a batch may have', ZSTD, 2n ** 31n, frame(HEAD, [2, 3]), 'allowed: at most 1073741824'],
    ['a length below 0', LZ4_FRAME, -5n, compressFrameSync(Buffer.alloc(8)), 'allowed: at most'],
    ['no frame', LZ4_FRAME, 8n, new Uint8Array(20), 'a body of LZ4 cannot be read'],
  ] as const)('with %s are refused', (_, type, length, body, says) => {
    expect(() => decoded(type, length, body)).toThrow(says);
  });

  it('of one batch count together, and those of the next anew', () => {
    registerCodecs();
    const quarter = BigInt(2 ** 28);
    const one = () => compressionRegistry.get(ZSTD)?.decode?.(body.subarray(8));
    const body = new Uint8Array(8 + 14);
    body.set(frame(HEAD, [2, 3]), 8);
    new DataView(body.buffer).setBigInt64(0, quarter, true);
    beginBatch();
    for (let i = 0; i < 4; i++) expect(one).toThrow('which it declares');
    expect(one).toThrow('a batch of 1342177280 bytes by ZSTD of 70; allowed: at most 1073741824');
    beginBatch();
    expect(one).toThrow('which it declares');
  });
});

it('an Arrow file that is cut short is named, and no output is left', async () => {
  const whole = tableToIPC(new Table(cut(lists, 1, 2, 3)), 'file');
  const output = path.join(folder, 'of a cut file.arrow');
  for (const bytes of [whole.length - 1, whole.length >> 1, 20, 8, 6]) {
    const short = file('short.arrow', whole.subarray(0, bytes));
    const { exit, stderr } = await run(device(), [...SORT, '--input', short, '--output', output]);
    expect([bytes, exit], stderr).toEqual([bytes, 65]);
    expect(stderr).not.toMatch(/Cannot read|undefined|null/);
    expect(readdirSync(folder)).not.toContain('of a cut file.arrow');
  }
});
