import scanApply from '../../wgsl/scan/apply.wgsl';
import blockGpu from '../../wgsl/scan/block.gpu.wgsl';
import scanBlockSums from '../../wgsl/scan/block_sums.wgsl';
import scanReduce from '../../wgsl/scan/reduce.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import type { Kernel, WgslModule } from '../plan/module.ts';
import type { Grid, Pass, Traffic } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

/** Lanes of the one workgroup that scans the blocks' sums. */
const SPINE_WORKGROUP = 256;

/** A scan over a buffer in place, exclusive. */
export interface DeviceScan {
  /** Reads and writes a value: `scanned(i)` and `setScanned(i, value)`, as scan/counters.wgsl does. */
  readonly values: WgslModule;
  /** `scanIdentity()` and `scanCombine(a, b)`, as scan/add.wgsl has them. */
  readonly combine: WgslModule;
  /** WGSL type of a value. */
  readonly type: string;
  /** The word of the state that holds how many values there are. */
  readonly length: number;
  /** Over the scan's blocks. */
  readonly grid: Grid;
  /** What the profile calls a value: see `Traffic`. */
  readonly counted: 'partitionCounter' | 'radixCounter';
}

type ScanTuning = NonNullable<FamilyTuning['scan']>;

const scanTuning = ({ scan }: FamilyTuning) => scan as ScanTuning;

/** How many values a workgroup takes. */
export function scanBlock(table: FamilyTuning): number {
  const { perLane, workgroup } = scanTuning(table);
  return perLane * workgroup;
}

/** Values that the blocks' sums take, of so many values. */
export function scanSums(table: FamilyTuning, values: number): number {
  return Math.ceil(values / scanBlock(table));
}

/** Exclusive scan of a buffer in place: reduce, spine, apply. No workgroup waits for another. */
export function scanPasses(table: FamilyTuning, { values, combine, type, length, grid, counted }: DeviceScan): Pass[] {
  const { workgroup, perLane } = scanTuning(table);
  const kernel = (name: string, entry: WgslModule, of: WgslModule, lanes: number): Kernel => ({
    name: `scan/${name}`,
    entry,
    modules: [of, blockGpu, combine],
    aliases: { Scanned: type },
    constants: {
      ...STATE,
      WORKGROUP: lanes,
      SCAN_PER_LANE: perLane,
      SCAN_LENGTH: length,
      SCAN_BLOCK: scanBlock(table),
    },
  });
  const traffic = (bytes: number): Traffic => ({ [counted]: bytes });
  return [
    { kernel: kernel('reduce', scanReduce, values, workgroup), grid, traffic: traffic(4) },
    { kernel: kernel('spine', scanSpine, scanBlockSums, SPINE_WORKGROUP), grid: { kind: 'direct', workgroups: 1 } },
    { kernel: kernel('apply', scanApply, values, workgroup), grid, traffic: traffic(12) },
  ];
}
