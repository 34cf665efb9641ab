/**
 * Times selections of inputs that are hard for them, beside random keys of the same lengths:
 *
 *   node bench/inputs.mjs [--adapter swiftshader] [--family gpu] [--items 20] [--type f32] [--only equal,sorted]
 *     [--work median] [--repeats 5] [--dist DIST]
 *
 * Exits with 1 if an input takes more than four times as long as random keys. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { upload } from './ours.mjs';
import { aligned } from './table.mjs';
import { timedInTurn } from './timing.mjs';
import { workloadKeys } from './workloads.mjs';

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'swiftshader' },
    family: { type: 'string' },
    items: { type: 'string', default: '20' },
    type: { type: 'string', default: 'f32' },
    only: { type: 'string' },
    work: { type: 'string' },
    repeats: { type: 'string', default: '5' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    child: { type: 'boolean', default: false },
  },
});

/** The most times as long as random keys that an input may take. */
const ALLOWED = 4;

const ARRAYS = { f32: Float32Array, u32: Uint32Array, u64: BigUint64Array, f64: Float64Array };
const DRAWN = given.type.endsWith('64') ? 'u64' : given.type;
const Keys = ARRAYS[given.type];
const number = (value) => (Keys === BigUint64Array ? BigInt(value) : value);
const filled = (n, value) => new Keys(n).fill(number(value));

function inSegments(keys, offsets, change) {
  for (let s = 0; s + 1 < offsets.length; s++) change(keys.subarray(offsets[s], offsets[s + 1]));
  return keys;
}

function random(offsets, n) {
  const keys = workloadKeys(DRAWN, 'uniform', offsets, n);
  return given.type === 'f64' ? Float64Array.from(keys, (key) => Number(key) / 2 ** 63 - 1) : keys;
}

const sorted = (offsets, n) => inSegments(random(offsets, n), offsets, (part) => part.sort());

const INPUTS = {
  random,
  equal: (_, n) => filled(n, 7),
  'few values': (_, n) => Keys.from({ length: n }, (_, i) => number((i * 7919) % 5)),
  'one outlier': (offsets, n) => inSegments(filled(n, 7), offsets, (part) => part.fill(number(1e6), 0, 1)),
  // The keys share all digits but the last ones.
  'close keys': (_, n) =>
    Keys.from({ length: n }, (_, i) => number(1 + ((i * 7919) % 100) / (given.type[0] === 'f' ? 1e5 : 1))),
  sorted,
  reversed: (offsets, n) => inSegments(sorted(offsets, n), offsets, (part) => part.reverse()),
  'counting up': (offsets, n) =>
    inSegments(filled(n, 0), offsets, (part) => {
      for (let i = 0; i < part.length; i++) part[i] = number(i);
    }),
  ...(given.type[0] === 'f' ? { 'all NaN': (_, n) => filled(n, Number.NaN) } : {}),
};

const even = (size) => (n) => Uint32Array.from({ length: Math.ceil(n / size) + 1 }, (_, i) => Math.min(n, i * size));
const LENGTHS = {
  'one segment': (n) => Uint32Array.of(0, n),
  'of 100,000': even(100_000),
  'of 1000': even(1000),
  'of 60': even(60),
  'of one item': even(1),
  // Every second segment is empty.
  'of 0 or 2': (n) => Uint32Array.from({ length: n + 1 }, (_, i) => 2 * (i >> 1)),
};

const WORKS = {
  'top 50': { maxK: 50 },
  'top 500': { maxK: 500 },
  median: { quantiles: [0.5] },
  '9 quantiles': { quantiles: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] },
  sort: {},
};

async function planOf(library, device, work, bounds) {
  const tuning = given.family ? { family: given.family } : {};
  const common = { keyType: given.type, tuning, ...bounds };
  if (work.maxK) return library.createSegmentedTopK(device, { ...common, ...work });
  if (work.quantiles) return library.createSegmentedQuantile(device, { ...common, ...work });
  return library.createSegmentedSort(device, common);
}

async function timesOf(library, device, work, offsets, n, names) {
  const count = offsets.length - 1;
  const plan = await planOf(library, device, work, { maxItems: n, maxSegments: count });
  const wordsOut = (slots) =>
    device.createBuffer({ size: Keys.BYTES_PER_ELEMENT * Math.max(4, slots), usage: 128 | 4 });
  const slots = count * (work.maxK ?? work.quantiles?.length ?? n / count);
  const outputs = work.quantiles
    ? { keysLow: wordsOut(slots), keysHigh: wordsOut(slots) }
    : { keysOut: wordsOut(slots) };
  const segments = { offsets: upload(device, offsets), count };
  const inputs = names.map((name) => upload(device, INPUTS[name](offsets, n)));
  const works = inputs.map((keysIn) => ({
    prepare() {
      const encoder = device.createCommandEncoder();
      plan.encode(encoder, { keysIn, ...outputs, segments });
      this.commands = encoder.finish();
    },
    async run() {
      device.queue.submit([this.commands]);
      await device.queue.onSubmittedWorkDone();
    },
  }));
  const times = await timedInTurn(works, { repeats: Number(given.repeats), warmups: 1, budgetMs: 3000 });
  for (const buffer of [...inputs, ...Object.values(outputs), segments.offsets]) buffer.destroy();
  plan.destroy();
  return times.map(({ min, error }) => {
    if (error) throw error;
    return min;
  });
}

async function child() {
  const load = (file) => import(pathToFileURL(`${given.dist}/${file}`).href);
  const [library, { requestDevice }] = await Promise.all([load('index.js'), load('node.js')]);
  const device = await requestDevice({ quiet: true });
  const only = given.only?.split(',');
  const names = Object.keys(INPUTS).filter((name) => name === 'random' || !only || only.includes(name));
  const n = 2 ** Number(given.items);
  let worst = 0;
  const works = Object.entries(WORKS).filter(([name]) => !given.work || given.work.split(',').includes(name));
  for (const [title, work] of works) {
    const lines = [['', ...names]];
    for (const [lengths, offsetsOf] of Object.entries(LENGTHS)) {
      const offsets = offsetsOf(n);
      // Rows of a top-k have maxK slots.
      if ((offsets.length - 1) * (work.maxK ?? 1) > 2 ** 24) continue;
      const times = await timesOf(library, device, work, offsets, n, names);
      const ratios = times.map((ms) => ms / times[0]);
      if (title !== 'sort') worst = Math.max(worst, ...ratios);
      lines.push([lengths, ...times.map((ms, i) => (i === 0 ? `${ms.toFixed(1)} ms` : ratios[i].toFixed(2)))]);
    }
    console.log(`\n${title}, ${given.type}; times as long as random keys\n${aligned(lines)}`);
  }
  console.log(`\nworst: ${worst.toFixed(2)} times as long as random keys; allowed: ${ALLOWED}`);
  process.exit(worst > ALLOWED ? 1 : 0);
}

if (given.child) await child();
for (const { name, env } of chosenRuns([given.adapter])) {
  console.log(`${name}${given.family ? `, family ${given.family}` : ''}, 2^${given.items} keys`);
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--child'];
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
