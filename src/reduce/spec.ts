/** What a caller asks of a reduce, checked. */
import type { Bounds } from '../api/options.ts';
import type { Operator } from '../operators/components.ts';
import type { ReduceType } from '../operators/elements.ts';
import type { EmptyOptions, EmptyResult, Initial, InitialWords } from '../operators/initial.ts';
import { type Accuracy, type CheckedOp, checkedAccuracy, checkedOps, type ReduceOp } from '../operators/operators.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** What a segmented reduce is made for. */
export interface SegmentedReduceDescriptor {
  /** Type of the input. */
  type: ReduceType;
  /** One operator, or several at once: the input is read once. */
  op: ReduceOp | readonly ReduceOp[];
  /** Folded in on the left, and the result of an empty segment. With a list of operators a list, undefined for none. */
  initial?: Initial;
  /** What argmin or argmax gives for an empty segment. Default: the identity of min or max, index 0xFFFFFFFF. */
  whenEmpty?: EmptyResult | readonly (EmptyResult | undefined)[];
  /** `'compensated'`: float sums of twice the precision, at about four times the arithmetic. Default `'pairwise'`. */
  accuracy?: Accuracy;
  /** Most items of one call. */
  maxItems: number;
  /** Most segments of one call. */
  maxSegments: number;
  /** No segment is longer: passes that longer ones need are left out. Longer ones give no result. */
  maxSegmentSize?: number;
  /** `false`: no scratch buffer of the plan's own; every `encode` brings `temporary`. Default `true`. */
  ownTemporary?: boolean;
  /**
   * Every pass is timed on its own: see `profile()`. Needs the feature `timestamp-query`; costs time between
   * passes.
   */
  profile?: boolean;
  /** Parameters of the kernels: see docs/tuning.md. Default: by the device. */
  tuning?: Tuning;
}

/** What the caller asks for, checked. */
export interface ReduceRequest {
  readonly type: ReduceType;
  readonly ops: readonly CheckedOp[];
  /** Whether the operators came as a list. */
  readonly listed: boolean;
  readonly accuracy: Accuracy;
  /** What was given for empty segments, where anything was: checked when the code for it is loaded. */
  readonly empty: EmptyOptions | undefined;
}

/** The same with its operators as kernels know them, in the order given. */
export interface LoadedRequest extends ReduceRequest {
  readonly operators: readonly Operator[];
  readonly initial: InitialWords;
}

/**
 * What is reduced to what: elements to results; or, where one segment is longer than a binding, elements of a chunk to
 * accumulators, accumulators to fewer, and those to results.
 */
export type Phase = 'whole' | 'chunk' | 'merge' | 'finish';

/** What a segmented reduce is, all that its kernels depend on but the buffers. */
export interface ReduceSpec extends LoadedRequest, Bounds {
  readonly phase: Phase;
}

/** Items that a lane folds left to right before the pairwise tree begins. Part of the results' bits: never tuned. */
export const LEAF = 16;

/** Whether the input is elements; else it is accumulators of an earlier phase. */
export function readsElements({ phase }: Pick<ReduceSpec, 'phase'>): boolean {
  return phase === 'whole' || phase === 'chunk';
}

/** Whether the outputs are results; else they are accumulators for a later phase. */
export function givesResults({ phase }: Pick<ReduceSpec, 'phase'>): boolean {
  return phase === 'whole' || phase === 'finish';
}

/** Terms of a leaf: accumulators that are folded again are leaves already. */
export function leafOf(spec: Pick<ReduceSpec, 'phase'>): number {
  return readsElements(spec) ? LEAF : 1;
}

/** Lists anew, and those in them. */
function copied(given: unknown): unknown {
  return Array.isArray(given) ? given.map((one) => (Array.isArray(one) ? [...one] : one)) : given;
}

/** Each result of an empty segment anew. */
function copiedResults(given: unknown): unknown {
  const each = (one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    const { value, index } = one as EmptyResult;
    return { value, index };
  };
  return Array.isArray(given) ? given.map(each) : each(given);
}

/** Checks what is reduced and how, but for initial values. `argument`: what messages call the type. */
export function reduceRequest(
  argument: string,
  {
    type,
    op,
    accuracy,
    initial,
    whenEmpty,
  }: { type: unknown; op: unknown; accuracy?: unknown; initial?: unknown; whenEmpty?: unknown },
): ReduceRequest {
  const checked = checkedOps(argument, type, op);
  const listed = Array.isArray(op);
  return {
    ...checked,
    listed,
    accuracy: checkedAccuracy(accuracy, checked.type, checked.ops),
    empty:
      initial === undefined && whenEmpty === undefined
        ? undefined
        : { initial: copied(initial), whenEmpty: copiedResults(whenEmpty) },
  };
}
