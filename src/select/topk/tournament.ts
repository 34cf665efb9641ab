/**
 * A top-k of few items by partial networks: a lane keeps the best items so far in registers, sorted, and merges the
 * next ones into them. Method: the bitonic top-k of Shanbhag, Pirk and Madden (2018).
 */
import loadCandidate from '../../../wgsl/select/topk/candidate_loaded.wgsl';
import largeRows from '../../../wgsl/select/topk/large_rows.wgsl';
import bestOfTiles from '../../../wgsl/select/topk/tournament_tiles.wgsl';
import { ARGS } from '../../partition/plan.ts';
import { inside, type Kernel, type WgslModule, wgsl, written } from '../../plan/module.ts';
import { counted, type Grid, type Pass, type Resources } from '../../plan/plan.ts';
import { exchangeModules } from '../../sort/small/plan.ts';
import { keyBytesOf, keyed, lanesFor, readsVectors, type SelectContext } from '../context.ts';
import { keep, registers, sortKept } from '../lane_best.ts';

/** Merges the best items of a lane and of its partner: both then hold the same. */
function mergeLanes(items: number, mask: number): string[] {
  // A mirrored pair at a time: with all registers of the partner at once, GPUs spill.
  const pairs = registers(Math.ceil(items / 2), (i) => [...new Set([i, items - 1 - i])]);
  const lines = pairs.flatMap((pair) => [
    ...pair.map((i) => wgsl`let p${i} = partner(local, ${i}u, r${i}, ${mask}u);`),
    ...pair.map((i) => keep(i, `p${items - 1 - i}`)),
  ]);
  return [
    wgsl`{
  ${inside(registers(items, (i) => wgsl`publish(local, ${i}u, r${i});`))}
  meet();
  ${inside(lines)}
  meet();
  ${inside(sortKept(items))}
}`,
  ];
}

/**
 * The same through workgroup memory. A lane hands over a round at a time, so that the workgroup's memory does not limit
 * the number of waves. A register that is given after its merge changes nothing: it is the lesser one of both already.
 */
function mergeInRounds(items: number, mask: number, round: number): string {
  const taken = (j: number) => wgsl`given[${j}u * WORKGROUP + (local ^ ${mask}u)]`;
  const rounds = registers(items / round, (i) => [
    ...registers(round, (j) => wgsl`given[${j}u * WORKGROUP + local] = r${i * round + j};`),
    'workgroupBarrier();',
    ...registers(round, (j) => keep(items - 1 - i * round - j, taken(j))),
    'workgroupBarrier();',
  ]);
  return wgsl`{
  ${inside([...rounds.flat(), ...sortKept(items)])}
}`;
}

/** The merges of the lanes' best items. */
function merges(lanes: number, { best, subgroups }: SelectContext, round: number): string[] {
  if (lanes === 1) return [];
  const masks = registers(Math.log2(lanes), (i) => 2 ** i);
  // In a loop over the masks, compilers for Intel would spill.
  return masks.flatMap((mask) => (subgroups ? mergeLanes(best, mask) : mergeInRounds(best, mask, round)));
}

/** Finds the first item of a lane. Its items are read in order, so of equal keys the first one stays. */
function firstItem(lanes: number): string[] {
  const better = (i: number) => wgsl`{
  let i = begin + at + ${i * lanes}u;
  let c = makeItem(sortKeyBy(by, inputKey(i)), i, 0u);
  r0 = select(r0, c, lessKey(comparedKey(c), comparedKey(r0)));
}`;
  const four = 4 * lanes;
  return [
    'let by = keyMapNow();',
    'var r0 = loadItem(begin, length, lane);',
    wgsl`var at = lane + ${lanes}u;`,
    wgsl`for (; at + ${four - lanes}u < length; at += ${four}u) {
  ${inside(registers(4, better))}
}`,
    wgsl`for (; at < length; at += ${lanes}u) {
  ${inside([better(0)])}
}`,
  ];
}

