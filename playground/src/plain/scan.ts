/** Segmented scans in plain JavaScript, in doubles or BigInt, and their results for a check where these are rounded. */
import type { NumberType } from 'webgpu-segmented';
import type { Column } from '../columns.ts';
import { emptyItems, fromNumbers, type Items, numberAt } from '../items.ts';
import type { Settings } from '../settings.ts';
import { emptyExtreme, isRounded, resultType } from './reduce.ts';
import { type Running, RunningProduct, RunningSum } from './rounded.ts';

type Job = Pick<Settings, 'type' | 'operator' | 'exclusive' | 'reverse'> & { items: Items; offsets: Uint32Array };

/** Calls `visit` for every item of every segment, in the order of the scan. `first`: a segment begins. */
function walk({ offsets, reverse }: Job, visit: (item: number, position: number) => void): void {
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s] as number, offsets[s + 1] as number];
    for (let p = 0; p < end - begin; p++) visit(reverse ? end - 1 - p : begin + p, p);
  }
}

export function plainScan(job: Job): Column {
  const { type, operator: op, items } = job;
  const own = { name: op, type: resultType(type, op), per: 'item' as const };
  if (isRounded(type, op)) return { ...own, array: plainFloatScan(job) };
  const array = items.slice() as Items;
  if (op === 'min' || op === 'max') extremeScan(job, array);
  else integerScan(job, array);
  return { ...own, array, equal: 'numbers' };
}

/** In doubles, as a program without the library does. */
function plainFloatScan(job: Job): Items {
  const { type, operator: op, items, exclusive } = job;
  // Items outside every segment are copied.
  const numbers = Float64Array.from(items as Float64Array, (_, i) => numberAt(type, items, i));
  const identity = op === 'sum' ? 0 : 1;
  let result = identity;
  walk(job, (item, position) => {
    if (position === 0) result = identity;
    const value = numberAt(type, items, item);
    const before = result;
    result = op === 'sum' ? result + value : result * value;
    numbers[item] = exclusive ? before : result;
  });
  return fromNumbers(resultType(type, op), numbers);
}

/** Rounded results for a check: compensated, with the error that the library's tree may have. */
export function roundedScan(job: Job): Column {
  const { type, operator: op, items, exclusive } = job;
  const typed = resultType(type, op);
  const width = typed === 'f64' ? 'f64' : 'f32';
  const numbers = Float64Array.from(items as Float64Array, (_, i) => numberAt(type, items, i));
  const tolerance = new Float64Array(items.length);
  let running: Running = new RunningSum(width);
  walk(job, (item, position) => {
    if (position === 0) running = op === 'sum' ? new RunningSum(width) : new RunningProduct(width);
    if (!exclusive) running.add(numberAt(type, items, item));
    numbers[item] = running.value;
    tolerance[item] = running.tolerance;
    if (exclusive) running.add(numberAt(type, items, item));
  });
  return { name: op, type: typed, per: 'item', array: fromNumbers(typed, numbers), tolerance };
}

function extremeScan(job: Job, array: Items): void {
  const { type, operator: op, items, exclusive } = job;
  const least = op === 'min';
  const empty = emptyExtreme(type, least);
  const number = (item: number | bigint) => (type === 'f16' ? numberAt(type, [item], 0) : item);
  let best = empty;
  walk(job, (at, position) => {
    if (position === 0) best = empty;
    const item = items[at] as number | bigint;
    const take = () => {
      const [a, b] = [number(best), number(item)];
      if (Number.isNaN(a)) return;
      if (Number.isNaN(b) || (least ? b < a : b > a)) best = item;
    };
    if (!exclusive) take();
    array[at] = best;
    if (exclusive) take();
  });
}

const COMBINE: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  sum: (a, b) => a + b,
  product: (a, b) => BigInt.asUintN(64, a * b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};
const WORDS: Readonly<Record<string, (a: number, b: number) => number>> = {
  sum: (a, b) => (a + b) | 0,
  product: Math.imul,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function integerScan(job: Job, array: Items): void {
  const { type, operator: op, items, exclusive } = job;
  const identity = op === 'product' ? 1 : op === 'and' ? -1 : 0;
  const wide = type.endsWith('64');
  // An array of one item cuts results to the type's width.
  const cut = emptyItems(type as NumberType, 1);
  let value: number | bigint = 0;
  walk(job, (at, position) => {
    if (position === 0) value = wide ? BigInt(identity) : identity;
    const item = items[at] as number | bigint;
    const take = () => {
      value = wide
        ? (COMBINE[op] as (a: bigint, b: bigint) => bigint)(value as bigint, item as bigint)
        : (WORDS[op] as (a: number, b: number) => number)(value as number, item as number);
    };
    if (!exclusive) take();
    cut[0] = value;
    array[at] = cut[0] as number | bigint;
    if (exclusive) take();
  });
}
