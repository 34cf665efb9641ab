import partitionCount from '../../wgsl/partition/count.wgsl';
import partitionFinish from '../../wgsl/partition/finish.wgsl';
import partitionScatter from '../../wgsl/partition/scatter.wgsl';
import segmentsOffsets from '../../wgsl/partition/segments/offsets.wgsl';
import segmentsRanges from '../../wgsl/partition/segments/ranges.wgsl';
import setupCountBuffer from '../../wgsl/partition/setup/count_buffer.wgsl';
import setupCountGiven from '../../wgsl/partition/setup/count_given.wgsl';
import setupKernel from '../../wgsl/partition/setup/kernel.wgsl';
import setupList from '../../wgsl/partition/setup/list.wgsl';
import setupNoList from '../../wgsl/partition/setup/no_list.wgsl';
import stateCeilDiv from '../../wgsl/plan/ceil_div.wgsl';
import stateLayout from '../../wgsl/plan/state.wgsl';
import blockCooperative from '../../wgsl/scan/block.gpu.wgsl';
import blockLone from '../../wgsl/scan/block.software.wgsl';
import { CALL_MEMBERS, callModule } from '../gpu/call_uniforms.ts';
import type { ConstantValue, Kernel, WgslModule } from '../plan/module.ts';
import { storage, written } from '../plan/module.ts';
import { type ClassDescription, counted, type Pass, type Resource, type Resources } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import { scanBlock, scanPasses } from '../scan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { NO_BIN, rowsModule } from './rows.ts';

/** Slots of the indirect dispatch arguments; those of the bins' grids follow. */
export const ARGS = { large: 0, tiles: 1, radixScan: 2, firstGrid: 3 } as const;

/** Workgroups of a kernel that takes the segments of some bins. */
export interface BinGrid {
  /** Shares of work that a segment of each bin makes, by the bin's place. */
  readonly shares: Readonly<Record<number, number>>;
  readonly sharesPerWorkgroup: number;
}

/** How the large class cuts its segments. */
export interface LargeTiles {
  readonly tile: number;
  /** Counters a tile has in the scan of a radix pass; 0 without one. */
  readonly counters: number;
  /** Tile slots for every tile's worth of items, shared out evenly among the segments; 0: a table of tiles. */
  readonly spread: number;
  /** How many tiles a segment has; how segments are entered, and their tiles counted. */
  readonly modules: readonly [tiles: WgslModule, table: WgslModule];
  /** Shares of work that a kernel of whole segments makes of one. */
  readonly shares: number;
  /** Tiles, or such shares, that a workgroup takes. */
  readonly perWorkgroup: number;
}

export interface PartitionSpec {
  /** Ascending by length. */
  readonly bins: readonly ClassDescription[];
  readonly grids: readonly BinGrid[];
  /** Shorter segments belong to no bin. */
  readonly minLength: number;
  readonly large: LargeTiles;
  readonly cooperative: boolean;
  /** How listed segments lie in memory. */
  readonly form: 'offsets' | 'ranges';
  /** The number of segments lies in the buffer `countIn`. */
  readonly countOnGpu: boolean;
  /** Whether the lists hold segment ids as well as spans. */
  readonly listIds: boolean;
  /** Segments of one item are in no list: the kernel that counts segments copies their items from binding to binding. */
  readonly units?: {
    readonly aliases: NonNullable<Kernel['aliases']>;
    /** Two bindings each, of the same type. */
    readonly copies: readonly { readonly to: string; readonly from: string; readonly type: string }[];
  };
  /** Listed segments are not binned here. `'long'`: kernels of the caller's list the large ones, in `longSpans`, which is reset. */
  readonly list?: 'long' | 'none';
  readonly table: FamilyTuning;
}

/** Most segments that disjoint ones over a plan's items can have in its last bin, if that is large, and most tiles. */
export function largeBounds(
  { maxItems, maxSegments }: { readonly maxItems: number; readonly maxSegments: number },
  last: Pick<ClassDescription, 'name' | 'minLength'> | undefined,
  tile: number,
): { segments: number; tiles: number } {
  if (last?.name !== 'large') return { segments: 0, tiles: 0 };
  const segments = Math.min(maxSegments, Math.floor(maxItems / last.minLength));
  return { segments, tiles: Math.floor(maxItems / tile) + segments };
}

