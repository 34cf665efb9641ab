import countFile from '../../wgsl/partition/count.wgsl';
import partitionFinish from '../../wgsl/partition/finish.wgsl';
import partitionScatter from '../../wgsl/partition/scatter.wgsl';
import segmentsFile from '../../wgsl/partition/segments.wgsl';
import setupKernel from '../../wgsl/partition/setup.wgsl';
import gridFile from '../../wgsl/plan/grid.wgsl';
import numbersFile from '../../wgsl/plan/numbers.wgsl';
import stateLayout from '../../wgsl/plan/state.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import { type ConstantValue, type Kernel, section, type WgslModule, written } from '../plan/link.ts';
import {
  CALL_MEMBERS,
  type ClassDescription,
  callModule,
  counted,
  type Grid,
  type KernelFragment,
  type Pass,
  type Resources,
  STATE,
} from '../plan/plan.ts';
import type { DeviceScan } from '../scan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

/** Slots of the indirect dispatch arguments. The slots of the bins' grids follow. */
export const ARGS = { large: 0, tiles: 1, firstGrid: 2 } as const;

/** Workgroups of a kernel that processes the segments of some bins. */
export interface BinGrid {
  /** Number of tasks for a segment of each bin, by the bin's index. */
  readonly tasksPerSegment: Readonly<Record<number, number>>;
  readonly tasksPerWorkgroup: number;
  /** Workgroups more than the tasks fill. */
  readonly additional?: number;
}

/** How the large class cuts its segments into tiles. */
export interface LargeTiles {
  readonly tile: number;
  /** Declares `fullTiles(length)`: the number of a segment's tiles without the last one. */
  readonly tiles: WgslModule;
  /** Declares `enterLarge(entry, tilesBefore, segment)`, which enters a segment in a table. */
  readonly entries: WgslModule;
  /**
   * Declare `finishLarge(segments, fullTiles)` and what it calls. It writes the totals of all large segments for later
   * kernels.
   */
  readonly finish: readonly WgslModule[];
  /** The constants of these modules. */
  readonly constants: Readonly<Record<string, ConstantValue>>;
  /** Number of tasks for one segment, in a kernel that processes whole segments. */
  readonly tasksPerSegment: number;
  /** Number of tiles, or of such tasks, for one workgroup. */
  readonly perWorkgroup: number;
}

/** How one kind of adapter processes the blocks of segments: gpu.ts, software.ts. */
export interface PartitionVariant {
  /** The block: one workgroup, or one invocation. */
  readonly block: WgslModule;
  /** Lanes of a block. The workgroup's size divided by this is its number of blocks. */
  lanes(workgroup: number): number;
  /** How often the kernel that lists segments reads each segment. */
  readonly reads: number;
  /** Lanes of the kernel that finishes bins: at least one for each bin. */
  readonly finishLanes: number;
  /** The most counters that the kernel that finishes bins scans. The passes of `scan` scan more. */
  readonly finishScans: number;
  scan(table: FamilyTuning, scan: Omit<DeviceScan, 'grid'>, gridOf: (block: number) => Grid): Pass[];
  /** Words of scratch memory that the passes of `scan` need. */
  scanSums(table: FamilyTuning, counters: number): number;
  /** The passes over lists with grids that the host bounds. Absent: all are indirect. */
  readonly bounded?: (spec: PartitionSpec, passes: readonly Pass[]) => Pass[];
}

/**
 * Lists that kernels append to, in any order (append.ts). Kernels of the lists count their tasks themselves, so their
 * grids are `bounded`.
 */
export interface Appending {
  /** Setup, from its modules and constants. */
  setup(spec: PartitionSpec, kernel: Kernel): Pass;
  /** The pass that appends all listed segments to the lists of their bins. */
  pass(spec: PartitionSpec): Pass;
  /** A kernel of lists whose workgroups repeat. */
  repeated(spec: PartitionSpec, kernel: Kernel, slot: number): Kernel;
  /** The most entries of the lists. */
  entries(spec: PartitionSpec, maxItems: number): number;
}

