/**
 * Where it ends: a calculation of jobs past one machine, `node scale.mjs [--items 1e12] [--workers 1000]`. It prints the
 * tables of docs/where-it-ends.md. `MEASURED` was measured on two cores with the software adapter SwiftShader. `ASSUMED`
 * was not measured: put in your own numbers.
 */
import { pathToFileURL } from 'node:url';

export const MEASURED = {
  /** From the start of a process to its first result, with a warm cache of files. */
  processSeconds: 0.39,
  batchItems: 2 ** 20,
  /** A batch of 4 MB through Arrow in and out: sort of segments of 8 items. */
  batchSeconds: 0.046,
  /** A million items of one segment: `sort` of a range, `split` into 100 ranges, `sample`. */
  rangeSortSeconds: 0.19,
  splitSeconds: 0.39,
  sampleSeconds: 0.014,
  /** `splitters` of a million samples. */
  splittersSeconds: 0.75,
  /** Memory of a process: this many bytes, and this many times the bytes of a batch or a range. */
  processBytes: 2e8,
  bytesTimes: 12,
  /** The largest `reduce --partial` of a segment that goes on, in bytes. */
  partialBytes: 242,
};

export const ASSUMED = {
  itemBytes: 4,
  memoryBytes: 64e9,
  networkBytesPerSecond: 1.25e9,
  /** Of a worker, in hours: of 1,000 workers ten are lost in an hour, as machines that may be taken away are. */
  hoursBetweenFailures: 100,
  openFiles: 1024,
  /** Files that a shared file system and an engine's scheduler bear in one job. */
  files: 1e6,
  samplesPerBatch: 256,
};

const million = 1e6;

/** How many splits in a row keep the files of each process below the limit, and the ranges of each. */
function splitRounds(ranges, { openFiles }) {
  const most = openFiles - 24;
  const rounds = Math.max(1, Math.ceil(Math.log(ranges) / Math.log(most)));
  return { rounds, fan: Math.ceil(ranges ** (1 / rounds)) };
}

/** A stable sort of one segment of `items` items on `workers` workers. */
export function sortOfOneSegment(items, workers, measured = MEASURED, assumed = ASSUMED) {
  const { itemBytes, memoryBytes, networkBytesPerSecond, samplesPerBatch } = assumed;
  const largestRange = (memoryBytes - measured.processBytes) / measured.bytesTimes / itemBytes;
  // Half of what fits, since ranges differ.
  const ranges = Math.max(workers, Math.ceil(items / (largestRange / 2)));
  const { rounds, fan } = splitRounds(ranges, assumed);
  const samples = (items / measured.batchItems) * samplesPerBatch;
  const own = items / workers / million;
  const bytes = items * itemBytes;
  const seconds = {
    sample: own * measured.sampleSeconds,
    splitters: (samples / 2 ** 20) * measured.splittersSeconds,
    split: own * measured.splitSeconds * rounds,
    network: (bytes * rounds) / workers / networkBytesPerSecond,
    sort: own * measured.rangeSortSeconds,
  };
  return {
    ...{ items, workers, ranges, rounds, samples },
    tasks: workers + 1 + workers * rounds + ranges,
    files: rounds === 1 ? workers * ranges : workers * fan * rounds,
    shuffleBytes: bytes * rounds,
    rangeItems: items / ranges,
    seconds,
    total: Object.values(seconds).reduce((sum, each) => sum + each, 0),
  };
}

/** Segments that lie together, cut into parts anywhere: `reduce --partial` twice (counts, results), then `combine`. */
export function reduceOfParts(items, workers, measured = MEASURED) {
  const batches = items / measured.batchItems;
  const work = (batches * measured.batchSeconds) / workers;
  return { items, workers, tasks: 2 * workers + 2, joinedBytes: workers * 2 * measured.partialBytes, work };
}

/** What breaks first as one segment grows: each limit, and the number of items at which it is met. */
export function limits(workers, measured = MEASURED, assumed = ASSUMED) {
  const { itemBytes, memoryBytes, openFiles, files, samplesPerBatch } = assumed;
  const fits = (memoryBytes - measured.processBytes) / measured.bytesTimes / itemBytes;
  const hour = 3600 / measured.splittersSeconds;
  return [
    { items: fits, what: 'one process: memory for the whole segment', after: 'a sort by ranges' },
    { items: (files / workers) * (fits / 2), what: `files: ${workers} parts × ranges`, after: 'two splits in a row' },
    {
      ...{ items: (openFiles - 24) * (fits / 2), what: `open files of one \`split\`: ${openFiles}` },
      after: 'a higher limit, or two splits in a row',
    },
    {
      ...{ items: ((hour * 2 ** 20) / samplesPerBatch) * measured.batchItems },
      ...{ what: '`splitters`, one process, takes an hour', after: '`sample --samples 8`' },
    },
    { items: 2 ** 53, what: 'rows are numbers of 53 bits', after: 'nothing' },
  ].sort((a, b) => a.items - b.items);
}

