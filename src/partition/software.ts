import blockSoftware from '../../wgsl/scan/block.software.wgsl';
import type { PartitionVariant } from './plan.ts';

/** A block is an invocation. There are few counters, so the one workgroup that finishes bins scans them. */
export const partitionSoftware: PartitionVariant = {
  block: blockSoftware,
  lanes: () => 1,
  reads: 1,
  finishLanes: 64,
  finishScans: Number.POSITIVE_INFINITY,
  scan: () => [],
  scanSums: () => 0,
};
