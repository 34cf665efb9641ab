import type { Grid, Kernel, Pass } from '../record/plan.ts';
import { piece } from '../template/pieces.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

const SPINE_WORKGROUP = 256;

/** Words of the state header that hold a scan's length: see wgsl/state/layout.wgsl. */
const LENGTH_WORD = { partition: 3, radix: 4 } as const;

/** How many counters a block of the scan takes, and how many blocks a workgroup. */
export function scanConstants(table: FamilyTuning, cooperative: boolean) {
  const { workgroup, perLane } = table.scan;
  return {
    SCAN_BLOCK: perLane * (cooperative ? workgroup : 1),
    SCAN_BLOCKS_PER_WORKGROUP: cooperative ? 1 : workgroup,
  };
}

/** Block sums of a scan over this many counters, in words. */
export function scanSums(table: FamilyTuning, cooperative: boolean, counters: number): number {
  return Math.ceil(counters / scanConstants(table, cooperative).SCAN_BLOCK);
}

/**
 * Exclusive scan of the region `counters` in place: reduce, spine, apply. The one scan of the library: of the
 * partition's counter table and of a radix pass's.
 *
 * @param scanned    which counters: of the partition, or of a radix pass
 * @param grid       over the scan's blocks
 */
export function scanPasses(
  table: FamilyTuning,
  cooperative: boolean,
  scanned: keyof typeof LENGTH_WORD,
  grid: Grid,
): Pass[] {
  const kernel = (step: 'reduce' | 'spine' | 'apply'): Kernel => {
    const spine = step === 'spine';
    return {
      name: `scan/${step}`,
      subgroups: false,
      aliases: { Scanned: 'u32' },
      constants: {
        WORKGROUP: spine ? SPINE_WORKGROUP : table.scan.workgroup,
        SCAN_PER_LANE: table.scan.perLane,
        SCAN_LENGTH: LENGTH_WORD[scanned],
        ...scanConstants(table, cooperative),
      },
      bindings: spine ? ['state', 'sums'] : ['state', 'counters', 'sums'],
      // The spine is one workgroup in both families.
      pieces: [
        piece(`scan/${step}`),
        piece('state/workgroup_index'),
        piece(spine || cooperative ? 'block/cooperative' : 'block/lone'),
      ],
    };
  };
  const counter = `${scanned}Counter`;
  return [
    { kernel: kernel('reduce'), grid, resources: {}, traffic: { [counter]: 4 } },
    { kernel: kernel('spine'), grid: { kind: 'direct', workgroups: 1 }, resources: {} },
    { kernel: kernel('apply'), grid, resources: {}, traffic: { [counter]: cooperative ? 12 : 8 } },
  ];
}
