/** CSV in, and results as CSV and JSON: by --format, by the file's name, on a terminal. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import * as arrow from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place } from '../../src/auto/index.ts';
import { main } from '../../src/cli/main.ts';
import { columnsIn, cut, run, streamOf } from './program.ts';

let place: Place;
let folder: string;
beforeAll(async () => {
  place = await openPlace({ prefer: 'js' });
  folder = mkdtempSync(path.join(os.tmpdir(), 'webgpu-segmented-text-'));
});
afterAll(() => {
  place.close();
  rmSync(folder, { recursive: true });
});

const SALES = 'shop,amount,code\nLyon,3,007\n"Oslo, N",1.5,1\nLyon,,2\nLyon,-2,3\n';
const SUMS = ['reduce', '--op', 'sum,count', '--by', 'shop', '--unsorted', '--column', 'amount'];

async function printed(args: readonly string[], stdin: string | Uint8Array = SALES): Promise<string> {
  const { exit, stdout, stderr } = await run(place, [...args, '--quiet'], Buffer.from(stdin));
  expect([exit, stderr]).toEqual([0, '']);
  return stdout.toString();
}

/** What a terminal gets. */
async function onTerminal(
  args: readonly string[],
  stdin = SALES,
): Promise<{ exit: number; text: string; said: string }> {
  const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
  const exit = await main([...args, '--quiet'], {
    ...{
      stdin: (async function* () {
        yield Buffer.from(stdin);
      })(),
      stdout,
      stderr,
      device: async () => place,
    },
  });
  return { exit, text: String(stdout.read() ?? ''), said: String(stderr.read() ?? '') };
}

describe('CSV', () => {
  it('has doubles, which calls that compute in f32 round', async () => {
    const by = ['--by', 'shop', '--unsorted', '--column', 'amount'];
    const rows = 'shop,amount\nLyon,1\nOslo,2\nLyon,\nLyon,3\n';
    const shares = await printed(['transform', '--op', 'normalize', ...by], rows);
    expect(shares).toBe('shop,amount\nLyon,0.25\nLyon,\nLyon,0.75\nOslo,1\n');
    const reduced = await printed(['reduce', '--op', 'max,logsumexp,argmin', ...by], rows);
    expect(reduced).toBe(`shop,max,logsumexp,argmin,argmin_index\nLyon,3,3.126928,1,0\nOslo,2,2,2,0\n`);
    expect(await printed(['transform', '--op', 'diff', ...by], rows)).toBe(
      'shop,amount\nLyon,1\nLyon,\nLyon,2\nOslo,2\n',
    );
  });

  it('is read by its head, with quotes, nulls, and codes that stay texts', async () => {
    const asked = ['sort', '--by', 'shop', '--unsorted', '--column', 'amount', '--format', 'arrow'];
    const { stdout } = await run(place, asked, Buffer.from(SALES));
    expect(columnsIn(stdout)).toEqual({
      shop: ['Lyon', 'Lyon', 'Lyon', 'Oslo, N'],
      amount: [-2, 3, null, 1.5],
      code: ['3', '007', '2', '1'],
    });
  });

  it('of tabs and of semicolons is read, and a byte order mark is not part of a name', async () => {
    for (const text of ['\ufeffa\tb\n2\t1\n1\t2\n', 'a;b\r\n2;1\r\n1;2\r\n']) {
      expect(await printed(['sort', '--column', 'a', '--format', 'csv'], text)).toBe('a,b\n1,2\n2,1\n');
    }
  });

  it('keeps integers that a double does not hold', async () => {
    const text = 'n\n9007199254740995\n9007199254740993\n';
    expect(await printed(['sort', '--column', 'n', '--format', 'csv'], text)).toBe(
      'n\n9007199254740993\n9007199254740995\n',
    );
    const long = await run(place, ['sort', '--column', 'n'], Buffer.from('n\n99999999999999999999\n'));
    expect([long.exit, long.stderr]).toEqual([65, expect.stringContaining('a column of Utf8')]);
  });

  it.each([
    ['a,b\n1\n', 'row 2 of CSV has 1 cells; allowed: 2'],
    ['a,a\n1,2\n', 'CSV whose columns are a, a; allowed: a name for each'],
    ['a,\n1,2\n', 'allowed: a name for each'],
  ])('%j is bad data', async (text, says) => {
    const { exit, stderr } = await run(place, ['sort', '--column', 'a'], Buffer.from(text));
    expect([exit, stderr]).toEqual([65, expect.stringContaining(says)]);
  });

  it('with a head only has no rows', async () => {
    expect(await printed([...SUMS, '--format', 'csv'], 'shop,amount\n')).toBe('shop,sum,count\n');
    expect(await printed([...SUMS, '--format', 'json'], 'shop,amount\n')).toBe('[\n]\n');
  });
});

