import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import blockSubgroups from '../../../wgsl/scan/block_subgroups.gpu.wgsl';
import countersGapped from '../../../wgsl/sort/radix/counters_gapped.gpu.wgsl';
import countersSwizzled from '../../../wgsl/sort/radix/counters_swizzled.gpu.wgsl';
import type { Kernel } from '../../plan/module.ts';
import { digitConstants, digitsOf, type SortContext } from '../context.ts';

/** A scan over the workgroup. */
export const scanModules = ({ subgroups }: SortContext) => (subgroups ? [blockSubgroups] : [blockGpu, scanAdd]);

/** A lane has 16 counters of 16 bits: it counts digits of 4 bits. */
const LOCAL_BITS = 4;

/**
 * The parts of a kernel that ranks a tile (wgsl/sort/radix/rank_tile.gpu.wgsl). Swizzled counters make the ranking
 * faster. With fewer than 128 lanes they slow the scan down by as much. For pairs, Intel's compiler would spill more
 * registers.
 */
export function rankParts(context: SortContext, workgroup: number): Required<Pick<Kernel, 'modules' | 'constants'>> {
  return {
    modules: [context.pairs || workgroup < 128 ? countersGapped : countersSwizzled, ...scanModules(context)],
    constants: {
      ...digitConstants(context),
      LOCAL_BITS: Math.min(digitsOf(context).bits, LOCAL_BITS),
      PAIRS: context.pairs,
      PACKED_RANKS: context.table.sort.packedRanks === true,
      SUBGROUP_MIN: context.lanes,
    },
  };
}
