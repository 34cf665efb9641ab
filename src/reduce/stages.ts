import type { PartitionSpec, PartitionVariant } from '../partition/plan.ts';
import type { Pass } from '../plan/plan.ts';
import type { ReduceContext } from './context.ts';

/**
 * How segments by offsets, or of one size, are reduced without a partition: a walk, then what it leaves of long
 * ones.
 */
export interface Sweep {
  /** The longest segment that the walk folds in one piece. */
  longest(context: ReduceContext): number;
  /** What descriptions say of longer ones. */
  longMethod(context: ReduceContext): string;
  /** Room for the results of longer ones' tiles, in slots. */
  partialSlots(context: ReduceContext): number;
  /** Whether the walk lists longer ones. */
  readonly list: NonNullable<PartitionSpec['list']>;
  passes(context: ReduceContext, partition: PartitionSpec): Pass[];
}

/** All that a reduce needs of a kind of adapter. */
export interface ReduceStages {
  readonly partition: PartitionVariant;
  readonly sweep: Sweep;
}
