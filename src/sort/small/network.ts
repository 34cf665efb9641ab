import { inside, storage, type WgslModule, wgsl, written } from '../../plan/module.ts';

/** The shape of a network: `lanes` lanes that hold `items` items each. */
export interface SmallShape {
  readonly lanes: number;
  readonly items: number;
}

/** The form of a network's WGSL. */
export interface NetworkForm {
  /** Items that are loaded or stored at once, a power of two. If it is fewer than all, loads and stores are loops. */
  readonly itemsAtOnce?: number | undefined;
  /** Slots past a segment's end are not skipped by a branch: they store the segment's last item again. */
  readonly branchless?: boolean | undefined;
  /** The merges between lanes are a loop. It compiles in half the time and runs a fifth longer. */
  readonly loops?: boolean;
  /** Items are u32 in numeric order, so exchanges use `min` and `max`. */
  readonly minMax?: boolean;
}

/** The exchanges of Batcher's odd-even merge sort of `count` registers, in order: pairs (i, j) with i < j. */
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
 * The exchanges that sort a bitonic sequence of `count` registers: it is halved repeatedly. A part of odd length is
 * sorted by the odd-even merge sort.
 */
export function bitonicSort(count: number): [number, number][] {
  if (count % 2 === 1) return oddEvenMergeSort(count);
  const half = count / 2;
  const pairs = bitonicSort(half);
  const across = Array.from({ length: half }, (_, i): [number, number] => [i, half + i]);
  return [...across, ...pairs, ...pairs.map(([i, j]): [number, number] => [half + i, half + j])];
}

/** Exchanges two registers, so that the lesser one is first. */
export function exchange(a: string, b: string, { minMax }: NetworkForm): string {
  if (minMax) return wgsl`{ let a = ${a}; ${a} = min(a, ${b}); ${b} = max(a, ${b}); }`;
  const chosen = wgsl`${a} = select(a, b, swap); ${b} = select(b, a, swap);`;
  return wgsl`{ let a = ${a}; let b = ${b}; let swap = precedes(b, a); ${chosen} }`;
}

/** One line per register. */
function each<T>(registers: number, line: (i: number) => T): T[] {
  return Array.from({ length: registers }, (_, i) => line(i));
}

function exchanges(pairs: readonly [number, number][], form: NetworkForm): string[] {
  return pairs.map(([i, j]) => exchange(`r${i}`, `r${j}`, form));
}

/**
 * Compares the registers with those of the lane whose number differs by `mask` (exclusive or). `mirror` pairs a lane's
 * first register with its partner's last.
 */
function compareAcrossLanes(items: number, mask: string, mirror = false): string {
  const highestBit = mirror ? wgsl`((${mask} + 1u) / 2u)` : mask;
  const other = (i: number) => (mirror ? items - 1 - i : i);
  const read = (i: number) => wgsl`let p${i} = partner(local, ${other(i)}u, r${other(i)}, ${mask});`;
  const keep = (i: number) => wgsl`r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`;
  // Two registers at a time: with all partners' registers at once, GPUs spill.
  const together = each(Math.ceil(items / 2), (i) => {
    const pair = [...new Set([i, mirror ? other(i) : items - 1 - i])];
    return [...pair.map(read), ...pair.map(keep)];
  }).flat();
  return wgsl`{
  let lower = (lane & ${highestBit}) == 0u;
  ${inside(each(items, (i) => wgsl`publish(local, ${i}u, r${i});`))}
  meet();
  ${inside(together)}
  meet();
}`;
}

/** An expression whose value drivers cannot compute. They would unroll a loop that ends at a constant. */
const unknown = (number: number) => wgsl`min(${number}u, ${number}u * arrayLength(&spans))`;

/** Bitonic merges of the lanes' sorted registers, until all lanes hold one run. */
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

/** The same merges as a loop. */
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
  if (!repeats) {
    const one = (i: number, slot: string) => wgsl`storeItem(begin, length, ${slot}, r${i}, ${i % 4}u);`;
    return inTurns(items, itemsAtOnce, one, true);
  }
  const one = (i: number, slot: string) => wgsl`last = select(last, r${i}, ${slot} <= end);
storeItem(begin, length, min(${slot}, end), last, 0u);`;
  return ['let end = max(length, 1u) - 1u;', 'var last = r0;', ...inTurns(items, itemsAtOnce, one, true)];
}

/**
 * Writes the function `sortRegisters(begin, length, local)`, or one of another name. It loads a segment into `lanes` ×
 * `items` registers, lane by lane, sorts them and stores them. Method: Batcher's networks, the odd-even merge sort
 * inside a lane, then bitonic merges between lanes. The first step of a merge mirrors, so that every comparison
 * ascends.
 *
 * No register is indexed at run time. With `itemsAtOnce` below `items`, lavapipe compiles in a third of the time.
 * `branchless` applies only to networks of one lane. Of several lanes most are full, so nothing would be gained.
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
  // Bounds of loops use the length of `spans`.
  const bound = text.includes('&spans') ? [storage('spans', 'array<vec2u>')] : [];
  return written(name, [...bound, text].join('\n'));
}
