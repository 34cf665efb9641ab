/**
 * Times inclusive sums by `createSegmentedScan`, the library's segmented sums of the same data and a plain JS loop, in
 * turn:
 *
 *   node bench/scans.mjs [--adapter lavapipe-256] [--sizes 22] [--only unit,zipf] [--types u32,f32] [--repeats 7]
 *                        [--passes] [--json FILE]
 *
 * Data lie on the GPU, calls are recorded before they are timed. Times are CPU time of the process, with the threads of
 * a software adapter, since other programs change wall time. `--passes` prints the GPU time of each pass of the scan.
 * Results are checked first. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSegmentedReduce, createSegmentedScan } from '../dist/index.js';
import { requestDevice } from '../dist/node.js';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { findLavapipe } from '../tests/adapters/lavapipe.mjs';
import { CompensatedSum } from './compensated.mjs';
import { download, upload } from './ours.mjs';
import { aligned } from './table.mjs';
import { WORKLOADS, workloadKeys, workloadOffsets } from './workloads.mjs';

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: findLavapipe() ? 'lavapipe-256' : 'swiftshader' },
    sizes: { type: 'string', default: '22' },
    only: { type: 'string', default: WORKLOADS.join(',') },
    types: { type: 'string', default: 'u32,f32' },
    repeats: { type: 'string', default: '7' },
    passes: { type: 'boolean', default: false },
    json: { type: 'string' },
    child: { type: 'boolean', default: false },
  },
});

const USAGE = 128 | 4 | 8;
const ARRAYS = { u32: Uint32Array, f32: Float32Array };

/** A running sum of each segment, by plain JS. `results` rounds to its type. */
function scanLoop(type, values, offsets, results) {
  for (let s = 0; s + 1 < offsets.length; s++) {
    const end = offsets[s + 1];
    let sum = 0;
    if (type === 'u32') {
      for (let i = offsets[s]; i < end; i++) {
        sum = (sum + values[i]) | 0;
        results[i] = sum;
      }
    } else {
      for (let i = offsets[s]; i < end; i++) {
        sum += values[i];
        results[i] = sum;
      }
    }
  }
}

/** CPU time of a call in ms, by all threads of the process. */
async function cpuTime(run) {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Throws if a scan of u32 differs from the loop, or one of f32 from compensated sums by more than its tree may. */
function check(type, found, looped, values, offsets) {
  for (let s = 0; s + 1 < offsets.length; s++) {
    const sum = new CompensatedSum();
    let magnitude = 0;
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      magnitude += Math.abs(values[i]);
      sum.add(values[i]);
      const [expected, slack] = type === 'u32' ? [looped[i], 0] : [sum.value, magnitude * 2 ** -19];
      if (!(Math.abs(found[i] - expected) <= slack)) throw new Error(`item ${i} is ${found[i]}, not ${expected}`);
    }
  }
}

/** The scan, the sum and the loop of one case. */
async function worksOf(device, type, values, offsets) {
  const count = offsets.length - 1;
  const room = { type, op: 'sum', maxItems: values.length, maxSegments: count, profile: given.passes };
  const [scan, sum] = [await createSegmentedScan(device, room), await createSegmentedReduce(device, room)];
  const [input, offsetsIn] = [upload(device, values), upload(device, offsets)];
  const empty = (items) => device.createBuffer({ size: 4 * Math.max(4, items), usage: USAGE });
  const [output, sums] = [empty(values.length), empty(count)];
  const segments = { offsets: offsetsIn, count };
  const results = new ARRAYS[type](values.length);
  const submitted = (plan, bound) => async () => {
    const encoder = device.createCommandEncoder();
    plan.encode(encoder, bound);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  const works = {
    scan: submitted(scan, { input, output, segments }),
    sum: submitted(sum, { input, output: sums, segments }),
    'plain JS': async () => scanLoop(type, values, offsets, results),
  };
  await works.scan();
  await works['plain JS']();
  check(type, new ARRAYS[type](await download(device, output, 4 * values.length)), results, values, offsets);
  const end = () => {
    for (const plan of [scan, sum]) plan.destroy();
    for (const buffer of [input, offsetsIn, output, sums]) buffer.destroy();
  };
  return { works, scan, end };
}

async function timed(works) {
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let turn = 0; turn <= Number(given.repeats); turn++) {
    for (const [name, run] of Object.entries(works)) {
      const time = await cpuTime(run);
      if (turn > 0) times[name].push(time);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

async function measure() {
  const device = await requestDevice({ quiet: true });
  const lines = [['workload', 'type', 'items', 'scan ms', 'sum ms', 'plain JS ms', 'scan / sum', 'plain JS / scan']];
  for (const size of given.sizes.split(',').map(Number)) {
    for (const workload of given.only.split(',')) {
      const offsets = workloadOffsets(workload, 2 ** size);
      for (const type of given.types.split(',')) {
        const values = workloadKeys(type, 'uniform', offsets, 2 ** size);
        const { works, scan, end } = await worksOf(device, type, values, offsets);
        const ms = await timed(works);
        const [ofSum, ofJs] = [ms.scan / ms.sum, ms['plain JS'] / ms.scan];
        const figures = [ms.scan, ms.sum, ms['plain JS'], ofSum, ofJs].map((each) => each.toFixed(2));
        lines.push([workload, type, `2^${size}`, ...figures]);
        if (given.passes) {
          await works.scan();
          for (const { kernel, milliseconds } of (await scan.profile()).passes)
            console.log(`${workload}, ${type}: ${kernel} ${milliseconds.toFixed(2)} ms`);
        }
        if (given.json) {
          const row = { adapter: given.adapter, workload, type, size, segments: offsets.length - 1, cpuMs: ms };
          appendFileSync(given.json, `${JSON.stringify(row)}\n`);
        }
        end();
      }
    }
  }
  console.log(aligned(lines));
  device.destroy();
}

if (given.child) {
  await measure();
} else {
  for (const { env } of chosenRuns([given.adapter])) {
    const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--child'];
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
  }
}