function segmentsPerBlock(spec: PartitionSpec): number {
  const { workgroup, segmentsPerLane } = spec.table.partition;
  return segmentsPerLane * (spec.cooperative ? workgroup : 1);
}

/** Counters of the partition, in words; rows are written four at a time. */
export function partitionCounters(spec: PartitionSpec, maxSegments: number): number {
  const rows = Math.ceil((spec.bins.length + 1) / 4) * 4;
  return Math.ceil(maxSegments / segmentsPerBlock(spec)) * rows + 1;
}

/** Slots that the indirect arguments have. */
export function argsSlots({ grids }: Pick<PartitionSpec, 'grids'>): number {
  return ARGS.firstGrid + grids.length;
}

/** Constants that all kernels of one partition share. */
export function partitionConstants(spec: PartitionSpec): Record<string, ConstantValue> {
  const { bins, large } = spec;
  const rows = bins.length + 1;
  const last = bins.at(-1);
  const hasLarge = last?.name === 'large';
  return {
    ...STATE,
    BINS: bins.length,
    ROWS: rows,
    TILE_ROW: bins.length,
    ROW_QUADS: Math.ceil(rows / 4),
    LARGE_BIN: hasLarge ? bins.length - 1 : NO_BIN,
    LARGE_LEAST: hasLarge ? last.minLength : NO_BIN,
    MIN_LENGTH: spec.minLength,
    LIST_IDS: spec.listIds,
    TILE: large.tile,
    LARGE_SHARES: large.shares,
    LARGE_PER_WORKGROUP: large.perWorkgroup,
    TILE_COUNTERS: large.counters,
    SPREAD: large.spread,
    ARGS_LARGE: ARGS.large,
    ARGS_TILES: ARGS.tiles,
    ARGS_RADIX_SCAN: ARGS.radixScan,
    ARGS_FIRST_GRID: ARGS.firstGrid,
    WORKGROUP: spec.table.partition.workgroup,
    SEGMENTS_PER_LANE: spec.table.partition.segmentsPerLane,
    SCAN_BLOCK: scanBlock(spec.table),
  };
}

/** What bindings of every partitioned plan are given. */
export const PARTITION_RESOURCES: Resources = { args: { kind: 'args' }, call: { kind: 'call', members: CALL_MEMBERS } };

/** Scanned values of the partition are four rows of counters at a time. */
const ROWS_SCANNED = { Scanned: 'vec4u' };

export function blockModule(cooperative: boolean): WgslModule {
  return cooperative ? blockCooperative : blockLone;
}

/** The range of the spans, where a list is made by atomics. */
export const LONG_SPANS: Resource = { kind: 'region', name: 'spans' };

/** What tells a segment's bin. */
function classModules(spec: PartitionSpec): WgslModule[] {
  const leasts = ['MIN_LENGTH', ...spec.bins.map(({ maxLength }) => Math.min(maxLength + 1, NO_BIN))];
  return [spec.large.modules[0], rowsModule(leasts)];
}

/** What a kernel takes that ends a bin's list. */
export function binModules({ large, grids }: PartitionSpec): WgslModule[] {
  return [large.modules[1], gridsModule(grids)];
}

/** `takeUnit(segment)`: copies the item of a segment that has only one, where that is asked for. */
function unitsModule({ units }: PartitionSpec): WgslModule {
  const copies = units?.copies ?? [];
  const buffers = copies.flatMap(({ to, from, type }) => [to, from].map((name) => storage(name, type)));
  const lines = copies.map(({ to, from }) => `${to}[segment.begin]=${from}[segment.begin];`);
  const text = `${buffers.join('\n')}\nfn takeUnit(segment:Segment){\nif(segment.length==1u){\n${lines.join('\n')}\n}\n}`;
  return written('units', text, stateLayout);
}

