/**
 * Times sums of f64, sums of u64 of the same length and loops of plain JavaScript, in turn:
 *
 *   node bench/doubles.mjs [--adapter lavapipe-256] [--sizes 22] [--only single,zipf] [--repeats 7] [--json FILE]
 *
 * Time is from submit until the queue is done, with data on the GPU. CPU time is that of the process, whose threads are
 * also those of a software adapter. Each is the median of the calls. `sum u64, by the tree` is a custom operator with
 * the same addition: it shows what the fixed tree of float sums costs, and what the doubles cost. Needs
 * `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSegmentedReduce } from '../dist/index.js';
import { requestDevice } from '../dist/node.js';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { download, upload } from './ours.mjs';
import { aligned } from './table.mjs';
import { WORKLOADS, workloadKeys, workloadOffsets } from './workloads.mjs';

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'lavapipe-256' },
    sizes: { type: 'string', default: '22' },
    only: { type: 'string', default: WORKLOADS.join(',') },
    repeats: { type: 'string', default: '7' },
    json: { type: 'string' },
    child: { type: 'boolean', default: false },
  },
});

const ADD = `let low = a.x + b.x;
return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));`;
const SUMS = {
  'sum f64': { type: 'f64', op: 'sum' },
  'sum u64': { type: 'u64', op: 'sum' },
  'sum u64, by the tree': { type: 'u64', op: { wgsl: ADD, identity: 'vec2<u32>()' } },
};

/** A recorded sum over data on the GPU. */
async function onDevice(device, { type, op }, values, offsets) {
  const shape = { maxItems: values.length, maxSegments: offsets.length - 1 };
  const plan = await createSegmentedReduce(device, { type, op, ...shape });
  const input = upload(device, values);
  const ends = upload(device, offsets);
  const output = upload(device, new Uint32Array(2 * (offsets.length - 1)));
  return {
    async run() {
      const encoder = device.createCommandEncoder();
      plan.encode(encoder, {
        input,
        segments: { offsets: ends, count: offsets.length - 1 },
        itemCount: values.length,
        output,
      });
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    },
    result: (bytes) => download(device, output, bytes),
    end() {
      for (const buffer of [input, ends, output]) buffer.destroy();
      plan.destroy();
    },
  };
}

/** The sum of each segment, from its first item on. */
function plainSums(values, offsets, sums) {
  for (let s = 0; s + 1 < offsets.length; s++) {
    let sum = 0;
    for (let i = offsets[s]; i < offsets[s + 1]; i++) sum += values[i];
    sums[s] = sum;
  }
}

/** Numbers from -1 to 1. Sums of up to 2^24 of them are exact in any order, so that results can be compared. */
function numbersOf(count) {
  const words = workloadKeys('u32', 'uniform', undefined, count);
  return Float64Array.from(words, (word) => (word >>> 2) / 2 ** 29 - 1);
}

async function timed(works, repeats) {
  const series = works.map(() => ({ ms: [], cpu: [] }));
  for (let call = 0; call <= repeats; call++) {
    for (const [i, work] of works.entries()) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      await work();
      const { user, system } = process.cpuUsage(before);
      // The first call warms up.
      if (call === 0) continue;
      series[i].ms.push(performance.now() - start);
      series[i].cpu.push((user + system) / 1000);
    }
  }
  const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
  return series.map(({ ms, cpu }) => ({ ms: median(ms), cpu: median(cpu) }));
}

async function measureWorkload(device, workload, size) {
  const count = 2 ** size;
  const offsets = workloadOffsets(workload, count);
  const numbers = numbersOf(count);
  const wholes = workloadKeys('u64', 'uniform', offsets, count);
  const sums = new Float64Array(offsets.length - 1);
  const recorded = [];
  for (const sum of Object.values(SUMS)) {
    recorded.push(await onDevice(device, sum, sum.type === 'f64' ? numbers : wholes, offsets));
  }
  const plain = () => plainSums(numbers, offsets, sums);
  const times = await timed([...recorded.map(({ run }) => run), plain], Number(given.repeats));
  const bytes = await recorded[0].result(sums.byteLength);
  const found = new Float64Array(bytes);
  const wrong = sums.findIndex((sum, s) => sum !== found[s]);
  if (wrong >= 0) throw new Error(`${workload}: segment ${wrong} is ${found[wrong]}, expected ${sums[wrong]}`);
  for (const each of recorded) each.end();
  return [...Object.keys(SUMS), 'plain JS'].map((name, i) => ({ workload, size, name, ...times[i] }));
}

function printTable(rows) {
  const names = [...Object.keys(SUMS), 'plain JS'];
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const cells = workloads.map((workload) => {
    const of = (name) => rows.find((row) => row.workload === workload && row.name === name);
    const ratio = (name) => (of('sum f64').cpu / of(name).cpu).toFixed(1);
    return [
      workload,
      ...names.map((name) => `${of(name).ms.toFixed(1)} (${of(name).cpu.toFixed(1)})`),
      ...names.slice(1).map(ratio),
    ];
  });
  const headings = ['', ...names, ...names.slice(1).map((name) => `f64 : ${name}`)];
  console.log(aligned([headings, ...cells]));
}

async function measure() {
  const device = await requestDevice({ quiet: true });
  for (const size of given.sizes.split(',').map(Number)) {
    const rows = [];
    for (const workload of given.only.split(',')) {
      const found = await measureWorkload(device, workload, size);
      rows.push(...found);
      if (!given.json) continue;
      const lines = found.map((row) => JSON.stringify({ adapter: given.adapter, ...row }));
      appendFileSync(given.json, `${lines.join('\n')}\n`);
    }
    console.log(`\n2^${size} items on ${given.adapter}, ms (CPU ms); ratios of CPU time`);
    printTable(rows);
  }
  device.destroy();
}

if (given.child) {
  await measure();
} else {
  for (const { env } of chosenRuns([given.adapter])) {
    const file = fileURLToPath(import.meta.url);
    const run = spawnSync(process.execPath, [file, ...process.argv.slice(2), '--child'], { stdio: 'inherit', env });
    process.exitCode = run.status ?? 1;
  }
}
