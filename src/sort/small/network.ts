import { inside, storage, type WgslModule, wgsl, written } from '../../plan/module.ts';

/** So many lanes hold so many items each. */
export interface SmallShape {
  readonly lanes: number;
  readonly items: number;
}

/** How a network is written out. */
export interface NetworkForm {
  /** Items that are loaded and stored at a time, a power of two; fewer than all make loops. */
  readonly itemsAtOnce?: number;
  /** What is behind a segment's end is not passed over, the last item is stored once more. */
  readonly branchless?: boolean;
  /** The merges between lanes are a loop, which compiles in half the time and takes a fifth longer. */
  readonly loops?: boolean;
  /** Items are u32 in their own order, and are compared by `min` and `max`. */
  readonly minMax?: boolean;
}

/** Pairs (i, j), i < j, of Batcher's odd-even merge sort of `count` registers, in order. */
export function oddEvenMergeSort(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let run = 1; run < count; run *= 2) {
    for (let distance = run; distance >= 1; distance /= 2) {
      for (let start = distance % run; start + distance < count; start += 2 * distance) {
        for (let i = start; i < Math.min(start + distance, count - distance); i++) {
          if (Math.floor(i / (2 * run)) === Math.floor((i + distance) / (2 * run))) pairs.push([i, i + distance]);
        }
      }
    }
  }
  return pairs;
}

/**
 * Pairs that sort `count` registers that are a bitonic sequence: halves of halves, and what can't be halved as it
 * comes.
 */
export function bitonicSort(count: number): [number, number][] {
  if (count % 2 === 1) return oddEvenMergeSort(count);
  const half = count / 2;
  const pairs = bitonicSort(half);
  const across = Array.from({ length: half }, (_, i): [number, number] => [i, half + i]);
  return [...across, ...pairs, ...pairs.map(([i, j]): [number, number] => [half + i, half + j])];
}

/** Puts the lesser of two registers first. */
export function exchange(a: string, b: string, { minMax }: NetworkForm): string {
  if (minMax) return wgsl`{ let a = ${a}; ${a} = min(a, ${b}); ${b} = max(a, ${b}); }`;
  const chosen = wgsl`${a} = select(a, b, swap); ${b} = select(b, a, swap);`;
  return wgsl`{ let a = ${a}; let b = ${b}; let swap = precedes(b, a); ${chosen} }`;
}

/** A line for each register. */
function each(registers: number, line: (i: number) => string): string[] {
  return Array.from({ length: registers }, (_, i) => line(i));
}

function exchanges(pairs: readonly [number, number][], form: NetworkForm): string[] {
  return pairs.map(([i, j]) => exchange(`r${i}`, `r${j}`, form));
}

/**
 * Compares the registers with those of the lane `mask` away. `mirror` pairs a lane's first register with its partner's
 * last.
 */
function compareAcrossLanes(items: number, mask: string, mirror = false): string {
  const highestBit = mirror ? wgsl`((${mask} + 1u) / 2u)` : mask;
  const other = (i: number) => (mirror ? items - 1 - i : i);
  return wgsl`{
  let lower = (lane & ${highestBit}) == 0u;
  ${inside(each(items, (i) => wgsl`publish(local, ${i}u, r${i});`))}
  meet();
  ${inside(each(items, (i) => wgsl`let p${i} = partner(local, ${other(i)}u, r${other(i)}, ${mask});`))}
  meet();
  ${inside(each(items, (i) => wgsl`r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`))}
}`;
}

/** A number that drivers don't know: they would unroll a loop that ends at it. */
const unknown = (number: number) => wgsl`min(${number}u, ${number}u * arrayLength(&spans))`;

/** Bitonic merges of the lanes' sorted registers, until all lanes are one run. */
function mergesOfLanes({ lanes, items }: SmallShape, form: NetworkForm): string[] {
  const inLane = exchanges(bitonicSort(items), form);
  const lines: string[] = [];
  for (let run = 2; run <= lanes; run *= 2) {
    lines.push(compareAcrossLanes(items, `${run - 1}u`, true));
    for (let mask = run / 4; mask >= 1; mask /= 2) lines.push(compareAcrossLanes(items, `${mask}u`));
    lines.push(...inLane);
  }
  return lines;
}

/** The same as a loop. */
function mergeLoop({ lanes, items }: SmallShape, form: NetworkForm): string {
  return wgsl`for (var run = 2u; run <= ${unknown(lanes)}; run *= 2u) {
  ${inside([compareAcrossLanes(items, 'run - 1u', true)])}
  for (var mask = run / 4u; mask > 0u; mask /= 2u) {
    ${inside([inside([compareAcrossLanes(items, 'mask')])])}
  }
  ${inside(exchanges(bitonicSort(items), form))}
}`;
}

/** Does something with each of `count` registers, `atOnce` of them at a time: the others move up or down meanwhile. */
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

/** Stores the registers. Branchless: what is behind the end is the last item, once more in its place. */
function stores(items: number, { itemsAtOnce = items }: NetworkForm, repeats: boolean): string[] {
  if (!repeats) {
    const one = (i: number, slot: string) => wgsl`storeItem(begin, length, ${slot}, r${i}, ${i % 4}u);`;
    return inTurns(items, itemsAtOnce, one, true);
  }
  const one = (i: number, slot: string) => wgsl`last = select(last, r${i}, ${slot} <= end);
storeItem(begin, length, min(${slot}, end), last, 0u);`;
  return ['let end = max(length, 1u) - 1u;', 'var last = r0;', ...inTurns(items, itemsAtOnce, one, true)];
}

/**
 * The function `sortRegisters(begin, length, local)`, or of another name: loads a segment into `lanes` × `items`
 * registers, lane after lane, sorts them by Batcher's networks, and stores them. The networks are the odd-even merge
 * sort inside a lane, then bitonic merges whose first step mirrors, so that every comparison ascends. Straight code:
 * nothing indexes a register at run time. With fewer items at once than all, lavapipe compiles in a third of the time.
 * Branchless is a lane alone: of several lanes most hold all they can, and nothing is gained.
 */
export function networkModule(shape: SmallShape, form: NetworkForm = {}, name = 'sortRegisters'): WgslModule {
  const { lanes, items } = shape;
  const { itemsAtOnce = items, branchless = false, loops } = form;
  const load = (i: number, slot: string) => wgsl`r${i} = loadItem(begin, length, ${slot});`;
  const body = [
    wgsl`let lane = local % ${lanes}u;`,
    wgsl`let first = lane * ${items}u;`,
    ...each(items, (i) => wgsl`var r${i}: Item;`),
    ...inTurns(items, itemsAtOnce, load, false),
    ...exchanges(oddEvenMergeSort(items), form),
    ...(loops && lanes > 1 ? [mergeLoop(shape, form)] : mergesOfLanes(shape, form)),
    ...stores(items, form, branchless && lanes === 1),
  ];
  const text = wgsl`fn ${name}(begin: u32, length: u32, local: u32) {
  ${inside(body)}
}`;
  // Loops end by the length of `spans`.
  const bound = text.includes('&spans') ? [storage('spans', 'array<vec2u>')] : [];
  return written(name, [...bound, text].join('\n'));
}
