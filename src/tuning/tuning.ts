import { taken } from '../checks.ts';
import { type DeviceFacts, deviceFacts } from '../gpu/device.ts';
import { requireLanes } from '../gpu/host_call.ts';

/** `'software'`: an invocation owns a tile and needs no barrier. `'gpu'`: a workgroup owns a tile. */
export type Family = 'software' | 'gpu';

/** Workgroup sizes count invocations. Other sizes count items, segments or counters. */
export interface FamilyTuning {
  /** The subgroup size that kernels with subgroups ask for. 0 or absent: the driver chooses. */
  readonly subgroupSize?: number;
  /**
   * Dispatches over lists that the GPU makes. The host knows how many tasks there can be at most. `lanes`: the most
   * lanes of a direct dispatch. `overflow`: if tasks need more, workgroups repeat until all are done, or the dispatch
   * is indirect. Absent: all are indirect.
   */
  readonly lists?: { readonly lanes: number; readonly overflow: 'repeated' | 'indirect' };
  readonly partition: { readonly workgroup: number; readonly segmentsPerLane: number };
  /** Family `gpu` only. In family `software` one workgroup scans the few counters. */
  readonly scan?: { readonly workgroup: number; readonly perLane: number };
  /** Conversion of narrow items to words and back, and gathering of values by index. */
  readonly convert: { readonly workgroup: number; readonly perLane: number };
  readonly sort: SortTuning;
  readonly reduce: ReduceTuning;
}

export interface SortTuning {
  /** Bits of a radix sort's digit: 1, 2, 4 or 8. */
  readonly digitBits: number;
  /** Whether a radix pass moves nothing in a segment whose keys have one digit there, or that is sorted already. */
  readonly earlyOut: boolean;
  /**
   * Family `gpu`: whether a lane packs an item's digit and rank in one word while it ranks a tile. It takes more
   * arithmetic and fewer registers.
   */
  readonly packedRanks?: boolean;
  readonly small: {
    readonly workgroup: number;
    /** A bin gets more lanes until a lane holds at most this many items. */
    readonly itemsWanted: number;
    /** A bin is medium if a lane would hold more items than this, with the guaranteed lanes of a subgroup. */
    readonly maxItemsPerLane: number;
    /**
     * The same for keys with values, keys of two words, and keys with ties to break. They take two to four times the
     * registers. Values above 16 apply only to keys of one word with values.
     */
    readonly maxItemsPerLanePairs: number;
    /**
     * Items that a lane loads or stores at a time. A lane that holds more loops. Default: all. Sorts on GPUs always
     * load and store all.
     */
    readonly itemsAtOnce?: number;
    /**
     * Whether a single lane with a whole segment stores its last item again instead of branching at the end. Sorts on
     * GPUs always branch.
     */
    readonly branchless?: boolean;
    /** Whether `min` and `max` compare items that are keys of one word. */
    readonly minMax: boolean;
    /** Whether lanes of a quad exchange items by quad swaps, not by subgroup shuffles. */
    readonly quadSwaps: boolean;
    /**
     * Networks of up to this number of items are striped. A lane loads and stores items that lie `lanes` apart, so
     * neighbouring lanes share sectors of memory. It needs subgroups. Default: 0.
     */
    readonly maxStriped?: number;
    /**
     * Family `gpu`: whether a lane of a sort computes the slots of its stores anew. Otherwise compilers keep those of
     * its loads in registers.
     */
    readonly slotsTwice?: boolean;
    /**
     * Family `gpu`: whether a lane of a top-k sorts a few items and merges them into its best ones. Default: it inserts
     * them one by one.
     */
    readonly bestByMerges?: boolean;
    readonly maxLanes: number;
    /** The same without subgroups, where lanes exchange items through workgroup memory. */
    readonly maxLanesEmulated: number;
    /**
     * Family `gpu`: networks whose lanes are in several subgroups, one kernel for all their lengths, where the device
     * has subgroups. `lanes`: of a workgroup, the most of a network of keys only; `lanesPairs`: of all other sorts; 0:
     * none. `items`: of a lane. Absent: longer segments than networks of a subgroup sort have a medium kernel a bin.
     */
    readonly across?: { readonly lanes: number; readonly lanesPairs: number; readonly items: number };
    readonly maxLength: number;
    /**
     * Capacities that get another bin of three quarters of them, if lanes hold a multiple of 4 items. The capacity of
     * one run gets none, because its kernel sorts several runs as well.
     */
    readonly threeQuarterBins: readonly number[];
  };
  /** Family `gpu`: short segments are sorted by blocks, where the device has subgroups. Absent: by networks alone. */
  readonly blocks?: {
    readonly workgroup: number;
    /** Longest segment that a block sorts. 0: none. */
    readonly maxLength: number;
    /** The most items of a lane: keys only, and all other sorts. */
    readonly maxItems: number;
    readonly maxItemsPairs: number;
    /** Items in a workgroup's memory, a multiple of four rows of lanes, up to 4096: keys only, and all other sorts. */
    readonly windowItems: number;
    readonly windowItemsPairs: number;
  };
  readonly medium: {
    readonly workgroup: number;
    /** Longest segment that is sorted as runs in registers and then merged. 0: none. Longer ones are radix sorted. */
    readonly maxMerged: number;
    /** The same for keys with values that are not sorted in place. */
    readonly maxMergedPairs: number;
    /** The most runs that an invocation merges at a time: 4 or 8. */
    readonly mergeWays: number;
    /** Whether a smaller network sorts a run that fills at most a quarter of its registers. */
    readonly shortRuns?: boolean;
    /** Longest lengths of the medium bins that are radix sorted. */
    readonly limits: readonly number[];
  };
  readonly large: {
    readonly workgroup: number;
    readonly tile: number;
    /** Family `gpu`: in plans of many items a tile is 2, 4, … times `tile`, up to this. */
    readonly maxTile: number;
    /**
     * `'coalesced'`: a workgroup sorts its tile first, then writes runs of items. `'direct'`: each lane writes its
     * items.
     */
    readonly scatter: 'coalesced' | 'direct';
    /**
     * Family `gpu`: how a workgroup ranks a tile. Ballots need no counters in workgroup memory, but more arithmetic.
     * They need subgroups of at most 32 lanes; other devices use counters. Default: `'counters'`.
     */
    readonly ranking?: 'counters' | 'ballots';
    /**
     * Family `gpu`: one pass a digit, in which tiles look back at what earlier tiles have published, with workgroups of
     * this size. It needs subgroups of at most 32 lanes, and digits of 8 bits. Other sorts take three passes: upsweep,
     * scan, downsweep. Default: 0, three passes.
     */
    readonly lookBackWorkgroup?: number;
    /** Family `software`: whether a dispatch has room for all possible tiles, instead of an indirect count of them. */
    readonly directGrid?: boolean;
    /** A plan with room for at least this many items a segment prefilters them before a search of its top-k. */
    readonly prefilterFrom: number;
    /** A plan with room for at least this many items a segment has only the large class. 0: every plan. */
    readonly largeOnlyFrom: number;
  };
  /**
   * A plan of quantiles sorts whole segments for at least `from` quantiles, and for any number of them if it has room
   * for fewer than `below` items a segment. Otherwise it searches for up to four quantiles at a time.
   */
  readonly quantiles: { readonly from: number; readonly below: number };
}

