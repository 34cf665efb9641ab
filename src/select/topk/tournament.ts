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
import type { SortBin } from '../../sort/context.ts';
import { bitonicSort, exchange, oddEvenMergeSort, type SmallShape } from '../../sort/small/network.ts';
import { exchangeModules } from '../../sort/small/plan.ts';
import { keyBytesOf, keyed, lanesFor, type SelectContext } from '../context.ts';

/** Least items that a lane loads in a round, so that loads do not wait for each other. */
const LEAST_ROUND = 4;

/** Whether a bin's lanes read more items than they have registers. */
export const isTournament = ({ maxLength, lanes, items }: SortBin) => maxLength > lanes * items;

const registers = <T>(count: number, line: (i: number) => T) => Array.from({ length: count }, (_, i) => line(i));

/** Keeps the lesser one of each register and of what it meets, in mirrored order, and sorts what is kept. */
function keepLesser(items: number, other: (i: number) => string): string[] {
  return [
    ...registers(
      items,
      (i) => wgsl`{ let o = ${other(items - 1 - i)}; r${i} = select(r${i}, o, precedes(o, r${i})); }`,
    ),
    ...bitonicSort(items).map(([i, j]) => exchange(`r${i}`, `r${j}`, {})),
  ];
}

/** Merges the best items of a lane and of its partner: both then hold the same. */
function mergeLanes(items: number, mask: number): string[] {
  return [
    wgsl`{
  ${inside(registers(items, (i) => wgsl`publish(local, ${i}u, r${i});`))}
  meet();
  ${inside(registers(items, (i) => wgsl`let p${i} = partner(local, ${i}u, r${i}, ${mask}u);`))}
  meet();
  ${inside(keepLesser(items, (i) => `p${i}`))}
}`,
  ];
}

/**
 * Writes `sortRegisters(begin, length, local)`, which stores the first `items` items of a segment's order. Neighbouring
 * lanes load neighbouring items. Slots past its end give pads.
 */
export function tournamentModule({ lanes, items }: SmallShape): WgslModule {
  const round = Math.max(items, LEAST_ROUND);
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
      inside(keepLesser(items, (i) => `c${i}`)),
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
  /** Whether results have keys of the input. */
  readonly readsKeys: boolean;
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
      tournamentModule({ lanes, items: context.best }),
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
      kernel: keyed(context, kernel('rows', bestOfRows, [loadCandidate, ...use.row]), use.readsKeys),
      grid: { kind: 'indirect', slot: ARGS.large },
      resources: use.resources,
      bins,
    },
  ];
}
