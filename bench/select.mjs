/**
 * Times top-k and medians of u32, the library's sort of the same data and plain JavaScript, in turn:
 *
 *   node bench/select.mjs [--adapter lavapipe-256] [--sizes 20,22] [--only single,zipf] [--repeats 9] [--json FILE]
 *
 * Times are measured as in `npm run bench`: from submit until the queue is done, with data on the GPU. Needs
 * `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { findLavapipe } from '../tests/adapters/lavapipe.mjs';
import { download, upload } from './ours.mjs';
import { mediansByQuickselect, topKByHeap } from './select-js.mjs';
import { aligned } from './table.mjs';
import { timedInTurn } from './timing.mjs';
import { workloadKeys, workloadOffsets } from './workloads.mjs';

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: findLavapipe() ? 'lavapipe-256' : 'swiftshader' },
    sizes: { type: 'string', default: '20' },
    only: { type: 'string' },
    repeats: { type: 'string', default: '9' },
    json: { type: 'string' },
    child: { type: 'boolean', default: false },
  },
});

/** Workload and k; without k a median. `rows`: this number of segments of `size`, for every size of the run. */
const CASES = [
  { workload: 'single', k: 100 },
  { workload: 'len65536', k: 64 },
  { workload: 'len1024', k: 10 },
  { workload: 'len64', k: 8 },
  { workload: 'zipf', k: 10 },
  { workload: 'single', k: 1 },
  { workload: 'len1024', k: 1 },
  { workload: '8 × 128', k: 8, rows: 8, size: 128 },
  { workload: '8 × 32000', k: 50, rows: 8, size: 32000 },
  { workload: '32 × 128256', k: 50, rows: 32, size: 128256 },
  { workload: 'single' },
  { workload: 'len65536' },
  { workload: 'len1024' },
  { workload: 'len64' },
  { workload: 'zipf' },
];

const USAGE = 128 | 4 | 8;

/** A plan whose calls are recorded before they are timed. */
function recorded(device, plan, bound) {
  let commands;
  return {
    prepare() {
      const encoder = device.createCommandEncoder();
      plan.encode(encoder, bound);
      commands = encoder.finish();
    },
    async run() {
      device.queue.submit([commands]);
      await device.queue.onSubmittedWorkDone();
    },
    passes: plan.describe().passes.length,
  };
}

/** The plans of a case: the selection, the sorts of keys and of keys with indices, an argmax for k = 1. */
async function plansOf(library, device, { k, size }, keys, offsets) {
  const count = offsets.length - 1;
  const room = { maxItems: keys.length, maxSegments: count, ...(size ? { maxSegmentSize: size } : {}) };
  const words = (length) => device.createBuffer({ size: 4 * Math.max(4, length), usage: USAGE });
  const keysIn = upload(device, keys);
  const segments = { offsets: upload(device, offsets), count };
  const order = k === undefined ? 'ascending' : 'descending';
  const [keysOut, valuesOut] = [words(keys.length), words(keys.length)];
  const sort = await library.createSegmentedSort(device, { keyType: 'u32', order, ...room });
  const works = { sort: recorded(device, sort, { keysIn, keysOut, segments }) };
  const plans = [sort];
  const outputs = [words(count * (k ?? 1)), words(count * (k ?? 1))];
  if (k === undefined) {
    const plan = await library.createSegmentedQuantile(device, { keyType: 'u32', quantiles: [0.5], ...room });
    works.selection = recorded(device, plan, { keysIn, keysLow: outputs[0], keysHigh: outputs[1], segments });
    plans.push(plan);
  } else {
    const plan = await library.createSegmentedTopK(device, { keyType: 'u32', maxK: k, ...room });
    works.selection = recorded(device, plan, { keysIn, keysOut: outputs[0], indicesOut: outputs[1], segments });
    const argsort = await library.createSegmentedSort(device, {
      ...{ keyType: 'u32', valueType: 'index', indexFrom: 'segment', order, ...room },
    });
    works.argsort = recorded(device, argsort, { keysIn, keysOut, valuesOut, segments });
    plans.push(plan, argsort);
  }
  if (k === 1) {
    const reduce = await library.createSegmentedReduce(device, { type: 'u32', op: 'argmax', ...room });
    works.argmax = recorded(device, reduce, { input: keysIn, output: keysOut, outputIndex: valuesOut, segments });
    plans.push(reduce);
  }
  const end = () => {
    for (const plan of plans) plan.destroy();
    for (const buffer of [keysIn, segments.offsets, keysOut, valuesOut, ...outputs]) buffer.destroy();
  };
  return { works, outputs, end };
}

