import type { DeviceFacts } from '../gpu/facts.ts';
import type { PartitionVariant } from '../partition/plan.ts';
import type { Pass } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { ScanAccess, ScanContext } from './context.ts';

/** The stages of a segmented scan that differ between kinds of adapter. */
export interface ScanStages {
  readonly partition: PartitionVariant;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
  /** Items and segments of a merge tile. */
  tile(context: ScanContext): number;
  /** Length of the longest segment that is scanned in one piece. Longer ones are cut into pieces. */
  longest(context: ScanContext): number;
  passes(context: ScanContext, access: ScanAccess, cuts: boolean): Pass[];
}
