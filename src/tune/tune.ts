import { requireWork } from '../api/options.ts';
import { requireCount, requireObject } from '../checks.ts';
import { refused, SegmentedError } from '../errors.ts';
import { deviceFacts } from '../gpu/facts.ts';
import { requireTable, requireTuning } from '../tuning/check.ts';
import {
  copiedTuning,
  type Family,
  familyOf,
  type InternalTuning,
  laidOver,
  type Tuning,
  tuningTable,
} from '../tuning/tuning.ts';
import { CHOICES, type Choice, type TunedOperation } from './candidates.ts';
import { type Trial, trialOf } from './trial.ts';
import { type Workload, workloads } from './workloads.ts';

/** How `tune` goes about it. */
export interface TuneOptions {
  /** What to tune for. Default: both. */
  operations?: readonly TunedOperation[];
  /** Milliseconds after which no further candidate is tried; the one that runs is finished. Default 15,000. */
  budget?: number;
  /** Items of the workloads. Default 2^20. */
  items?: number;
  /** What to begin with, and to leave as it is where it is set; default: what the device gets by itself. */
  from?: Tuning;
  /** Called after every candidate. */
  onProgress?: (progress: TuneProgress) => void;
  signal?: AbortSignal;
}

/** One candidate beside what was best before it. */
export interface TuneProgress {
  /** Candidates tried, and all there are. */
  done: number;
  total: number;
  /** Milliseconds since `tune` was called. */
  elapsed: number;
  candidate: Tuning;
  /** Times of the candidate over those of the best so far, as a geometric mean; left out where it failed. */
  ratio?: number;
  /** Why it can't be taken: it does not compile, or its answers are wrong. */
  failed?: string;
  taken: boolean;
}

/** A candidate must be so much faster to be taken: less is noise. */
const WORTH_TAKING = 0.97;
const ROUNDS = 5;

/** Times two tunings in turn on one workload, the shortest of several runs each: they share the machine's moods. */
async function ratioOn(
  device: GPUDevice,
  workload: Workload,
  best: InternalTuning,
  candidate: InternalTuning,
): Promise<number> {
  const trials: Trial[] = [];
  try {
    for (const tuning of [best, candidate]) trials.push(await trialOf(device, workload, tuning));
    const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, trial] of trials.entries()) {
        const time = await trial.run();
        // The first round warms up.
        if (round > 0) times[i] = Math.min(times[i] as number, time);
      }
    }
    if (!(await (trials[1] as Trial).isRight())) throw new Error(`wrong answers for ${workload.name}`);
    return (times[1] as number) / Math.max(times[0] as number, 1e-3);
  } finally {
    for (const trial of trials) trial.end();
  }
}

/** The candidate's times over the best tuning's: the geometric mean over the workloads of its operation. */
async function ratioOf(device: GPUDevice, given: readonly Workload[], best: InternalTuning, candidate: InternalTuning) {
  let logs = 0;
  for (const workload of given) logs += Math.log(await ratioOn(device, workload, best, candidate));
  return Math.exp(logs / given.length);
}

/** Whether the caller has already set what a candidate would. */
function isSettled(given: unknown, candidate: unknown): boolean {
  if (given === undefined) return false;
  if (typeof given !== 'object' || typeof candidate !== 'object' || Array.isArray(candidate)) return true;
  const settled = given as Record<string, unknown>;
  return Object.entries(candidate as Record<string, unknown>).some(([name, value]) => isSettled(settled[name], value));
}

function checkedOptions(options: TuneOptions) {
  requireObject('options', options);
  const { operations = ['sort', 'reduce'], budget = 15_000, items = 2 ** 20, from = {} } = options;
  if (!Array.isArray(operations) || operations.some((name) => name !== 'sort' && name !== 'reduce')) {
    throw refused('invalid-option', 'operations', operations, "a list of 'sort', 'reduce'");
  }
  if (typeof budget !== 'number' || !(budget >= 0)) {
    throw refused('invalid-option', 'budget', budget, 'milliseconds from 0');
  }
  const max = Math.max(1, requireCount('items', items, 2 ** 26));
  const begin = copiedTuning(from);
  requireTuning(begin);
  return { operations, budget, items: max, from: begin };
}

