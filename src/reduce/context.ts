import type { BindingName, ClassDescription, Kernel, Pass, Resource } from '../record/plan.ts';
import type { ConstantValue, Piece } from '../template/assemble.ts';
import {
  reduceElementWordOfVectors,
  reduceFold,
  reduceLeaf,
  reduceLeafVectors,
  reduceNeighbourNone,
  reduceNeighbourSubgroup,
  reduceNeighbourWorkgroup,
  reduceRoundsFixed,
  reduceRoundsGroups,
  reduceRoundsOwn,
  reduceRoundsWorkgroup,
  reduceSourceChunk,
  reduceSourceInput,
  reduceSourcePartials,
  reduceStack,
} from '../template/pieces.ts';
import type { Family, FamilyTuning } from '../tuning/tuning.ts';
import {
  type Accumulator,
  accumulatorOf,
  accumulatorPieces,
  elementPiece,
  loadPiece,
  shufflePiece,
} from './accumulator.ts';
import { type Operator, operatorsOf } from './components.ts';
import { type Element, elementOf, type ReduceType } from './elements.ts';
import type { Accuracy, CheckedOp } from './operators.ts';
import {
  accumulatorsPiece,
  parameterWords,
  type Results,
  resultBindings,
  resultResources,
  resultsOf,
  resultsPiece,
} from './results.ts';

/**
 * What is reduced to what: elements to results; or, where one segment is longer than a binding, elements of a chunk to
 * accumulators, accumulators to fewer, and those to results.
 */
export type Stage = 'whole' | 'chunk' | 'merge' | 'finish';

/** What the caller asks for, checked. */
export interface ReduceRequest {
  readonly type: ReduceType;
  readonly ops: readonly CheckedOp[];
  /** Whether the operators came as a list. */
  readonly listed: boolean;
  readonly accuracy: Accuracy;
  /** Words of each operator's initial value; of argmin and argmax, of what they give for an empty segment. */
  readonly initial: readonly (readonly number[] | undefined)[];
}

/** What a segmented reduce is, all that its kernels depend on but the buffers. */
export interface ReduceSpec extends ReduceRequest {
  readonly stage: Stage;
  readonly maxItems: number;
  readonly maxSegments: number;
  /** No segment is longer; Infinity where unknown. */
  readonly maxSegmentSize: number;
}

/** How a call's segments lie in memory. */
export interface ReduceAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the input's binding reaches to the end of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** An operator or several on elements of one type, as kernels know them. */
export interface ReduceParts {
  readonly element: Element;
  readonly operators: readonly Operator[];
  readonly accumulator: Accumulator;
  readonly results: Results;
  /** Whether kernels read `parameters`, and what these hold. */
  readonly parameters: readonly number[] | undefined;
}

export function reduceParts({ type, ops, listed, accuracy, initial }: ReduceRequest): ReduceParts {
  const element = elementOf(type);
  const operators = operatorsOf(element, ops, accuracy);
  const needed = accuracy === 'compensated' || initial.some((words) => words !== undefined);
  return {
    element,
    operators,
    accumulator: accumulatorOf(operators),
    results: resultsOf(operators, listed),
    parameters: needed ? parameterWords(initial) : undefined,
  };
}

export interface ReduceContext extends ReduceSpec, ReduceParts {
  readonly family: Family;
  readonly table: FamilyTuning;
  readonly subgroups: boolean;
  /** A subgroup has at least so many lanes. */
  readonly lanes: number;
  /** Whether leaves are read four words at a time. */
  readonly vectors: boolean;
}

/** One bin of the reduce's partition: how many lanes fold a segment. */
export interface ReduceBin extends ClassDescription {
  readonly lanes: number;
}

/** Items that a lane folds left to right before the pairwise tree begins. Part of the results' bits: never tuned. */
export const LEAF = 16;

/** Terms of a leaf: accumulators that are folded again are leaves already. */
export function leafOf({ stage }: ReduceSpec): number {
  return stage === 'merge' || stage === 'finish' ? 1 : LEAF;
}

/** A part of a kernel: what it adds to each of the kernel's lists. */
export interface KernelPart {
  readonly subgroups?: boolean;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly constants?: Readonly<Record<string, ConstantValue>>;
  readonly bindings?: readonly BindingName[];
  readonly resources?: Readonly<Partial<Record<BindingName, Resource>>>;
  readonly pieces?: readonly Piece[];
}

/** A kernel and its resources out of parts. */
export function kernelOf(name: string, parts: readonly KernelPart[]): Pick<Pass, 'kernel' | 'resources'> {
  const kernel: Kernel = {
    name,
    subgroups: parts.some(({ subgroups }) => subgroups === true),
    aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
    constants: Object.assign({}, ...parts.map(({ constants }) => constants)),
    bindings: [...new Set(parts.flatMap(({ bindings = [] }) => bindings))],
    pieces: parts.flatMap((part) => part.pieces ?? []),
  };
  return { kernel, resources: Object.assign({}, ...parts.map(({ resources }) => resources)) };
}