/** A small generator of pseudorandom numbers (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Simulates tasks on workers that are killed at random. A killed task is done again, from its start. Returns the time
 * until all tasks are done, in units of the time without failures.
 */
export function withFailures(tasks, workers, taskSeconds, assumed = ASSUMED, seed = 1) {
  const random = randomFrom(seed);
  const mean = assumed.hoursBetweenFailures * 3600;
  const free = new Float64Array(workers);
  let lost = 0;
  for (let task = 0; task < tasks; task++) {
    let worker = 0;
    for (let i = 1; i < workers; i++) if (free[i] < free[worker]) worker = i;
    for (;;) {
      const untilFailure = -Math.log(1 - random()) * mean;
      if (untilFailure >= taskSeconds) break;
      free[worker] += untilFailure + MEASURED.processSeconds;
      lost++;
    }
    free[worker] += taskSeconds;
  }
  return { lost, times: Math.max(...free) / (Math.ceil(tasks / workers) * taskSeconds) };
}

/** The largest of `ranges` ranges, in units of their mean, with this many samples a range: simulated. */
export function largestRange(ranges, samplesPerRange, seed = 1) {
  const random = randomFrom(seed);
  const samples = Float64Array.from({ length: ranges * samplesPerRange }, random).sort();
  let [largest, before] = [0, 0];
  for (let i = 1; i <= ranges; i++) {
    const cut = i === ranges ? 1 : samples[i * samplesPerRange];
    largest = Math.max(largest, cut - before);
    before = cut;
  }
  return largest * ranges;
}

function count(number) {
  const power = Math.floor(Math.log10(number));
  if (power < 5) return String(Math.round(number));
  const digits = (number / 10 ** power).toFixed(1).replace('.0', '');
  return `${digits === '1' ? '' : `${digits} · `}10^${power}`;
}

function time(seconds) {
  if (seconds < 100) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function bytes(number) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const unit = Math.max(0, Math.floor(Math.log10(number) / 3));
  return `${(number / 1000 ** unit).toFixed(number / 1000 ** unit < 10 ? 1 : 0)} ${units[unit]}`;
}

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

/** The tables of the page. */
export function tables(items = 1e12, workers = 1000) {
  const sizes = [
    [1e9, 1],
    [1e10, 10],
    [1e11, 100],
    [items, workers],
  ];
  const sorts = sizes.map(([n, w]) => sortOfOneSegment(n, w));
  const reduces = sizes.map(([n, w]) => reduceOfParts(n, w));
  const failing = sortOfOneSegment(items, workers);
  const task = (failing.seconds.sort * workers) / failing.ranges;
  const losses = [
    [failing.ranges, task],
    [workers, 3600],
    [workers, 24 * 3600],
  ].map(([tasks, seconds]) => ({ tasks, seconds, ...withFailures(tasks, workers, seconds) }));
  return [
    table(
      ['items, workers', 'tasks', 'bytes that `combine` reads of open segments', 'time'],
      reduces.map((r) => [`${count(r.items)}, ${r.workers}`, r.tasks, bytes(r.joinedBytes), time(r.work)]),
    ),
    table(
      ['items, workers', 'ranges', 'tasks', 'files', 'shuffle', 'split', 'network', 'sort', 'all'],
      sorts.map((s) => [
        ...[`${count(s.items)}, ${s.workers}`, s.ranges, s.tasks, count(s.files), bytes(s.shuffleBytes)],
        ...[s.seconds.split, s.seconds.network, s.seconds.sort, s.total].map(time),
      ]),
    ),
    table(
      ['items of one segment', 'limit', 'then'],
      limits(workers).map((each) => [count(each.items), each.what, each.after]),
    ),
    table(
      ['tasks', 'of', 'killed and done again', 'times the time'],
      losses.map((each) => [each.tasks, time(each.seconds), each.lost, each.times.toFixed(2)]),
    ),
    table(
      ['samples a range', `the largest of ${workers} ranges, times the mean`],
      [16, 256, 4096].map((samples) => [samples, largestRange(workers, samples).toFixed(2)]),
    ),
  ];
}

function main(args) {
  const given = (name, otherwise) => {
    const at = args.indexOf(name);
    const value = at < 0 ? otherwise : Number(args[at + 1]);
    if (value >= 1) return value;
    throw new Error(`${name} is ${args[at + 1]}; allowed: numbers from 1`);
  };
  console.log(tables(given('--items', 1e12), given('--workers', 1000)).join('\n\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
