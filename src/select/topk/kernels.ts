/** The rows of a top-k's results, and the passes that write its outputs. */

import bestOfTiles from '../../../wgsl/select/topk/best_of_tiles.wgsl';
import eachSlot from '../../../wgsl/select/topk/each_slot.wgsl';
import largeRows from '../../../wgsl/select/topk/large_rows.wgsl';
import rowsFile from '../../../wgsl/select/topk/rows.wgsl';
import rowsRest from '../../../wgsl/select/topk/rows_rest.wgsl';
import convertFile from '../../../wgsl/sort/convert/convert.wgsl';
import type { ValueBytes } from '../../item_types.ts';
import { ARGS } from '../../partition/plan.ts';
import { inside, type Kernel, section, type WgslModule, wgsl, written } from '../../plan/link.ts';
import {
  CALL_MEMBERS,
  callModule,
  counted,
  type Grid,
  type Pass,
  type Resource,
  type Resources,
  STATE,
} from '../../plan/plan.ts';
import type { SmallShape } from '../../sort/kernels.ts';
import { exchangeModules, smallShapes } from '../../sort/networks.ts';
import {
  type FirstsSelect,
  hasLarge,
  keyBytesOf,
  keyed,
  lanesFor,
  packing,
  readsVectors,
  type SelectAccess,
  type SelectContext,
  type SelectSpec,
} from '../kernels.ts';
import type { Search } from '../radix.ts';
import { fullNetwork, keep, mergeLanes, registers, segmentsModule, sortMerged } from '../small.ts';

export interface TopKSpec extends SelectSpec {
  /** The largest k. */
  readonly maxK: number;
  readonly valueBytes: ValueBytes | 0;
  /** Slots of all rows, if the host computes the rows. Undefined: rows have `maxK` slots, and outputs are written. */
  readonly slots?: number;
  /** Whether a recorded call leaves out NaNs. */
  readonly omitsNans?: boolean;
}

/** How a call gives its segments, and which outputs it has. */
export interface TopKAccess extends SelectAccess {
  /** Whether a buffer holds k. */
  readonly kOnGpu: boolean;
  readonly keys: boolean;
  readonly values: boolean;
  readonly indices: boolean;
  readonly counts: boolean;
}

/** Numbers of a top-k's calls. */
export const TOP_K_MEMBERS: readonly string[] = [...CALL_MEMBERS, 'k'];
export const CALL: Resource = { kind: 'call', members: TOP_K_MEMBERS };

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

export interface TopKContext {
  readonly spec: TopKSpec;
  readonly access: TopKAccess;
  readonly context: SelectContext;
  readonly direct: boolean;
  /** The network that orders the selected items of large segments, if one holds them. */
  readonly network: SmallShape | undefined;
  /** The stage that finds the first items of large segments, and orders them, if the plan has it. */
  readonly firsts: FirstsSelect | undefined;
}

/** The modules that find a segment's row. */
export function rowModules({ spec, access }: TopKContext): WgslModule[] {
  if (spec.slots !== undefined) return [section(rowsFile, 'rows', 'given')];
  return [
    section(rowsFile, 'rows', 'ofK'),
    ...(access.kOnGpu
      ? [section(rowsFile, 'k', 'buffer')]
      : [section(rowsFile, 'k', 'given'), callModule(TOP_K_MEMBERS)]),
  ];
}

export const rowConstants = ({ spec }: TopKContext) => ({ ...STATE, MAX_K: spec.maxK });

/** Whether the kernels of segments write the outputs, so that no pass goes over all slots for that. */
const endsRows = ({ spec, context, direct, network, firsts }: TopKContext) =>
  spec.slots === undefined &&
  (direct || context.best > 0 || network !== undefined || firsts !== undefined || !hasLarge(context));

/** Whether empty segments are in no list, so that a pass ends their rows and writes the counts. */
const hasRest = ({ context, direct }: TopKContext) => !direct && context.bins[0]?.minLength !== 0;

/** Whether they write keys as well: whole words, of sort keys that hold all bits of a key. */
export const copiesKeys = (topK: TopKContext) =>
  endsRows(topK) &&
  topK.access.keys &&
  !topK.context.orderBy &&
  topK.context.key.lossless &&
  keyBytesOf(topK.context) >= 4;

/** Whether a later pass, or the host, needs the indices of the items. */
const keepsPicked = (topK: TopKContext) =>
  !endsRows(topK) || topK.access.values || (topK.access.keys && !copiesKeys(topK));

/** The modules that store a result and end a row. */
export function resultModules(topK: TopKContext, counts = !hasRest(topK)): WgslModule[] {
  const { access } = topK;
  const ended = endsRows(topK);
  return [
    section(rowsFile, 'picked', keepsPicked(topK) ? 'stored' : 'none'),
    section(rowsFile, 'index', ended && access.indices ? 'stored' : 'none'),
    section(rowsFile, 'key', copiesKeys(topK) ? 'stored' : 'none'),
    ...(ended
      ? [section(rowsFile, 'end', 'ended'), section(rowsFile, 'count', counts && access.counts ? 'stored' : 'none')]
      : [section(rowsFile, 'end', 'open')]),
  ];
}

/** A pass over the slots of all rows. */
function slotsPass(topK: TopKContext, name: string, modules: WgslModule[], perTask: number, more: Partial<Pass>): Pass {
  const { spec, context } = topK;
  const { workgroup, perLane } = context.table.convert;
  const { constants = {} } = (more.kernel ?? {}) as Kernel;
  return {
    ...more,
    kernel: {
      name: `select/${name}`,
      entry: eachSlot,
      modules,
      constants: { ...rowConstants(topK), WORKGROUP: workgroup, PER_LANE: perLane, ...constants },
    },
    grid: counted('segments', 1, workgroup * perLane * perTask, { rows: spec.maxK }),
  };
}

