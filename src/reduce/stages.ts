import type { DeviceFacts } from '../gpu/facts.ts';
import type { PartitionSpec, PartitionVariant } from '../partition/plan.ts';
import type { Pass } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { ReduceContext } from './context.ts';

/**
 * How segments by offsets, or of one size, are reduced without a partition. A sweep folds short segments. Further
 * passes complete the long ones.
 */
export interface Sweep {
  /** Maximum length of a segment that the sweep folds in one piece. */
  longest(context: ReduceContext): number;
  /** The method for longer segments, as `describe()` prints it. */
  longMethod(context: ReduceContext): string;
  /** Slots for the results of longer segments' tiles. */
  partialSlots(context: ReduceContext): number;
  /** Words in which the sweep notes the segments that it cuts. */
  cutWords(context: ReduceContext): number;
  passes(context: ReduceContext, partition: PartitionSpec): Pass[];
}

/** The stages of a reduce that differ between kinds of adapter. */
export interface ReduceStages {
  readonly partition: PartitionVariant;
  readonly sweep: Sweep;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
}
