/**
 * Sorts and reduces in a page, compared with the oracles of tests/support: a seeded sample of the rows of `npm test`
 * with every combination of any two factors, and the calls of the contract on the page's arrays.
 */
import { deviceDescriptor, SegmentedError, segmentedArgsort, segmentedSort } from '../../../src/index.ts';
import { quickRows, Random } from '../../support/cases.ts';
import { covering, type Row } from '../../support/covering.ts';
import { boundedLengths, reduceSegments } from '../../support/reduce-cases.ts';
import { checkReduceCase, reduceCaseClasses } from '../../support/reduce-check.ts';
import { REDUCE_CALL_FACTORS, type ReduceCase, reduceCaseName } from '../../support/reduce-expectation.ts';
import { allows, OP_NAMES, takesInitial } from '../../support/reduce-oracle.ts';
import { CALL_FACTORS, typedRowName } from '../../support/sort-cases.ts';
import { checkBoundaries } from '../../support/typed-check.ts';
import { KEY_TYPES } from '../../support/typed-oracle.ts';
import { withoutGpu } from './without-gpu.mjs';

export interface Outcome {
  readonly name: string;
  readonly milliseconds: number;
  readonly error?: string;
}

interface Case {
  readonly name: string;
  run(device: GPUDevice): Promise<void>;
}

const SORT_FACTORS = {
  type: KEY_TYPES,
  bits: ['all', 'middle', 'upper', 'none'],
  signedZero: ['distinct', 'equal'],
  ...CALL_FACTORS,
} as const;
const REDUCE_FACTORS = { type: KEY_TYPES, op: OP_NAMES, ...REDUCE_CALL_FACTORS } as const;

/** The longest segment of a row: a few tiles in the large class. */
const CAP = 10_000;

function sortCase(row: Row<typeof SORT_FACTORS>, seed: number): Case {
  return {
    name: `${typedRowName(row)}, ${row.form}, seed ${seed}`,
    run: (device) => checkBoundaries(device, row, seed, [CAP]),
  };
}

function reduceCase({ type, op, ...call }: Row<typeof REDUCE_FACTORS>, seed: number): Case {
  const row: ReduceCase = { ...call, type, ops: [op], list: false, accuracy: 'pairwise' };
  return {
    name: `${reduceCaseName(row)}, ${call.form}, seed ${seed}`,
    async run(device) {
      const random = new Random(seed);
      const lengths = boundedLengths(await reduceCaseClasses(device, row), random);
      await checkReduceCase(device, row, reduceSegments(call.form, lengths, random), seed);
    },
  };
}

/**
 * Rows by the seed, of the software family. A software adapter takes seconds to compile a kernel, and longest for
 * barriers.
 * The compiler is the same as in Node.
 */
function sampledCases(seed: number, count: number): Case[] {
  const random = new Random(seed);
  const sorts = random.shuffled(quickRows(covering(SORT_FACTORS, 2)));
  const rows = covering(REDUCE_FACTORS, 2, ({ type, op, initial }) => {
    if (type !== undefined && op !== undefined && !allows(type, op)) return false;
    return !initial || op === undefined || takesInitial(op);
  });
  const reduces = random.shuffled(quickRows(rows));
  return [
    ...sorts.slice(0, count).map((row, i) => sortCase(row, (seed + i) >>> 0)),
    ...reduces.slice(0, count).map((row, i) => reduceCase(row, (seed + i) >>> 0)),
  ];
}

function require(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof SegmentedError ? error.code : `no SegmentedError: ${error}`;
  }
  return 'nothing';
}

/** Cases that only a page has: its classes of arrays, its signals, and shared memory of its workers. */
const PAGE_CASES: readonly Case[] = [
  {
    name: 'Float16Array comes back as Float16Array, sorted',
    async run(device) {
      const Half = (globalThis as unknown as { Float16Array?: typeof Float32Array }).Float16Array;
      require(Half !== undefined, 'this browser has no Float16Array');
      const sorted = await segmentedSort(device, new Half!([3, -1, 0.5, 2, 1]), [0, 3, 5]);
      require(sorted instanceof Half! && [...sorted].join() === '-1,0.5,3,1,2', `found ${[...sorted]}`);
    },
  },
  {
    name: 'an argsort of few items',
    async run(device) {
      const order = await segmentedArgsort(device, new Float32Array([0.5, 0.1, 0.9, 7, 3]), [0, 3, 5]);
      require([...order].join() === '1,0,2,4,3', `found ${[...order]}`);
    },
  },
  {
    name: 'an aborted signal is aborted, falling offsets are not monotonic',
    async run(device) {
      const keys = new Uint32Array(5);
      const aborted = await refusalOf(segmentedSort(device, keys, [0, 5], { signal: AbortSignal.abort() }));
      const falling = await refusalOf(segmentedSort(device, keys, [0, 5, 3]));
      require(`${aborted} ${falling}` === 'aborted offsets-not-monotonic', `found ${aborted}, ${falling}`);
    },
  },
];

async function outcomeOf(device: GPUDevice, errors: string[], { name, run }: Case): Promise<Outcome> {
  const start = performance.now();
  let error: string | undefined;
  try {
    await run(device);
    await device.queue.onSubmittedWorkDone();
    if (errors.length > 0) error = `uncaptured: ${errors.splice(0).join('; ')}`;
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  const item = document.createElement('li');
  item.textContent = error ? `${name}: ${error}` : name;
  document.getElementById('log')?.append(item);
  return { name, milliseconds: performance.now() - start, ...(error === undefined ? {} : { error }) };
}

/** The test calls this from outside the page. */
async function runMatrix(seed: number, count: number): Promise<{ adapter: string; outcomes: Outcome[] }> {
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Error('the browser has no adapter');
  const device = await adapter.requestDevice(deviceDescriptor(adapter));
  const errors: string[] = [];
  device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));
  const { vendor, architecture, subgroupMinSize, subgroupMaxSize } = adapter.info;
  const cases = [...PAGE_CASES, ...sampledCases(seed, count)];
  const outcomes: Outcome[] = [];
  for (const one of cases) outcomes.push(await outcomeOf(device, errors, one));
  await withoutGpu(async (name, body) => {
    const run = async () => {
      const wrong = await body();
      if (wrong) throw new Error(wrong);
    };
    outcomes.push(await outcomeOf(device, errors, { name, run }));
  });
  device.destroy();
  return { adapter: `${vendor} ${architecture}, subgroup size ${subgroupMinSize}-${subgroupMaxSize}`, outcomes };
}

Object.assign(window, { runMatrix });
