import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import payloadNone from '../../../wgsl/sort/radix/payload_none.gpu.wgsl';
import payloadValue from '../../../wgsl/sort/radix/payload_value.gpu.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { digitConstants, digitsOf, type SortContext } from '../context.ts';

/** Most bits that a workgroup sorts its tile by at once: 16 counters a lane. */
const MAX_LOCAL_BITS = 4;

/** What a workgroup that ranks a tile (sort/radix/rank_tile.gpu.wgsl) knows of digits. */
export function rankConstants(context: SortContext) {
  return { ...digitConstants(context), LOCAL_BITS: Math.min(digitsOf(context).bits, MAX_LOCAL_BITS) };
}

/** What ranking a tile takes: what travels with keys, and a scan over the workgroup. */
export function rankModules({ pairs }: SortContext): WgslModule[] {
  return [pairs ? payloadValue : payloadNone, blockGpu, scanAdd];
}
