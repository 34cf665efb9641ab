import access from '../../wgsl/sort/access.wgsl';
import runsMerge from '../../wgsl/sort/medium/runs/merge.wgsl';
import runsSort from '../../wgsl/sort/medium/runs/sort.wgsl';
import itemFile from '../../wgsl/sort/small/item.wgsl';
import { inside, type Kernel, section, type WgslModule, wgsl, written } from '../plan/link.ts';
import type { Pass, Resources } from '../plan/plan.ts';
import {
  digitsOf,
  type GridOf,
  keyedKernel,
  movedBytes,
  type NetworkForm,
  type SmallShape,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
  valueModule,
} from './kernels.ts';
import {
  bitonicSort,
  exchange,
  exchangeModules,
  isShort,
  networkForm,
  networkModule,
  smallShapes,
} from './networks.ts';
import { DIGITS_WORTH_MERGING, sideResource } from './plan.ts';

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
      wgsl`var rest${i}_${level} = ${onPath(tree, nodesOf(level), `keeps${i}_`)};`,
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
      ...bitonicMerge(registers('rest', level), registers('next', level + 1), form),
      ...range(0, block).flatMap((i) =>
        assign(level, [`waits${i}_`, `rest${i}_${level}`], [`keeps${i}_`, `next${i}_${level + 1}`]),
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

/** Items that a merge moves at once. */
const BLOCK = 4;

/** The shape that sorts a run: the longest short one that is not three quarters of another shape. */
export function runShape(context: SortContext): SmallShape | undefined {
  return smallShapes(context).findLast((shape) => isShort(context, shape) && shape.items % 3 > 0);
}

const lengthOf = ({ lanes, items }: SmallShape) => lanes * items;

/** Items of a run. */
export function runLength(context: SortContext): number {
  return lengthOf(runShape(context) ?? { lanes: 0, items: 0 });
}

/**
 * The number of bins whose segments are merged from runs: of up to 1, 2, 4, … runs. There are none in these cases:
 * - under a custom comparator;
 * - if the key's bits do not follow from the sort key. A merge of blocks is not stable, so equal sort keys must have
 *   equal bits. (With values the items' indices make it stable.)
 * - if values are sorted in place: they would be overwritten before they are fetched;
 * - if keys have so few digits that a radix sort reads them fewer times.
 */
export function runBins(context: SortContext): number {
  const { key, pairs, compare, table } = context;
  const { maxMerged, maxMergedPairs } = table.sort.medium;
  const fit = !compare && key.lossless && !(pairs && context.valuesInPlace);
  const run = runLength(context);
  const max = pairs ? maxMergedPairs : maxMerged;
  if (!fit || key.bits <= DIGITS_WORTH_MERGING * digitsOf(context).bits || run === 0 || max < run) return 0;
  return 1 + Math.log2(max / run);
}

/** log2 of the number of runs that a merge takes. */
const mergeShift = ({ table }: SortContext) => Math.log2(table.sort.medium.mergeWays);

/** The number of merges of a segment of up to 2^k runs. */
export const mergesOf = (context: SortContext, k: number) => Math.ceil(k / mergeShift(context));

/** The modules of the item type. */
function itemModules({ keyModules, pairs }: SortContext): WgslModule[] {
  if (!pairs) return [section(itemFile, 'item', 'key')];
  return [keyModules.item, section(itemFile, 'item', 'tagged'), section(itemFile, 'form', 'sortKey')];
}

/** The modules of `sortRun`: one network, and a shorter one as well unless the networks contain barriers. */
function networkModules(context: SortContext): WgslModule[] {
  const shape = runShape(context) as SmallShape;
  const { small, medium } = context.table.sort;
  // Indices are packed into words, and the network passes an index's position in its word as a constant. So it stores
  // every item once, in order, at least 4 at once.
  const form = {
    ...networkForm(context),
    branchless: false,
    itemsAtOnce: Math.max(4, small.itemsAtOnce ?? shape.items),
  };
  const diverges = shape.lanes === 1 || context.subgroups;
  if (!medium.shortRuns || !diverges) return [section(runsSort, 'networks', 'one'), networkModule(shape, form)];
  const short = { lanes: shape.lanes, items: Math.ceil(shape.items / 4) };
  return [section(runsSort, 'networks', 'two'), networkModule(shape, form), networkModule(short, form, 'sortShort')];
}

/** The kernel that sorts runs. `inPlace`: it reads the output and writes it, through one binding. */
function runsKernel(context: SortContext, constants: NonNullable<Kernel['constants']>, inPlace: boolean): Kernel {
  const { lanes, items } = runShape(context) as SmallShape;
  const keeps = context.pairs && context.keysInPlace;
  const { workgroup } = context.table.sort.small;
  return keyedKernel(context, {
    name: 'sort/runs',
    entry: runsSort,
    modules: [
      ...itemModules(context),
      ...(context.pairs
        ? [
            section(itemFile, 'load', 'tagged'),
            section(itemFile, 'value', 'none'),
            section(runsSort, 'store', 'indices'),
          ]
        : [section(itemFile, 'load', 'key'), section(runsSort, 'store', 'keys')]),
      keeps ? section(access, 'inputKey', 'copied') : section(access, 'inputKey', inPlace ? 'inPlace' : 'apart'),
      ...exchangeModules(context, lanes),
      ...networkModules(context),
    ],
    constants: { WORKGROUP: workgroup, ...constants, LANES: lanes, ITEMS: items },
  });
}

/** The kernel that merges `ways` runs at once. For four runs a merge of four costs less than a merge of eight. */
function mergeKernel(context: SortContext, constants: NonNullable<Kernel['constants']>, ways: number): Kernel {
  const { workgroup } = context.table.sort.medium;
  return keyedKernel(context, {
    name: `sort/merge of ${ways} runs`,
    entry: runsMerge,
    modules: [
      ...itemModules(context),
      ...(context.pairs
        ? [section(runsMerge, 'items', 'pairs'), valueModule(context)]
        : [section(runsMerge, 'items', 'keys')]),
      mergeModule(ways, BLOCK, networkForm(context)),
    ],
    constants: { WORKGROUP: workgroup, ...constants, WAYS: ways },
  });
}

const side = (remainingMerges: number) => (remainingMerges % 2 === 0 ? 'output' : 'scratch');

/** The bins of a plan whose segments are merged from runs. */
interface BinsOfRuns {
  /** For each bin log2 of the number of runs that its longest segments have. */
  readonly shifts: readonly number[];
  /** The index of the bin with that log2. */
  readonly binOf: (shift: number) => number;
  readonly constants: NonNullable<Kernel['constants']>;
}

function binsOfRuns(context: SortContext, bins: readonly SortBin[]): BinsOfRuns | undefined {
  const run = runLength(context);
  const shifts = bins.filter(({ method }) => method === 'runMerge').map(({ maxLength }) => Math.log2(maxLength / run));
  const [first] = shifts;
  if (first === undefined) return undefined;
  const { items } = runShape(context) as SmallShape;
  // The bins of longer networks are between the bin of one run, if there is one, and the bin of up to 2^next runs. The
  // latter is the first bin of segments longer than all networks.
  const networks = smallShapes(context).map(lengthOf);
  const next = 32 - Math.clz32((networks.at(-1) as number) / run);
  const firstBin = bins.findIndex(({ method }) => method === 'runMerge');
  const base = firstBin - next + (first ? 0 : networks.length - networks.indexOf(run));
  const constants = {
    RUN: run,
    RUN_FIRST: first,
    RUN_NEXT: next,
    RUN_BIN: base,
    FIRST_BIN: firstBin,
    // The bins of a plan without a bound on segments: so plans with a bound have the same kernels.
    RUN_BINS: runBins(context),
    MERGE_SHIFT: mergeShift(context),
    // Indices per word. An index takes a byte if a run has at most 256 items. The indices of a lane, and of the shorter
    // network, fill whole words.
    INDICES_PER_WORD: run > 256 ? 1 : Math.max(1, Math.min(4, items / 4)),
  };
  return { shifts, binOf: (shift) => (shift ? base + shift : firstBin), constants };
}

/** The resources of a pass. `remaining`, `after`: the merges that remain before the pass, and after it. */
function runResources({ pairs, keysInPlace }: SortContext, remaining: number, after: number): Resources {
  return {
    remainingMerges: { kind: 'words', words: [remaining] },
    keysFrom: sideResource('keys', !pairs ? side(remaining) : keysInPlace ? 'scratch' : 'input'),
    keysTo: sideResource('keys', 'scratch'),
    keysOut: sideResource('keys', pairs ? 'output' : side(after)),
    valuesFrom: sideResource('values', side(remaining)),
    valuesTo: sideResource('values', side(after)),
  };
}

/**
 * The passes that sort the bins of runs. First, runs are sorted: in one pass for bins with an even number of merges, in
 * another for an odd number, so that the last merge writes the output. Then runs are merged. The first merge takes only
 * the longest segments, the last merge all segments of more than one run. A merge of eight runs and a merge of fewer
 * are two kernels.
 */
export function runPasses(context: SortContext, bins: readonly SortBin[], gridOf: GridOf): Pass[] {
  const ofRuns = binsOfRuns(context, bins);
  if (!ofRuns) return [];
  const { shifts, binOf, constants } = ofRuns;
  const { small, medium } = context.table.sort;
  const { lanes } = runShape(context) as SmallShape;
  const merges = (k: number) => mergesOf(context, k);
  const max = merges(shifts.at(-1) as number);
  /** log2 of the runs of a segment while `remaining` merges remain, as in wgsl/sort/medium/runs/merge.wgsl. */
  const runsShift = (k: number, remaining: number) => Math.floor((k * remaining) / merges(k));
  /** A pass over the bins `taken`. A segment of bin k makes 2^shift(k) tasks. */
  const pass = (
    kernel: () => Kernel,
    resources: Resources,
    taken: readonly number[],
    shift: (k: number) => number,
    tasksPerWorkgroup: number,
  ): Pass[] => {
    if (taken.length === 0) return [];
    const tasksPerSegment = Object.fromEntries(taken.map((k) => [binOf(k), 2 ** shift(k)]));
    const grid = gridOf({ tasksPerSegment, tasksPerWorkgroup });
    // The bytes that a pass moves for pairs depend on the pass, so no traffic is given.
    const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
    return [{ kernel: kernel(), bins: taken.map(binOf), grid, ...(context.pairs ? {} : { traffic }), resources }];
  };
  const sorted = [0, 1].flatMap((odd) => {
    const kernel = () => runsKernel(context, constants, context.keysInPlace && !context.pairs && odd === 0);
    const taken = shifts.filter((k) => merges(k) % 2 === odd);
    return pass(kernel, runResources(context, odd, odd), taken, (k) => k, small.workgroup / lanes);
  });
  const merged = Array.from({ length: max }, (_, i) => max - i).flatMap((remaining) =>
    [4, 8].flatMap((ways) => {
      const waysOf = (k: number) => Math.max(4, 2 ** (runsShift(k, remaining) - runsShift(k, remaining - 1)));
      const taken = shifts.filter((k) => merges(k) >= remaining && waysOf(k) === ways);
      const kernel = () => mergeKernel(context, constants, ways);
      const resources = runResources(context, remaining, remaining - 1);
      return pass(kernel, resources, taken, (k) => runsShift(k, remaining - 1), medium.workgroup);
    }),
  );
  return [...sorted, ...merged];
}
