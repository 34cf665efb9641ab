import { type WgslModule, written } from '../../plan/module.ts';
import { bitonicSort, exchange, type NetworkForm } from '../small/network.ts';

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

/** Exchanges that merge the ascending `low` and `high`, as many registers each: `low` keeps the lesser half. */
function bitonicMerge(low: readonly string[], high: readonly string[], form: NetworkForm): string[] {
  const all = [...low, ...high];
  const mirrored = low.map((_, i) => [i, all.length - 1 - i] as const);
  const pairs = [...mirrored, ...bitonicSort(all.length).slice(low.length)];
  return pairs.map(([i, j]) => exchange(all[i] as string, all[j] as string, form));
}

/** One of `names`, by as many conditions as tell them apart: where the first one holds, one of the first half. */
function pick(names: readonly string[], [first, ...others]: readonly string[]): string {
  const half = names.length / 2;
  if (half < 1) return `${names}`;
  return `select(${pick(names.slice(half), others)}, ${pick(names.slice(0, half), others)}, ${first})`;
}

/**
 * The function `mergeRuns(begin, run, end)`: merges the runs of `run` items each that begin at `begin`, 4 or 8 of them (`ways`), of
 * which the last ones may be shorter or empty, `block` items at a time, by a tree of mergers, those at its leaves of two runs
 * each. A merger keeps a block, takes another from the side whose last taken item is the lesser, merges them, passes the lesser
 * half on and keeps the greater (after Inoue, Moriyama, Komatsu and Nakatani 2007, who compare the sides' next items: loads of
 * their own, a fifth of all). What is passed on comes before all that is not taken yet: if the block just taken ends behind the
 * other side's, all that is kept lies before that end, and otherwise all of the block lies before its own. What a merger below
 * the root passes on waits there, so above the leaves sides are told by their next items.
 *
 * Many runs a pass, since on software adapters a pass costs its loads and stores, hardly what is done between. All mergers
 * begin with the least of keys, which come out first and are not left: so all code is in the loop, and is compiled once.
 */
export function mergeModule(ways: number, block: number, form: NetworkForm): WgslModule {
  const items = range(0, block);
  const registers = (stem: string, n: number) => items.map((i) => `${stem}${i}_${n}`);
  // Mergers are numbered from the root, 1, the two sides of n being 2n and 2n + 1; the lowest level are the runs.
  const nodesOf = (level: number) => range(2 ** level, 2 ** (level + 1));
  const leaf = Math.log2(ways);
  const levels = range(1, leaf);
  const path = range(1, leaf + 1).map((level) => `first${level}`);
  /** Of a variable that each of some nodes has, that on the path. */
  const onPath = (nodes: readonly number[], stem: string) => {
    const names = nodes.map((n) => stem + n);
    return pick(names, path);
  };
  /** Goes on to the first side, unless by that variable of both the second one comes before it. */
  const step = (level: number, stem: string) => {
    const [first, second] = [0, 1].map((side) => nodesOf(level).filter((n) => n % 2 === side)) as [number[], number[]];
    return [
      `let first${level} = !precedes(${onPath(second, stem)}, ${onPath(first, stem)});`,
      `let node${level} = 2u * node${level - 1} + select(1u, 0u, first${level});`,
    ];
  };
  /** Assignments to variables of the node on the path. */
  const assign = (level: number, ...values: readonly (readonly [stem: string, value: string])[]) =>
    nodesOf(level).flatMap((n) => [
      `{ let here = node${level} == ${n}u;`,
      ...values.map(([stem, value]) => `${stem}${n} = select(${stem}${n}, ${value}, here);`),
      '}',
    ]);
  const lines = [
    'fn mergeRuns(begin: u32, run: u32, end: u32) {',
    'let node0 = 1u;',
    `var blocks = ${2 * ways - 3}u;`,
    `var out = begin - ${block}u * blocks;`,
    ...nodesOf(leaf).flatMap((n, k) => [
      `var at${n} = min(begin + ${k}u * run, end); var tail${n} = MERGE_LEAST;`,
      `let end${n} = min(begin + ${k + 1}u * run, end); blocks += (end${n} - at${n} + ${block - 1}u) / ${block}u;`,
    ]),
    ...range(1, ways).flatMap((n) =>
      items.map((i) => `var waits${i}_${n} = MERGE_LEAST; var keeps${i}_${n} = MERGE_LEAST;`),
    ),
    'for (; blocks > 0u; blocks--) {',
    ...levels.flatMap((level) => [
      ...step(level, 'waits0_'),
      ...items.flatMap((i) => [
        `var next${i}_${level} = ${onPath(nodesOf(level), `waits${i}_`)};`,
        `var kept${i}_${level} = ${onPath(nodesOf(level), `keeps${i}_`)};`,
      ]),
    ]),
    ...step(leaf, 'tail'),
    `let source = ${onPath(nodesOf(leaf), 'at')};`,
    `let limit = ${onPath(nodesOf(leaf), 'end')};`,
    ...items.map((i) => `var next${i}_${leaf} = runItem(source, ${i}u, limit);`),
    ...assign(leaf, ['at', `source + ${block}u`], ['tail', `next${block - 1}_${leaf}`]),
    ...levels
      .toReversed()
      .flatMap((level) => [
        ...bitonicMerge(registers('kept', level), registers('next', level + 1), form),
        ...items.flatMap((i) =>
          assign(level, [`waits${i}_`, `kept${i}_${level}`], [`keeps${i}_`, `next${i}_${level + 1}`]),
        ),
      ]),
    ...bitonicMerge(registers('keeps', 1), registers('next', 1), form),
    ...items.map(
      (i) => `leaveMergeItem(out, ${i}u, begin, end${2 * ways - 1}, keeps${i}_1); keeps${i}_1 = next${i}_1;`,
    ),
    `out += ${block}u;`,
    '}',
    '}',
  ];
  return written('mergeRuns', lines.join('\n'));
}
