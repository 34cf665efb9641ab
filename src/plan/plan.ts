import numbersFile from '../../wgsl/plan/numbers.wgsl';
import { eachOnce, type Kernel, section, type WgslModule, written } from './link.ts';

/** Largest number of bins in a partition. */
export const MAX_BINS = 20;

/** Words of the header. */
const HEADER_WORDS = 64;

/**
 * Words of the state of one recorded call. The state is `state`, an array of words in scratch memory. It begins with a
 * header of counts that only the GPU knows. For a reduce, the segment ids of all bins follow: bin after bin, in segment
 * order inside a bin.
 *
 * Setup and the partition write the state, and every later kernel reads it. So no count travels through the host. Every
 * kernel that binds `state` has these constants under these names.
 */
export const STATE = {
  /** Number of items. Every segment's end is clamped to it. */
  ITEM_COUNT: 0,
  SEGMENT_COUNT: 1,
  /** Number of blocks in the partition. */
  BLOCK_COUNT: 2,
  /** Length of the partition's scan. */
  PARTITION_COUNTERS: 3,
  /** Length of a radix pass's scan: tiles × 256. */
  RADIX_COUNTERS: 4,
  /** Tiles of all large segments. */
  TILE_COUNT: 5,
  /** Full tiles among them, which come first in the tile order. */
  FULL_TILE_COUNT: 6,
  /** Number of large segments. */
  LARGE_COUNT: 7,
  /** Number of segments in each bin. */
  BIN_COUNTS: 8,
  /** First entry of each bin in the lists, and the end of the last one where kernels append to lists. */
  BIN_BASES: 8 + MAX_BINS,
  /** Length of the segments where all have one size, otherwise 0. */
  SEGMENT_SIZE: 9 + 2 * MAX_BINS,
  /** Tile slots of each large segment of a reduce. */
  TILES_EACH: 10 + 2 * MAX_BINS,
  /** Entries of the table of large segments, and full tiles in its upper bits, where kernels append to lists. */
  LARGE_ORDER: 11 + 2 * MAX_BINS,
  FIRST_ID: HEADER_WORDS,
} as const;

/** Words of `profile`, which wgsl/plan/profile/count.wgsl writes. The kernel has these constants under these names. */
export const PROFILE = {
  /** Items and segments of each bin. */
  PROFILE_BIN_ITEMS: 0,
  PROFILE_BIN_SEGMENTS: MAX_BINS,
  /** Items and segments of the whole call. */
  PROFILE_ITEMS: 2 * MAX_BINS,
  PROFILE_SEGMENTS: 2 * MAX_BINS + 1,
  /** Counters of the partition's scan, and of a radix pass's scan. */
  PROFILE_PARTITION_COUNTERS: 2 * MAX_BINS + 2,
  PROFILE_RADIX_COUNTERS: 2 * MAX_BINS + 3,
} as const;

/** Numbers of a call that the host knows, each a u32. */
export interface CallNumbers {
  readonly items: number;
  /** Number of segments. Where a buffer holds it, the largest possible number. */
  readonly segments: number;
  /** Length of the segments where all have one size, otherwise 0. */
  readonly size: number;
  /** Numbers that only some operations have. */
  readonly [more: string]: number;
}

/** The default members of `call`, in this order. */
export const CALL_MEMBERS: readonly string[] = ['items', 'segments', 'size'];

export function callWords(members: readonly string[], numbers: CallNumbers): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(members, (name) => numbers[name] as number);
}

/** Declares the type of `call`. */
export function callModule(members: readonly string[]): WgslModule {
  return written('call', `struct Call {\n${members.map((name) => `${name}: u32,`).join('\n')}\n}`);
}

/** The module of kernels that read the numbers of a call from its state. */
export const NUMBERS_OF_STATE = /* @__PURE__ */ section(numbersFile, 'numbers', 'state');

/** What a binding stands for when a plan is encoded. */
export type Resource =
  /** A buffer that the caller gives to `encode`. */
  | { readonly kind: 'argument'; readonly name: string }
  /** A range of scratch memory. */
  | { readonly kind: 'region'; readonly name: string }
  /** The plan's buffer of grids that kernels write: the arguments of indirect dispatches. */
  | { readonly kind: 'args' }
  /** The same buffer as a uniform, for kernels that repeat. */
  | { readonly kind: 'grids' }
  /** Up to 16 words that the plan fixes, in a uniform that is never rewritten. */
  | { readonly kind: 'words'; readonly words: readonly number[] }
  /** The plan's `parameters`. */
  | { readonly kind: 'parameters' }
  /**
   * The call's numbers: one u32 each, padded to 16 bytes. Where the device has immediate data, they have no binding.
   */
  | { readonly kind: 'call'; readonly members: readonly string[] };

/** Resources by the names of bindings. */
export type Resources = Readonly<Record<string, Resource>>;