/** The accumulator, and what its operators read of the plan's. */
export function accumulatorPart({ accumulator, parameters }: ReduceContext): KernelPart {
  return { bindings: parameters ? ['parameters'] : [], pieces: accumulatorPieces(accumulator) };
}

/** Where accumulators are folded: their operators may speak of elements' bits all the same. */
function storedPart(element: Element): KernelPart {
  return { aliases: { Unit: 'u32', Bits: element.bits } };
}

function storedPieces(
  accumulator: Accumulator,
  binding: 'input' | 'partials',
  terms: readonly Piece[] = [reduceSourcePartials],
): Piece[] {
  return [reduceLeaf, ...terms, loadPiece(accumulator, binding)];
}

/** What a fold of the call's input reads. */
export function inputPart({ stage, element, accumulator, vectors }: ReduceContext): KernelPart {
  if (stage === 'merge' || stage === 'finish') {
    return { ...storedPart(element), bindings: ['input'], pieces: storedPieces(accumulator, 'input') };
  }
  return {
    aliases: { Unit: vectors ? 'vec4u' : element.unit, Bits: element.bits },
    constants: element.constants,
    bindings: stage === 'chunk' ? ['input', 'indexBase'] : ['input'],
    pieces: [
      vectors ? reduceElementWordOfVectors : element.load,
      vectors ? reduceLeafVectors : reduceLeaf,
      stage === 'chunk' ? reduceSourceChunk : reduceSourceInput,
      elementPiece(accumulator, element),
    ],
  };
}

/** Bytes that a kernel asks for: of an item of its input, and written of a segment's results. */
export function foldedBytes({ stage, element, accumulator, results }: ReduceContext): { item: number; result: number } {
  const stored = 4 * accumulator.words;
  return {
    item: stage === 'whole' || stage === 'chunk' ? element.bytes : stored,
    result:
      stage === 'whole' || stage === 'finish' ? results.outputs.reduce((sum, { bytes }) => sum + bytes, 0) : stored,
  };
}

/** What a fold reads in the second stage of large segments. `terms`: what tells the place of a tile's result. */
export function partialsPart({ element, accumulator }: ReduceContext, terms?: readonly Piece[]): KernelPart {
  return { ...storedPart(element), bindings: ['partials'], pieces: storedPieces(accumulator, 'partials', terms) };
}

/** How results are written. */
export function resultsPart(context: ReduceContext): KernelPart {
  const { stage, accumulator, operators, results, initial } = context;
  if (stage === 'chunk' || stage === 'merge') {
    return {
      bindings: ['output0'],
      resources: { output0: { kind: 'argument', name: 'accumulators' } },
      pieces: accumulatorsPiece(accumulator),
    };
  }
  return {
    bindings: resultBindings(results),
    resources: resultResources(results),
    pieces: [resultsPiece(accumulator, operators, results, initial)],
  };
}

/** Levels of a tree over so many subtrees. */
export function stackLevels(subtrees: number): number {
  return Math.floor(Math.log2(Math.max(subtrees, 1))) + 1;
}

/** How `lanes` lanes of a workgroup fold together. */
export interface Group {
  readonly lanes: number;
  readonly workgroup: number;
  readonly leaf: number;
  /** Longest range, in terms. */
  readonly longest: number;
}

/** Whether results depend on how terms are bracketed. */
export function isBracketed({ accumulator }: ReduceContext): boolean {
  return accumulator.components.some(({ bracketed }) => bracketed);
}

/** A fold by one group of lanes. */
export function groupPart(context: ReduceContext, group: Group): KernelPart {
  const { lanes, workgroup, leaf, longest } = group;
  const whole = lanes > 1 && lanes === workgroup;
  const shuffles = lanes > 1 && !whole && context.subgroups && lanes <= context.lanes;
  const neighbour = lanes === 1 ? reduceNeighbourNone : shuffles ? reduceNeighbourSubgroup : reduceNeighbourWorkgroup;
  const several = whole ? reduceRoundsWorkgroup : Number.isFinite(longest) ? reduceRoundsFixed : reduceRoundsGroups;
  const roundsPiece = lanes === 1 ? reduceRoundsOwn : several;
  const rounds = Math.max(1, Math.ceil(Math.min(longest, 2 ** 32 - 1) / (lanes * leaf)));
  const constants = {
    WORKGROUP: workgroup,
    GROUP_LANES: lanes,
    LEAF: leaf,
    STACK: stackLevels(rounds),
    TREE: isBracketed(context),
  };
  return {
    subgroups: shuffles,
    constants: roundsPiece === reduceRoundsFixed ? { ...constants, ROUNDS: rounds } : constants,
    pieces: [reduceFold, reduceStack, neighbour, roundsPiece, ...(shuffles ? [shufflePiece(context.accumulator)] : [])],
  };
}