/** The pass that fetches keys or values by the picked indices. */
function gatherPass(topK: TopKContext, what: 'keys' | 'values', bytes: number): Pass {
  const narrow = bytes < 4;
  const constants = narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 };
  const resources: Resources = {
    sorted: region('picked'),
    gatherFrom: argument(`${what}In`),
    gatherTo: argument(`${what}Out`),
  };
  const kernel = { constants } as unknown as Kernel;
  const module = section(convertFile, 'convert', narrow ? 'gather_packed' : 'gather');
  return slotsPass(topK, `gather ${what}`, [module], narrow ? 4 / bytes : 1, { kernel, resources });
}

/** The pass that ends the rows of empty segments, which no list has, and writes the counts. */
function restPass(topK: TopKContext): Pass {
  const { workgroup } = topK.context.table.convert;
  const modules = [...rowModules(topK), ...resultModules(topK, true), segmentsModule(topK.access)];
  const keyModules = ['stored', 'none'].map((member) => section(rowsFile, 'key', member));
  return {
    kernel: {
      name: 'select/rows rest',
      entry: rowsRest,
      modules: modules.filter((module) => !keyModules.includes(module)),
      constants: { ...rowConstants(topK), WORKGROUP: workgroup },
    },
    grid: counted('segments', 1, workgroup),
    resources: { call: CALL },
  };
}

/** The pass over all slots that writes indices and counts. */
function slotPass(topK: TopKContext): Pass {
  const { access } = topK;
  const outputs = [
    section(rowsFile, 'index', access.indices ? 'stored' : 'none'),
    section(rowsFile, 'count', access.counts ? 'stored' : 'none'),
  ];
  const modules = [section(eachSlot, 'convert', 'indices'), ...rowModules(topK), ...outputs, segmentsModule(access)];
  return slotsPass(topK, 'indices', modules, 1, { resources: { call: CALL } });
}

/** The passes that write what is left of the outputs of a recorded call. */
export function outputPasses(topK: TopKContext): Pass[] {
  const { spec, access, context } = topK;
  if (spec.slots !== undefined) return [];
  return [
    ...(hasRest(topK) ? [endsRows(topK) ? restPass(topK) : slotPass(topK)] : []),
    ...(access.keys && !copiesKeys(topK) ? [gatherPass(topK, 'keys', keyBytesOf(context))] : []),
    ...(access.values ? [gatherPass(topK, 'values', spec.valueBytes)] : []),
  ];
}

// A top-k of few items by partial networks: a lane keeps the best items so far in registers, sorted, and merges the
// next ones into them. Method: the bitonic top-k of Shanbhag, Pirk and Madden (2018).

/**
 * Merges the best items of two lanes, as `mergeLanes` does, through workgroup memory. A lane hands over a round at a
 * time, so that the workgroup's memory does not limit the number of waves. A register that is given after its merge
 * changes nothing: it is the lesser one of both already.
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
  ${inside([...rounds.flat(), ...sortMerged(items)])}
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
export function bestModules(context: SelectContext, lanes: number, ofInput: boolean): WgslModule[] {
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
export function bestPasses(context: SelectContext, use: RowUse): Pass[] {
  const { table, room } = context;
  const { tile, directGrid } = table.sort.large;
  const { lanes, perWorkgroup } = groupsOf(context);
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[], ofInput = false): Kernel => ({
    name: `select/best of ${name}`,
    entry,
    modules: [...modules, ...use.item, ...bestModules(context, lanes, ofInput)],
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
    ? counted('items', tile, perWorkgroup, { additional: room.segments })
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
      kernel: keyed(context, kernel('rows', largeRows, [section(largeRows, 'chosen', 'best'), ...use.row]), false),
      grid: { kind: 'indirect', slot: ARGS.large },
      resources: use.resources,
      bins,
    },
  ];
}

// Orders the selected items of large segments in a network, where k fits one.

/** The smallest network that holds `maxK` items. Undefined if none does, or if no segment is selected by digits. */
export function rowNetwork(context: SelectContext, maxK: number): SmallShape | undefined {
  if (context.best > 0 || !hasLarge(context)) return undefined;
  const { key } = context;
  return smallShapes({ ...context, key: { ...key, lossless: true } }).find(({ lanes, items }) => lanes * items >= maxK);
}

/** The pass that orders the selected items of each large segment. */
export function networkRowsPass(context: SelectContext, shape: SmallShape, search: Search, use: RowUse): Pass {
  const { workgroup } = context.table.sort.small;
  const { lanes, items } = shape;
  const minLength = context.bins.at(-1)?.minLength ?? 1;
  return {
    kernel: keyed(
      context,
      {
        name: `select/network of rows ${lanes * items}`,
        entry: largeRows,
        modules: [
          section(largeRows, 'chosen', 'selected'),
          ...use.row,
          ...use.item,
          ...fullNetwork(context, shape, true),
        ],
        constants: {
          ...search.constants,
          ...use.constants,
          WORKGROUP: workgroup,
          LANES: lanes,
          ITEMS: items,
          STORED: lanes * items,
          LARGE_BIN: context.bins.length - 1,
          TILE: context.table.sort.large.tile,
        },
      },
      false,
    ),
    grid: counted(minLength > 1 ? 'items' : 'segments', minLength, workgroup / lanes),
    resources: use.resources,
  };
}
