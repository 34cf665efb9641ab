import type { BindingDeclaration, ConstantValue, Piece } from '../template/assemble.ts';
import { CALL_MEMBERS, type CallNumbers } from './call.ts';

/** One shader with its entry point `main`, before it is assembled. */
export interface Kernel {
  /** Says where it stands in the algorithm, as `sort/small 16`. */
  readonly name: string;
  readonly subgroups?: boolean;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly constants: Readonly<Record<string, ConstantValue>>;
  /** In binding order. */
  readonly bindings: readonly BindingName[];
  /** Of the struct that `call` is, where it is bound. Default: items, segments and size. */
  readonly callMembers?: readonly string[];
  readonly pieces: readonly Piece[];
}

/** Types of what kernels bind that is no storage of words. */
const TYPES = {
  call: 'Call',
  digitShift: 'u32',
  runShift: 'u32',
  mergesLeft: 'u32',
  copySorted: 'u32',
  keyMap: 'array<vec4u, 4>',
  parameters: 'array<vec4u, 16>',
  large: 'array<vec4u>',
  spans: 'array<vec2u>',
  keysIn: 'array<Key>',
  keysOut: 'array<Key>',
  keysFrom: 'array<Key>',
  keysTo: 'array<Key>',
  input: 'array<Unit>',
  longSpans: 'array<atomic<u32>>',
} as const;

type Words =
  | 'args'
  | 'state'
  | 'counters'
  | 'sums'
  | 'partials'
  | 'offsets'
  | 'begins'
  | 'ends'
  | 'countIn'
  | `values${'In' | 'Out' | 'From' | 'To'}`
  | 'packed'
  | 'words'
  | 'sorted'
  | `gather${'From' | 'To'}`
  | `output${0 | 1 | 2 | 3}`
  | 'results'
  | 'indexBase'
  | 'profile';

/** Everything a kernel can bind, under the one name it has in all `.wgsl` files. */
export type BindingName = keyof typeof TYPES | Words;

/**
 * All storage is `read_write`: WebGPU rejects `read` beside `read_write` on disjoint ranges of one buffer, and scratch memory
 * is one buffer. Uniforms are told by their types, which say how large they are.
 */
function declarationOf(name: BindingName): BindingDeclaration {
  const types: Partial<Record<BindingName, string>> = TYPES;
  const type = types[name] ?? 'array<u32>';
  return { name, space: /^u32|^Call|, /.test(type) ? 'uniform' : 'storage, read_write', type };
}

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
  /** The call's numbers: a u32 each, padded to 16 bytes; or no binding at all but immediate data, where the device has it. */
  | { readonly kind: 'call'; readonly members: readonly string[] };

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

/** One dispatch. Bindings not named in `resources` get the scratch region or argument of their own name. */
export interface Pass {
  readonly kernel: Kernel;
  readonly grid: Grid;
  readonly resources?: Readonly<Partial<Record<BindingName, Resource>>>;
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
  readonly method: string;
}

/** What a call records: plain data, made without a GPU. */
export interface Plan {
  readonly passes: readonly Pass[];
  readonly regions: Readonly<Record<string, Region>>;
  readonly temporaryBytes: number;
  /** Bytes of the longest array of items that a call may bring. */
  readonly itemBytes: number;
  readonly argsSlots: number;
  /** Words of a uniform of the plan's own, written when the plan is made. */
  readonly parameters?: readonly number[];
  readonly classes: readonly ClassDescription[];
  /** What a profile's kernel has that counts segments, where they are in no lists. */
  readonly counts?: Pick<Kernel, 'bindings' | 'pieces'> & Partial<Pick<Kernel, 'constants'>>;
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

/** The members of a kernel's `call`. */
export function membersOf({ callMembers = CALL_MEMBERS }: Kernel): readonly string[] {
  return callMembers;
}

/** The declarations of a kernel's bindings, in binding order. */
export function declarations(kernel: Kernel): BindingDeclaration[] {
  return kernel.bindings.map(declarationOf);
}

const REGION_NAMES = new Set(['state', 'spans', 'counters', 'sums', 'large', 'partials', 'results']);

/** The resource of a pass's binding: what the pass names, or the one of the binding's own name. */
export function resourceOf(pass: Pass, name: BindingName): Resource {
  const named = pass.resources?.[name];
  if (named) return named;
  if (name === 'call') return { kind: name, members: membersOf(pass.kernel) };
  if (name === 'args' || name === 'parameters') return { kind: name };
  return REGION_NAMES.has(name) ? { kind: 'region', name } : { kind: 'argument', name };
}
