import type { Piece } from '../template/assemble.ts';
import type { SortTuning } from '../tuning/tuning.ts';

type SmallTuning = SortTuning['small'];

/** So many lanes hold so many items each. */
export interface SmallShape {
  readonly lanes: number;
  readonly items: number;
}

/** Pairs (i, j), i < j, of Batcher's odd-even merge sort of `count` registers, a power of two, in order. */
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

/** Puts the lesser of two registers first. */
function exchange(a: string, b: string): string {
  return `{ let a = ${a}; let b = ${b}; let swap = precedes(b, a); ${a} = select(a, b, swap); ${b} = select(b, a, swap); }`;
}

function compareInLane(i: number, j: number): string {
  return exchange(`r${i}`, `r${j}`);
}

/** Registers of the lane `mask` away; `mirror` pairs a lane's first register with its partner's last. */
function compareAcrossLanes(items: number, mask: number, keepsLower: number, mirror: boolean): string[] {
  const lines = ['{', `let lower = (lane & ${keepsLower}u) == 0u;`];
  for (let i = 0; i < items; i++) lines.push(`publish(local, ${i}u, r${i});`);
  lines.push('meet();');
  for (let i = 0; i < items; i++) {
    const from = mirror ? items - 1 - i : i;
    lines.push(`let p${i} = partner(local, ${from}u, r${from}, ${mask}u);`);
  }
  lines.push('meet();');
  for (let i = 0; i < items; i++) {
    lines.push(`r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`);
  }
  lines.push('}');
  return lines;
}

/** Lines that do something with `count` registers, `atOnce` of them at a time: the others move up or down meanwhile. */
function inTurns(
  count: number,
  atOnce: number,
  each: (register: number, place: string) => string,
  up: boolean,
): string[] {
  if (atOnce >= count) return Array.from({ length: count }, (_, i) => each(i, `first + ${i}u`));
  const moves = Array.from({ length: count - atOnce }, (_, i) => `r${i} = r${i + atOnce};`);
  const turn = Array.from({ length: atOnce }, (_, i) => each(up ? i : count - atOnce + i, `at + ${i}u`));
  // An end that is not known here: a driver would unroll the loop.
  const end = `first + min(${count}u, ${atOnce}u * arrayLength(&spans))`;
  return [
    `for (var at = first; at < ${end}; at += ${atOnce}u) {`,
    ...(up ? [...turn, ...moves] : [...moves, ...turn]),
    '}',
  ];
}

/**
 * The piece `sortRegisters(begin, length, local)`, or of another name: loads a segment into `lanes` × `items` registers, lane
 * after lane, sorts them by Batcher's networks (odd-even merge sort inside a lane, then bitonic merges whose first step mirrors,
 * so that every comparison ascends), and stores them. Straight code: nothing indexes a register at run time. `itemsAtOnce`
 * are loaded and stored at a time; fewer than all make loops, by which lavapipe compiles in a third of the time.
 * `branchless`: what is behind a segment's end is not passed over, the last item is stored once more. Of several lanes most
 * hold all they can, and nothing is gained.
 */
export function networkPiece(
  { lanes, items }: SmallShape,
  { itemsAtOnce = items, branchless = false }: Partial<SmallTuning> = {},
  name = 'sortRegisters',
): Piece {
  const lines = [`// (${name})`, `fn ${name}(begin: u32, length: u32, local: u32) {`];
  lines.push(`let lane = local % ${lanes}u;`, `let first = lane * ${items}u;`);
  for (let i = 0; i < items; i++) lines.push(`var r${i}: Item;`);
  lines.push(...inTurns(items, itemsAtOnce, (i, place) => `r${i} = loadItem(begin, length, ${place});`, false));
  for (const [i, j] of oddEvenMergeSort(items)) lines.push(compareInLane(i, j));
  for (let run = 2; run <= lanes; run *= 2) {
    lines.push(...compareAcrossLanes(items, run - 1, run / 2, true));
    for (let mask = run / 4; mask >= 1; mask /= 2) lines.push(...compareAcrossLanes(items, mask, mask, false));
    for (let distance = items / 2; distance >= 1; distance /= 2) {
      for (let i = 0; i < items; i++) if ((i & distance) === 0) lines.push(compareInLane(i, i + distance));
    }
  }
  const repeats = branchless && lanes === 1;
  if (repeats) lines.push('let end = max(length, 1u) - 1u; var last = r0;');
  const store = (i: number, place: string) =>
    repeats
      ? `last = select(last, r${i}, ${place} <= end); storeItem(begin, length, min(${place}, end), last);`
      : `storeItem(begin, length, ${place}, r${i});`;
  lines.push(...inTurns(items, itemsAtOnce, store, true));
  lines.push('}');
  return lines.join('\n');
}

