import blockGpu from '../../wgsl/scan/block.gpu.wgsl';
import { scanBlock, scanPasses, scanSums } from '../scan/plan.ts';
import type { PartitionVariant } from './plan.ts';

/** A block is a workgroup. */
export const partitionGpu: PartitionVariant = {
  block: blockGpu,
  lanes: (workgroup) => workgroup,
  // The lanes count the segments again before they write.
  reads: 2,
  finishScans: false,
  scan: (table, scan, gridOf) => scanPasses(table, { ...scan, grid: gridOf(scanBlock(table)) }),
  scanSums,
};
