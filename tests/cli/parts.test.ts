/** The program on parts of the rows. The joined results equal those of one run on all rows. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Float32, Float64, type RecordBatch, Table, tableFromIPC, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { Random, SEED } from '../support/cases.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { useDevice } from '../support/use-device.ts';
import { columnsIn, cut, run, streamOf } from './program.ts';

const device = useDevice();
const folder = scratchFolder('cli');
const file = (name: string) => path.join(folder, name);

async function runs(args: readonly string[], stdin?: Uint8Array): Promise<Buffer> {
  const { exit, stdout, stderr } = await run(device(), args, stdin, 2 ** 16);
  expect(stderr).toBe('');
  expect(exit).toBe(0);
  return stdout;
}

const random = new Random(SEED);
const ROWS = 3000;
/** Rows of which most have one key, so that this key lies in several parts. */
const keys = Int32Array.from({ length: ROWS }, (_, i) => (i < 200 ? Math.floor(i / 9) : i < 2600 ? 1000 : i));
const values = Array.from({ length: ROWS }, () => (random.below(30) === 0 ? null : random.below(1000) / 7));
const table = new Table({ key: vectorFromArray(keys), y: vectorFromArray(values, new Float32()) });
const OPS = 'sum,count,min,argmax,product';

describe('reduce --partial and combine', () => {
  it.each([[[1500]], [[200, 201, 217, 1000, 2600]], [[50, 60, 2500, 2999]]])('of parts cut at %s', async (at) => {
    const reduced = await runs(['reduce', '--by', 'key', '--column', 'y', '--op', OPS], streamOf(cut(table)));
    const whole = columnsIn(reduced);
    const parts = cut(table, ...at);
    const partial = async (i: number, op: string, from: number) => {
      const name = file(`part${i}.${op.length}.arrow`);
      const wanted = ['--by', 'key', '--column', 'y', '--op', op, '--partial'];
      const rest = [...wanted, '--first-from', String(from), '--output', name];
      const rows = parts[i] as RecordBatch;
      await runs(['reduce', ...rest], streamOf(cut(new Table([rows]), ...(rows.numRows > 500 ? [7, 300] : []))));
      return ['--input', name];
    };
    const counts: string[] = [];
    for (const i of parts.keys()) counts.push(...(await partial(i, 'count', 0)));
    const starts = JSON.parse(String(await runs(['starts', ...counts]))) as number[];
    const inputs: string[] = [];
    for (const i of parts.keys()) inputs.push(...(await partial(i, OPS, starts[i] as number)));
    const joined = await runs(['combine', ...inputs]);
    const found = columnsIn(joined);
    expect(found).toEqual(whole);
    const schema = (bytes: Uint8Array) => tableFromIPC(bytes).schema.fields.map(({ name, type }) => `${name} ${type}`);
    expect(schema(joined)).toEqual(schema(reduced));
  });

  it('refuses parts that do not follow each other', async () => {
    const part = await runs(
      ['reduce', '--by', 'key', '--column', 'y', '--op', 'sum', '--partial'],
      streamOf(cut(table.slice(300, 400))),
    );
    writeFileSync(file('twice.arrow'), part);
    const { exit, stderr } = await run(device(), [
      'combine',
      '--input',
      file('twice.arrow'),
      '--input',
      file('twice.arrow'),
    ]);
    expect([exit, stderr]).toEqual([65, expect.stringContaining('part 1 begins at item 0; allowed: item')]);
  });

  it('refuses --ddof, which states do not have', async () => {
    const args = ['reduce', '--by', 'key', '--column', 'y', '--op', 'variance', '--ddof', '1', '--partial'];
    const { exit, stderr } = await run(device(), args, streamOf(cut(table)));
    expect([exit, stderr]).toEqual([64, expect.stringContaining('--ddof: with --partial')]);
  });

  it('refuses the output of other commands', async () => {
    const { exit, stderr } = await run(device(), ['combine'], streamOf(cut(table)));
    expect([exit, stderr]).toEqual([
      65,
      expect.stringContaining('columns key, y; allowed: the output of reduce --partial'),
    ]);
  });
});

describe('sample, splitters, split and sort', () => {
  it('sort a segment by ranges as one run does, with 40 % of rows of one key', async () => {
    const key = Float64Array.from({ length: ROWS }, () => (random.below(10) < 4 ? 5 : random.below(100)));
    const rows = new Table({ key: vectorFromArray(key), row: vectorFromArray(Int32Array.from(key, (_, i) => i)) });
    const whole = columnsIn(await runs(['sort', '--column', 'key'], streamOf(cut(rows))));
    const parts = cut(rows, 700, 1500, 2999);
    const starts = [0, 700, 1500, 2999];
    for (const [i, batch] of parts.entries()) {
      const from = ['--first-from', String(starts[i])];
      await runs(
        ['sample', '--column', 'key', '--samples', '50', ...from, '--output', file(`sample${i}`)],
        streamOf([batch]),
      );
    }
    const samples = parts.flatMap((_, i) => ['--input', file(`sample${i}`)]);
    await runs(['splitters', '--parts', '4', ...samples, '--output', file('splitters')]);
    for (const [i, batch] of parts.entries()) {
      const from = ['--first-from', String(starts[i]), '--splitters', file('splitters')];
      await runs(['split', '--column', 'key', ...from, '--output-dir', file(`split${i}`)], streamOf([batch]));
    }
    expect(readdirSync(file('split0'))).toEqual([0, 1, 2, 3].map((i) => `part-0000${i}.arrow`));
    const sorted: Record<string, unknown[]> = { key: [], row: [] };
    const sizes: number[] = [];
    for (let range = 0; range < 4; range++) {
      const pieces = parts.flatMap((_, i) => ['--input', path.join(file(`split${i}`), `part-0000${range}.arrow`)]);
      const found = columnsIn(await runs(['sort', '--column', 'key', ...pieces]));
      sizes.push(found.key?.length ?? 0);
      for (const name of ['key', 'row']) sorted[name]?.push(...(found[name] ?? []));
    }
    expect(sorted).toEqual(whole);
    expect(Math.max(...sizes)).toBeLessThan(ROWS / 2);
  });

  it('refuse null keys, and splitters of another kind', async () => {
    const nulls = streamOf(cut(new Table({ key: vectorFromArray([1, null], new Float64()) })));
    const { exit, stderr } = await run(device(), ['sample', '--column', 'key'], nulls);
    expect([exit, stderr]).toEqual([65, expect.stringContaining('1 null keys')]);
    writeFileSync(file('wrong'), streamOf(cut(table)));
    const args = ['split', '--column', 'key', '--splitters', file('wrong'), '--output-dir', file('none')];
    const split = await run(device(), args, streamOf(cut(table)));
    expect([split.exit, split.stderr]).toEqual([65, expect.stringContaining('columns key, y; allowed: a key and row')]);
    expect(tableFromIPC(readFileSync(file('splitters'))).numRows).toBe(3);
  });
});
