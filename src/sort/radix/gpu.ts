import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import blockSubgroups from '../../../wgsl/scan/block_subgroups.gpu.wgsl';
import countersGapped from '../../../wgsl/sort/radix/counters_gapped.gpu.wgsl';
import countersSwizzled from '../../../wgsl/sort/radix/counters_swizzled.gpu.wgsl';
import payloadNone from '../../../wgsl/sort/radix/payload_none.gpu.wgsl';
import payloadValue from '../../../wgsl/sort/radix/payload_value.gpu.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { digitConstants, digitsOf, type SortContext } from '../context.ts';

/** The most bits that a workgroup sorts its tile by at once. A lane has 16 counters then. */
const MAX_LOCAL_BITS = 4;

/** Constants of a kernel that ranks a tile (wgsl/sort/radix/rank_tile.gpu.wgsl). */
export function rankConstants(context: SortContext) {
  return { ...digitConstants(context), SUBGROUP_MIN: context.lanes, LOCAL_BITS: Math.min(digitsOf(context).bits, MAX_LOCAL_BITS) };
}

/**
 * Modules of a kernel that ranks a tile: the word that moves with a key, the layout of counters, and a scan over the
 * workgroup. Swizzled counters make the ranking faster. With fewer than 128 lanes they slow the scan down by as much.
 * For pairs, Intel's compiler would spill more registers.
 */
export function rankModules({ pairs, subgroups }: SortContext, workgroup: number): WgslModule[] {
  const counters = pairs || workgroup < 128 ? countersGapped : countersSwizzled;
  return [pairs ? payloadValue : payloadNone, counters, ...(subgroups ? [blockSubgroups] : [blockGpu, scanAdd])];
}
