import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import blockSubgroups from '../../../wgsl/scan/block_subgroups.gpu.wgsl';
import countersGapped from '../../../wgsl/sort/radix/counters_gapped.gpu.wgsl';
import countersSwizzled from '../../../wgsl/sort/radix/counters_swizzled.gpu.wgsl';
import rankByCounters from '../../../wgsl/sort/radix/rank_by_counters.gpu.wgsl';
import type { Kernel } from '../../plan/module.ts';
import { digitConstants, digitsOf, type Ranking, type SortContext } from '../context.ts';

/** A scan over the workgroup. */
export const scanModules = ({ subgroups }: SortContext) => (subgroups ? [blockSubgroups] : [blockGpu, scanAdd]);

/**
 * By counters of each lane and digit. Swizzled counters make the ranking faster. With fewer than 128 lanes they slow
 * the scan down by as much. For pairs, Intel's compiler would spill more registers.
 */
const byCounters: Ranking = (context, workgroup) => ({
  // A lane has 16 counters of 16 bits then.
  bits: 4,
  modules: [
    rankByCounters,
    context.pairs || workgroup < 128 ? countersGapped : countersSwizzled,
    ...scanModules(context),
  ],
  constants: { GROUP: 1, PACKED_RANKS: context.table.sort.packedRanks === true },
});

/** The parts of a kernel that ranks a tile (wgsl/sort/radix/rank_tile.gpu.wgsl). Default: by counters. */
export function rankParts(
  context: SortContext,
  workgroup: number,
  ranking: Ranking = byCounters,
): Required<Pick<Kernel, 'modules' | 'constants'>> {
  const { bits, modules, constants } = ranking(context, workgroup);
  return {
    modules,
    constants: {
      ...digitConstants(context),
      LOCAL_BITS: Math.min(digitsOf(context).bits, bits),
      PAIRS: context.pairs,
      SUBGROUP_MIN: context.lanes,
      ...constants,
    },
  };
}
