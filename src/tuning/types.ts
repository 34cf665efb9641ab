/** Which kernels: barrier-free ones for software adapters, workgroup-tiled ones for GPUs. */
export type Family = 'software' | 'gpu';

/**
 * Workgroup sizes are in invocations, the rest in items, segments or counters. The GPU tables have not met a GPU yet.
 */
export interface FamilyTuning {
  readonly partition: { readonly workgroup: number; readonly segmentsPerLane: number };
  /** Family `gpu`: elsewhere one workgroup scans the few counters. */
  readonly scan?: { readonly workgroup: number; readonly perLane: number };
  /** Narrow items to words and back, values gathered by index. */
  readonly convert: { readonly workgroup: number; readonly perLane: number };
  readonly sort: SortTuning;
  readonly reduce: ReduceTuning;
}

export interface SortTuning {
  /** Bits of a radix sort's digit: 1, 2, 4 or 8. */
  readonly digitBits: number;
  /** Whether a radix pass moves nothing in a segment whose keys have one digit there, or that is sorted already. */
  readonly earlyOut: boolean;
  readonly small: {
    readonly workgroup: number;
    /** Lanes are added until a lane holds no more items than this … */
    readonly itemsWanted: number;
    /** … and a bin that needs more than this, with all lanes a subgroup surely has, is medium. */
    readonly maxItemsPerLane: number;
    /**
     * The same for keys with values, of two words, or with ties to break: they take two to four times the registers.
     * More than 16 hold for keys of one word with values alone.
     */
    readonly maxItemsPerLanePairs: number;
    /** Items a lane loads or stores at a time; it loops where it holds more. */
    readonly itemsAtOnce: number;
    /**
     * Whether a lane that holds a segment alone stores its last item again where it has no more, instead of branching.
     */
    readonly branchless: boolean;
    /** Whether items that are keys of one word are compared by `min` and `max`. */
    readonly minMax: boolean;
    /** Whether lanes of a quad exchange items by quad swaps, not by subgroup shuffles. */
    readonly quadSwaps: boolean;
    readonly maxLanes: number;
    /** Without subgroups, where lanes exchange through workgroup memory. */
    readonly maxLanesEmulated: number;
    readonly maxLength: number;
    /**
     * Capacities, powers of two, before whose bins there is one of three quarters, if lanes hold a multiple of 4 items;
     * not before that of one run, whose kernel sorts several runs as well.
     */
    readonly threeQuarterBins: readonly number[];
  };
  readonly medium: {
    readonly workgroup: number;
    /** Longest segment that is sorted as runs in registers, which are merged; 0: none. Longer ones go by digits. */
    readonly maxMerged: number;
    /** The same of keys with values that are not sorted in place. */
    readonly maxMergedPairs: number;
    /** Runs that an invocation merges, where a segment has so many: 4 or 8. */
    readonly mergeWays: number;
    /** Whether a run that fills a quarter of its registers or less is sorted by a network of that length. */
    readonly shortRuns: boolean;
    /** Longest lengths of the medium bins that are sorted by digits. */
    readonly limits: readonly number[];
  };
  readonly large: {
    readonly workgroup: number;
    readonly tile: number;
    /**
     * How a workgroup writes its tile: sorted first, so that neighbours write to neighbours, or each lane its own
     * items.
     */
    readonly scatter: 'coalesced' | 'direct';
    /**
     * Family `software`: whether as many workgroups are dispatched as there can be tiles, not as many as there are,
     * indirectly.
     */
    readonly directGrid: boolean;
    /** A plan with room for at least so many items a segment has large segments alone. */
    readonly largeOnlyFrom: number;
  };
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
  /**
   * Segments by offsets are walked without a partition, a power of two of items and segments a block; those up to so
   * long, or in family `software` up to a tile, in one piece.
   */
  readonly sweep: { readonly tile: number; readonly maxLength: number };
}

type Partly<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Partly<T[K]> } : T;

/**
 * What a caller may set by hand, or keep from `tune()`. What is left out is chosen from the device. `docs/tuning.md`
 * says what each parameter does. `tune()` also sets internal parameters: pass its result on as it is.
 */
export interface Tuning {
  /** Default: by the adapter. `'cpu'` is an older name of `'software'`. */
  family?: Family | 'cpu';
  /** `false`: the kernels for devices without subgroups, on any device. */
  subgroups?: boolean;
  /** Calls on arrays bind at most this many bytes at a time, and run in batches. Default: the device's limit. */
  maxBindingBytes?: number;
  sort?: {
    /** Bits of a digit of a radix sort: 1, 2, 4 or 8. */
    readonly digitBits?: number;
    /** `false`: a radix pass also moves segments whose keys all have one digit there. */
    readonly earlyOut?: boolean;
    /** The most items that one lane of a small segment holds: keys only, and all other sorts. */
    readonly small?: { readonly maxItemsPerLane?: number; readonly maxItemsPerLanePairs?: number };
    /** The longest lengths of the medium bins, ascending. */
    readonly medium?: { readonly limits?: readonly number[] };
    /** Items of a large segment's tile, and how a workgroup of family `'gpu'` writes it. */
    readonly large?: { readonly tile?: number; readonly scatter?: 'coalesced' | 'direct' };
  };
  /** Items of a tile of a large segment. */
  reduce?: { readonly tile?: number };
}

/** A tuning as the library uses it: any parameter of the tables may be set. Set by `tune()` and by tests. */
export interface InternalTuning extends Partly<FamilyTuning> {
  family?: Family;
  subgroups?: boolean;
  maxBindingBytes?: number;
}