export interface PartitionSpec {
  /** Ascending by length. */
  readonly bins: readonly ClassDescription[];
  readonly maxSegments: number;
  readonly grids: readonly BinGrid[];
  /** Shorter segments belong to no bin. */
  readonly minLength: number;
  readonly large: LargeTiles;
  readonly variant: PartitionVariant;
  /** How listed segments lie in memory. */
  readonly form: 'offsets' | 'ranges';
  /** Whether the buffer `countIn` holds the number of segments. */
  readonly countOnGpu: boolean;
  /** Whether the lists hold segment ids as well as spans. */
  readonly listIds: boolean;
  /**
   * If given, singletons are in no list. The kernel that counts segments calls these modules' `copySingleton(segment)`.
   * If absent, singletons are listed as other segments are.
   */
  readonly singleton?: Pick<Kernel, 'aliases'> & { readonly modules: readonly WgslModule[] };
  /** true: the partition has only a setup. The caller's kernels find the segments, or list them. */
  readonly unbinned?: boolean;
  /** If given, kernels append to the lists. */
  readonly appended?: Appending;
  /** The constants of a setup that clears the counts of large segments' digits. */
  readonly clears?: Kernel['constants'];
  readonly table: FamilyTuning;
}

/**
 * Upper bounds for disjoint segments of a plan: the number of large segments and the number of their tiles. Both are 0
 * if the last bin is not large.
 */
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
  return segmentsPerLane * spec.variant.lanes(workgroup);
}

/** Number of the partition's counters, a word each. Rows are written four at a time. */
export function partitionCounters(spec: PartitionSpec): number {
  const rows = Math.ceil((spec.bins.length + 1) / 4) * 4;
  return Math.ceil(spec.maxSegments / segmentsPerBlock(spec)) * rows + 1;
}

/** Whether the kernel that finishes bins scans the counters. */
function finishScans(spec: PartitionSpec): boolean {
  return partitionCounters(spec) <= spec.variant.finishScans;
}

/** Words of scratch memory for the sums of the counters' scan. */
export function partitionSums(spec: PartitionSpec): number {
  return finishScans(spec) ? 0 : spec.variant.scanSums(spec.table, partitionCounters(spec));
}

/** The passes over lists, with the grids of the adapter's kind. */
export function listPasses(spec: PartitionSpec, passes: readonly Pass[]): readonly Pass[] {
  return spec.variant.bounded?.(spec, passes) ?? passes;
}

/** Number of slots in the indirect arguments. */
export function argsSlots({ grids }: Pick<PartitionSpec, 'grids'>): number {
  return ARGS.firstGrid + grids.length;
}

/** Constants that all kernels of one partition share. */
export function partitionConstants(spec: PartitionSpec): Record<string, ConstantValue> {
  const { bins, large } = spec;
  const last = bins.at(-1);
  const hasLarge = last?.name === 'large';
  return {
    ...STATE,
    BINS: bins.length,
    FULL_TILES: bins.length,
    // Vectors of four rows that hold the rows of all bins and FULL_TILES.
    COUNT_QUADS: (bins.length >> 2) + 1,
    LARGE_BIN: hasLarge ? bins.length - 1 : NO_BIN,
    LARGE_MIN_LENGTH: hasLarge ? last.minLength : NO_BIN,
    MIN_LENGTH: spec.minLength,
    LIST_IDS: spec.listIds,
    TILE: large.tile,
    LARGE_TASKS_PER_SEGMENT: large.tasksPerSegment,
    LARGE_PER_WORKGROUP: large.perWorkgroup,
    ARGS_LARGE: ARGS.large,
    ARGS_TILES: ARGS.tiles,
    ARGS_FIRST_GRID: ARGS.firstGrid,
    WORKGROUP: spec.table.partition.workgroup,
    SEGMENTS_PER_LANE: spec.table.partition.segmentsPerLane,
    ...large.constants,
  };
}

/** Resources of every partitioned plan. */
export const GRID_RESOURCES: Resources = { args: { kind: 'args' }, grids: { kind: 'grids' } };
export const PARTITION_RESOURCES: Resources = { ...GRID_RESOURCES, call: { kind: 'call', members: CALL_MEMBERS } };

/** The partition scans four rows of counters at a time. */
const COUNTS_SCANNED = { Scanned: 'vec4u' };

/** The modules that find a segment's bin. */
export function classModules(spec: PartitionSpec): WgslModule[] {
  const minLengths = ['MIN_LENGTH', ...spec.bins.map(({ maxLength }) => Math.min(maxLength + 1, NO_BIN))];
  return [spec.large.tiles, binCountsModule(minLengths)];
}