/** Workgroups: a fixed number, a number computed from the call's numbers, or a number that a kernel wrote. */
export type Grid =
  | { readonly kind: 'direct'; readonly workgroups: number }
  /** (⌈items, segments or both / perBlock⌉ · rows + additional) / perWorkgroup, rounded up. */
  | {
      readonly kind: 'counted';
      readonly of: 'items' | 'segments' | 'both';
      readonly perBlock: number;
      readonly rows: number;
      readonly additional: number;
      readonly perWorkgroup: number;
    }
  /** A slot of the indirect arguments. */
  | { readonly kind: 'indirect'; readonly slot: number }
  /**
   * A workgroup for every task of a slot that there can be. The host knows a bound of them:
   * ⌈(min(segments, ⌊items / shortest⌋) · rows + ⌊items / tile⌋) / perWorkgroup⌉ + additional. `shortest` is the length
   * of the shortest segment that has a task; 0: any segment may have one. If the bound exceeds `maxWorkgroups`, there
   * are `maxWorkgroups` workgroups that repeat until all tasks are done, or the grid is that of the slot.
   */
  | {
      readonly kind: 'bounded';
      readonly slot: number;
      readonly overflow: 'repeated' | 'indirect';
      readonly shortest: number;
      readonly rows: number;
      /** Absent where tasks are not tiles. */
      readonly tile?: number;
      readonly perWorkgroup: number;
      readonly additional: number;
      readonly maxWorkgroups: number;
    };

/** A grid that the host knows: (⌈of / perBlock⌉ · rows + additional) / perWorkgroup workgroups, rounded up. */
export function counted(
  of: 'items' | 'segments' | 'both',
  perBlock: number,
  perWorkgroup: number,
  { rows = 1, additional = 0 } = {},
): Grid {
  return { kind: 'counted', of, perBlock, rows, additional, perWorkgroup };
}

/**
 * Bytes that a pass requests from memory per item, segment or counter. The segments are those of its bins or of the
 * whole call.
 */
export interface Traffic {
  readonly item?: number;
  readonly segment?: number;
  /** Per counter of the partition's scan. */
  readonly partitionCounter?: number;
  /** Per counter of a radix pass's scan. */
  readonly radixCounter?: number;
  /** Whether items and segments of the whole call count, though the pass names bins. */
  readonly ofCall?: boolean;
}

/**
 * One dispatch. A binding that neither the pass nor the plan names gets the scratch region or argument of the same
 * name.
 */
export interface Pass {
  readonly kernel: Kernel;
  readonly grid: Grid;
  readonly resources?: Resources;
  /** For a nested plan: the resources that replace its arguments, by the argument's name. */
  readonly instead?: Resources;
  /**
   * Whether the pass is recorded only for listed segments (offsets, begin and end). Default: for segments of one size
   * as well.
   */
  readonly form?: 'listed';
  /** The bins that the pass serves. It is not recorded where the host knows that no segment is in them. */
  readonly bins?: readonly number[];
  /** Whether the pass also lists the segments of other bins: it is recorded for all listed segments. */
  readonly lists?: boolean;
  /** Absent where it depends on the data. */
  readonly traffic?: Traffic;
}

/** A range of scratch memory, in bytes. */
export interface Region {
  readonly offset: number;
  readonly size: number;
}

