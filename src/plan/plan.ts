import type { CallNumbers } from './call.ts';
import type { Kernel, WgslModule } from './module.ts';

/** What a binding is given when a plan is encoded. */
export type Resource =
  /** A buffer that the caller names in `encode`. */
  | { readonly kind: 'argument'; readonly name: string }
  /** A range of scratch memory. */
  | { readonly kind: 'region'; readonly name: string }
  /** The plan's own buffer of indirect dispatch arguments. */
  | { readonly kind: 'args' }
  /** Up to 16 words that are the plan's own, in a uniform that is never written again. */
  | { readonly kind: 'words'; readonly words: readonly number[] }
  /** The plan's `parameters`. */
  | { readonly kind: 'parameters' }
  /**
   * The call's numbers: a u32 each, padded to 16 bytes; or no binding at all but immediate data, where the device has
   * it.
   */
  | { readonly kind: 'call'; readonly members: readonly string[] };

/** What bindings are given, by name. */
export type Resources = Readonly<Record<string, Resource>>;

/** Workgroups: a fixed number, one that follows from the call's numbers, or what a kernel wrote. */
export type Grid =
  | { readonly kind: 'direct'; readonly workgroups: number }
  /** (⌈items, segments or both / perBlock⌉ · rows + extra) / perWorkgroup, rounded up. */
  | {
      readonly kind: 'counted';
      readonly of: 'items' | 'segments' | 'both';
      readonly perBlock: number;
      readonly rows: number;
      readonly extra: number;
      readonly perWorkgroup: number;
    }
  /** A slot of the indirect arguments. */
  | { readonly kind: 'indirect'; readonly slot: number };

/** A grid that the host knows: (⌈of / perBlock⌉ · rows + extra) / perWorkgroup workgroups, rounded up. */
export function counted(
  of: 'items' | 'segments' | 'both',
  perBlock: number,
  perWorkgroup: number,
  { rows = 1, extra = 0 } = {},
): Grid {
  return { kind: 'counted', of, perBlock, rows, extra, perWorkgroup };
}

/** Bytes that a pass asks memory for, for each unit of its work; of its bins, or of the whole call. */
export interface Traffic {
  readonly item?: number;
  readonly segment?: number;
  /** Counters of the partition's scan, and of a radix pass's. */
  readonly partitionCounter?: number;
  readonly radixCounter?: number;
  /** Though the pass names bins. */
  readonly ofCall?: boolean;
}

/** One dispatch. Bindings that neither it nor the plan names get the scratch region or argument of their own name. */
export interface Pass {
  readonly kernel: Kernel;
  readonly grid: Grid;
  readonly resources?: Resources;
  /** Of a plan that is nested in another: what it is given for arguments of the outer one's names. */
  readonly instead?: Resources;
  /** Recorded only for listed segments (offsets, begin and end). Default: for segments of one size as well. */
  readonly form?: 'listed';
  /** The pass belongs to these bins: left out where the host knows that no segment is in them. */
  readonly bins?: readonly number[];
  /** Left out where only the data say. */
  readonly traffic?: Traffic;
}

/** A range of scratch memory, in bytes. */
export interface Region {
  readonly offset: number;
  readonly size: number;
}

/** A size class, or a bin inside one: the kernel that takes segments of these lengths. */
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
  /** What bindings of these names are given in every pass that says nothing else. */
  readonly resources: Resources;
  readonly temporaryBytes: number;
  /** Bytes of the longest array of items that a call may bring. */
  readonly itemBytes: number;
  readonly argsSlots: number;
  /** Words of a uniform of the plan's own, written when the plan is made. */
  readonly parameters?: readonly number[];
  readonly classes: readonly ClassDescription[];
  /** How a profile counts segments that are in no lists: by `module`, which finds each, up to `maxLength` items. */
  readonly unlisted?: { readonly maxLength: number; readonly module: WgslModule };
}

/** The passes that a call records: all, or for segments of one size setup and those of the size's bin. */
export function passesFor(plan: Plan, size: number): readonly Pass[] {
  if (size === 0) return plan.passes;
  const bin = plan.classes.findIndex(({ minLength, maxLength }) => minLength <= size && size <= maxLength);
  return plan.passes.filter((pass) => pass.form !== 'listed' && (pass.bins?.includes(bin) ?? true));
}

/** Workgroups of a grid that the host knows; undefined for an indirect one. */
export function workgroupsOf(grid: Grid, numbers: Pick<CallNumbers, 'items' | 'segments'>): number | undefined {
  if (grid.kind === 'indirect') return undefined;
  if (grid.kind === 'direct') return grid.workgroups;
  const of = grid.of === 'both' ? numbers.items + numbers.segments : numbers[grid.of];
  const blocks = Math.ceil(of / grid.perBlock);
  return Math.ceil((blocks * grid.rows + grid.extra) / grid.perWorkgroup);
}

/** WebGPU's limit on storage binding offsets, and the largest it lets a device ask for. */
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

/** The resource of a pass's binding: what the pass or the plan names, or the one of the binding's own name. */
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
