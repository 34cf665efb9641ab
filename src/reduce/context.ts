import { type Accumulator, accumulatorOf } from '../operators/accumulator.ts';
import { type Element, elementOf } from '../operators/elements.ts';
import type { ClassDescription } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { parameterWords, type Results, resultsOf } from './outputs.ts';
import { givesResults, type LoadedRequest, type ReduceSpec, readsElements } from './spec.ts';

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

/** Bytes of an entry of the input. */
export function inputBytes(context: ReduceContext): number {
  return readsElements(context) ? context.element.bytes : 4 * context.accumulator.words;
}

/** Bytes that a kernel asks for: of an item of its input, and written of a segment's results. */
export function foldedBytes(context: ReduceContext): { item: number; result: number } {
  const { accumulator, results } = context;
  const result = results.outputs.reduce((sum, { bytes }) => sum + bytes, 0);
  return { item: inputBytes(context), result: givesResults(context) ? result : 4 * accumulator.words };
}

/** Whether results depend on how terms are bracketed. */
export function isBracketed({ accumulator }: ReduceContext): boolean {
  return accumulator.components.some(({ bracketed }) => bracketed);
}
