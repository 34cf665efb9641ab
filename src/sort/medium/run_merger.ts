import { inside, type WgslModule, wgsl, written } from '../../plan/module.ts';
import type { NetworkForm } from '../network_form.ts';
import { bitonicSort, exchange } from '../small/network.ts';

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

/** Exchanges that merge the ascending registers `low` and `high`, equal in number. `low` receives the lesser half. */
function bitonicMerge(low: readonly string[], high: readonly string[], form: NetworkForm): string[] {
  const all = [...low, ...high];
  const mirrored = low.map((_, i) => [i, all.length - 1 - i] as const);
  const pairs = [...mirrored, ...bitonicSort(all.length).slice(low.length)];
  return pairs.map(([i, j]) => exchange(all[i] as string, all[j] as string, form));
}

/** An expression for one of 2^n `names`, by n conditions. The first condition selects the first half, and so on. */
function pick(names: readonly string[], [first, ...others]: readonly string[]): string {
  const half = names.length / 2;
  if (half < 1) return `${names}`;
  return wgsl`select(${pick(names.slice(half), others)}, ${pick(names.slice(0, half), others)}, ${first ?? ''})`;
}

/**
 * A tree of mergers of `ways` runs. The root has number 1, and the two sides of node n are 2n and 2n + 1. The nodes of
 * the lowest level, `leaf`, are the runs. In an iteration of the loop one node of each level is on the path.
 */
interface Tree {
  readonly ways: number;
  /** Items that are moved at once. */
  readonly block: number;
  readonly leaf: number;
}

const nodesOf = (level: number) => range(2 ** level, 2 ** (level + 1));

/** An expression for the variable `stem` of the node on the path. `nodes` are the nodes that have this variable. */
function onPath({ leaf }: Tree, nodes: readonly number[], stem: string): string {
  return pick(
    nodes.map((n) => stem + n),
    range(1, leaf + 1).map((level) => `first${level}`),
  );
}

/** Descends one level: to the second side if its variable `stem` precedes that of the first side. */
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

/** Assigns values to variables of the node on the path. */
function assign(level: number, ...values: readonly (readonly [stem: string, value: string])[]): string[] {
  return nodesOf(level).map((n) => {
    const lines = values.map(([stem, value]) => wgsl`${stem}${n} = select(${stem}${n}, ${value}, here);`);
    return wgsl`{
  let here = node${level} == ${n}u;
  ${inside(lines)}
}`;
  });
}

/** Declares for each run the index of its next item, its last taken item, and its end. */
function declareRuns({ leaf, block }: Tree): string[] {
  return nodesOf(leaf).flatMap((n, k) => [
    wgsl`var at${n} = min(begin + ${k}u * run, end);`,
    wgsl`var tail${n} = MERGE_MIN;`,
    wgsl`let end${n} = min(begin + ${k + 1}u * run, end);`,
    wgsl`blocks += (end${n} - at${n} + ${block - 1}u) / ${block}u;`,
  ]);
}

/** Declares for each merger the block that it passed on, which waits for its parent, and the block that it keeps. */
function declareMergers({ ways, block }: Tree): string[] {
  return range(1, ways).flatMap((n) =>
    range(0, block).flatMap((i) => [wgsl`var waits${i}_${n} = MERGE_MIN;`, wgsl`var keeps${i}_${n} = MERGE_MIN;`]),
  );
}

/**
 * Descends from the root to a run, and loads the registers of the nodes on the path. Above the runs the sides' next
 * items decide. At the runs their last taken items decide.
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

/** Takes a block from the run on the path. */
function takeBlock(tree: Tree): string[] {
  const { leaf, block } = tree;
  return [
    wgsl`let source = ${onPath(tree, nodesOf(leaf), 'at')};`,
    wgsl`let limit = ${onPath(tree, nodesOf(leaf), 'end')};`,
    ...range(0, block).map((i) => wgsl`var next${i}_${leaf} = runItem(source, ${i}u, limit);`),
    ...assign(leaf, ['at', wgsl`source + ${block}u`], ['tail', wgsl`next${block - 1}_${leaf}`]),
  ];
}

/** Merges from the run back to the root: each merger passes on the lesser half and keeps the greater half. */
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

/** Stores the block that the root passes on. */
function storeBlock({ ways, block }: Tree): string[] {
  return range(0, block).flatMap((i) => [
    wgsl`storeMergeItem(out, ${i}u, begin, end${2 * ways - 1}, keeps${i}_1);`,
    wgsl`keeps${i}_1 = next${i}_1;`,
  ]);
}

/**
 * Writes the function `mergeRuns(begin, run, end)`. It merges `ways` runs, 4 or 8, of `run` items each, the first at
 * `begin`. The last runs may be shorter or empty. A tree of two-way mergers moves `block` items at once.
 *
 * A merger keeps a block. It takes another block from the side whose last taken item is the lesser, and merges the two.
 * It passes on the lesser half and keeps the greater half. The lesser half precedes all untaken items:
 * - If the new block ends after the other side's last taken item, no kept item comes after that item. The untaken items
 *   do.
 * - Otherwise the untaken items come after the whole new block.
 * So at least one whole block precedes the untaken items, and the lesser half has the size of one block.
 *
 * Method: Inoue, Moriyama, Komatsu and Nakatani 2007, who compare the sides' next items. That takes additional loads, a
 * fifth of all loads. A merger below the root holds its next block in registers. So above the runs the sides' next
 * items are compared.
 *
 * A pass merges many runs: on software adapters the loads and stores of a pass cost far more than the work between
 * them. All mergers begin with blocks of the least key. These come out first and are not stored. So all code is in the
 * loop, and is compiled once.
 */
export function mergeModule(ways: number, block: number, form: NetworkForm): WgslModule {
  const tree = { ways, block, leaf: Math.log2(ways) };
  const turn = [
    ...descend(tree),
    ...takeBlock(tree),
    ...ascend(tree, form),
    ...storeBlock(tree),
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
