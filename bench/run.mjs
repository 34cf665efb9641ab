/**
 * Times the library, plain JS and its peers: `npm run bench -- [options]`. See bench/README.md.
 *
 *   --full             every workload, operation and installed peer, at 2^20 and 2^22 items; by default only the main
 *                      operations at 2^20 and plain JS
 *   --json FILE        adds every row to FILE, one JSON object per line
 *   --adapter NAMES    swiftshader, lavapipe-128, lavapipe-256, lavapipe-512, no-subgroups, system; several with
 * commas,
 *                      `all` for every software adapter. Default: lavapipe-256 if it is installed, else swiftshader
 *   --family NAMES     software, gpu, or both with a comma, instead of the device's family
 *   --workloads NAMES  unit, len8, …, fixed100 (segments of 100)
 *   --operations NAMES
 *   --libs NAMES       only these libraries
 *   --sizes NUMBERS    items, as powers of two: 20,22
 *   --repeats N        timed calls; default 9; prints their median
 *   --passes           GPU times of each pass (timestamp queries); on by default without --full
 *   --record           only the cost of recording a call: bench/record.mjs
 *   --write DIR        only writes the workload's KEYS.bin and OFFSETS.bin to DIR
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { findLavapipe } from '../tests/adapters/lavapipe.mjs';
import { MAIN, OPERATIONS } from './operations.mjs';
import { passTable, table } from './table.mjs';
import { WORKLOADS, workloadKeys, workloadOffsets } from './workloads.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

const { values: given } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    json: { type: 'string' },
    adapter: { type: 'string' },
    family: { type: 'string' },
    workloads: { type: 'string' },
    operations: { type: 'string' },
    libs: { type: 'string' },
    sizes: { type: 'string' },
    repeats: { type: 'string', default: '9' },
    passes: { type: 'boolean' },
    write: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});

/** Names with commas between them, each one of `allowed`. */
function names(option, allowed, fallback) {
  if (given[option] === undefined) return fallback;
  const chosen = given[option].split(',');
  const unknown = chosen.filter((name) => !allowed(name));
  if (unknown.length === 0) return chosen;
  console.error(`--${option} names '${unknown.join(', ')}'; see the head of bench/run.mjs for what is allowed`);
  process.exit(2);
}

function adapters() {
  if (given.adapter === 'all') return chosenRuns();
  return chosenRuns(given.adapter?.split(',') ?? [findLavapipe() ? 'lavapipe-256' : 'swiftshader']);
}

function commit() {
  try {
    const dirty = execFileSync('git', ['status', '--porcelain'], { cwd: here, encoding: 'utf8' }).trim() !== '';
    return (
      execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: here, encoding: 'utf8' }).trim() + (dirty ? '+' : '')
    );
  } catch {
    return 'unknown';
  }
}

const workloadNames = names('workloads', (name) => WORKLOADS.includes(name) || /^fixed\d+$/.test(name), WORKLOADS);
const sizes = names('sizes', (size) => /^\d+$/.test(size), given.full ? ['20', '22'] : ['20']).map(
  (s) => 2 ** Number(s),
);

const settings = {
  sizes,
  workloads: workloadNames,
  operations: names(
    'operations',
    (name) => OPERATIONS.some((o) => o.name === name),
    given.full ? OPERATIONS.map(({ name }) => name) : MAIN,
  ),
  families: names('family', (name) => ['software', 'gpu'].includes(name), undefined),
  libs: given.libs?.split(','),
  peers: given.full || given.libs !== undefined,
  full: given.full,
  passes: given.passes ?? !given.full,
  timing: { repeats: Number(given.repeats), warmups: 2, budgetMs: given.full ? 4000 : 500 },
  commit: commit(),
};

/** Runs measure.mjs in the environment of one adapter. Passes on every row as it arrives. */
async function measure({ name, env }, onRow) {
  const child = spawn(process.execPath, [path.join(here, 'measure.mjs'), JSON.stringify({ ...settings, run: name })], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) onRow(JSON.parse(line));
  return ended;
}

function write(folder) {
  const [workload] = workloadNames;
  const [n] = sizes;
  const offsets = workloadOffsets(workload, n);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'KEYS.bin'), workloadKeys('u32', 'uniform', offsets, n));
  writeFileSync(path.join(folder, 'OFFSETS.bin'), offsets);
  console.log(`${workload}: ${n} keys, ${offsets.length - 1} segments in ${folder}`);
}

async function main() {
  if (given.write !== undefined) return write(given.write);
  if (given.record) return import('./record.mjs');
  let failed = false;
  for (const run of adapters()) {
    const rows = [];
    let device;
    const status = await measure(run, (row) => {
      if (row.device) {
        device = row;
        return;
      }
      rows.push(row);
      if (given.json) appendFileSync(given.json, `${JSON.stringify(row)}\n`);
      if (row.ok === false)
        process.stderr.write(`WRONG, not counted: ${row.lib}, ${row.op}, ${row.workload}: ${row.fault}\n`);
    });
    if (device) console.log(`\n${run.name}: ${device.device}, subgroup size ${device.subgroupSize}\n`);
    console.log(table(rows.filter(({ pass }) => pass === undefined)));
    const passes = rows.filter(({ pass }) => pass !== undefined);
    if (passes.length > 0) console.log(`\n${passTable(passes)}`);
    failed ||= status !== 0 || rows.some(({ ok }) => ok === false);
  }
  process.exitCode = failed ? 1 : 0;
}

await main();
