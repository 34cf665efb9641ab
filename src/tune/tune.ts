import { requireWork } from '../api/array_call.ts';
import { refused, requireCount, requireMembers, requireObject, SegmentedError, shown } from '../checks.ts';
import { deviceFacts } from '../gpu/device.ts';
import { requireTable, requireTuning } from '../tuning/check.ts';
import { copiedTuning, type Family, familyOf, type InternalTuning, laidOver, type Tuning } from '../tuning/tuning.ts';
import { CHOICES, type Choice, type TunedOperation } from './candidates.ts';
import { type Trial, trialOf, type Workload, workloads } from './trial.ts';

/** Options of `tune`. */
export interface TuneOptions {
  /** The operations to tune for. Default: both. */
  operations?: readonly TunedOperation[];
  /** Milliseconds after which `tune` starts no further candidate. It finishes the current one. Default 15,000. */
  budget?: number;
  /** Items of the workloads. Default 2^20. */
  items?: number;
  /** The tuning to begin with. `tune` keeps what it sets. Default: the device's table. */
  from?: Tuning;
  /** Called after each candidate. */
  onProgress?: (progress: TuneProgress) => void;
  signal?: AbortSignal;
}

/** One candidate, compared with the best tuning before it. */
export interface TuneProgress {
  /** Number of candidates tried so far, and of all candidates. */
  done: number;
  total: number;
  /** Milliseconds since `tune` was called. */
  elapsed: number;
  candidate: Tuning;
  /** Time of the candidate / time of the best so far, as a geometric mean. Left out if the candidate failed. */
  ratio?: number;
  /** Why the candidate failed: it does not compile, or its answers are wrong. */
  failed?: string;
  taken: boolean;
}

/** A candidate's ratio must be below this. Smaller gains are noise. */
const WORTH_TAKING = 0.97;
const ROUNDS = 5;

/**
 * Times two tunings on one workload and takes the shortest of several runs each. They run in turn, so that both meet
 * the same state of the machine.
 */
async function ratioOn(
  device: GPUDevice,
  workload: Workload,
  best: InternalTuning,
  candidate: InternalTuning,
  options: TuneOptions,
): Promise<number> {
  const trials: Trial[] = [];
  try {
    for (const tuning of [best, candidate]) {
      requireWork(options);
      trials.push(await trialOf(device, workload, tuning));
    }
    const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, trial] of trials.entries()) {
        requireWork(options);
        const time = await trial.run();
        // The first round compiles and warms up.
        if (round > 0) times[i] = Math.min(times[i] as number, time);
      }
    }
    if (!(await (trials[1] as Trial).isRight())) throw new Error(`wrong answers for ${workload.name}`);
    return (times[1] as number) / Math.max(times[0] as number, 1e-3);
  } finally {
    for (const trial of trials) trial.end();
  }
}

/** Time of the candidate / time of the best tuning: the geometric mean over the workloads of its operation. */
async function ratioOf(
  device: GPUDevice,
  given: readonly Workload[],
  [best, candidate]: readonly [InternalTuning, InternalTuning],
  options: TuneOptions,
) {
  let logs = 0;
  for (const workload of given) logs += Math.log(await ratioOn(device, workload, best, candidate, options));
  return Math.exp(logs / given.length);
}

/** Whether the caller's tuning already sets a parameter that the candidate sets. */
function isSettled(given: unknown, candidate: unknown): boolean {
  if (given === undefined) return false;
  if (typeof given !== 'object' || typeof candidate !== 'object' || Array.isArray(candidate)) return true;
  const settled = given as Record<string, unknown>;
  return Object.entries(candidate as Record<string, unknown>).some(([name, value]) => isSettled(settled[name], value));
}

function checkedOptions(options: TuneOptions) {
  requireObject('options', options);
  requireMembers('options', options, ['operations', 'budget', 'items', 'from', 'onProgress', 'signal']);
  const { operations = ['sort', 'reduce'], budget = 15_000, items = 2 ** 20, from = {} } = options;
  if (!Array.isArray(operations) || operations.some((name) => name !== 'sort' && name !== 'reduce')) {
    throw refused('invalid-option', 'operations', operations, "a list of 'sort', 'reduce'");
  }
  if (typeof budget !== 'number' || !(budget >= 0)) {
    throw refused('invalid-option', 'budget', shown(budget), 'milliseconds from 0');
  }
  const max = Math.max(1, requireCount('items', items, 2 ** 26));
  const begin = copiedTuning(from);
  requireTuning(begin);
  return { operations, budget, items: max, from: begin };
}

/** Measures a device: see `tune`. */
export async function measuredTuning(device: GPUDevice, options: TuneOptions = {}): Promise<Tuning> {
  const { operations, budget, items, from } = checkedOptions(options);
  const facts = deviceFacts(device);
  /** The table of a tuning. Throws if its parameters contradict each other. */
  const tableOf = (tuning: InternalTuning) => requireTable(facts, familyOf(facts, tuning), tuning);
  tableOf(from);
  const start = performance.now();
  const given = workloads(items, operations);
  let best: InternalTuning = from;
  const kernelsOf = (tuning: InternalTuning) => {
    try {
      return JSON.stringify([tuning.family, tableOf(tuning)]);
    } catch {
      // The trial of this candidate reports the error.
      return undefined;
    }
  };
  /** The candidates that change the kernels of a family. */
  const others =
    (family: Family) =>
    ({ of, candidates }: Choice): Choice => {
      const first = { ...from, family };
      const differs = (candidate: InternalTuning) =>
        (facts.subgroupSizeControl || candidate.subgroupSize === undefined) &&
        kernelsOf(laidOver(first, candidate)) !== kernelsOf(first);
      return { of, candidates: candidates.filter(differs) };
    };
  const wanted = (choices: readonly Choice[]) =>
    choices.filter(({ of, candidates }) => operations.includes(of) && !candidates.some((c) => isSettled(from, c)));
  // Both operations have one family. The reduce chooses it only if no sort is tuned.
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
        // Only keys without values are timed. A tile with values and counters takes twice the room.
        if (9 * (candidate.sort?.large?.tile ?? 0) + 10240 > facts.workgroupStorageBytes) throw new Error('too large');
        progress.ratio = await ratioOf(device, workloadsOf, [before, tried], options);
        progress.taken = progress.ratio < lowest;
      } catch (error) {
        if (error instanceof SegmentedError && ['device-lost', 'aborted'].includes(error.code)) throw error;
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