/**
 * The modules of `sortRegisters(begin, length, local)`, which stores the first `best` items of a segment's order.
 * Neighbouring lanes load neighbouring items. Slots past its end give pads. `ofInput`: the items are those of the
 * input.
 */
export function tournamentModules(context: SelectContext, lanes: number, ofInput: boolean): WgslModule[] {
  const { best: items, stages, key, subgroups, table } = context;
  const round = stages.bestRound(items, key.words, table);
  const exchanges = subgroups ? exchangeModules(context, lanes) : [];
  const isGiven = lanes > 1 && !subgroups;
  const given = wgsl`var<workgroup> given: array<Item, ${Math.min(items, round)} * WORKGROUP>;`;
  const stores = registers(items, (i) => {
    const storer = isGiven ? 0 : i % lanes;
    return wgsl`if (lane == ${storer}u) { storeItem(begin, length, ${i}u, r${i}, ${i}u); }`;
  });
  const byVectors = ofInput && readsVectors(context);
  const first = byVectors ? ['let r0 = firstItem(begin, length);'] : firstItem(lanes);
  const text = wgsl`fn sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % ${lanes}u;
  ${inside(items === 1 && ofInput ? first : stages.bestItems(lanes, items, round, table))}
  ${inside(merges(lanes, context, Math.min(items, round)))}
  ${inside(stores)}
}`;
  return [
    ...exchanges,
    ...(byVectors ? [stages.firstItem as WgslModule] : []),
    written('sortRegisters', isGiven ? `${given}\n${text}` : text),
  ];
}

/** What the passes of large segments need of a top-k whose networks order items. */
export interface RowUse {
  /** Modules of an item, without those that load it. */
  readonly item: readonly WgslModule[];
  readonly loadItem: readonly WgslModule[];
  /** Modules that find and end a row, and their constants. */
  readonly row: readonly WgslModule[];
  readonly constants: NonNullable<Kernel['constants']>;
  readonly resources: Resources;
}

/** Bytes of a tile's best items. */
export const candidateBytes = ({ key, best }: SelectContext) => best * (key.words === 1 ? 8 : 16);

/** Groups of lanes of a workgroup, each of which takes a tile or a segment of the large class. */
export function groupsOf(context: SelectContext): { lanes: number; perWorkgroup: number } {
  const lanes = lanesFor(context, context.stages, context.table.sort.large.tile, context.best);
  return { lanes, perWorkgroup: context.table.sort.small.workgroup / lanes };
}

/** Two passes over large segments: the best items of each tile, then of all tiles of a segment. */
export function tournamentPasses(context: SelectContext, use: RowUse): Pass[] {
  const { table, room } = context;
  const { tile, directGrid } = table.sort.large;
  const { lanes, perWorkgroup } = groupsOf(context);
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[], ofInput = false): Kernel => ({
    name: `select/best of ${name}`,
    entry,
    modules: [...modules, ...use.item, ...tournamentModules(context, lanes, ofInput)],
    constants: {
      ...use.constants,
      WORKGROUP: table.sort.small.workgroup,
      TILE: tile,
      LANES: lanes,
      ITEMS: context.best,
      STORED: context.best,
      LARGE_BIN: context.bins.length - 1,
      LARGE_ROOM: room.segments,
    },
  });
  const bins = [context.bins.length - 1];
  const tiles: Grid = directGrid
    ? counted('items', tile, perWorkgroup, { extra: room.segments })
    : { kind: 'indirect', slot: ARGS.tiles };
  return [
    {
      kernel: keyed(context, kernel('tiles', bestOfTiles, use.loadItem, true), true),
      grid: tiles,
      resources: {},
      bins,
      traffic: { item: keyBytesOf(context) },
    },
    {
      kernel: keyed(context, kernel('rows', largeRows, [loadCandidate, ...use.row]), false),
      grid: { kind: 'indirect', slot: ARGS.large },
      resources: use.resources,
      bins,
    },
  ];
}
