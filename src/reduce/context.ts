import elementWordOfVectors from '../../wgsl/operators/element/word_of_vectors.wgsl';
import leafTerms from '../../wgsl/reduce/fold/leaf.wgsl';
import leafVectors from '../../wgsl/reduce/fold/leaf_vectors.wgsl';
import neighbourNone from '../../wgsl/reduce/fold/neighbour/none.wgsl';
import neighbourSubgroup from '../../wgsl/reduce/fold/neighbour/subgroup.wgsl';
import neighbourWorkgroup from '../../wgsl/reduce/fold/neighbour/workgroup.wgsl';
import roundsFixed from '../../wgsl/reduce/fold/rounds_fixed.wgsl';
import roundsGroups from '../../wgsl/reduce/fold/rounds_groups.wgsl';
import roundsOwn from '../../wgsl/reduce/fold/rounds_own.wgsl';
import roundsWorkgroup from '../../wgsl/reduce/fold/rounds_workgroup.wgsl';
import sourceChunk from '../../wgsl/reduce/fold/source_chunk.wgsl';
import sourceInput from '../../wgsl/reduce/fold/source_input.wgsl';
import sourcePartials from '../../wgsl/reduce/fold/source_partials.wgsl';
import {
  type Accumulator,
  accumulatorModules,
  accumulatorOf,
  eachOnce,
  elementModules,
  loadModule,
  shuffleModule,
} from '../operators/accumulator.ts';
import { type Element, elementOf } from '../operators/elements.ts';
import type { Kernel, WgslModule } from '../plan/module.ts';
import type { ClassDescription, Pass, Resources } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { Family, FamilyTuning } from '../tuning/tuning.ts';
import {
  accumulatorsModules,
  parameterWords,
  type Results,
  resultResources,
  resultsModule,
  resultsOf,
} from './results/plan.ts';
import type { LoadedRequest, ReduceSpec } from './spec.ts';

/** How a call's segments lie in memory. */
export interface ReduceAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the input's binding reaches to the end of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** Elements of one type, and what several operators on them share, as kernels know them. */
export interface ReduceParts {
  readonly element: Element;
  readonly accumulator: Accumulator;
  readonly results: Results;
  /** Whether kernels read `parameters`, and what these hold. */
  readonly parameters: readonly number[] | undefined;
}

export function reduceParts({ type, operators, listed, accuracy, initial }: LoadedRequest): ReduceParts {
  const needed = accuracy === 'compensated' || initial.some((words) => words !== undefined);
  return {
    element: elementOf(type),
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
export function leafOf({ phase }: ReduceSpec): number {
  return phase === 'merge' || phase === 'finish' ? 1 : LEAF;
}

/** A part of a kernel: what it adds to each of the kernel's lists. */
export interface KernelPart {
  readonly aliases?: Kernel['aliases'];
  readonly constants?: Kernel['constants'];
  readonly resources?: Resources;
  readonly modules?: readonly WgslModule[];
}

/** A kernel and its resources out of parts. */
export function kernelOf(
  name: string,
  entry: WgslModule,
  parts: readonly KernelPart[],
): Pick<Pass, 'kernel' | 'resources'> {
  const kernel: Kernel = {
    name,
    entry,
    modules: eachOnce(parts.flatMap(({ modules = [] }) => modules)),
    aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
    constants: Object.assign({ ...STATE }, ...parts.map(({ constants }) => constants)),
  };
  return { kernel, resources: Object.assign({}, ...parts.map(({ resources }) => resources)) };
}

/** The accumulator. */
export function accumulatorPart({ accumulator }: ReduceContext): KernelPart {
  return { modules: accumulatorModules(accumulator) };
}

/** Where accumulators are folded: their operators may speak of elements' bits all the same. */
function storedPart(
  { element, accumulator }: ReduceContext,
  binding: 'input' | 'partials',
  terms: readonly WgslModule[] = [sourcePartials],
): KernelPart {
  return {
    aliases: { Unit: 'u32', Bits: element.bits },
    modules: [leafTerms, ...terms, loadModule(accumulator, binding)],
  };
}

/** What a fold of the call's input reads. `byLeaves`: as it does by all kernels but those that read vectors as they come. */
export function inputPart(context: ReduceContext, byLeaves = true): KernelPart {
  const { phase, element, accumulator, vectors } = context;
  if (phase === 'merge' || phase === 'finish') return storedPart(context, 'input');
  return {
    aliases: { Unit: vectors ? 'vec4u' : element.unit, Bits: element.bits },
    constants: element.constants,
    modules: [
      vectors ? elementWordOfVectors : element.load,
      ...(byLeaves ? [vectors ? leafVectors : leafTerms] : []),
      phase === 'chunk' ? sourceChunk : sourceInput,
      ...elementModules(accumulator, element),
    ],
  };
}

/** Bytes that a kernel asks for: of an item of its input, and written of a segment's results. */
export function foldedBytes({ phase, element, accumulator, results }: ReduceContext): { item: number; result: number } {
  const stored = 4 * accumulator.words;
  return {
    item: phase === 'whole' || phase === 'chunk' ? element.bytes : stored,
    result:
      phase === 'whole' || phase === 'finish' ? results.outputs.reduce((sum, { bytes }) => sum + bytes, 0) : stored,
  };
}

/** What a fold reads in the second stage of large segments. `terms`: what tells the place of a tile's result. */
export function partialsPart(context: ReduceContext, terms?: readonly WgslModule[]): KernelPart {
  return storedPart(context, 'partials', terms);
}

/** How results are written. */
export function resultsPart(context: ReduceContext): KernelPart {
  const { phase, accumulator, operators, results, initial } = context;
  if (phase === 'chunk' || phase === 'merge') {
    return {
      resources: { output0: { kind: 'argument', name: 'accumulators' } },
      modules: accumulatorsModules(accumulator),
    };
  }
  return { resources: resultResources(results), modules: [resultsModule(accumulator, operators, results, initial)] };
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
  const neighbour = lanes === 1 ? neighbourNone : shuffles ? neighbourSubgroup : neighbourWorkgroup;
  const several = whole ? roundsWorkgroup : Number.isFinite(longest) ? roundsFixed : roundsGroups;
  const rounds = Math.max(1, Math.ceil(Math.min(longest, 2 ** 32 - 1) / (lanes * leaf)));
  return {
    constants: {
      WORKGROUP: workgroup,
      GROUP_LANES: lanes,
      LEAF: leaf,
      STACK: stackLevels(rounds),
      TREE: isBracketed(context),
      ROUNDS: rounds,
    },
    modules: [neighbour, lanes === 1 ? roundsOwn : several, ...(shuffles ? [shuffleModule(context.accumulator)] : [])],
  };
}
