/** Segmented scans in plain JavaScript, in doubles or BigInt, with the allowed error of each result. */
import type { NumberType } from 'webgpu-segmented';
import type { Column } from '../columns.ts';
import { emptyItems, fromNumbers, type Items, numberAt } from '../items.ts';
import type { Settings } from '../settings.ts';
import { emptyExtreme, epsilonOf, resultType } from './reduce.ts';

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
  const isFloat = type.startsWith('f');
  const own = { name: op, type: resultType(type, op), per: 'item' as const };
  if (isFloat && (op === 'sum' || op === 'product')) return { ...own, ...roundedScan(job) };
  const array = items.slice() as Items;
  if (op === 'min' || op === 'max') extremeScan(job, array);
  else integerScan(job, array);
  return { ...own, array, equal: 'numbers' };
}

function roundedScan(job: Job): Pick<Column, 'array' | 'tolerance'> {
  const { type, operator: op, items, exclusive } = job;
  // Items outside every segment are copied.
  const numbers = Float64Array.from(items as Float64Array, (_, i) => numberAt(type, items, i));
  const tolerance = new Float64Array(items.length);
  const epsilon = epsilonOf(type);
  let [sum, sizes, product] = [0, 0, 1];
  walk(job, (item, position) => {
    if (position === 0) [sum, sizes, product] = [0, 0, 1];
    const value = numberAt(type, items, item);
    const take = () => {
      sum += value;
      sizes += Math.abs(value);
      product *= value;
    };
    if (!exclusive) take();
    numbers[item] = op === 'sum' ? sum : product;
    tolerance[item] =
      op === 'sum' ? epsilon * (20 + Math.log2(position + 2)) * sizes : epsilon * (2 + position) * Math.abs(product);
    if (exclusive) take();
  });
  return { array: fromNumbers(resultType(type, op), numbers), tolerance };
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
