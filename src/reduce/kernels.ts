import elementFile from '../../wgsl/operators/element.wgsl';
import foldFile from '../../wgsl/reduce/fold/fold.wgsl';
import leafFile from '../../wgsl/reduce/fold/leaf.wgsl';
import stackFile from '../../wgsl/reduce/fold/stack.wgsl';
import { refused } from '../checks.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import {
  type Accumulator,
  accumulatorModules,
  accumulatorOf,
  appendModule,
  elementModules,
  loadModule,
  shuffleModule,
} from '../operators/accumulator.ts';
import type { Component, Operator, Result } from '../operators/components.ts';
import { type Element, elementOf } from '../operators/elements.ts';
import { section, type WgslModule } from '../plan/link.ts';
import type { ClassDescription, KernelFragment } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { givesResults, type LoadedRequest, type ReduceSpec, readsElements } from './descriptor.ts';

/** How a call gives its segments and its input. */
export interface ReduceAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the input's binding includes the whole of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** What kernels need of the element type and of all operators together. */
export interface ReduceFacts {
  readonly element: Element;
  readonly accumulator: Accumulator;
  readonly results: Results;
  /** Words of the uniform `parameters`; undefined where no kernel reads it. */
  readonly parameters: readonly number[] | undefined;
}

type FactsOf = LoadedRequest & Pick<ReduceSpec, 'elements'>;

export function reduceFacts(
  { type, operators, listed, initial, empties, elements }: FactsOf,
  room: OutputRoom = ROOM,
): ReduceFacts {
  const accumulator = accumulatorOf(operators);
  const needed =
    accumulator.components.some((component) => component.parameters) ||
    elements !== undefined ||
    [...initial, ...empties].some((words) => words !== undefined);
  return {
    element: elementOf(type),
    accumulator,
    results: resultsOf(operators, listed, room),
    parameters: needed ? parameterWords([...initial, ...empties], elements) : undefined,
  };
}

export interface ReduceContext extends ReduceSpec, ReduceFacts {
  readonly table: FamilyTuning;
  readonly subgroups: boolean;
  /** Minimum number of lanes in a subgroup; 1 without subgroups. */
  readonly lanes: number;
  /** Whether elements are words that kernels may read four at a time. */
  readonly ofWords: boolean;
  /** Whether kernels of a call do: its binding includes the whole of its last vector. */
  readonly vectors: boolean;
  /** Bytes of workgroup memory that the device has. */
  readonly workgroupBytes: number;
}

/** One bin of the reduce's partition. */
export interface ReduceBin extends ClassDescription {
  /** Lanes that fold one segment. */
  readonly lanes: number;
}

/** Bytes of one item of the input: an element or an accumulator. */
export function inputBytes(context: ReduceContext): number {
  return readsElements(context) ? context.element.bytes : 4 * context.accumulator.words;
}

/** Bytes that a kernel reads for one item, and bytes that it writes for one segment. */
export function foldedBytes(context: ReduceContext): { item: number; result: number } {
  const { accumulator, results } = context;
  const result = results.outputs.reduce((sum, { bytes }) => sum + bytes, 0);
  return { item: inputBytes(context), result: givesResults(context) ? result : 4 * accumulator.words };
}

/** Whether results depend on how terms are bracketed. If so, kernels combine by the fixed tree. */
export function isBracketed({ accumulator }: ReduceContext): boolean {
  return accumulator.components.some(({ bracketed }) => bracketed);
}

/** The part that declares the accumulator `Acc` and its functions. */
export function accumulatorFragment({ accumulator }: ReduceContext): KernelFragment {
  return { modules: accumulatorModules(accumulator) };
}

// The outputs of a reduce, and how its kernels write them.

/** Outputs that a kernel binds directly. A kernel needs up to four other bindings, and every device has eight. */
const DIRECT = ['output0', 'output1', 'output2', 'output3'] as const;

/**
 * How many outputs kernels have bindings for. `beside`: those that results in scratch memory need beside `results`.
 */
export interface OutputRoom {
  readonly most: number;
  readonly beside: number;
}

const ROOM: OutputRoom = { most: DIRECT.length, beside: 0 };

/** One array that a reduce fills, and how a kernel writes to it. */
export interface Output {
  /** The name of the argument in `encode` and in error messages. */
  readonly argument: string;
  /** The operator's index in the list of operators. */
  readonly operator: number;
  readonly name: Result['name'];
  readonly type: ItemType;
  readonly bytes: number;
  readonly words: string;
  /** The kernel's binding; undefined where the result goes through the scratch range `results`. */
  readonly binding: (typeof DIRECT)[number] | undefined;
  /** Words a segment that earlier results take in `results`. */
  readonly before: number;
}

export interface Results {
  readonly outputs: readonly Output[];
  /** Words a segment in the scratch range `results`. */
  readonly scratchWords: number;
}

export function resultsOf(operators: readonly Operator[], listed: boolean, { most, beside }: OutputRoom): Results {
  const all = operators.flatMap(({ results }, operator) => results.map((result) => ({ ...result, operator })));
  const wide = all.filter(({ type }) => typeBytes(type) >= 4).length;
  // The scratch range `results` takes one of these bindings where it is needed.
  const room = Math.min(DIRECT.length, wide === all.length && wide <= most ? most : most - 1 - beside);
  let used = 0;
  let scratchWords = 0;
  const outputs = all.map(({ type, name, words, operator }): Output => {
    const bytes = typeBytes(type);
    const binding = bytes >= 4 && used < room ? DIRECT[used++] : undefined;
    const before = scratchWords;
    if (!binding) scratchWords += Math.ceil(bytes / 4);
    const argument = listed ? `${name}[${operator}]` : name;
    return { argument, operator, name, type, bytes, words, binding, before };
  });
  return { outputs, scratchWords };
}

