import { type Accumulator, accumulatorOf } from '../operators/accumulator.ts';
import { type Element, elementOf } from '../operators/elements.ts';
import type { ClassDescription } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { parameterWords, type Results, resultsOf } from './outputs.ts';
import { givesResults, type LoadedRequest, type ReduceSpec, readsElements } from './spec.ts';

/** How a call gives its segments and its input. */
export interface ReduceAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the input's binding includes the whole of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** What kernels need of the element type and of all operators together. */
export interface ReduceParts {
  readonly element: Element;
  readonly accumulator: Accumulator;
  readonly results: Results;
  /** Words of the uniform `parameters`; undefined where no kernel reads it. */
  readonly parameters: readonly number[] | undefined;
}

type PartsOf = LoadedRequest & Pick<ReduceSpec, 'elements'>;

export function reduceParts({ type, operators, listed, initial, elements }: PartsOf): ReduceParts {
  const accumulator = accumulatorOf(operators);
  const needed =
    accumulator.components.some((component) => component.parameters) ||
    elements !== undefined ||
    initial.some((words) => words !== undefined);
  return {
    element: elementOf(type),
    accumulator,
    results: resultsOf(operators, listed),
    parameters: needed ? parameterWords(initial, elements) : undefined,
  };
}

export interface ReduceContext extends ReduceSpec, ReduceParts {
  readonly table: FamilyTuning;
  readonly subgroups: boolean;
  /** Minimum number of lanes in a subgroup; 1 without subgroups. */
  readonly lanes: number;
  /** Whether kernels read leaves four words at a time. */
  readonly vectors: boolean;
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
