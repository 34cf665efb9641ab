/**
 * Predicts the GPU time of the library's kernels without a GPU:
 *
 *   npm run model -- [--only 'sort u32, len64;sum'] [--passes] [--items 20] [--compare REF]
 *                    [--calibrate] [--check] [--write]
 *
 * Mesa's compiler for NVIDIA compiles the kernels of a plan for 2^22 items, and the machine of this folder executes what
 * it made, on 2^17 items or 2^`--items`. Results are compared with those of the calls without a GPU. Prints a line a
 * case, or with `--passes` a line a kernel.
 *
 *   --only       texts of names of cases, also of those that are not in docs/gpu.md
 *   --in-flight  workgroups that take turns; by default one runs after another
 *   --compare    times of another commit as well, and their ratio; with `--passes` kernels that differ
 *   --calibrate  compares predictions for the kernels that ran on the GPU of h200.json with what they took
 *   --check      fails where a case or kernel is more than 5 % above the table of docs/gpu.md, or breaks a rule
 *   --write      writes that table
 *
 *   instr     instructions that warps execute, times 32, an item
 *   requests  memory requests of warps, times 32, an item
 *   sectors   of 32 bytes that requests touch, over those that would do
 *   banks     passes of workgroup memory through its banks, over those that would do
 *   chain     the most loads that a warp waits for one after another
 *   waves     workgroups, over those that the GPU holds at a time
 *   alone     µs of a workgroup that has its multiprocessor to itself, times the waves
 *   µs        predicted for 2^22 items, and what most of it is spent on
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
    'in-flight': { type: 'string', default: '1' },
    passes: { type: 'boolean', default: false },
    compare: { type: 'string' },
    calibrate: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const missing = missingCompiler();
if (missing) {
  console.log(`the model is left out: ${missing}`);
  console.log('0 passed, 0 failed');
  process.exit(0);
}
const { CASES } = await import('./cases.mjs');
const { Memory } = await import('./device.mjs');
const { bound, modelled, total } = await import('./rows.mjs');
const { faults, writeTable } = await import('./table.mjs');
const gpu = JSON.parse(readFileSync(new URL('h200.json', import.meta.url), 'utf8'));
const memory = new Memory(gpu.latencies);
const library = await import('../../dist/index.js');
const oracle = await import('../../dist/js.js');

const HEAD = '|workgroups × lanes|instr|requests|sectors|banks|barriers|chain|registers|waves|alone|µs|'.split('|');
const failures = [];

/** A case with its kernels; without any if it can't run. */
async function executed(from, one) {
  try {
    const items = given.items ? 2 ** Number(given.items) : one.items;
    const inFlight = Number(given['in-flight']);
    const { wrong, ...found } = await modelled(from, oracle, memory, gpu, { ...one, items, inFlight });
    if (wrong) failures.push(`${one.name}: ${wrong}`);
    return { name: one.name, ...found };
  } catch (error) {
    failures.push(`${one.name}: ${error.stack}`);
    return { name: one.name, kernels: [], items: 0 };
  }
}
const kernelsOf = async (from, one) => (await executed(from, one)).kernels;

const over = (touched, ideal) => (ideal > 0 ? (touched / ideal).toFixed(2) : '');
const shares = (kernels) => [
  total(kernels, 'perItem').toFixed(1),
  total(kernels, 'requests').toFixed(2),
  over(total(kernels, 'touched'), total(kernels, 'ideal')),
  over(total(kernels, 'passes'), total(kernels, 'idealPasses')),
];

const kernelLine = (kernel) => [
  `  ${kernel.name}${kernel.times > 1 ? ` × ${kernel.times}` : ''}`,
  `${kernel.workgroups} × ${kernel.lanes}`,
  ...shares([kernel]),
  kernel.barriers.toFixed(0),
  `${kernel.chain}`,
  `${kernel.registers}`,
  kernel.waves.toFixed(2),
  (kernel.alone / kernel.times).toFixed(1),
  kernel.us.toFixed(1),
  bound(kernel),
];

function caseLine(name, kernels) {
  const { us, ...peers } = gpu.measured[name] ?? {};
  const measured = us === undefined ? [] : [`measured ${us}`];
  return [
    name,
    `${total(kernels, 'times')} dispatches`,
    ...shares(kernels),
    ...['', '', '', '', ''],
    total(kernels, 'us').toFixed(1),
    [...measured, ...Object.entries(peers).map((peer) => peer.join(' '))].join(', '),
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

/** Lines of a case here and in another commit. */
function comparison(name, is, was) {
  const line = (text, ...both) => {
    const [[now, us], [before, oldUs]] = both.map((kernels) => ['perItem', 'us'].map((name) => total(kernels, name)));
    return [text, ...[now, before, us, oldUs].map((x) => x.toFixed(1)), oldUs > 0 ? (us / oldUs).toFixed(2) : 'new'];
  };
  const names = given.passes ? new Set([...was, ...is].map((kernel) => kernel.name)) : [];
  const kernels = [...names].map((kernel) =>
    line(`  ${kernel}`, ...[is, was].map((list) => list.filter((each) => each.name === kernel))),
  );
  return [line(name, is, was), ...kernels.filter(([, now, before, us, oldUs]) => now !== before || us !== oldUs)];
}

/** Compares what is predicted for kernels that the GPU ran with what they took. */
async function calibrate(measured) {
  const lines = [['kernel', 'predicted', 'measured', 'ratio']];
  for (const { case: name, kernel, target = 22, us } of gpu.kernels) {
    const one = CASES.find((each) => each.name === name);
    const kernels = await kernelsOf(measured, { ...one, target: 2 ** target });
    const predicted = kernels.filter((each) => each.name.startsWith(kernel) && each.requests > 0.01);
    const value = predicted.reduce((sum, each) => sum + each.us / each.times - gpu.launch.gap, 0);
    // A measured time that is known from one time to another counts as what is nearest.
    const nearest = Math.min(Math.max(value, us[0]), us[1]);
    if (Math.abs(Math.log(value / nearest)) > Math.log(1.25)) failures.push(`${name}, ${kernel}: more than 25 % off`);
    const text = `${name}: ${kernel}${target === 22 ? '' : `, 2^${target}`}`;
    lines.push([text, value.toFixed(1), [...new Set(us)].join(' to '), (value / nearest).toFixed(2)]);
  }
  console.log(aligned(lines));
}

const texts = given.only.split(';').filter(Boolean);
const isChosen = ({ name, shown }) => (texts.length === 0 ? shown : texts.some((text) => name.includes(text.trim())));
const cases = CASES.filter(isChosen);

if (given.compare) {
  await withCommit(given.compare, async (before) => {
    const lines = [['', 'instr', 'before', 'µs', 'before', 'ratio']];
    for (const one of cases) {
      lines.push(...comparison(one.name, await kernelsOf(library, one), await kernelsOf(before, one)));
    }
    console.log(aligned(lines));
  });
} else if (given.calibrate) {
  await withCommit(gpu.commit, calibrate);
} else {
  const lines = [HEAD];
  const found = [];
  for (const one of cases) {
    const { kernels } = found[found.push(await executed(library, one)) - 1];
    lines.push(caseLine(one.name, kernels), ...(given.passes ? kernels.map(kernelLine) : []));
  }
  console.log(aligned(lines));
  const isWhole = texts.length === 0 && found.every(({ kernels }) => kernels.length > 0);
  if (given.write && isWhole) writeTable(found);
  if (given.check) failures.push(...faults(found, isWhole));
}
for (const line of failures) console.log(`failed: ${line}`);
console.log(`${Math.max(0, cases.length - failures.length)} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
