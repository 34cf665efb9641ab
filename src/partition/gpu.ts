import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import { section } from '../plan/module.ts';
import { scanBlock, scanPasses, scanSums } from '../scan/plan.ts';
import type { PartitionVariant } from './plan.ts';

/** A block is a workgroup. */
export const partitionGpu: PartitionVariant = {
  block: /* @__PURE__ */ section(blockFile, 'scan', 'raked'),
  lanes: (workgroup) => workgroup,
  // The lanes count the segments again before they write.
  reads: 2,
  finishLanes: 256,
  // A lane scans up to 128 of them. That is for 5 million segments in 11 bins.
  finishScans: 2 ** 15,
  scan: (table, scan, gridOf) => scanPasses(table, { ...scan, grid: gridOf(scanBlock(table)) }),
  scanSums,
};
