/**
 * Networks whose loads, stores and longest merges are loops. Drivers of software adapters compile them sooner.
 * Selections on GPUs load a few items at once, because each load takes registers until it is done.
 */
import { inside, storage, wgsl } from '../plan/link.ts';
import type { NetworkCode, NetworkForm, SmallShape } from './kernels.ts';
import { bitonicSort, compareAcrossLanes, each, exchanges, load, mergesOfLanes, store } from './networks.ts';

/** An expression whose value drivers cannot compute. They would unroll a loop that ends at a constant. */
const unknown = (number: number) => wgsl`min(${number}u, ${number}u * arrayLength(&spans))`;

/** The merges of the lanes' sorted registers, as a loop. */
function mergeLoop({ lanes, items }: SmallShape, form: NetworkForm): string {
  return wgsl`for (var run = 2u; run <= ${unknown(lanes)}; run *= 2u) {
  ${inside([compareAcrossLanes(items, 'run - 1u', true)])}
  for (var mask = run / 4u; mask > 0u; mask /= 2u) {
    ${inside([inside([compareAcrossLanes(items, 'mask')])])}
  }
  ${inside(exchanges(bitonicSort(items), form))}
}`;
}

/**
 * Writes `line` for each of `count` registers, in a loop of `atOnce` registers per iteration. An iteration also moves
 * the other registers down by `atOnce`, so that `line` has fixed registers. `up`: it moves them after the lines, else
 * before.
 */
function inTurns(
  count: number,
  atOnce: number,
  line: (register: number, slot: string) => string,
  up: boolean,
): string[] {
  if (count % atOnce !== 0 && atOnce < count) return inTurns(count, atOnce / 2, line, up);
  if (atOnce >= count) return each(count, (i) => line(i, `first + ${i}u`));
  const turn = each(atOnce, (i) => line(up ? i : count - atOnce + i, `at + ${i}u`));
  const moves = each(count - atOnce, (i) => wgsl`r${i} = r${i + atOnce};`);
  return [
    wgsl`for (var at = first; at < first + ${unknown(count)}; at += ${atOnce}u) {
  ${inside(up ? [...turn, ...moves] : [...moves, ...turn])}
}`,
  ];
}

/** Stores the registers. `repeats`: slots past the end store the last item again, at its index. */
function stores(items: number, { itemsAtOnce = items }: NetworkForm, repeats: boolean): string[] {
  if (!repeats) return inTurns(items, itemsAtOnce, store, true);
  const one = (i: number, slot: string) => wgsl`last = select(last, r${i}, ${slot} <= end);
storeItem(begin, length, min(${slot}, end), last, 0u);`;
  return ['let end = max(length, 1u) - 1u;', 'var last = r0;', ...inTurns(items, itemsAtOnce, one, true)];
}

/** Registers of a lane above which merges between lanes are a loop. It runs a fifth longer. */
const MAX_UNROLLED = 48;

/**
 * A lane loads and stores `items` consecutive items. With `itemsAtOnce` below `items`, lavapipe compiles in a third of
 * the time. Without loops over merges it takes a second to compile the longest networks. `branchless` applies only to
 * networks of one lane. Of several lanes most are full, so nothing would be gained.
 */
export function inLoops(shape: SmallShape, form: NetworkForm): NetworkCode {
  const { lanes, items } = shape;
  const { itemsAtOnce = items, branchless = false } = form;
  const lines = {
    loads: inTurns(items, itemsAtOnce, load, false),
    merges: items > MAX_UNROLLED && lanes > 1 ? [mergeLoop(shape, form)] : mergesOfLanes(shape, form),
    stores: stores(items, form, branchless && lanes === 1),
  };
  // Bounds of loops use the length of `spans`.
  const bound = Object.values(lines).flat().join().includes('&spans');
  return {
    ...(bound ? { declared: `${storage('spans', 'array<vec2u>')}\n` } : {}),
    first: wgsl`lane * ${items}u`,
    ...lines,
  };
}