export interface ReduceTuning {
  /** Bins by lanes a segment. More lanes than a subgroup is guaranteed to have mean one workgroup a segment. */
  readonly bins: readonly { readonly limit: number; readonly lanes: number; readonly name: 'small' | 'medium' }[];
  readonly workgroup: number;
  /** A power of two of leaves of 16 items, so that a tile is a whole subtree. */
  readonly tile: number;
  readonly tileLanes: number;
  /** Whether a lane reads four elements of one word at a time. */
  readonly vectors: boolean;
  /**
   * The sweep over segments by offsets, which needs no partition. `tile` is the size of a merge tile in items and
   * segments together. A segment of up to `maxLength` items is folded in one piece, and any
   * segment of up to a tile.
   */
  readonly sweep: {
    readonly tile: number;
    /** Family `software` only. In family `gpu` it is a tile. */
    readonly maxLength: number;
    /** Family `gpu`: whether a workgroup loads items of one word into workgroup memory. Default: no. */
    readonly staged?: boolean;
    /** Family `gpu`: whether scans of long segments take one pass, in which tiles look back. Default: no. */
    readonly looksBack?: boolean;
  };
}

type Partly<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Partly<T[K]> } : T;

/**
 * What a caller may set by hand, or keep from `tune()`. What is left out is chosen from the device. `docs/tuning.md`
 * says what each parameter does. `tune()` also sets internal parameters: pass its result on as it is.
 */
export interface Tuning {
  /** Default: by the adapter. */
  family?: Family;
  /** `false`: the kernels for devices without subgroups, on any device. */
  subgroups?: boolean;
  /**
   * The subgroup size that kernels ask for, on a device with `subgroup-size-control`. 0: the driver chooses. Default:
   * 16 or 32 on Intel's GPUs, else 0.
   */
  subgroupSize?: number;
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

export function familyOf(facts: DeviceFacts, tuning: InternalTuning): Family {
  // Code may load before a tuning is checked, which may be null.
  return tuning?.family ?? (facts.software ? 'software' : 'gpu');
}

/** The tuning of a call without `tuning`. */
const NOTHING: InternalTuning = {};

/**
 * A copy of the user's tuning, taken before anything is awaited. It is checked later (`requireRunnable`), and every
 * plan reads it again.
 */
export function copiedTuning(given: Tuning | undefined): InternalTuning {
  return given === undefined ? NOTHING : (taken(given) as InternalTuning);
}

/**
 * Checks the copy of a tuning. A call without `tuning` loads no checks. On a GPU it also tests the lanes, once per
 * device. The test may remove the device's subgroups, so callers read the facts afterwards.
 */
export async function requireRunnable(device: GPUDevice, tuning: InternalTuning): Promise<void> {
  const { software, subgroups } = deviceFacts(device);
  if (subgroups && !software && tuning?.subgroups !== false) {
    await requireLanes(device);
  }
  if (tuning === NOTHING) return;
  const { requireTable, requireTuning } = await import('./check.ts');
  requireTuning(tuning);
  const facts = deviceFacts(device);
  requireTable(facts, familyOf(facts, tuning), tuning);
}

/** `base` with the members of `more` in place of the same members, at any depth. A list replaces a whole list. */
export function laidOver<T>(base: T, more: unknown): T {
  if (more === undefined) return base;
  if (typeof base !== 'object' || typeof more !== 'object' || Array.isArray(more)) return more as T;
  const given = more as Record<string, unknown>;
  const under = base as Record<string, unknown>;
  const names = [...new Set([...Object.keys(under), ...Object.keys(given)])];
  return Object.fromEntries(names.map((name) => [name, laidOver(under[name], given[name])])) as T;
}

/** The parameters of a plan. `base`: the device's table, before the user's parameters. */
export function tuningTable(base: FamilyTuning, tuning: InternalTuning): FamilyTuning {
  return laidOver(base, tuning);
}
