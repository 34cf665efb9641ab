import { inside, type WgslModule, wgsl, written } from '../../plan/module.ts';
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
  return wgsl`select(${pick(names.slice(half), others)}, ${pick(names.slice(0, half), others)}, ${first ?? ''})`;
}

/**
 * A tree of mergers of `ways` runs. Mergers are numbered from the root, 1, the two sides of n being 2n and 2n + 1; the
 * lowest level, `leaf`, are the runs. In a turn of the loop one node of each level is on the path.
 */
interface Tree {
  readonly ways: number;
  /** Items that are moved at a time. */
  readonly block: number;
  readonly leaf: number;
}

const nodesOf = (level: number) => range(2 ** level, 2 ** (level + 1));

/** Of a variable that each of some nodes has, that of the node on the path. */
function onPath({ leaf }: Tree, nodes: readonly number[], stem: string): string {
  return pick(
    nodes.map((n) => stem + n),
    range(1, leaf + 1).map((level) => `first${level}`),
  );
}

/** Goes on to the first side, unless by that variable of both the second one comes before it. */
function step(tree: Tree, level: number, stem: string): string[] {
  const [first, second] = [0, 1].map((side) => {
    const nodes = nodesOf(level).filter((n) => n % 2 === side);
    return onPath(tree, nodes, stem);
  }) as [string, string];
  return [
    wgsl`let first${level} = !precedes(${second}, ${first});`,
    wgsl`let node${level} = 2u * node${level - 1} + select(1u, 0u, first${level});`,
  ];
}

/** Assignments to variables of the node on the path. */
function assign(level: number, ...values: readonly (readonly [stem: string, value: string])[]): string[] {
  return nodesOf(level).map((n) => {
    const lines = values.map(([stem, value]) => wgsl`${stem}${n} = select(${stem}${n}, ${value}, here);`);
    return wgsl`{
  let here = node${level} == ${n}u;
  ${inside(lines)}
}`;
  });
}

/** Where each run goes on, its item taken last, and its end. */
function declareRuns({ leaf, block }: Tree): string[] {
  return nodesOf(leaf).flatMap((n, k) => [
    wgsl`var at${n} = min(begin + ${k}u * run, end);`,
    wgsl`var tail${n} = MERGE_MIN;`,
    wgsl`let end${n} = min(begin + ${k + 1}u * run, end);`,
    wgsl`blocks += (end${n} - at${n} + ${block - 1}u) / ${block}u;`,
  ]);
}

/** The block that each merger passes on, and the block that it keeps. */
function declareMergers({ ways, block }: Tree): string[] {
  return range(1, ways).flatMap((n) =>
    range(0, block).flatMap((i) => [wgsl`var waits${i}_${n} = MERGE_MIN;`, wgsl`var keeps${i}_${n} = MERGE_MIN;`]),
  );
}

/**
 * From the root to a run, by the sides' next items and the runs' last ones; and the registers of the nodes on the way.
 */
function descend(tree: Tree): string[] {
  const { leaf, block } = tree;
  const ofNodes = (level: number) =>
    range(0, block).flatMap((i) => [
      wgsl`var next${i}_${level} = ${onPath(tree, nodesOf(level), `waits${i}_`)};`,
      wgsl`var kept${i}_${level} = ${onPath(tree, nodesOf(level), `keeps${i}_`)};`,
    ]);
  return [
    ...range(1, leaf).flatMap((level) => [...step(tree, level, 'waits0_'), ...ofNodes(level)]),
    ...step(tree, leaf, 'tail'),
  ];
}

/** Takes a block from the run at the end of the path. */
function takeBlock(tree: Tree): string[] {
  const { leaf, block } = tree;
  return [
    wgsl`let source = ${onPath(tree, nodesOf(leaf), 'at')};`,
    wgsl`let limit = ${onPath(tree, nodesOf(leaf), 'end')};`,
    ...range(0, block).map((i) => wgsl`var next${i}_${leaf} = runItem(source, ${i}u, limit);`),
    ...assign(leaf, ['at', wgsl`source + ${block}u`], ['tail', wgsl`next${block - 1}_${leaf}`]),
  ];
}

/** Merges on the way back to the root: each merger passes the lesser half on and keeps the greater. */
function ascend({ leaf, block }: Tree, form: NetworkForm): string[] {
  const registers = (stem: string, n: number) => range(0, block).map((i) => `${stem}${i}_${n}`);
  const merged = range(1, leaf)
    .toReversed()
    .flatMap((level) => [
      ...bitonicMerge(registers('kept', level), registers('next', level + 1), form),
      ...range(0, block).flatMap((i) =>
        assign(level, [`waits${i}_`, `kept${i}_${level}`], [`keeps${i}_`, `next${i}_${level + 1}`]),
      ),
    ]);
  return [...merged, ...bitonicMerge(registers('keeps', 1), registers('next', 1), form)];
}

/** Stores what the root passes on. */
function leaveBlock({ ways, block }: Tree): string[] {
  return range(0, block).flatMap((i) => [
    wgsl`leaveMergeItem(out, ${i}u, begin, end${2 * ways - 1}, keeps${i}_1);`,
    wgsl`keeps${i}_1 = next${i}_1;`,
  ]);
}

/**
 * The function `mergeRuns(begin, run, end)`: merges `ways` runs, 4 or 8, of `run` items each that begin at `begin`. The
 * last ones may be shorter or empty. It works by a tree of mergers, those at its leaves of two runs each, and moves
 * `block` items at a time.
 *
 * A merger keeps a block. It takes another one from the side whose last taken item is the lesser, merges the two,
 * passes the lesser half on and keeps the greater. What is passed on comes before all that is not taken yet: if the
 * block just taken ends behind the other side's, all that is kept lies before that end; otherwise all of the block lies
 * before its own. Method: Inoue, Moriyama, Komatsu and Nakatani 2007, who compare the sides' next items. That takes
 * loads of their own, a fifth of all. What a merger below the root passes on waits there, so above the leaves sides are
 * told by their next items.
 *
 * A pass merges many runs, since on software adapters a pass costs its loads and stores, hardly what is done between.
 * All mergers begin with the least of keys, which come out first and are not left: so all code is in the loop, and is
 * compiled once.
 */
export function mergeModule(ways: number, block: number, form: NetworkForm): WgslModule {
  const tree = { ways, block, leaf: Math.log2(ways) };
  const turn = [
    ...descend(tree),
    ...takeBlock(tree),
    ...ascend(tree, form),
    ...leaveBlock(tree),
    wgsl`out += ${block}u;`,
  ];
  const text = wgsl`fn mergeRuns(begin: u32, run: u32, end: u32) {
  let node0 = 1u;
  var blocks = ${2 * ways - 3}u;
  var out = begin - ${block}u * blocks;
  ${inside(declareRuns(tree))}
  ${inside(declareMergers(tree))}
  for (; blocks > 0u; blocks--) {
    ${inside([inside(turn)])}
  }
}`;
  return written('mergeRuns', text);
}