/** `gridWorkgroups()`: the workgroups of each grid, by the bins' numbers of segments. */
function gridsModule(grids: readonly BinGrid[]): WgslModule {
  const each = grids.map(({ shares, sharesPerWorkgroup }) => {
    const all = Object.entries(shares).map(([bin, share]) => `binCount(${bin})*${share}`);
    return `ceilDiv(${all.join('+')},${sharesPerWorkgroup})`;
  });
  // A slot more: there may be none.
  const type = `array<u32,${grids.length + 1}>`;
  const text = `alias GridWorkgroups=${type};\nfn gridWorkgroups()->GridWorkgroups{\nreturn ${type}(\n${[...each, '0'].join(',\n')});\n}`;
  return written('grids', text, ...(grids.length > 0 ? [stateLayout, stateCeilDiv] : []));
}

function setupPass(spec: PartitionSpec): Pass {
  const kernel: Kernel = {
    name: 'setup',
    entry: setupKernel,
    modules: [
      callModule(CALL_MEMBERS),
      spec.list === 'long' ? setupList : setupNoList,
      spec.countOnGpu ? setupCountBuffer : setupCountGiven,
      ...classModules(spec),
      ...binModules(spec),
    ],
    constants: { ...partitionConstants(spec), SEGMENTS_PER_BLOCK: segmentsPerBlock(spec) },
  };
  return { kernel, grid: { kind: 'direct', workgroups: 1 }, resources: { longSpans: LONG_SPANS } };
}

/** The passes that bring a call's numbers to the GPU and class its segments. */
export function partitionPasses(spec: PartitionSpec): Pass[] {
  return [
    setupPass(spec),
    ...(spec.list ? [] : listedPasses(spec)).map((pass) => ({ ...pass, form: 'listed' }) as const),
  ];
}

/** Lanes that scan the counter table where nothing else does, and a lane a bin. */
const FINISH_WORKGROUP = 64;

/** The partition proper: count, scan, scatter. Family `cpu` has few counters, and one workgroup scans them. */
function listedPasses(spec: PartitionSpec): Pass[] {
  const constants = { ...partitionConstants(spec), ...(spec.units ? { MIN_LENGTH: 2 } : {}) };
  const walk = [spec.form === 'ranges' ? segmentsRanges : segmentsOffsets, blockModule(spec.cooperative)];
  const count: Kernel = {
    name: 'partition/count',
    entry: partitionCount,
    modules: [...walk, unitsModule(spec), ...classModules(spec)],
    aliases: { ...ROWS_SCANNED, ...spec.units?.aliases },
    constants,
  };
  const scatter: Kernel = {
    name: 'partition/scatter',
    entry: partitionScatter,
    modules: [...walk, ...classModules(spec), spec.large.modules[1]],
    aliases: ROWS_SCANNED,
    constants,
  };
  const finish: Kernel = {
    name: 'partition/finish',
    entry: partitionFinish,
    modules: [blockCooperative, ...binModules(spec)],
    aliases: { Scanned: 'u32' },
    constants: { ...constants, WORKGROUP: FINISH_WORKGROUP, SCANS: !spec.cooperative },
  };
  const scanned = spec.cooperative ? {} : { traffic: { partitionCounter: 12 } };
  const perBlock = segmentsPerBlock(spec);
  const rows = spec.bins.length + 1;
  const read = spec.form === 'ranges' ? 8 : 4;
  // A workgroup's lanes count again before they write.
  const scattered = read * (spec.cooperative ? 2 : 1) + 8 + (spec.listIds ? 4 : 0);
  const grid = counted('segments', perBlock, spec.cooperative ? 1 : spec.table.partition.workgroup);
  const scanGrid = counted('segments', perBlock, scanBlock(spec.table), { rows, extra: 1 });
  return [
    { kernel: count, grid, traffic: { segment: read, partitionCounter: 4 } },
    ...(spec.cooperative ? scanPasses(spec.table, 'partition', scanGrid) : []),
    { kernel: finish, grid: { kind: 'direct', workgroups: 1 }, ...scanned },
    { kernel: scatter, grid, traffic: { segment: scattered, partitionCounter: 4 } },
  ];
}
