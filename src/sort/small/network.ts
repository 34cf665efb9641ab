import { storage, type WgslModule, written } from '../../plan/module.ts';

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

/** Pairs that sort `count` registers that are a bitonic sequence: halves of halves, and what can't be halved as it comes. */
export function bitonicSort(count: number): [number, number][] {
  if (count % 2 === 1) return oddEvenMergeSort(count);
  const half = count / 2;
  const pairs = bitonicSort(half);
  const across = Array.from({ length: half }, (_, i): [number, number] => [i, half + i]);
  return [...across, ...pairs, ...pairs.map(([i, j]): [number, number] => [half + i, half + j])];
}

/** Puts the lesser of two registers first. */
export function exchange(a: string, b: string, { minMax }: NetworkForm): string {
  return minMax
    ? `{ let a = ${a}; ${a} = min(a, ${b}); ${b} = max(a, ${b}); }`
    : `{ let a = ${a}; let b = ${b}; let swap = precedes(b, a); ${a} = select(a, b, swap); ${b} = select(b, a, swap); }`;
}

/** Registers of the lane `mask` away; `mirror` pairs a lane's first register with its partner's last. */
function compareAcrossLanes(items: number, mask: string, mirror = false): string[] {
  const each = (line: (i: number) => string) => Array.from({ length: items }, (_, i) => line(i));
  return [
    '{',
    `let lower = (lane & ${mirror ? `((${mask} + 1u) / 2u)` : mask}) == 0u;`,
    ...each((i) => `publish(local, ${i}u, r${i});`),
    'meet();',
    ...each((i) => {
      const from = mirror ? items - 1 - i : i;
      return `let p${i} = partner(local, ${from}u, r${from}, ${mask});`;
    }),
    'meet();',
    ...each((i) => `r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`),
    '}',
  ];
}

/** A number that drivers don't know: they would unroll a loop that ends at it. */
const unknown = (number: number) => `min(${number}u, ${number}u * arrayLength(&spans))`;

/** Lines that do something with `count` registers, `atOnce` of them at a time: the others move up or down meanwhile. */
function inTurns(
  count: number,
  atOnce: number,
  each: (register: number, place: string) => string,
  up: boolean,
): string[] {
  if (count % atOnce !== 0 && atOnce < count) return inTurns(count, atOnce / 2, each, up);
  if (atOnce >= count) return Array.from({ length: count }, (_, i) => each(i, `first + ${i}u`));
  const moves = Array.from({ length: count - atOnce }, (_, i) => `r${i} = r${i + atOnce};`);
  const turn = Array.from({ length: atOnce }, (_, i) => each(up ? i : count - atOnce + i, `at + ${i}u`));
  return [
    `for (var at = first; at < first + ${unknown(count)}; at += ${atOnce}u) {`,
    ...(up ? [...turn, ...moves] : [...moves, ...turn]),
    '}',
  ];
}

/**
 * The function `sortRegisters(begin, length, local)`, or of another name: loads a segment into `lanes` × `items` registers, lane
 * after lane, sorts them by Batcher's networks (odd-even merge sort inside a lane, then bitonic merges whose first step mirrors,
 * so that every comparison ascends), and stores them. Straight code: nothing indexes a register at run time. With fewer items
 * at once than all lavapipe compiles in a third of the time. Branchless is a lane alone: of several lanes most hold all they
 * can, and nothing is gained.
 */
export function networkModule(
  { lanes, items }: SmallShape,
  form: NetworkForm = {},
  name = 'sortRegisters',
): WgslModule {
  const { itemsAtOnce = items, branchless, loops } = form;
  const lines = [`fn ${name}(begin: u32, length: u32, local: u32) {`];
  const compare = (pairs: [number, number][]) => {
    for (const [i, j] of pairs) lines.push(exchange(`r${i}`, `r${j}`, form));
  };
  lines.push(`let lane = local % ${lanes}u;`, `let first = lane * ${items}u;`);
  for (let i = 0; i < items; i++) lines.push(`var r${i}: Item;`);
  lines.push(...inTurns(items, itemsAtOnce, (i, place) => `r${i} = loadItem(begin, length, ${place});`, false));
  compare(oddEvenMergeSort(items));
  if (loops && lanes > 1) {
    lines.push(
      `for (var run = 2u; run <= ${unknown(lanes)}; run *= 2u) {`,
      ...compareAcrossLanes(items, 'run - 1u', true),
      'for (var mask = run / 4u; mask > 0u; mask /= 2u) {',
      ...compareAcrossLanes(items, 'mask'),
      '}',
    );
    compare(bitonicSort(items));
    lines.push('}');
  } else {
    for (let run = 2; run <= lanes; run *= 2) {
      lines.push(...compareAcrossLanes(items, `${run - 1}u`, true));
      for (let mask = run / 4; mask >= 1; mask /= 2) lines.push(...compareAcrossLanes(items, `${mask}u`));
      compare(bitonicSort(items));
    }
  }
  const repeats = branchless && lanes === 1;
  if (repeats) lines.push('let end = max(length, 1u) - 1u; var last = r0;');
  const store = (i: number, place: string) =>
    repeats
      ? `last = select(last, r${i}, ${place} <= end); storeItem(begin, length, min(${place}, end), last, 0u);`
      : `storeItem(begin, length, ${place}, r${i}, ${i % 4}u);`;
  lines.push(...inTurns(items, itemsAtOnce, store, true));
  lines.push('}');
  // Loops end by the length of `spans`.
  const bound = lines.some((line) => line.includes('&spans')) ? [storage('spans', 'array<vec2u>')] : [];
  return written(name, [...bound, ...lines].join('\n'));
}
