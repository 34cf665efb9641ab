import scanApply from '../../wgsl/scan/apply.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import scanReduce from '../../wgsl/scan/reduce.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import { type Kernel, section, type WgslModule } from '../plan/link.ts';
import { type Grid, type Pass, STATE, type Traffic } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

/** Lanes of the one workgroup that scans the blocks' sums. */
const SPINE_WORKGROUP = 256;

/** An exclusive scan of a buffer in place. */
export interface DeviceScan {
  /** Declares `scanned(i)` and `setScanned(i, value)`, as sections of scan/values.wgsl do. */
  readonly values: WgslModule;
  /** Declares `scanIdentity()` and `scanCombine(a, b)`, as a section of scan/values.wgsl does. */
  readonly combine: WgslModule;
  /** WGSL type of a value. */
  readonly type: string;
  /** Index of the state's word that holds the number of values. */
  readonly length: number;
  /** Workgroups: one for each block of the scan. */
  readonly grid: Grid;
  /** What a profile multiplies the bytes of a value by: see `Traffic`. */
  readonly counted: 'partitionCounter' | 'radixCounter' | 'segment';
}

type ScanTuning = NonNullable<FamilyTuning['scan']>;

const scanTuning = ({ scan }: FamilyTuning) => scan as ScanTuning;

/** Number of values that a workgroup scans. */
export function scanBlock(table: FamilyTuning): number {
  const { perLane, workgroup } = scanTuning(table);
  return perLane * workgroup;
}

/** Number of block sums for a number of values. */
export function scanSums(table: FamilyTuning, values: number): number {
  return Math.ceil(values / scanBlock(table));
}

/** Exclusive scan of a buffer in place: reduce, spine, apply. No workgroup waits for another. */
export function scanPasses(table: FamilyTuning, { values, combine, type, length, grid, counted }: DeviceScan): Pass[] {
  const { workgroup, perLane } = scanTuning(table);
  const kernel = (name: string, entry: WgslModule, of: WgslModule, lanes: number): Kernel => ({
    name: `scan/${name}`,
    entry,
    modules: [of, section(blockFile, 'scan', 'raked'), combine],
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
    {
      kernel: kernel('spine', scanSpine, section(valuesFile, 'values', 'sums'), SPINE_WORKGROUP),
      grid: { kind: 'direct', workgroups: 1 },
    },
    { kernel: kernel('apply', scanApply, values, workgroup), grid, traffic: traffic(12) },
  ];
}