/**
 * Measures candidates for the kernels' parameters on this device, and returns the best found as a `Tuning`: plain data,
 * to be kept as JSON and given to plans and host calls.
 *
 * Each candidate is timed in turn with the best so far, on segments of 8 items to all of them, and taken if it is 3%
 * faster over all and its answers are right; choices are made one after another, the weightiest first, until the budget
 * ends. Time and signal are looked at between candidates.
 * Cost: compiling a plan or two for every candidate and workload, and the budget in time. Memory: about 16 bytes an
 * item.
 *
 * @throws SegmentedError 'invalid-option', 'limit-exceeded', 'aborted', 'device-lost'
 * @example
 * const tuning = await tune(device, { budget: 5000, onProgress: ({ done, total }) => console.log(done, total) });
 * const sort = await createSegmentedSort(device, { keyType: 'f32', maxItems, maxSegments, tuning });
 */
export async function tune(device: GPUDevice, options: TuneOptions = {}): Promise<Tuning> {
  const { operations, budget, items, from } = checkedOptions(options);
  const facts = deviceFacts(device);
  /** The table of a tuning, if it can be one. */
  const tableOf = (tuning: InternalTuning) => {
    const table = tuningTable(facts, tuning);
    requireTable(table, familyOf(facts, tuning));
    return table;
  };
  tableOf(from);
  const start = performance.now();
  const given = workloads(items, operations);
  let best: InternalTuning = from;
  const kernelsOf = (tuning: InternalTuning) => {
    try {
      return JSON.stringify([tuning.family, tableOf(tuning)]);
    } catch {
      // Told of when it is tried.
      return undefined;
    }
  };
  /** What makes of a family other kernels than it has to begin with. */
  const others =
    (family: Family) =>
    ({ of, candidates }: Choice): Choice => {
      const first = { ...from, family };
      const differs = (candidate: InternalTuning) => kernelsOf(laidOver(first, candidate)) !== kernelsOf(first);
      return { of, candidates: candidates.filter(differs) };
    };
  const wanted = (choices: readonly Choice[]) =>
    choices.filter(({ of, candidates }) => operations.includes(of) && !candidates.some((c) => isSettled(from, c)));
  // One family for both operations: a reduce is asked only where no sort is.
  const families = wanted(CHOICES.family).slice(0, 1);
  const choicesNow = () => {
    const family = familyOf(facts, best);
    return [...families.map(others(familyOf(facts, from))), ...wanted(CHOICES[family]).map(others(family))];
  };
  let done = 0;
  for (let at = 0; at < choicesNow().length; at++) {
    const { of, candidates } = choicesNow()[at] as Choice;
    const workloadsOf = given.filter((workload) => workload.of === of);
    const before = best;
    let lowest = WORTH_TAKING;
    for (const candidate of candidates) {
      requireWork(options);
      if (performance.now() - start > budget) return best;
      const total = choicesNow().reduce((sum, choice) => sum + choice.candidates.length, 0);
      const tried = laidOver(before, candidate);
      const progress: TuneProgress = { done: ++done, total, elapsed: 0, candidate, taken: false };
      try {
        // Keys without values are tried; a tile of theirs with values and counters takes twice the room.
        if (9 * (candidate.sort?.large?.tile ?? 0) + 10240 > facts.workgroupStorageBytes) throw new Error('too large');
        progress.ratio = await ratioOf(device, workloadsOf, before, tried);
        progress.taken = progress.ratio < lowest;
      } catch (error) {
        if (error instanceof SegmentedError && error.code === 'device-lost') throw error;
        progress.failed = error instanceof Error ? error.message : String(error);
      }
      if (progress.taken) {
        best = tried;
        lowest = progress.ratio as number;
      }
      progress.elapsed = performance.now() - start;
      options.onProgress?.(progress);
    }
  }
  return best;
}
