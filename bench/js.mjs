/**
 * Times whole calls of webgpu-segmented/js and loops of plain JavaScript, in turn, in CPU time on one core:
 *
 *   node bench/js.mjs [--only 'sort u32','sum f64'] [--workloads len8,zipf] [--sizes 20,22] [--repeats 15]
 *
 * Milliseconds are lower quartiles. The last column is the loop's time over that of `js`: 1 is the loop's speed. A loop
 * sorts in place; the copy before it is not timed. Needs `npm run build`.
 */
import { parseArgs } from 'node:util';
import { segmentedReduce, segmentedScan, segmentedSort } from '../dist/js.js';
import { aligned } from './table.mjs';
import { workloadKeys, workloadOffsets } from './workloads.mjs';

function plainSort(keys, offsets) {
  for (let s = 0; s + 1 < offsets.length; s++) keys.subarray(offsets[s], offsets[s + 1]).sort();
}

function plainSums(numbers, offsets) {
  const sums = new numbers.constructor(offsets.length - 1);
  for (let s = 0; s < sums.length; s++) {
    let sum = 0;
    const end = offsets[s + 1];
    for (let i = offsets[s]; i < end; i++) sum += numbers[i];
    sums[s] = sum;
  }
}

const sums = (Class) => ({
  inputOf: (words) => Class.from(words, (word) => word / 2 ** 32 - 0.5),
  plain: plainSums,
  js: (numbers, offsets) => segmentedReduce(null, numbers, offsets, 'sum'),
});

function plainRunning(numbers, offsets) {
  const results = new numbers.constructor(numbers.length);
  for (let s = 0; s + 1 < offsets.length; s++) {
    let sum = 0;
    const end = offsets[s + 1];
    for (let i = offsets[s]; i < end; i++) {
      sum += numbers[i];
      results[i] = sum;
    }
  }
  return results;
}

const scans = (Class, scale) => ({
  inputOf: (words) => Class.from(words, (word) => word / scale),
  plain: plainRunning,
  js: (numbers, offsets) => segmentedScan(null, numbers, offsets, 'sum'),
});

const OPERATIONS = {
  'sort u32': {
    inputOf: (words) => words,
    plain: plainSort,
    js: (keys, offsets) => segmentedSort(null, keys, offsets),
  },
  'sum f32': sums(Float32Array),
  'sum f64': sums(Float64Array),
  'scan u32': scans(Uint32Array, 1),
  'scan f32': scans(Float32Array, 2 ** 32),
  'scan f64': scans(Float64Array, 2 ** 32),
};

const LAYOUTS = ['len8', 'len64', 'len340', 'len1024', 'len65536', 'single', 'zipf'];

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Lower quartiles of both, in turn. The first calls compile. */
async function timed({ inputOf, plain, js }, words, offsets, repeats) {
  const input = inputOf(words);
  const copy = input.slice();
  const works = [() => plain(copy, offsets), () => js(input, offsets)];
  const times = works.map(() => []);
  for (let call = -3; call < repeats; call++) {
    for (const [i, work] of works.entries()) {
      copy.set(input);
      const before = cpu();
      await work();
      if (call >= 0) times[i].push(cpu() - before);
    }
  }
  return times.map((series) => series.sort((a, b) => a - b)[series.length >> 2]);
}

const { values: given } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(OPERATIONS).join(',') },
    workloads: { type: 'string', default: LAYOUTS.join(',') },
    sizes: { type: 'string', default: '20,22' },
    repeats: { type: 'string', default: '15' },
  },
});

const rows = [['operation', 'segments', 'items', 'plain ms', 'js ms', 'plain / js']];
for (const name of given.only.split(',')) {
  for (const workload of given.workloads.split(',')) {
    for (const size of given.sizes.split(',').map(Number)) {
      const offsets = workloadOffsets(workload, 2 ** size);
      const words = workloadKeys('u32', 'uniform', offsets, 2 ** size);
      const [plain, js] = await timed(OPERATIONS[name], words, offsets, Number(given.repeats));
      rows.push([name, workload, `2^${size}`, plain.toFixed(1), js.toFixed(1), (plain / js).toFixed(2)]);
    }
  }
}
console.log(aligned(rows));
