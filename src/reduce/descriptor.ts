/** The description of a reduce, and its checks. */
import type { Bounds } from '../api/array_call.ts';
import { taken } from '../checks.ts';
import type { Operator } from '../operators/components.ts';
import type { EmptyResults, Initial, Rare, RareOptions } from '../operators/initial.ts';
import {
  type Accuracy,
  type CheckedOp,
  checkedAccuracy,
  checkedOps,
  type ReduceOp,
  type ReduceType,
} from '../operators/operators.ts';
import type { KernelFragment } from '../plan/plan.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** What `createSegmentedReduce` takes. */
export interface SegmentedReduceDescriptor {
  /** Type of the input's elements. */
  type: ReduceType;
  /** One operator, or a list of operators. A list reads the input once. */
  op: ReduceOp | readonly ReduceOp[];
  /**
   * Start value of every fold: it is combined on the left, and it is the result of an empty segment. With a list of
   * operators this is a list of the same length, and `undefined` stands for no start value.
   */
  initial?: Initial;
  /**
   * Result of an empty segment: a number, or for argmin and argmax `{ value, index }`. With a list of operators a list
   * of the same length. Default: `initial`, or else the identity.
   */
  whenEmpty?: EmptyResults;
  /**
   * `'compensated'` gives float sums twice the precision for about four times the arithmetic. Default: `'pairwise'`.
   */
  accuracy?: Accuracy;
  /** Variance and std divide by the number of items less this: 1 for a sample. Default: 0. */
  ddof?: number;
  /** `true`: sums and products of integers of 8 and 16 bits have 32 bits. Default: they wrap in their type. */
  widen?: boolean;
  /** `'omit'`: NaNs are as if they were not there, but indices count them. Each column of rows has its own. */
  nan?: 'propagate' | 'omit';
  /** Each item is a row of so many elements. Each column is reduced by itself. Types f16, f32, u32, i32. */
  width?: number;
  /** `true`: items are rows of a table, whose numbers are in `rowsIn`. Without `width`: rows of one element. */
  rows?: boolean;
  /** `true`: items have weights in `weightsIn`, for 'sum' of f16 and f32. A product is rounded before it is added. */
  weights?: boolean;
  /** Maximum number of items in one call. */
  maxItems: number;
  /** Maximum number of segments in one call. */
  maxSegments: number;
  /**
   * Maximum length of a segment, in items. The plan omits passes that only longer segments need. A longer segment gets
   * no defined result. Default: `maxItems`.
   */
  maxSegmentSize?: number;
  /** `false`: the plan holds no scratch buffer, and every `encode` must pass `temporary`. Default: `true`. */
  ownTemporary?: boolean;
  /**
   * `true`: the GPU times every pass separately, for `profile()`. Needs the feature `timestamp-query`, and adds time
   * between passes. Default: `false`.
   */
  profile?: boolean;
  /** Parameters of the kernels, as in docs/tuning.md. Default: chosen by device. */
  tuning?: Tuning;
}

/** A checked request. */
export interface ReduceRequest {
  readonly type: ReduceType;
  readonly ops: readonly CheckedOp[];
  /** Whether the caller gave the operators as a list. */
  readonly listed: boolean;
  readonly accuracy: Accuracy;
  /** Options that few calls give, if this one does. They are checked once the code for it is loaded. */
  readonly rare: RareOptions | undefined;
}

/** Options that few calls give, for calls that give none. */
export const NOT_RARE: Rare = { initial: [], empties: [], ddof: 0, widen: false, omitsNans: false };

/** A request with its operators and rare options loaded, in the caller's order. */
export interface LoadedRequest extends ReduceRequest, Rare {
  readonly operators: readonly Operator[];
}

/**
 * What a phase reduces. `whole`: elements to results. The others are for a segment that is longer than a binding.
 * `chunk`: elements of a chunk to accumulators. `merge`: accumulators to fewer accumulators. `finish`: accumulators to
 * results.
 */
export type Phase = 'whole' | 'chunk' | 'merge' | 'finish';

/** All that the plan of a phase depends on, except the device, the tuning and the form of the segments. */
export interface ReduceSpec extends LoadedRequest, Bounds {
  readonly phase: Phase;
  /** The number of elements of the segment, in the phase `finish`, whose terms are accumulators. */
  readonly elements?: number;
  /** What makes a result of each item, where the sweep does so (src/transform/swept.ts). */
  readonly mapped?: KernelFragment;
}

/**
 * Items that a lane folds left to right before the pairwise tree begins. The results' bits depend on it: never tune it.
 */
export const LEAF = 16;

/** Whether the input holds elements. Otherwise it holds accumulators of an earlier phase. */
export function readsElements({ phase }: Pick<ReduceSpec, 'phase'>): boolean {
  return phase === 'whole' || phase === 'chunk';
}

/** Whether the outputs are results. Otherwise they are accumulators for a later phase. */
export function givesResults({ phase }: Pick<ReduceSpec, 'phase'>): boolean {
  return phase === 'whole' || phase === 'finish';
}

/** Terms of a leaf. An accumulator of an earlier phase is a whole leaf or subtree, so a leaf of them has one term. */
export function leafOf(spec: Pick<ReduceSpec, 'phase'>): number {
  return readsElements(spec) ? LEAF : 1;
}

/** Checks a request, except its rare options. `argument` names the type in messages. */
export function reduceRequest(
  argument: string,
  given: Readonly<Record<'type' | 'op', unknown>> & { readonly accuracy?: unknown } & RareOptions,
): ReduceRequest {
  const { type, op, accuracy, initial, whenEmpty, ddof, widen, nan } = given;
  const checked = checkedOps(argument, type, op);
  const isRare = [initial, whenEmpty, ddof, widen, nan].some((option) => option !== undefined);
  return {
    ...checked,
    listed: Array.isArray(op),
    accuracy: checkedAccuracy(accuracy, checked.type, checked.ops),
    rare: isRare ? { initial: taken(initial), whenEmpty: taken(whenEmpty), ddof, widen, nan } : undefined,
  };
}
