import { typeBytes } from '../item_types.ts';
import { type Accumulator, accumulatorOf } from '../operators/accumulator.ts';
import type { Component, Operator, Result } from '../operators/components.ts';
import { type Element, elementOf } from '../operators/elements.ts';
import type { ClassDescription } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { LoadedScan, ScanSpec } from './spec.ts';

/** How a call gives its segments and its buffers. */
export interface ScanAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the results replace the items of the input. */
  readonly inPlace: boolean;
  /** Whether the input's binding includes the whole of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** What kernels need of the element type and of the operator. */
export interface ScanParts {
  readonly element: Element;
  readonly component: Component;
  readonly accumulator: Accumulator;
  readonly result: Result;
  /** Bytes of a result. */
  readonly resultBytes: number;
  /** Words of the initial value; undefined where there is none. */
  readonly initial: readonly number[] | undefined;
}

export function scanParts({ reduce }: LoadedScan): ScanParts {
  const [operator] = reduce.operators as readonly [Operator & { readonly component: Component }];
  const [result] = operator.results as readonly [Result];
  return {
    element: elementOf(reduce.type),
    component: operator.component,
    accumulator: accumulatorOf([operator]),
    result,
    resultBytes: typeBytes(result.type),
    initial: reduce.initial[0],
  };
}

export interface ScanContext extends ScanSpec, ScanParts {
  readonly table: FamilyTuning;
  readonly subgroups: boolean;
}

/** A class of segments: scanned in one go, or in pieces. */
export type ScanClass = ClassDescription;
