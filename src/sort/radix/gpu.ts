import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import blockSubgroups from '../../../wgsl/scan/block_subgroups.gpu.wgsl';
import countersGapped from '../../../wgsl/sort/radix/counters_gapped.gpu.wgsl';
import countersSwizzled from '../../../wgsl/sort/radix/counters_swizzled.gpu.wgsl';
import payloadNone from '../../../wgsl/sort/radix/payload_none.gpu.wgsl';
import payloadValue from '../../../wgsl/sort/radix/payload_value.gpu.wgsl';
import rankByBallots from '../../../wgsl/sort/radix/rank_by_ballots.gpu.wgsl';
import rankByCounters from '../../../wgsl/sort/radix/rank_by_counters.gpu.wgsl';
import ranksApart from '../../../wgsl/sort/radix/ranks_apart.gpu.wgsl';
import ranksPacked from '../../../wgsl/sort/radix/ranks_packed.gpu.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { digitConstants, digitsOf, type SortContext } from '../context.ts';

/** The most bits that a workgroup sorts its tile by at once. A lane has 16 counters then. */
const MAX_LOCAL_BITS = 4;

/** Constants of a kernel that ranks a tile (wgsl/sort/radix/rank_tile.gpu.wgsl). */
export function rankConstants(context: SortContext) {
  const localBits = Math.min(digitsOf(context).bits, MAX_LOCAL_BITS);
  return { ...digitConstants(context), LOCAL_BITS: localBits, SUBGROUP_MIN: context.lanes, GROUP: Math.min(context.lanes, 32), SUBGROUP_MAX: +(process.env.SGMAX ?? 32) };
}

/**
 * Modules of a kernel that ranks a tile: the word that moves with a key, the layout of counters, what a lane keeps of
 * an item, and a scan over the workgroup. Swizzled counters make the ranking faster. With fewer than 128 lanes they
 * slow the scan down by as much. For pairs, Intel's compiler would spill more registers.
 */
export function rankModules({ pairs, subgroups, table }: SortContext, workgroup: number): WgslModule[] {
  if (process.env.BALLOTS) return [pairs ? payloadValue : payloadNone, rankByBallots, blockSubgroups];
  return [
    pairs ? payloadValue : payloadNone,
    rankByCounters,
    pairs || workgroup < 128 ? countersGapped : countersSwizzled,
    table.sort.packedRanks ? ranksPacked : ranksApart,
    ...(subgroups ? [blockSubgroups] : [blockGpu, scanAdd]),
  ];
}
