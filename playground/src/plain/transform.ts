/** Transforms in plain JavaScript, in doubles, and the error that the library's results may have. */
import type { NumberType } from 'webgpu-segmented';
import { CompensatedSum } from '../../../bench/compensated.mjs';
import type { Column } from '../columns.ts';
import { fromNumbers, halfBits, halfNumber, type Items, numberAt } from '../items.ts';
import { keepsType, type Settings } from '../settings.ts';
import { ANY, EPSILON, FLUSHED, LARGEST } from './rounded.ts';

type Job = Pick<Settings, 'type' | 'transform' | 'lag'> & { items: Items; offsets: Uint32Array };

/** Options of a transform: others than these two have no `lag`. */
export const lagOf = ({ transform, lag }: Pick<Settings, 'transform' | 'lag'>) =>
  transform === 'diff' || transform === 'shift' ? { lag } : {};

/** Type of the results. */
export const transformType = ({ type, transform }: Pick<Settings, 'type' | 'transform'>): NumberType =>
  keepsType(transform) ? type : 'f32';

/** The sum of a function of the items. */
type Sum = (x: Float64Array, of: (each: number) => number) => number;

/** As a program without the library has it. */
const plainSum: Sum = (x, of) => {
  let sum = 0;
  for (const each of x) sum += of(each);
  return sum;
};

const compensatedSum: Sum = (x, of) => {
  const sum = new CompensatedSum();
  for (const each of x) sum.add(of(each));
  return sum.value;
};

/** The results of a segment, and how far right ones may be from them. */
interface OfSegment {
  readonly result: (x: number) => number;
  /** Made once for a segment. */
  readonly tolerance: () => (result: number) => number;
}

/** Results are within 4 units in the last place; this page's own are rounded once. */
const near = (result: number) => 5 * EPSILON.f32 * Math.abs(result) + FLUSHED.f32;

/** Sums on a GPU keep about 46 bits of the greatest sum of magnitudes. */
const SUM_ERROR = 2 ** -40;

const any = () => ANY;

const magnitudeOf = (x: Float64Array) => plainSum(x, Math.abs);

function exponentials(x: Float64Array, sum: Sum, isLog: boolean): OfSegment {
  let most = Number.NEGATIVE_INFINITY;
  for (const each of x) most = Math.max(most, each);
  const total = sum(x, (each) => Math.exp(each - most));
  // The greatest item's power is 1. Added to a small sum of the others, it would hide that sum.
  const rest =
    isLog && total < 1 + 2 ** -20 ? sum(x, (each) => (each === most ? 0 : Math.exp(each - most))) : total - 1;
  const log = Math.log1p(rest);
  return {
    result: isLog ? (each) => each - most - log : (each) => Math.exp(each - most) / total,
    tolerance: () => (result) => near(result) + SUM_ERROR,
  };
}

function normalized(x: Float64Array, sum: Sum): OfSegment {
  const total = sum(x, (each) => each);
  return {
    result: (each) => each / total,
    tolerance: () => {
      const magnitude = magnitudeOf(x);
      const part = SUM_ERROR * (magnitude / Math.abs(total));
      return magnitude >= LARGEST.f32 || part > 2 ** -4 ? any : (result) => near(result) + part * Math.abs(result);
    },
  };
}

function centred(x: Float64Array, sum: Sum): OfSegment {
  const mean = sum(x, (each) => each) / x.length;
  return {
    result: (each) => each - mean,
    tolerance: () => {
      const magnitude = magnitudeOf(x);
      return magnitude >= LARGEST.f32 ? any : (result) => near(result) + SUM_ERROR * magnitude;
    },
  };
}

function standardized(x: Float64Array, sum: Sum): OfSegment {
  const mean = sum(x, (each) => each) / x.length;
  const squares = sum(x, (each) => (each - mean) ** 2);
  const std = Math.sqrt(squares / x.length);
  return {
    result: (each) => (each - mean) / std,
    tolerance: () => {
      const part = (SUM_ERROR * magnitudeOf(x)) / std;
      // Equal items have no distances, only roundings of them. A GPU may take small squares for 0.
      if (squares >= LARGEST.f32 || part >= 2 ** -4 || squares < 2 ** -100) return any;
      return (result) => near(result) + part * (1 + 2 * Math.abs(result));
    },
  };
}

const NAMED: Readonly<Record<string, (x: Float64Array, sum: Sum) => OfSegment>> = {
  softmax: (x, sum) => exponentials(x, sum, false),
  logSoftmax: (x, sum) => exponentials(x, sum, true),
  ...{ normalize: normalized, center: centred, standardize: standardized },
};

/** Results in f32. Items outside every segment stay. */
function computed({ type, transform, items, offsets }: Job, sum: Sum, tolerance?: Float64Array): Column {
  const numbers = Float64Array.from(items as Float64Array, (_, i) => numberAt(type, items, i));
  const results = numbers.slice();
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s] as number, offsets[s + 1] as number];
    if (begin === end) continue;
    const segment = (NAMED[transform] as (typeof NAMED)[string])(numbers.subarray(begin, end), sum);
    for (let i = begin; i < end; i++) results[i] = segment.result(numbers[i] as number);
    if (!tolerance) continue;
    const allowed = segment.tolerance();
    for (let i = begin; i < end; i++) tolerance[i] = allowed(results[i] as number);
  }
  const own = { name: transform, type: 'f32', per: 'item', array: fromNumbers('f32', results) } as const;
  return tolerance ? { ...own, tolerance } : own;
}

/** An item `lag` earlier, or the item minus it. The type's own arithmetic: integers wrap. */
function moved({ type, transform, lag, items, offsets }: Job): Column {
  const array = items.slice() as Items;
  const zero = type.endsWith('64') && type !== 'f64' ? 0n : 0;
  const half = (a: number, b: number) => halfBits(halfNumber(a) - halfNumber(b));
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s] as number, offsets[s + 1] as number];
    for (let i = begin; i < end; i++) {
      const from = i - lag;
      const before = from >= begin && from < end ? (items[from] as number | bigint) : zero;
      if (transform === 'shift') array[i] = before;
      else if (typeof before === 'bigint') array[i] = (items[i] as bigint) - before;
      else array[i] = type === 'f16' ? half(items[i] as number, before) : (items[i] as number) - before;
    }
  }
  return { name: transform, type, per: 'item', array, ...(transform === 'diff' ? { equal: 'numbers' } : {}) };
}

/** A device may flush a subnormal difference; one of f16 is rounded twice, in f32 and to f16. */
function differenceTolerance(type: NumberType, array: Items): Pick<Column, 'tolerance'> {
  if (type === 'f32') return { tolerance: new Float64Array(array.length).fill(FLUSHED.f32) };
  if (type !== 'f16') return {};
  const allowed = (bits: number) => Math.abs(halfNumber(bits)) * 2 ** -10 + 2 ** -24;
  return { tolerance: Float64Array.from(array as Uint16Array, allowed) };
}

export const plainTransform = (job: Job): Column => (keepsType(job.transform) ? moved(job) : computed(job, plainSum));

/** What a check compares with. */
export function referenceTransform(job: Job, plain: Column): Column {
  if (job.transform === 'shift') return plain;
  if (job.transform === 'diff') return { ...plain, ...differenceTolerance(job.type, plain.array) };
  return computed(job, compensatedSum, new Float64Array(job.items.length));
}
