import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import payloadNone from '../../../wgsl/sort/radix/payload_none.gpu.wgsl';
import payloadValue from '../../../wgsl/sort/radix/payload_value.gpu.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { digitConstants, digitsOf, type SortContext } from '../context.ts';

/** The most bits that a workgroup sorts its tile by at once. A lane has 16 counters then. */
const MAX_LOCAL_BITS = 4;

/** Constants of a kernel that ranks a tile (wgsl/sort/radix/rank_tile.gpu.wgsl). */
export function rankConstants(context: SortContext) {
  return { ...digitConstants(context), LOCAL_BITS: Math.min(digitsOf(context).bits, MAX_LOCAL_BITS) };
}

/** Modules of a kernel that ranks a tile: the word that moves with a key, and a scan over the workgroup. */
export function rankModules({ pairs }: SortContext): WgslModule[] {
  return [pairs ? payloadValue : payloadNone, blockGpu, scanAdd];
}