/** Words of the uniform `parameters`. The last word is always 0. */
export const PARAMETER_WORDS = 64;
/** WGSL of the word that holds the number of elements in the phase `finish`: the last word but one. */
export const PARAMETER_OF_ELEMENTS = 'parameters[15].z';

/** The words of `parameters`: start values, results of empty segments, 0s, the number of elements, and 0. */
export function parameterWords(values: readonly (readonly number[] | undefined)[], elements = 0): number[] {
  const words = values.flatMap((value) => value ?? []);
  const room = PARAMETER_WORDS - 2;
  if (words.length > room) throw refused('limit-exceeded', 'initial', `${words.length} words`, `${room}`);
  return [...words, ...new Array<number>(room - words.length).fill(0), elements, 0];
}

/** What a fold of accumulators reads. Operators may still name the type `Bits` of elements. */
function storedFragment(
  { element, accumulator }: Pick<ReduceContext, 'element' | 'accumulator'>,
  binding: 'input' | 'partials',
  terms: readonly WgslModule[] = [section(leafFile, 'source', 'partials')],
): KernelFragment {
  return {
    aliases: { InputWord: 'u32', Bits: element.bits },
    modules: [section(leafFile, 'leaf', 'terms'), ...terms, loadModule(accumulator, binding)],
  };
}

/** The leaves of an accumulator whose terms are folded together. */
export function ownLeaves({ components: [first, ...others] }: Accumulator): Component['leaves'] {
  return others.length === 0 ? first?.leaves : undefined;
}

/**
 * What a fold of the call's input reads. `leaf`: how terms of leaves are folded if they are not read as vectors;
 * `'none'` only for the kernel that reads aligned vectors.
 */
export function inputFragment(
  context: Pick<ReduceContext, 'phase' | 'element' | 'accumulator' | 'vectors'>,
  leaf: 'terms' | 'counted' | 'none' = 'terms',
): KernelFragment {
  const { phase, element, accumulator } = context;
  if (!readsElements(context)) return storedFragment(context, 'input');
  const own = ownLeaves(accumulator)?.counted;
  const vectors = context.vectors && !own;
  return {
    aliases: { InputWord: vectors ? 'vec4u' : element.inputWord, Bits: element.bits },
    constants: element.constants,
    modules: [
      vectors ? section(elementFile, 'element', 'wordOfVectors') : element.load,
      ...(leaf === 'none' ? [] : [own ?? section(leafFile, 'leaf', vectors ? 'vectors' : leaf)]),
      ...elementModules(accumulator, element),
      ...(own
        ? []
        : [section(leafFile, 'source', phase === 'chunk' ? 'chunk' : 'input'), appendModule(accumulator, element)]),
    ],
  };
}

/** What a fold of tiles' results reads. `terms` defines `leafTerm`, which finds the slot of a tile's result. */
export function partialsFragment(context: ReduceContext, terms?: readonly WgslModule[]): KernelFragment {
  return storedFragment(context, 'partials', terms);
}

/** Levels of a tree over at most `subtrees` subtrees. */
export function stackLevels(subtrees: number): number {
  return Math.floor(Math.log2(Math.max(subtrees, 1))) + 1;
}

/** How `lanes` lanes of a workgroup fold one range together. `leaf` is the number of terms in a leaf. */
export interface Group {
  readonly lanes: number;
  readonly workgroup: number;
  readonly leaf: number;
  /** Maximum length of a range, in terms; infinite if unknown. */
  readonly longest: number;
}

/** Workgroup memory that WebGPU guarantees. */
const WORKGROUP_BYTES = 16 * 1024;

/** Whether workgroup memory also has room for a stack of subtrees, next to a value a lane and the number of rounds. */
function hasStackRoom({ accumulator }: ReduceContext, workgroup: number, levels: number): boolean {
  return (workgroup + levels) * accumulator.sharedBytes + 16 <= WORKGROUP_BYTES;
}

/** The constants and modules of a fold by groups of lanes. */
export function groupFragment(context: ReduceContext, group: Group): KernelFragment {
  const { lanes, workgroup, leaf, longest } = group;
  const whole = lanes > 1 && lanes === workgroup;
  const shuffles = lanes > 1 && !whole && context.subgroups && lanes <= context.lanes;
  const neighbour = lanes === 1 ? 'none' : shuffles ? 'subgroup' : 'workgroup';
  const several = whole ? 'workgroup' : Number.isFinite(longest) ? 'fixed' : 'groups';
  const rounds = Math.max(1, Math.ceil(Math.min(longest, 2 ** 32 - 1) / (lanes * leaf)));
  const levels = stackLevels(rounds);
  const shared = whole && isBracketed(context) && hasStackRoom(context, workgroup, levels);
  return {
    constants: {
      WORKGROUP: workgroup,
      GROUP_LANES: lanes,
      LEAF: leaf,
      STACK: levels,
      TREE: isBracketed(context),
      ROUNDS: rounds,
      SUBGROUP_SIZE: context.table.subgroupSize ?? 0,
    },
    modules: [
      section(foldFile, 'neighbour', neighbour),
      section(foldFile, 'rounds', lanes === 1 ? 'lane' : several),
      section(stackFile, 'subtrees', shared ? 'workgroup' : 'private'),
      ...(shuffles ? [shuffleModule(context.accumulator)] : []),
    ],
  };
}