/** The modules of a kernel that finishes a bin's list. */
export function binModules({ large, grids }: PartitionSpec): WgslModule[] {
  return [...large.finish, gridsModule(grids)];
}

/** Declares `gridWorkgroups(grid)`: the workgroups of a grid, from the bins' numbers of segments. */
export function gridsModule(grids: readonly BinGrid[]): WgslModule {
  const each = grids.map(({ tasksPerSegment, tasksPerWorkgroup, additional = 0 }, grid) => {
    const all = Object.entries(tasksPerSegment).map(([bin, tasks]) => `binCount(${bin})*${tasks}`);
    return `if(grid==${grid}){return ceilDiv(${all.join('+')},${tasksPerWorkgroup})+${additional};}`;
  });
  const text = `fn gridWorkgroups(grid:u32)->u32{
${[...each, 'return 0;'].join('\n')}
}`;
  return written('grids', text, ...(grids.length > 0 ? [stateLayout, section(gridFile, 'part', 'ceilDiv')] : []));
}

function setupPass(spec: PartitionSpec): Pass {
  const kernel: Kernel = {
    name: 'setup',
    entry: section(setupKernel, 'entry', 'alone'),
    modules: [
      callModule(CALL_MEMBERS),
      section(setupKernel, 'count', spec.countOnGpu ? 'buffer' : 'given'),
      ...classModules(spec),
      ...binModules(spec),
    ],
    constants: { ...partitionConstants(spec), SEGMENTS_PER_BLOCK: segmentsPerBlock(spec) },
  };
  return spec.appended?.setup(spec, kernel) ?? { kernel, grid: { kind: 'direct', workgroups: 1 } };
}

/** What kernels of plans without a setup need to find the numbers of a call, and segments by offsets or of one size. */
export function callFragment({ countOnGpu }: Pick<PartitionSpec, 'countOnGpu'>): KernelFragment {
  return {
    modules: [
      callModule(CALL_MEMBERS),
      section(numbersFile, 'numbers', 'call'),
      section(setupKernel, 'count', countOnGpu ? 'buffer' : 'given'),
      section(segmentsFile, 'segments', 'ofCall'),
    ],
  };
}

/** The passes that bring a call's numbers to the GPU and bin its segments. */
export function partitionPasses(spec: PartitionSpec): Pass[] {
  return [
    setupPass(spec),
    ...(spec.unbinned ? [] : spec.appended ? [spec.appended.pass(spec)] : listedPasses(spec)).map(
      (pass) => ({ ...pass, form: 'listed' }) as const,
    ),
  ];
}

/** The kernels that bin listed segments. */
function listedKernels(spec: PartitionSpec) {
  const { variant, singleton, large } = spec;
  const constants = { ...partitionConstants(spec), ...(singleton ? { MIN_LENGTH: 2 } : {}) };
  const reading = [
    section(segmentsFile, 'segments', spec.form === 'ranges' ? 'ranges' : 'offsets'),
    variant.block,
    section(valuesFile, 'combine', 'add'),
  ];
  const count: Kernel = {
    name: 'partition/count',
    entry: countFile,
    modules: [...reading, ...(singleton?.modules ?? [section(countFile, 'singleton', 'none')]), ...classModules(spec)],
    aliases: { ...COUNTS_SCANNED, ...singleton?.aliases },
    constants,
  };
  const scatter: Kernel = {
    name: 'partition/scatter',
    entry: partitionScatter,
    modules: [...reading, ...classModules(spec), large.entries],
    aliases: COUNTS_SCANNED,
    constants,
  };
  const finish: Kernel = {
    name: 'partition/finish',
    entry: partitionFinish,
    modules: [
      section(blockFile, 'scan', 'raked'),
      section(valuesFile, 'combine', 'add'),
      section(valuesFile, 'values', 'counters'),
      ...binModules(spec),
    ],
    aliases: { Scanned: 'u32' },
    constants: { ...constants, WORKGROUP: variant.finishLanes, SCANS: finishScans(spec) },
  };
  return { count, scatter, finish };
}

