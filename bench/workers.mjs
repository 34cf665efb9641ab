/**
 * Times calls of webgpu-segmented/js/worker on one and on two workers: elapsed time, and CPU time of each thread. Linux
 * only:
 *
 *   node bench/workers.mjs [--size 22] [--repeats 21]
 *
 * Other programs on the machine lengthen the time that passes, but not CPU time. Milliseconds are lower quartiles. The
 * last column is elapsed time with one worker over that with two. Needs `npm run build`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createJsWorker } from '../dist/js-worker.js';
import { aligned } from './table.mjs';

const { values: given } = parseArgs({
  options: { size: { type: 'string', default: '22' }, repeats: { type: 'string', default: '21' } },
});
const count = 2 ** Number(given.size);
const segments = { size: 1024 };
const words = Uint32Array.from({ length: count }, (_, i) => Math.imul(i ^ (i >>> 7), 0x9e3779b1));
const rows = Uint32Array.from(words, (_, i) => i);
const floats = Float32Array.from(words, (word) => word / 2 ** 32 - 0.5);
const shared = new Float32Array(new SharedArrayBuffer(floats.byteLength));
shared.set(floats);

const CALLS = {
  'segmentedSort, u32': (worker) => worker.segmentedSort(null, words, segments),
  'segmentedSortByKey, u32 with u32': (worker) => worker.segmentedSortByKey(null, words, rows, segments),
  'segmentedQuantile, medians of f32': (worker) => worker.segmentedQuantile(null, floats, segments, [0.5]),
  'segmentedReduce, sums of f32': (worker) => worker.segmentedReduce(null, floats, segments, 'sum'),
  'segmentedReduce, sums of f32 in shared memory': (worker) => worker.segmentedReduce(null, shared, segments, 'sum'),
};

/** Milliseconds that each thread of this process has run. */
function threads() {
  const ids = readdirSync('/proc/self/task');
  return new Map(
    ids.map((id) => [id, Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6]),
  );
}

const quartile = (series) => series.sort((a, b) => a - b)[series.length >> 2];

/** CPU times of the page's thread and of the two others that ran longest, and elapsed time. */
async function timed(call, repeats) {
  const series = [[], [], [], []];
  for (let i = -4; i < repeats; i++) {
    const before = threads();
    const start = performance.now();
    await call();
    const elapsed = performance.now() - start;
    const spent = [...threads()].map(([id, ms]) => [id, ms - (before.get(id) ?? 0)]);
    const others = spent.filter(([id]) => Number(id) !== process.pid).map(([, ms]) => ms);
    const page = spent.find(([id]) => Number(id) === process.pid)?.[1] ?? 0;
    if (i < 0) continue;
    [page, ...others.sort((a, b) => b - a).slice(0, 2), elapsed].forEach((ms, k) => {
      series[k].push(ms);
    });
  }
  return series.map(quartile);
}

const times = {};
for (const workers of [1, 2]) {
  const worker = createJsWorker({ workers });
  await worker.start();
  for (const [name, call] of Object.entries(CALLS)) {
    times[name] ??= [];
    times[name].push(await timed(() => call(worker), Number(given.repeats)));
  }
  worker.close();
}
const lines = Object.entries(times).map(([name, [one, two]]) => {
  const cells = [one[0], one[1], one[3], two[0], two[1], two[2], two[3], one[3] / two[3]];
  return [name, ...cells.map((cell, i) => cell.toFixed(i === 7 ? 2 : 1))];
});
const heads = ['1: page', 'worker', 'elapsed', '2: page', 'worker', 'worker', 'elapsed', 'gain'];
console.log(aligned([['call', ...heads], ...lines]));