describe('results', () => {
  const csv = 'shop,sum,count\nLyon,1,2\n"Oslo, N",1.5,1\n';

  it('are CSV or JSON as --format says, or the name of the file', async () => {
    expect(await printed([...SUMS, '--format', 'csv'])).toBe(csv);
    const json = '[\n{"shop":"Lyon","sum":1,"count":2},\n{"shop":"Oslo, N","sum":1.5,"count":1}\n]\n';
    expect(await printed([...SUMS, '--format', 'json'])).toBe(json);
    for (const [name, content] of [
      ['sums.csv', csv],
      ['sums.json', json],
    ] as const) {
      const file = path.join(folder, name);
      expect(await printed([...SUMS, '--output', file])).toBe('');
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
    const binary = path.join(folder, 'binary.csv');
    await printed([...SUMS, '--output', binary, '--format', 'arrow']);
    expect(columnsIn(readFileSync(binary)).shop).toEqual(['Lyon', 'Oslo, N']);
  });

  it.each(['parquet', 'ndjson', 'tsv', 'PARQUET'])('are not written as %s', async (ending) => {
    const named = path.join(folder, `sums.${ending}`);
    const { exit, stderr } = await run(place, [...SUMS, '--output', named], Buffer.from(SALES));
    expect([exit, stderr]).toEqual([64, expect.stringContaining(`--output: a name that ends in .${ending}; allowed:`)]);
    expect(existsSync(named)).toBe(false);
    await printed([...SUMS, '--output', named, '--format', 'csv']);
    expect(readFileSync(named, 'utf8')).toBe(csv);
  });

  it('are in the format of the input, where neither --format nor --output says one', async () => {
    expect(await printed(SUMS)).toBe(csv);
    const arrows = await run(place, [...SUMS, '--format', 'arrow'], Buffer.from(SALES));
    const again = await run(place, ['sort', '--column', 'sum'], arrows.stdout);
    expect(columnsIn(again.stdout).sum).toEqual([1, 1.5]);
    const file = path.join(folder, 'sums');
    await printed([...SUMS, '--output', file]);
    expect(columnsIn(readFileSync(file)).sum).toEqual([1, 1.5]);
  });

  it('of a key that comes again come with a line that names --unsorted', async () => {
    const apart = ['reduce', '--op', 'sum', '--by', 'shop', '--column', 'amount', '--batch-items', '1'];
    const { stdout, stderr } = await run(place, apart, Buffer.from(SALES));
    expect(stdout.toString()).toBe('shop,sum\nLyon,3\n"Oslo, N",1.5\nLyon,-2\n');
    expect(stderr.match(/a key comes again .* --unsorted/g)).toHaveLength(1);
    const together = 'shop,amount\nOslo,1\nLyon,2\nLyon,3\n';
    for (const [args, text] of [
      [[...apart, '--unsorted'], SALES],
      [apart, together],
    ] as const) {
      expect((await run(place, args, Buffer.from(text))).stderr).not.toContain('comes again');
    }
    expect((await run(place, [...apart, '--quiet'], Buffer.from(SALES))).stderr).toBe('');
  });

  it('are CSV on a terminal, and states of parts do not go there', async () => {
    expect(await onTerminal(SUMS)).toEqual({ exit: 0, text: csv, said: '' });
    const partial = await onTerminal(['reduce', '--partial', '--op', 'sum', '--column', 'amount']);
    expect([partial.exit, partial.said]).toEqual([64, expect.stringContaining('a terminal; allowed: --output FILE')]);
    const asked = await run(place, ['reduce', '--partial', '--op', 'sum', '--column', 'amount', '--format', 'csv']);
    expect([asked.exit, asked.stderr]).toEqual([64, expect.stringContaining("--format: 'csv' with --partial")]);
  });

  it('of every kind have a text', async () => {
    const of = (values: unknown[], type: arrow.DataType) => arrow.vectorFromArray(values as never, type);
    const item = (type: arrow.DataType) => new arrow.Field('item', type, true);
    const table = new arrow.Table({
      x: of([2, 1], new arrow.Float64()),
      f: of([0.1, Number.NaN], new arrow.Float32()),
      z: of([-0, Number.NEGATIVE_INFINITY], new arrow.Float64()),
      u: of([2n ** 64n - 1n, null], new arrow.Uint64()),
      s: of(['', 'a "b"\nc'], new arrow.Utf8()),
      d: of([new Date('2026-11-28'), new Date('1969-12-31')], new arrow.DateDay()),
      t: of([1_700_000_000_123, null], new arrow.TimestampMillisecond('UTC')),
      l: of([[1, null], []], new arrow.List(item(new arrow.Float32()))),
      r: of(
        [{ a: 1, b: 'x' }, null],
        new arrow.Struct([new arrow.Field('a', new arrow.Int8()), new arrow.Field('b', new arrow.Utf8())] as never),
      ),
      b: of([Uint8Array.of(1, 255), null], new arrow.Binary()),
      k: of(['one', 'two'], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
      o: of([true, null], new arrow.Bool()),
    });
    const rows = await printed(['sort', '--column', 'x', '--format', 'csv'], streamOf(cut(table)));
    expect(rows.split('\n').slice(1).join('\n')).toBe(
      '1,NaN,-Infinity,,"a ""b""\nc",1969-12-31,,[],,,two,\n' +
        '2,0.1,-0,18446744073709551615,"",2026-11-28,2023-11-14T22:13:20.123Z,"[1,null]","{""a"":1,""b"":""x""}",01ff,one,true\n',
    );
    const json = JSON.parse(await printed(['sort', '--column', 'x', '--format', 'json'], streamOf(cut(table))));
    expect(json[1]).toMatchObject({ f: 0.1, s: '', l: [1, null], r: { a: 1, b: 'x' }, o: true });
    expect(json[0]).toMatchObject({ f: 'NaN', z: '-Infinity', u: null, l: [], r: null });
  });
});

it('--version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { exit, stdout } = await run(place, ['--version']);
  expect([exit, stdout.toString()]).toEqual([0, `${version}\n`]);
});

it('wrong operators are told before a place opens', async () => {
  const device = () => Promise.reject(new Error('a place was opened'));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stdin = (async function* () {
    yield Buffer.from(SALES);
  })();
  expect(await main(['reduce', '--op', 'avg', '--column', 'amount'], { stdin, stdout, stderr, device })).toBe(64);
  expect(String(stderr.read())).toContain("'avg', did you mean mean?");
});
