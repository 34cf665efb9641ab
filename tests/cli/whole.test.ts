/** The program writes whole output or an error: cut streams, damaged files, wrong options, readers that end early. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { Field, Float32, Int32, List, type RecordBatch, Table, tableToIPC, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { exitOf } from '../../src/cli/exit.ts';
import { main } from '../../src/cli/main.ts';
import { SegmentedError } from '../../src/index.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { useDevice } from '../support/use-device.ts';
import { columnsIn, cut, run, streamOf } from './program.ts';

const device = useDevice();
const folder = scratchFolder('cli');
const file = (name: string) => path.join(folder, name);

const lists = new Table({
  x: vectorFromArray([[3, 1], [2], [9, 8, 7]], new List(new Field('item', new Float32(), true))),
});
const stream = streamOf(cut(lists, 1, 2));
const SORT = ['sort', '--column', 'x'];

/** The ends of a stream's messages, without the end-of-stream marker. */
function messageEnds(bytes: Buffer): number[] {
  const whole = [...bytes.keys()].filter((at) => at % 8 === 0 && bytes.readUInt32LE(at) === 0xffffffff);
  return whole.slice(1);
}

describe('a stream that is cut', () => {
  it('between two messages is refused', async () => {
    const ends = messageEnds(stream);
    expect(ends.length).toBeGreaterThan(3);
    for (const end of ends) {
      const { exit, stderr } = await run(device(), SORT, stream.subarray(0, end));
      expect([exit, stderr], `cut at ${end}`).toEqual([65, expect.stringContaining('without an end-of-stream marker')]);
    }
  });

  it('at any byte is refused, and leaves no file', async () => {
    for (let end = 0; end < stream.length; end += 37) {
      const { exit } = await run(device(), [...SORT, '--output', file('cut.arrow')], stream.subarray(0, end));
      expect(exit, `cut at ${end}`).toBe(65);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused as a file of either format', async () => {
    for (const [name, bytes] of [
      ['stream', stream],
      ['file', Buffer.from(tableToIPC(lists, 'file'))],
    ] as const) {
      writeFileSync(file(name), bytes.subarray(0, bytes.length - 8));
      const { exit, stderr } = await run(device(), [...SORT, '--input', file(name)]);
      expect([exit, stderr]).toEqual([65, expect.stringContaining(file(name))]);
    }
  });

  it('leaves an older output as it was', async () => {
    const output = file('kept.arrow');
    expect((await run(device(), [...SORT, '--output', output], stream)).exit).toBe(0);
    const before = readFileSync(output);
    expect(columnsIn(before)).toEqual({ x: [[1, 3], [2], [7, 8, 9]] });
    expect((await run(device(), [...SORT, '--output', output], stream.subarray(0, -16))).exit).toBe(65);
    expect(readFileSync(output)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('damaged and foreign input', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'no bytes'],
    ['text with an open quote', Buffer.from('a,b,c\n1,"2,3\n'), 'not of Arrow'],
    ['text that is not UTF-8', Buffer.from('name\nL\xfcbeck\n', 'latin1'), 'not UTF-8'],
    ['zeros', Buffer.alloc(64), ''],
    ['a huge length', Buffer.from([255, 255, 255, 255, 255, 255, 255, 127]), 'not of Arrow'],
  ])('%s is bad data', async (_, bytes, says) => {
    const { exit, stderr, stdout } = await run(device(), SORT, bytes);
    expect([exit, stdout.length]).toEqual([65, 0]);
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('names the batch', async () => {
    const wrong = new Table({ x: vectorFromArray([[3]], new List(new Field('item', new Int32()))) });
    writeFileSync(file('a'), stream);
    writeFileSync(file('b'), streamOf(cut(wrong)));
    const { exit, stderr } = await run(device(), [...SORT, '--input', file('a'), '--input', file('b')]);
    expect([exit, stderr]).toEqual([65, expect.stringContaining(`${file('b')}: columns x: List<Int32>`)]);
  });
});

describe('wrong options', () => {
  it.each([
    [['srot'], "did you mean 'sort'"],
    [['sort', '--colunm', 'x'], 'did you mean --column'],
    [['sort', '--column', 'y'], "no column 'y'; allowed: x"],
    [['sort'], '--column: missing; allowed: x'],
    [['sort', '--column'], '--column: no value'],
    [['sort', '--column', 'x', '--order', 'up'], "--order: 'up'; allowed: ascending, descending"],
    [['sort', 'in.arrow'], 'files are given by --input'],
    [['sort', '--column', 'x', '--quiet=yes'], "--quiet: 'yes'; allowed: no value"],
    [['top-k', '--column', 'x'], '--k: missing; allowed: --k K'],
    [['top-k', '--column', 'x', '--k', '-1'], '--k'],
    [['top-k', '--column', 'x', '--k', '1.5'], "--k: '1.5'"],
    [['quantile', '--column', 'x', '--q', '0.5,2'], "--q: '2'; allowed: numbers from 0 to 1"],
    [
      ['reduce', '--column', 'x', '--op', 'median'],
      "--op: 'median', did you mean the command quantile?; allowed: sum,",
    ],
    [['reduce', '--column', 'x', '--op', 'avg'], "--op: 'avg', did you mean mean?; allowed: sum, product,"],
    [['reduce', '--column', 'x', '--op', 'stddev'], "--op: 'stddev', did you mean std?; allowed: sum, product,"],
    [['reduce', '--column', 'x', '--op', 'std', '--ddof', '-1'], "--ddof: '-1'"],
    [['scan', '--column', 'x', '--op', 'summ'], "--op: 'summ', did you mean sum?; allowed: sum, product,"],
    [['transform', '--column', 'x', '--op', 'softmaxx'], "--op: 'softmaxx', did you mean softmax?; allowed: softmax,"],
    [['transform', '--column', 'x'], '--op: missing'],
    [['rank', '--column', 'x', '--ties', 'mean'], "--ties: 'mean'; allowed: ordinal, min, max, dense, average"],
    [['histogram', '--column', 'x', '--edges', '1,x'], "--edges: 'x'; allowed: numbers"],
    [['uniqeu', '--column', 'x'], "did you mean 'unique'"],
    [['sort', '--column', 'x', '--format', 'xml'], "--format: 'xml'; allowed: arrow, csv, json"],
    [['scan', '--column', 'x', '--op', 'mean'], "--op: 'mean'; allowed: sum, product,"],
    [['scan', '--column', 'x', '--op', 'sum,max'], "--op: 'sum,max'; allowed: one operator"],
    [['sort', '--column', 'x', '--columns', 'y'], "--columns: no column 'y'; allowed: x"],
    [['sort', '--column', 'x', '--by', 'x'], '--by: with the lists'],
    [['sort', '--column', 'x', '--unsorted'], '--unsorted: without --by'],
    [['reduce', '--column', 'x', '--op', 'sum', '--partial'], '--partial: with the lists'],
    [['split', '--column', 'x'], '--splitters: missing'],
  ])('%s', async (args, says) => {
    const { exit, stderr, stdout } = await run(device(), args, stream);
    expect(stderr).toContain(says);
    expect([64, 65]).toContain(exit);
    expect(stdout.length).toBe(0);
  });

  it('are reported before a byte is written', async () => {
    await run(device(), ['sort', '--column', 'y', '--output', file('never')], stream);
    expect(readdirSync(folder)).not.toContain('never');
  });
});

describe('input and output', () => {
  it('that cannot be opened are errors of I/O', async () => {
    const missing = await run(device(), [...SORT, '--input', file('missing')]);
    expect([missing.exit, missing.stderr]).toEqual([74, expect.stringContaining('missing')]);
    const folderless = await run(device(), [...SORT, '--output', file('no/such/folder')], stream);
    expect([folderless.exit, folderless.stderr]).toEqual([74, expect.stringContaining('no/such/folder')]);
  });

  it('whose reader ended gives exit code 141 and no message', async () => {
    const gone = new Writable({
      write: (_, __, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })),
    });
    let said = '';
    const stderr = new Writable({
      write(text, _, done) {
        said += text;
        done();
      },
    });
    const stdin = (async function* () {
      yield stream;
    })();
    expect(await main(SORT, { stdin, stdout: gone, stderr, device: async () => device() })).toBe(141);
    expect(said).toBe('');
  });

  it('waits for a slow reader: no more than a batch is held', async () => {
    const [batches, rows] = [12, 20_000];
    const x = vectorFromArray(Float32Array.from({ length: rows }, (_, i) => i % 100));
    const keyed = (key: number) => new Table({ key: vectorFromArray(new Int32Array(rows).fill(key)), x });
    let [given, taken] = [0, 0];
    let ahead = 0;
    const bytes = streamOf(Array.from({ length: batches }, (_, i) => cut(keyed(i))[0] as RecordBatch));
    const stdin = (async function* () {
      for (let at = 0; at < bytes.length; at += 2 ** 14) {
        const part = bytes.subarray(at, at + 2 ** 14);
        given += part.length;
        ahead = Math.max(ahead, given - taken);
        yield part;
      }
    })();
    const stdout = new Writable({
      highWaterMark: 1,
      write(part: Buffer, _, done) {
        taken += part.length;
        setTimeout(done, 15);
      },
    });
    const stderr = new Writable({ write: (_, __, done) => done() });
    const args = ['sort', '--by', 'key', '--column', 'x'];
    expect(await main(args, { stdin, stdout, stderr, device: async () => device() })).toBe(0);
    expect(given).toBe(bytes.length);
    // One batch is sorted, one may be the next, and one is being read.
    expect(ahead).toBeLessThan((4 * bytes.length) / batches);
  });
});

describe('exit codes', () => {
  it.each([
    ['no-adapter', 69],
    ['device-lost', 75],
    ['out-of-memory', 75],
    ['invalid-option', 64],
    ['offsets-not-monotonic', 65],
    ['aborted', 70],
  ] as const)('of %s is %i', (code, exit) => expect(exitOf(new SegmentedError(code, 'text'))).toBe(exit));

  it('of other errors is 70', () => expect(exitOf(new TypeError('text'))).toBe(70));
});
