import scanAdd from '../../../wgsl/scan/add.wgsl';
import scanCounters from '../../../wgsl/scan/counters.wgsl';
import downsweep from '../../../wgsl/sort/large/downsweep.gpu.wgsl';
import finishTiles from '../../../wgsl/sort/large/finish_tiles.gpu.wgsl';
import scatterCoalesced from '../../../wgsl/sort/large/scatter_coalesced.gpu.wgsl';
import scatterDirect from '../../../wgsl/sort/large/scatter_direct.gpu.wgsl';
import storeKey from '../../../wgsl/sort/large/store_key.gpu.wgsl';
import storePair from '../../../wgsl/sort/large/store_pair.gpu.wgsl';
import upsweep from '../../../wgsl/sort/large/upsweep.gpu.wgsl';
import { ARGS } from '../../partition/plan.ts';
import type { Kernel } from '../../plan/module.ts';
import { STATE } from '../../plan/state.ts';
import { scanBlock, scanPasses } from '../../scan/plan.ts';
import { digitsOf, type SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { rankConstants, rankModules } from '../radix/gpu.ts';
import type { LargeStage } from '../stages.ts';
import { largeKernel, largeRadixPasses } from './shared.ts';

/** One workgroup counts the digits of a tile. */
function upsweepKernel(context: SortContext): Kernel {
  return keyedKernel(context, { ...largeKernel(context, 'upsweep'), entry: upsweep });
}

/** One workgroup ranks and writes the items of a tile. */
function downsweepKernel(context: SortContext): Kernel {
  const { workgroup, tile, scatter } = context.table.sort.large;
  const common = largeKernel(context, 'downsweep');
  return keyedKernel(context, {
    ...common,
    entry: downsweep,
    modules: [
      scatter === 'direct' ? scatterDirect : scatterCoalesced,
      context.pairs ? storePair : storeKey,
      ...rankModules(context, workgroup),
    ],
    aliases: { Scanned: 'u32' },
    constants: { ...common.constants, ITEMS: Math.ceil(tile / workgroup), ...rankConstants(context) },
  });
}

/** One workgroup per tile. One scan runs over the counters of all tiles, by segment, then digit, then tile. */
export const largeGpu: LargeStage = {
  methodText: 'tiles, multi-pass radix sort',
  passes: (context, _, index) =>
    largeRadixPasses(context, index, {
      upsweep: upsweepKernel(context),
      downsweep: downsweepKernel(context),
      grid: { kind: 'indirect', slot: ARGS.tiles },
      countersPasses: () =>
        scanPasses(context.table, {
          values: scanCounters,
          combine: scanAdd,
          type: 'u32',
          length: STATE.RADIX_COUNTERS,
          grid: { kind: 'indirect', slot: ARGS.radixScan },
          counted: 'radixCounter',
        }),
      counterBytes: 4,
    }),
  tileCounters: (context) => digitsOf(context).count,
  counterRows: ({ tiles }) => tiles,
  finish: finishTiles,
  finishConstants: (context) => ({ ARGS_RADIX_SCAN: ARGS.radixScan, SCAN_BLOCK: scanBlock(context.table) }),
  tasksPerSegment: 1,
  perWorkgroup: () => 1,
};
