import type { ConstantValue, Piece } from '../template/assemble.ts';
import { piece, pieces } from '../template/pieces.ts';
import type { ClassDescription, Kernel, Pass, Resource } from '../record/plan.ts';
import { scanConstants, scanPasses } from '../scan/plan.ts';
import type { FamilyTuning } from '../tuning.ts';

/** No bin: also what the kernels know as NO_BIN. */
export const NO_BIN = 0xffffffff;

/** Slots of the indirect dispatch arguments. */
export const ARGS = { large: 0, tiles: 1, radixScan: 2, firstBin: 3 } as const;

/** Words of the state header that hold a scan's length: see wgsl/state/layout.wgsl. */
export const SCAN_LENGTH_WORD = { partition: 3, radix: 4 } as const;

/** One bin of the partition. Bins ascend by length. */
export interface Bin extends ClassDescription {
  /** Segments that one workgroup of the bin's kernel takes at a time. */
  readonly segmentsPerWorkgroup: number;
  readonly workgroupsMost: number;
}

/** How the large class cuts its segments. */
export interface LargeTiles {
  readonly tile: number;
  /** Digits counted a tile; 0 where tiles are not counted (reduce). */
  readonly digits: number;
  readonly tilesPerWorkgroup: number;
  readonly segmentsPerWorkgroup: number;
}

export interface PartitionSpec {
  readonly bins: readonly Bin[];
  /** Shorter segments belong to no bin. */
  readonly minLength: number;
  readonly large: LargeTiles;
  readonly cooperative: boolean;
  readonly table: FamilyTuning;
}

/** Most large segments and tiles that disjoint segments over this many items can make. */
export function largeBounds(maxItems: number, tile: number): { segments: number; tiles: number } {
  const segments = Math.floor(maxItems / (tile + 1));
  return { segments, tiles: Math.floor(maxItems / tile) + segments };
}

function segmentsPerBlock(spec: PartitionSpec): number {
  const { workgroup, segmentsPerLane } = spec.table.partition;
  return segmentsPerLane * (spec.cooperative ? workgroup : 1);
}

/** Counters of the partition, in words. */
export function partitionCounters(spec: PartitionSpec, maxSegments: number): number {
  return Math.ceil(maxSegments / segmentsPerBlock(spec)) * (spec.bins.length + 1) + 1;
}

/** Constants that all kernels of one partition share. */
export function partitionConstants(spec: PartitionSpec): Record<string, ConstantValue> {
  const { bins, large } = spec;
  const largeBin = bins.findIndex((bin) => bin.name === 'large');
  const rows = bins.length + 1;
  return {
    BINS: bins.length,
    ROWS: rows,
    ROW_QUADS: Math.ceil(rows / 4),
    BIN_LIMITS: bins.map((bin) => Math.min(bin.maxLength, NO_BIN)),
    BIN_SEGMENTS_PER_WORKGROUP: bins.map((bin) => bin.segmentsPerWorkgroup),
    BIN_MOST_WORKGROUPS: bins.map((bin) => bin.workgroupsMost),
    MIN_LENGTH: spec.minLength,
    LARGE_BIN: largeBin < 0 ? NO_BIN : largeBin,
    TILE: large.tile,
    TILES_PER_WORKGROUP: large.tilesPerWorkgroup,
    LARGE_PER_WORKGROUP: large.segmentsPerWorkgroup,
    DIGITS: large.digits,
    ARGS_LARGE: ARGS.large,
    ARGS_TILES: ARGS.tiles,
    ARGS_RADIX_SCAN: ARGS.radixScan,
    ARGS_FIRST_BIN: ARGS.firstBin,
    WORKGROUP: spec.table.partition.workgroup,
    SEGMENTS_PER_LANE: spec.table.partition.segmentsPerLane,
    ...scanConstants(spec.table, spec.cooperative),
  };
}

/** Scanned values of the partition are four rows of counters at a time. */
const ROWS_SCANNED = { Scanned: 'vec4u' };

export function blockPiece(cooperative: boolean): Piece {
  return piece(cooperative ? 'block/cooperative' : 'block/lone');
}

const NUMBER_BYTES = ['item0', 'item1', 'item2', 'item3', 'segment0', 'segment1', 'segment2', 'segment3'] as const;

function setupPass(spec: PartitionSpec): Pass {
  const resources: Record<string, Resource> = {};
  NUMBER_BYTES.forEach((name, i) => {
    resources[name] = { kind: 'number', name: i < 4 ? 'items' : 'segments', byte: i % 4 };
  });
  const kernel: Kernel = {
    name: 'setup',
    subgroups: false,
    constants: {
      ARGS_SLOTS: ARGS.firstBin + spec.bins.length,
      SEGMENTS_PER_BLOCK: segmentsPerBlock(spec),
      PARTITION_ROWS: spec.bins.length + 1,
    },
    bindings: [...NUMBER_BYTES, 'args', 'state'],
    pieces: pieces('setup', 'state/layout', 'state/grid'),
  };
  return { kernel, grid: { kind: 'direct', workgroups: 1 }, resources };
}

/** The passes that bring a call's numbers to the GPU and class its segments. */
export function partitionPasses(spec: PartitionSpec): Pass[] {
  const shared = { subgroups: false, aliases: ROWS_SCANNED, constants: partitionConstants(spec) };
  const common = [
    ...pieces('state/layout', 'state/workgroup_index', 'segments/offsets', 'partition/classify'),
    blockPiece(spec.cooperative),
  ];
  const count: Kernel = {
    ...shared,
    name: 'partition/count',
    bindings: ['state', 'offsets', 'counters'],
    pieces: [piece('partition/count'), ...common],
  };
  const scatter: Kernel = {
    ...shared,
    name: 'partition/scatter',
    bindings: ['state', 'offsets', 'counters', 'large', 'args'],
    pieces: [piece('partition/scatter'), piece('state/grid'), ...common],
  };
  const { SCAN_BLOCK, SCAN_BLOCKS_PER_WORKGROUP } = scanConstants(spec.table, spec.cooperative);
  const blocks = { kind: 'segments', segmentsPerBlock: segmentsPerBlock(spec) } as const;
  const rows = spec.bins.length + 1;
  const grid = { ...blocks, rows: 1, extra: 0, perWorkgroup: spec.cooperative ? 1 : spec.table.partition.workgroup };
  const scanGrid = { ...blocks, rows, extra: 1, perWorkgroup: SCAN_BLOCK * SCAN_BLOCKS_PER_WORKGROUP };
  return [
    setupPass(spec),
    { kernel: count, grid, resources: {} },
    ...scanPasses(spec.table, spec.cooperative, SCAN_LENGTH_WORD.partition, scanGrid),
    { kernel: scatter, grid, resources: {} },
  ];
}