/** The case in plain JavaScript, with its results. */
function plainJs({ k }, keys, offsets) {
  const count = offsets.length - 1;
  const found = [0, 1].map(() => new Uint32Array(count * (k ?? 1)));
  const own = keys.slice();
  return k === undefined
    ? { found, prepare: () => own.set(keys), run: () => mediansByQuickselect(own, offsets, ...found) }
    : { found, prepare() {}, run: () => topKByHeap(keys, offsets, k, ...found) };
}

function dataOf({ workload, rows, size }, n) {
  const items = rows ? rows * size : n;
  const offsets = rows ? Uint32Array.from({ length: rows + 1 }, (_, i) => i * size) : workloadOffsets(workload, n);
  return { offsets, keys: workloadKeys('u32', 'uniform', offsets, items) };
}

async function measured(library, device, one, n) {
  const { offsets, keys } = dataOf(one, n);
  const { works, outputs, end } = await plansOf(library, device, one, keys, offsets);
  const plain = plainJs(one, keys, offsets);
  const names = [...Object.keys(works), 'plain JS'];
  const timing = { repeats: Number(given.repeats), warmups: 2, budgetMs: 4000 };
  const times = await timedInTurn([...Object.values(works), plain], timing);
  const [first, second] = await Promise.all(
    outputs.map((buffer) => download(device, buffer, plain.found[0].byteLength)),
  );
  // For a top-k all indices are compared, for a median both keys.
  const same = (found, want) => new Uint32Array(found).every((word, i) => word === want[i]);
  const ok = same(second, plain.found[1]) && (one.k !== undefined || same(first, plain.found[0]));
  end();
  const ms = Object.fromEntries(names.map((name, i) => [name, times[i].ms]));
  return {
    workload: one.workload,
    k: one.k,
    n: keys.length,
    segments: offsets.length - 1,
    ms,
    ok,
    passes: works.selection.passes,
  };
}

async function child() {
  const [library, { requestDevice }] = await Promise.all([import('../dist/index.js'), import('../dist/node.js')]);
  const device = await requestDevice({ quiet: true });
  const only = given.only?.split(',');
  for (const n of given.sizes.split(',').map((size) => 2 ** Number(size))) {
    for (const one of CASES.filter(({ workload }) => !only || only.includes(workload))) {
      console.log(JSON.stringify(await measured(library, device, one, n)));
    }
  }
  process.exit(0);
}

const number = (ms) => (ms === undefined ? '' : ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2));

function table(rows) {
  const head = [
    '',
    'k',
    'items',
    'selection',
    'sort',
    'argsort',
    'argmax',
    'plain JS',
    'sort ÷',
    'plain JS ÷',
    'passes',
  ];
  const lines = rows.map(({ workload, k, n, ms, ok, passes }) => [
    ...[workload, `${k ?? 'median'}`, `${n}`, ok ? number(ms.selection) : 'WRONG'],
    ...['sort', 'argsort', 'argmax', 'plain JS'].map((name) => number(ms[name])),
    ...[(ms.sort / ms.selection).toFixed(2), (ms['plain JS'] / ms.selection).toFixed(2), `${passes}`],
  ]);
  return aligned([head, ...lines]);
}

if (given.child) await child();
for (const { name, env } of chosenRuns([given.adapter])) {
  const args = process.argv.slice(2);
  const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...args, '--child'], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rows = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const row of rows) if (given.json) appendFileSync(given.json, `${JSON.stringify({ ...row, adapter: name })}\n`);
  console.log(`${name}, ms; ÷: times as fast\n${table(rows)}`);
  process.exitCode = status !== 0 || rows.some(({ ok }) => !ok) ? 1 : 0;
}
