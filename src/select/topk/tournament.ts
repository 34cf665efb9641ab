/**
 * A top-k of few items by partial networks: a lane keeps the best items so far in registers, sorted, and merges the
 * next ones into them. Method: the bitonic top-k of Shanbhag, Pirk and Madden (2018).
 */
import loadCandidate from '../../../wgsl/select/topk/candidate_loaded.wgsl';
import bestOfRows from '../../../wgsl/select/topk/tournament_rows.wgsl';
import bestOfTiles from '../../../wgsl/select/topk/tournament_tiles.wgsl';
import { ARGS } from '../../partition/plan.ts';
import { inside, type Kernel, type WgslModule, wgsl, written } from '../../plan/module.ts';
import { counted, type Grid, type Pass, type Resources } from '../../plan/plan.ts';
import { bitonicSort, exchange, oddEvenMergeSort, type SmallShape } from '../../sort/small/network.ts';
import { exchangeModules } from '../../sort/small/plan.ts';
import { keyBytesOf, keyed, lanesFor, type SelectContext } from '../context.ts';

/** Least items that a lane loads in a round, so that loads do not wait for each other. */
const LEAST_ROUND = 4;

/** Most items of a round, by words of a key. With more, compilers for Intel spill. */
const MOST_ROUND = { 1: 8, 2: 4 } as const;

const registers = <T>(count: number, line: (i: number) => T) => Array.from({ length: count }, (_, i) => line(i));

/** Register i becomes the lesser one of itself and another item. */
const keep = (i: number, other: string) => wgsl`{ let o = ${other}; r${i} = select(r${i}, o, precedes(o, r${i})); }`;

/** Sorts what a merge kept, which is bitonic. */
const sortKept = (items: number) => bitonicSort(items).map(([i, j]) => exchange(`r${i}`, `r${j}`, {}));

/** Merges sorted items into the best ones: the least of them meet the last ones of those. */
function mergeRound(items: number, round: number): string[] {
  return [...registers(Math.min(items, round), (j) => keep(items - 1 - j, `c${j}`)), ...sortKept(items)];
}

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
 * Writes `sortRegisters(begin, length, local)`, which stores the first `items` items of a segment's order. Neighbouring
 * lanes load neighbouring items. Slots past its end give pads.
 */
export function tournamentModule({ lanes, items }: SmallShape, keyWords: 1 | 2): WgslModule {
  const round = Math.max(LEAST_ROUND, Math.min(items, MOST_ROUND[keyWords]));
  const sorted = (name: string, count: number) =>
    oddEvenMergeSort(count).map(([i, j]) => exchange(`${name}${i}`, `${name}${j}`, {}));
  const load = (i: number, at: string) => wgsl`loadItem(begin, length, ${at} + ${i * lanes}u)`;
  const merges: string[] = [];
  for (let mask = 1; mask < lanes; mask *= 2) merges.push(...mergeLanes(items, mask));
  const stores = registers(
    items,
    (i) => wgsl`if (lane == ${i % lanes}u) { storeItem(begin, length, ${i}u, r${i}, ${i}u); }`,
  );
  const text = wgsl`fn sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % ${lanes}u;
  ${inside(registers(items, (i) => wgsl`var r${i} = ${load(i, 'lane')};`))}
  ${inside(sorted('r', items))}
  for (var at = lane + ${lanes * items}u; at - lane < length; at += ${lanes * round}u) {
    ${inside([
      inside([...registers(round, (i) => wgsl`var c${i} = ${load(i, 'at')};`), ...sorted('c', round)]),
      inside(mergeRound(items, round)),
    ])}
  }
  ${inside(merges)}
  ${inside(stores)}
}`;
  return written('sortRegisters', text);
}

/** What the passes of large segments need of the top-k. */
export interface TournamentUse {
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
export function tournamentPasses(context: SelectContext, use: TournamentUse): Pass[] {
  const { table, room } = context;
  const { tile, directGrid } = table.sort.large;
  const { lanes, perWorkgroup } = groupsOf(context);
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[]): Kernel => ({
    name: `select/best of ${name}`,
    entry,
    modules: [
      ...modules,
      ...use.item,
      ...exchangeModules(context, lanes),
      tournamentModule({ lanes, items: context.best }, context.key.words),
    ],
    constants: {
      ...use.constants,
      WORKGROUP: table.sort.small.workgroup,
      TILE: tile,
      LANES: lanes,
      ITEMS: context.best,
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
      kernel: keyed(context, kernel('tiles', bestOfTiles, use.loadItem), true),
      grid: tiles,
      resources: {},
      bins,
      traffic: { item: keyBytesOf(context) },
    },
    {
      kernel: keyed(context, kernel('rows', bestOfRows, [loadCandidate, ...use.row]), false),
      grid: { kind: 'indirect', slot: ARGS.large },
      resources: use.resources,
      bins,
    },
  ];
}
