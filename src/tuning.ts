import type { DeviceFacts } from './device.ts';

/** Which kernels: barrier-free ones for software adapters, workgroup-tiled ones for GPUs. */
export type Family = 'cpu' | 'gpu';

/** What a caller may force, to try it. Everything left out is chosen from the device. */
export interface Tuning {
  family?: Family;
  /** `false`: the variants for devices without subgroups, also on a device that has them. */
  subgroups?: boolean;
  /** Host calls take no buffer binding longer than this: they run in batches. Default: the device's limit. */
  maxBindingBytes?: number;
}

/** Workgroup sizes are in invocations, the rest in items, segments or counters. The GPU tables have not met a GPU yet. */
export interface FamilyTuning {
  readonly partition: { readonly workgroup: number; readonly segmentsPerLane: number };
  readonly scan: { readonly workgroup: number; readonly perLane: number };
  /** Narrow items to words and back, values gathered by index. */
  readonly convert: { readonly workgroup: number; readonly perLane: number };
  readonly sort: SortTuning;
  readonly reduce: ReduceTuning;
}

export interface SortTuning {
  readonly small: {
    readonly workgroup: number;
    /** Lanes are added until a lane holds no more items than this … */
    readonly itemsWanted: number;
    /** … and a bin that needs more than this, with all lanes a subgroup surely has, is medium. */
    readonly itemsMost: number;
    /** The same for keys with values, of two words, or with ties to break: they take two to four times the registers. */
    readonly itemsMostPairs: number;
    readonly lanesMost: number;
    /** Without subgroups, where lanes exchange through workgroup memory. */
    readonly lanesMostEmulated: number;
    readonly lengthMost: number;
  };
  readonly medium: {
    readonly workgroup: number;
    /** `'merge'`: keys alone, by runs in registers that are merged. Else, and for all other sorts, by digits. */
    readonly method: 'merge' | 'radix';
    /** Longest lengths of the medium bins; of merged runs the last one counts. */
    readonly limits: readonly number[];
    /** Workgroups that share a list. */
    readonly workgroupsMost: number;
  };
  readonly large: { readonly workgroup: number; readonly tile: number };
}

export interface ReduceTuning {
  /** Bins of groups of lanes; more lanes than a subgroup surely has means one workgroup a segment. */
  readonly bins: readonly { readonly limit: number; readonly lanes: number; readonly name: 'small' | 'medium' }[];
  readonly workgroup: number;
  /** A power of two times the leaf of 16 items, so that a tile is a whole subtree. */
  readonly tile: number;
  readonly tileLanes: number;
  /** Whether a lane reads elements of one word four at a time. */
  readonly vectors: boolean;
  /** Segments by offsets are walked without a partition, up to so long, so many items and segments a block. */
  readonly flat: { readonly tile: number; readonly lengthMost: number };
}

const CPU: FamilyTuning = {
  partition: { workgroup: 8, segmentsPerLane: 496 },
  // 63 lines of 64 bytes: a power of two would send all lanes of a vector to one cache set.
  scan: { workgroup: 8, perLane: 1008 },
  convert: { workgroup: 8, perLane: 64 },
  sort: {
    small: {
      workgroup: 32,
      itemsWanted: 16,
      itemsMost: 32,
      itemsMostPairs: 16,
      lanesMost: 8,
      lanesMostEmulated: 1,
      lengthMost: 512,
    },
    medium: { method: 'merge', workgroup: 8, limits: [1024, 4096], workgroupsMost: 65535 },
    large: { workgroup: 8, tile: 4080 },
  },
  reduce: {
    workgroup: 8,
    bins: [
      { limit: 16, lanes: 1, name: 'small' },
      { limit: 128, lanes: 1, name: 'small' },
      { limit: 8192, lanes: 1, name: 'medium' },
    ],
    tile: 4096,
    tileLanes: 1,
    vectors: false,
    flat: { tile: 4096, lengthMost: 8192 },
  },
};

const GPU: FamilyTuning = {
  partition: { workgroup: 256, segmentsPerLane: 8 },
  scan: { workgroup: 256, perLane: 16 },
  convert: { workgroup: 256, perLane: 4 },
  sort: {
    small: {
      workgroup: 64,
      itemsWanted: 4,
      itemsMost: 16,
      itemsMostPairs: 8,
      lanesMost: 32,
      lanesMostEmulated: 8,
      lengthMost: 512,
    },
    medium: { method: 'radix', workgroup: 256, limits: [512, 1024, 2048], workgroupsMost: 65535 },
    large: { workgroup: 256, tile: 2048 },
  },
  reduce: {
    workgroup: 256,
    bins: [
      { limit: 16, lanes: 1, name: 'small' },
      { limit: 64, lanes: 4, name: 'small' },
      { limit: 512, lanes: 32, name: 'small' },
      { limit: 16384, lanes: 256, name: 'medium' },
    ],
    tile: 16384,
    tileLanes: 256,
    vectors: true,
    flat: { tile: 4096, lengthMost: 512 },
  },
};

/** Bytes of workgroup memory that a tile of the GPU family takes for one item, its value and its share of counters. */
const GPU_BYTES_AT_256_BY_8 = 28 * 1024;

/** At WebGPU's default 16 KiB of workgroup memory and 256 invocations a tile is 128 lanes of 8 items. */
const GPU_LEAN: FamilyTuning = {
  ...GPU,
  partition: { workgroup: 128, segmentsPerLane: 8 },
  scan: { workgroup: 128, perLane: 16 },
  sort: {
    ...GPU.sort,
    medium: { method: 'radix', workgroup: 128, limits: [512, 1024], workgroupsMost: 65535 },
    large: { workgroup: 128, tile: 1024 },
  },
};

export function familyOf(facts: DeviceFacts, tuning: Tuning): Family {
  return tuning.family ?? (facts.software ? 'cpu' : 'gpu');
}

/** The table of a device's family. */
export function tuningTable(facts: DeviceFacts, tuning: Tuning): FamilyTuning {
  if (familyOf(facts, tuning) === 'cpu') return CPU;
  // A workgroup that took all the invocations a device has room for would run alone.
  const roomy = facts.workgroupStorageBytes >= GPU_BYTES_AT_256_BY_8 && facts.workgroupInvocations > 256;
  return roomy ? GPU : GPU_LEAN;
}
