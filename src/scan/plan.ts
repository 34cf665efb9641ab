import scanApply from '../../wgsl/scan/apply.wgsl';
import blockCooperative from '../../wgsl/scan/block.gpu.wgsl';
import scanReduce from '../../wgsl/scan/reduce.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import type { Kernel } from '../plan/module.ts';
import type { Grid, Pass } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

const SPINE_WORKGROUP = 256;

/** Words of the state that hold a scan's length. */
const LENGTH_WORD = { partition: STATE.PARTITION_COUNTERS, radix: STATE.RADIX_COUNTERS } as const;

/** How many counters a workgroup takes. Of family `cpu`, which has no such scan, any number will do. */
export function scanBlock({ scan }: FamilyTuning): number {
  return scan ? scan.perLane * scan.workgroup : 1;
}

/** Block sums of a scan over this many counters, in words. */
export function scanSums(table: FamilyTuning, counters: number): number {
  return Math.ceil(counters / scanBlock(table));
}

/**
 * Exclusive scan of the region `counters` in place, family `gpu`: reduce, spine, apply.
 *
 * @param scanned    which counters: of the partition, or of a radix pass
 * @param grid       over the scan's blocks
 */
export function scanPasses(table: FamilyTuning, scanned: keyof typeof LENGTH_WORD, grid: Grid): Pass[] {
  const { workgroup, perLane } = table.scan as NonNullable<FamilyTuning['scan']>;
  const kernel = (step: 'reduce' | 'spine' | 'apply'): Kernel => {
    const spine = step === 'spine';
    return {
      name: `scan/${step}`,
      entry: { reduce: scanReduce, spine: scanSpine, apply: scanApply }[step],
      modules: [blockCooperative],
      aliases: { Scanned: 'u32' },
      constants: {
        WORKGROUP: spine ? SPINE_WORKGROUP : workgroup,
        SCAN_PER_LANE: perLane,
        SCAN_LENGTH: LENGTH_WORD[scanned],
        SCAN_BLOCK: scanBlock(table),
      },
    };
  };
  const counter = `${scanned}Counter`;
  return [
    { kernel: kernel('reduce'), grid, traffic: { [counter]: 4 } },
    {
      kernel: kernel('spine'),
      grid: { kind: 'direct', workgroups: 1 },
      resources: { counters: { kind: 'region', name: 'sums' } },
    },
    { kernel: kernel('apply'), grid, traffic: { [counter]: 12 } },
  ];
}