/** Exchanges that merge the ascending `low` and `high`, as many registers each: `low` keeps the lesser half. */
function bitonicMerge(low: readonly string[], high: readonly string[]): string[] {
  const all = [...low, ...high];
  const lines: string[] = [];
  const compare = (i: number, j: number) => lines.push(exchange(all[i] as string, all[j] as string));
  for (let i = 0; i < low.length; i++) compare(i, all.length - 1 - i);
  for (let distance = low.length / 2; distance >= 1; distance /= 2) {
    for (let i = 0; i < all.length; i++) if ((i & distance) === 0) compare(i, i + distance);
  }
  return lines;
}

/** Blocks of pads that mergeRuns has in its registers before the first item. */
const PRIMED = 5;

/**
 * The piece `mergeRuns(c0, c1, c2, c3, c4)`: merges the four runs c0 … c1, c1 … c2, c2 … c3 and c3 … c4, any of them empty,
 * `block` items at a time, by three mergers: of the first two runs (x), of the last two (y), and of what those give (r). A
 * merger keeps a block, takes another from the side whose last taken item is the lesser, merges them, passes the lesser half
 * on and keeps the greater (after Inoue, Moriyama, Komatsu and Nakatani 2007, who compare the sides' next items: loads of
 * their own, a fifth of all). What is passed on comes before all that is not taken yet: if the block just taken ends behind
 * the other side's, all that is kept lies before that end, and otherwise all of the block lies before its own.
 *
 * Four runs a pass, since on software adapters a pass costs its loads and stores, hardly what is done between. All mergers
 * begin with the least of keys, which come out first and are not left: so all code is in the loop, and is compiled once.
 */
export function mergePiece(block: number): Piece {
  const names = (stem: string) => Array.from({ length: block }, (_, i) => `${stem}${i}`);
  const each = (line: (i: number) => string) => Array.from({ length: block }, (_, i) => line(i));
  const runs = [0, 1, 2, 3];
  const chosen = (name: string, ofY: string, ofX: string) => `let ${name} = select(${ofY}, ${ofX}, takeX);`;
  return [
    '// (merge)',
    'fn mergeRuns(c0: u32, c1: u32, c2: u32, c3: u32, c4: u32) {',
    ...runs.map((k) => `var at${k} = c${k}; var tail${k} = LEAST;`),
    ...['r', 'x', 'y', 'keptX', 'keptY'].flatMap((stem) => names(stem).map((name) => `var ${name} = LEAST;`)),
    `var out = c0 - ${PRIMED * block}u;`,
    `let blocks = ${runs.map((k) => `(c${k + 1} - c${k} + ${block - 1}u) / ${block}u`).join(' + ')} + ${PRIMED}u;`,
    'for (var left = blocks; left > 0u; left--) {',
    'let takeX = !precedes(y0, x0);',
    ...each((i) => `var q${i} = select(y${i}, x${i}, takeX); var low${i} = select(keptY${i}, keptX${i}, takeX);`),
    chosen('tailA', 'tail2', 'tail0'),
    chosen('tailB', 'tail3', 'tail1'),
    'let takeA = !precedes(tailB, tailA);',
    'let source = select(select(at3, at2, takeA), select(at1, at0, takeA), takeX);',
    'let limit = select(select(c4, c3, takeA), select(c2, c1, takeA), takeX);',
    ...each((i) => `var high${i} = runItem(source + ${i}u, limit);`),
    `let next = source + ${block}u;`,
    ...runs.map((k) => {
      const moved = `${k < 2 ? '' : '!'}takeX && ${k % 2 === 0 ? '' : '!'}takeA`;
      return `{ let moved = ${moved}; at${k} = select(at${k}, next, moved); tail${k} = select(tail${k}, high${block - 1}, moved); }`;
    }),
    ...bitonicMerge(names('low'), names('high')),
    ...each((i) => `x${i} = select(x${i}, low${i}, takeX); y${i} = select(low${i}, y${i}, takeX);`),
    ...each((i) => `keptX${i} = select(keptX${i}, high${i}, takeX); keptY${i} = select(high${i}, keptY${i}, takeX);`),
    ...bitonicMerge(names('r'), names('q')),
    ...each((i) => `leaveItem(out + ${i}u, c0, c4, r${i}); r${i} = q${i};`),
    `out += ${block}u;`,
    '}',
    '}',
  ].join('\n');
}