/** The passes that bin listed segments: count, scan, finish, scatter. */
function listedPasses(spec: PartitionSpec): Pass[] {
  const { variant, table, form } = spec;
  const { count, scatter, finish } = listedKernels(spec);
  const perBlock = segmentsPerBlock(spec);
  const rows = spec.bins.length + 1;
  const read = form === 'ranges' ? 8 : 4;
  const scattered = read * variant.reads + 8 + (spec.listIds ? 4 : 0);
  const { workgroup } = table.partition;
  const grid = counted('segments', perBlock, workgroup / variant.lanes(workgroup));
  const scan: Omit<DeviceScan, 'grid'> = {
    values: section(valuesFile, 'values', 'counters'),
    combine: section(valuesFile, 'combine', 'add'),
    type: 'u32',
    length: STATE.PARTITION_COUNTERS,
    counted: 'partitionCounter',
  };
  const scanGrid = (block: number) => counted('segments', perBlock, block, { rows, additional: 1 });
  return [
    { kernel: count, grid, traffic: { segment: read, partitionCounter: 4 } },
    ...(finishScans(spec) ? [] : variant.scan(table, scan, scanGrid)),
    {
      kernel: finish,
      grid: { kind: 'direct', workgroups: 1 },
      ...(finishScans(spec) ? { traffic: { partitionCounter: 12 } } : {}),
    },
    { kernel: scatter, grid, traffic: { segment: scattered, partitionCounter: 4 } },
  ];
}

/** Stands for no bin, and for a length that no segment has. */
export const NO_BIN = 0xffffffff;

/**
 * The bin of a segment, found from its length only. Bins ascend. The last bin of a sort or reduce without a bound on
 * lengths is the large class. Segments shorter or longer than every bin belong to no bin.
 *
 *    isListed(length)          whether a bin holds segments of this length
 *    BinCounts                 a word for each row of the counter table: one a bin, and FULL_TILES for full tiles
 *    countAtLeast(length)      1 for every bin that begins at this length or below it
 *    perBinCounts(counts)      segments of each bin, from the sums of `countAtLeast`; 0 in FULL_TILES
 *    addedCounts(counts, more) sum, row by row
 *    sumOf(counts)             sum of all rows
 *    shifted(counts, last)     without the first four rows, and with those of `last` at the end
 *    slotOf(counts, one)       the value of `counts` in the row where `one` has 1
 *
 * A bin's count is the number of segments at least as long as its minimum, less that number for the next bin. This
 * takes a comparison and a subtraction a row. Finding the bin first and then its row takes twice as many
 * (docs/decisions/partition.md). The code is unrolled, so all indices are constants: an array that is
 * indexed at run time lies in memory, lane by lane, on software adapters and on NVIDIA's GPUs. With loops over such an
 * array and over the limits, SwiftShader took 105 ms to count a million segments; unrolled, it took 23 ms.
 *
 * @param minLengths the minimum length of each bin, then a length that no segment of the bins has
 */
export function binCountsModule(minLengths: readonly (number | string)[]): WgslModule {
  const quads = [...Array(Math.ceil(minLengths.length / 4)).keys()];
  const counts = (text: (quad: number) => string) => `BinCounts(${quads.map(text)})`;
  const min = (quad: number) => [0, 1, 2, 3].map((i) => minLengths[4 * quad + i] ?? NO_BIN);
  const text = `alias BinCounts=array<vec4u,${quads.length}>;
fn isListed(length:u32)->bool{
return length>=${minLengths[0]}&&length<${minLengths.at(-1)};
}
fn countAtLeast(length:u32)->BinCounts{
return ${counts((quad) => `vec4u(vec4u(length)>=vec4u(${min(quad)}))`)};
}
fn perBinCounts(counts:BinCounts)->BinCounts{
return ${counts((quad) => `counts[${quad}]-vec4u(counts[${quad}].yzw,counts[${(quad + 1) % quads.length}].x)`)};
}
fn addedCounts(counts:BinCounts,more:BinCounts)->BinCounts{
return ${counts((quad) => `counts[${quad}]+more[${quad}]`)};
}
fn slotOf(counts:BinCounts,one:BinCounts)->u32{
return sumOf(${counts((quad) => `select(vec4u(),counts[${quad}],one[${quad}]==vec4u(1))`)});
}
fn shifted(counts:BinCounts,last:vec4u)->BinCounts{
return BinCounts(${[...quads.slice(1).map((quad) => `counts[${quad}]`), 'last']});
}
fn sumOf(counts:BinCounts)->u32{
return dot(${quads.map((quad) => `counts[${quad}]`).join('+')},vec4u(1));
}`;
  return written('counts', text);
}
