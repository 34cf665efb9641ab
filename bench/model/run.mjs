/**
 * Predicts the GPU time of the library's kernels without a GPU:
 *
 *   npm run model -- [--only 'sort u32, len64;sum'] [--passes] [--items 20] [--compare REF]
 *
 * Mesa's compiler for NVIDIA compiles the kernels of a plan for 2^22 items, and the machine of this folder executes what
 * it made, on 2^17 items or 2^`--items`. Results are compared with those of the calls without a GPU. Prints a line a
 * case, or with `--passes` a line a pass. `--only` takes texts of names of cases. `--compare` prints ratios to another
 * commit.
 *
 *   instr     instructions that warps execute, times 32, an item
 *   requests  memory requests of warps, times 32, an item
 *   sectors   of 32 bytes that memory requests touch, over those that would do
 *   banks     passes of workgroup memory through its banks, over those that would do
 *   µs        predicted for 2^22 items on the GPU of h200.json
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { aligned } from '../table.mjs';
import { missingCompiler } from './nak.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { values: given } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    items: { type: 'string' },
    passes: { type: 'boolean', default: false },
    compare: { type: 'string' },
  },
});

const missing = missingCompiler();
if (missing) {
  console.log(`the model is left out: ${missing}`);
  process.exit(0);
}
const { CASES, run } = await import('./cases.mjs');
const { Memory, modelDevice } = await import('./device.mjs');
const { countsOf, microseconds, scaled } = await import('./predict.mjs');
const gpu = JSON.parse(readFileSync(new URL('h200.json', import.meta.url), 'utf8'));

const memory = new Memory();
const wrongs = [];

/** The passes of a case, of equal names together. */
async function rowsOf(library, one) {
  const items = given.items ? 2 ** Number(given.items) : one.items;
  const found = await run(library, modelDevice(memory), { ...one, items });
  if (found.wrong) wrongs.push(`${one.name}: ${found.wrong}`);
  const rows = new Map();
  const factor = found.target / found.items;
  found.passes.forEach((pass, i) => {
    const counts = countsOf(pass);
    const whole = scaled(counts, factor, found.grids[i].workgroups);
    const row = rows.get(pass.name) ?? {
      name: pass.name,
      times: 0,
      us: 0,
      instructions: 0,
      global: 0,
      ideal: 0,
      shared: 0,
      sharedIdeal: 0,
      requests: 0,
    };
    row.times++;
    row.us += microseconds(whole, gpu);
    row.instructions += (32 * whole.instructions) / found.target;
    row.requests += (32 * whole.global.requests) / found.target;
    row.global += whole.global.touched;
    row.ideal += whole.global.ideal;
    row.shared += whole.shared.touched;
    row.sharedIdeal += whole.shared.ideal;
    Object.assign(row, {
      workgroups: whole.workgroups,
      lanes: whole.lanes,
      barriers: counts.barriers,
      registers: pass.kernel.registers,
    });
    rows.set(pass.name, row);
  });
  return [...rows.values()];
}

const total = (rows, name) => rows.reduce((sum, row) => sum + row[name], 0);
const over = (touched, ideal) => (ideal > 0 ? (touched / ideal).toFixed(2) : '');

function passLines(rows) {
  return rows.map((row) => [
    `  ${row.name}${row.times > 1 ? ` × ${row.times}` : ''}`,
    `${row.workgroups} × ${row.lanes}`,
    row.instructions.toFixed(1),
    row.requests.toFixed(2),
    over(row.global, row.ideal),
    over(row.shared, row.sharedIdeal),
    row.barriers.toFixed(0),
    `${row.registers}`,
    row.us.toFixed(1),
    '',
  ]);
}

function caseLine(name, rows) {
  const { us, ...peers } = gpu.measured[name] ?? {};
  const measured = us === undefined ? [] : [`measured ${us}`, ...Object.entries(peers).map((peer) => peer.join(' '))];
  return [
    name,
    `${total(rows, 'times')} dispatches`,
    total(rows, 'instructions').toFixed(1),
    total(rows, 'requests').toFixed(2),
    over(total(rows, 'global'), total(rows, 'ideal')),
    over(total(rows, 'shared'), total(rows, 'sharedIdeal')),
    '',
    '',
    total(rows, 'us').toFixed(1),
    measured.join(', '),
  ];
}

/** Builds another commit, and calls `use` with its library. */
async function withCommit(ref, use) {
  const work = mkdtempSync(path.join(os.tmpdir(), 'model-'));
  const other = path.join(work, 'other');
  const did = (program, args, cwd) => {
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  try {
    did('git', ['worktree', 'add', '--detach', other, ref], ROOT);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(other, 'node_modules'));
    did('npm', ['run', '--silent', 'build:code'], other);
    return await use(await import(pathToFileURL(path.join(other, 'dist/index.js')).href));
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: ROOT });
    rmSync(work, { recursive: true, force: true });
  }
}

const texts = given.only.split(';').filter(Boolean);
const cases = CASES.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text.trim())));
const library = await import('../../dist/index.js');
const HEAD = ['', 'workgroups × lanes', 'instr', 'requests', 'sectors', 'banks', 'barriers', 'registers', 'µs', ''];

async function modelled(from, one) {
  try {
    return await rowsOf(from, one);
  } catch (error) {
    wrongs.push(`${one.name}: ${error.message}`);
    return [];
  }
}

if (given.compare) {
  await withCommit(given.compare, async (before) => {
    const lines = [['', 'instr', 'before', 'µs', 'before', 'ratio']];
    for (const one of cases) {
      const [is, was] = [await modelled(library, one), await modelled(before, one)];
      const compared = (name, now, then) => {
        const values = [now, then].map((rows) => ['instructions', 'us'].map((figure) => total(rows, figure)));
        const [[instructions, us], [oldInstructions, oldUs]] = values;
        const isSame = given.passes && instructions === oldInstructions && us === oldUs;
        if (isSame && name.startsWith('  ')) return;
        lines.push([
          name,
          ...[instructions, oldInstructions, us, oldUs].map((x) => x.toFixed(1)),
          (us / oldUs).toFixed(2),
        ]);
      };
      compared(one.name, is, was);
      const names = new Set([...is, ...was].map(({ name }) => name));
      const named = (rows, name) => rows.filter((row) => row.name === name);
      if (given.passes) for (const name of names) compared(`  ${name}`, named(is, name), named(was, name));
    }
    console.log(aligned(lines));
  });
} else {
  const lines = [HEAD];
  for (const one of cases) {
    const rows = await modelled(library, one);
    lines.push(caseLine(one.name, rows), ...(given.passes ? passLines(rows) : []));
  }
  console.log(aligned(lines));
}
for (const line of wrongs) console.log(`wrong: ${line}`);
process.exitCode = wrongs.length > 0 ? 1 : 0;
