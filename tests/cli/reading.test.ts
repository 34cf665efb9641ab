/** What the program says while it reads, and compressed input. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import {
  CompressionType,
  compressionRegistry,
  Field,
  Float32,
  List,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Table,
  tableToIPC,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { useDevice } from '../support/use-device.ts';
import { cut, run, streamOf } from './program.ts';

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

describe('compressed bodies', () => {
  // A codec that writes the first bytes of a frame, and none that reads.
  compressionRegistry.set(CompressionType.ZSTD, { encode: () => Uint8Array.of(40, 181, 47, 253, 0, 0) });
  const options = { autoDestroy: false, compressionType: CompressionType.ZSTD };

  it.each([
    ['a stream', RecordBatchStreamWriter],
    ['a file', RecordBatchFileWriter],
  ])('of %s are refused, with what is allowed', async (name, Writer) => {
    const writer = new Writer(options);
    for (const batch of cut(lists, 2)) writer.write(batch);
    writer.finish();
    const bytes = writer.toUint8Array(true);
    const says = 'batch 0 of stdin: a compressed record batch; allowed: Arrow data that is written without compression';
    const piped = await run(device(), SORT, bytes);
    expect([piped.exit, piped.stderr, piped.stdout.length]).toEqual([65, expect.stringContaining(says), 0]);
    const named = await run(device(), [...SORT, '--input', file(`zstd ${name}`, bytes)]);
    expect([named.exit, named.stderr]).toEqual([65, expect.stringContaining('a compressed record batch')]);
  });
});