/** A size class, or a bin of one: a range of lengths with one method. */
export interface ClassDescription {
  readonly name: 'small' | 'medium' | 'large';
  /** Lengths in items, both inclusive; the last bin ends at Infinity unless the caller bounded segment lengths. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly methodText: string;
}

/** What a call records: plain data, made without a GPU. */
export interface Plan {
  readonly passes: readonly Pass[];
  readonly regions: Readonly<Record<string, Region>>;
  /** Resources of bindings by name, the same in every pass. They take precedence over a pass's resources. */
  readonly resources: Resources;
  readonly temporaryBytes: number;
  /** Bytes of the longest array of items that a call may have. */
  readonly itemBytes: number;
  readonly argsSlots: number;
  /** Words of the plan's uniform, which is written once. */
  readonly parameters?: readonly number[];
  readonly classes: readonly ClassDescription[];
  /**
   * How a profile counts segments that are in no list. `modules` find each segment and the numbers of the call.
   * Segments of up to `maxLength` items belong to the first bin, longer ones to the last, or if `onlyShort` to lists.
   */
  readonly unlisted?: {
    readonly maxLength: number;
    readonly modules: readonly WgslModule[];
    readonly onlyShort?: boolean;
    readonly resources?: Resources;
  };
}

/** Bytes of a plan's indirect arguments. */
export function argsBytes({ argsSlots }: Pick<Plan, 'argsSlots'>): number {
  return 12 * argsSlots;
}

/** Least bytes of their buffer, so that it can be bound as `grids` (wgsl/plan/entry.wgsl). */
export const MIN_GRIDS_BYTES = 272;

/** The passes that a call records. For segments of one size these are setup and the passes of their bin. */
export function passesFor(plan: Plan, size: number): readonly Pass[] {
  if (size === 0) return plan.passes;
  const bin = plan.classes.findIndex(({ minLength, maxLength }) => minLength <= size && size <= maxLength);
  return plan.passes.filter((pass) => pass.form !== 'listed' && (pass.bins?.includes(bin) ?? true));
}

/** The passes that listed segments need, without those whose bins all hold no segment. */
export function presentPasses({ passes, classes }: Plan, holds: (min: number, max: number) => boolean): Pass[] {
  const isPresent = classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  return passes.filter(({ bins, lists }) => lists || (bins?.some((bin) => isPresent[bin]) ?? true));
}

/** Workgroups of a grid that the host knows; undefined for an indirect one, whose slot the GPU has written. */
export function workgroupsOf(grid: Grid, numbers: Pick<CallNumbers, 'items' | 'segments'>): number | undefined {
  if (grid.kind === 'indirect') return undefined;
  if (grid.kind === 'direct') return grid.workgroups;
  if (grid.kind === 'bounded') {
    const { shortest, rows, tile, perWorkgroup, additional, maxWorkgroups, overflow } = grid;
    const segments = shortest > 0 ? Math.min(numbers.segments, Math.floor(numbers.items / shortest)) : numbers.segments;
    if (segments === 0) return 0;
    const tasks = segments * rows + (tile ? Math.floor(numbers.items / tile) : 0);
    const bound = Math.ceil(tasks / perWorkgroup) + additional;
    return bound > maxWorkgroups && overflow === 'indirect' ? undefined : Math.min(bound, maxWorkgroups);
  }
  const of = grid.of === 'both' ? numbers.items + numbers.segments : numbers[grid.of];
  const blocks = Math.ceil(of / grid.perBlock);
  return Math.ceil((blocks * grid.rows + grid.additional) / grid.perWorkgroup);
}

/** Alignment of storage bindings in bytes: WebGPU's default, which is the largest value that a device may have. */
export const BINDING_ALIGNMENT = 256;

/** Lays regions one after another; sizes in bytes. */
export function layOut(sizes: Readonly<Record<string, number>>): { regions: Record<string, Region>; bytes: number } {
  const regions: Record<string, Region> = {};
  let bytes = 0;
  for (const [name, size] of Object.entries(sizes)) {
    const padded = Math.ceil(Math.max(size, 4) / BINDING_ALIGNMENT) * BINDING_ALIGNMENT;
    regions[name] = { offset: bytes, size: padded };
    bytes += padded;
  }
  return { regions, bytes };
}

/**
 * The resource of a pass's binding: the plan's, otherwise the pass's, otherwise the region or argument of the binding's
 * name.
 */
export function resourceOf(
  { regions, resources }: Pick<Plan, 'regions' | 'resources'>,
  pass: Pass,
  name: string,
): Resource {
  const ofPlan = resources[name];
  if (ofPlan) return ofPlan;
  const named = pass.resources?.[name] ?? { kind: name in regions ? 'region' : 'argument', name };
  return (named.kind === 'argument' && pass.instead?.[named.name]) || named;
}

/** The outer plan's resource for a resource of a nested plan. */
function renamed(resource: Resource, regions: Readonly<Record<string, string>>, instead: Resources): Resource {
  if (resource.kind === 'region') return { kind: 'region', name: regions[resource.name] ?? resource.name };
  return (resource.kind === 'argument' && instead[resource.name]) || resource;
}

/**
 * The passes of a plan inside another plan. The outer plan gives the resources for their arguments and the names of
 * their scratch ranges.
 *
 * @param instead resources by the argument's name
 * @param regions the outer plan's names of scratch ranges, where they differ
 */
export function nested(
  passes: readonly Pass[],
  instead: Resources,
  regions: Readonly<Record<string, string>> = {},
): Pass[] {
  const outer = Object.fromEntries(
    Object.entries(regions).map(([name, known]) => [name, { kind: 'region', name: known }] as const),
  );
  return passes.map((pass) => {
    const { resources = {}, instead: inner = {} } = pass;
    const rename = (all: Resources) =>
      Object.fromEntries(Object.entries(all).map(([name, each]) => [name, renamed(each, regions, instead)]));
    return { ...pass, resources: rename(resources), instead: { ...outer, ...instead, ...rename(inner) } };
  });
}

/** What one concern adds to a kernel. The lists of all fragments are joined. */
export interface KernelFragment {
  readonly aliases?: Kernel['aliases'];
  readonly constants?: Kernel['constants'];
  readonly resources?: Resources;
  readonly modules?: readonly WgslModule[];
}

/** Composes a kernel and its resources of fragments. All kernels with fragments are made here. */
export function composed(
  name: string,
  entry: WgslModule,
  fragments: readonly KernelFragment[],
): Pick<Pass, 'kernel' | 'resources'> {
  const kernel: Kernel = {
    name,
    entry,
    modules: eachOnce(fragments.flatMap(({ modules = [] }) => modules)),
    aliases: Object.assign({}, ...fragments.map(({ aliases }) => aliases)),
    constants: Object.assign({ ...STATE }, ...fragments.map(({ constants }) => constants)),
  };
  return { kernel, resources: Object.assign({}, ...fragments.map(({ resources }) => resources)) };
}
