import mediumRadix from '../../../wgsl/sort/medium/radix.gpu.wgsl';
import storeKey from '../../../wgsl/sort/medium/store_key.gpu.wgsl';
import storePair from '../../../wgsl/sort/medium/store_pair.gpu.wgsl';
import type { Kernel } from '../../plan/module.ts';
import { accessModules, limitedBins, movedBytes, type SortBin, type SortContext, SPAN_BYTES } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { rankConstants, rankModules } from '../radix/gpu.ts';
import type { MediumStage } from '../stages.ts';

/** One workgroup sorts a segment in workgroup memory. */
function radixKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return keyedKernel(context, {
    name: `sort/medium ${bin.maxLength}`,
    entry: mediumRadix,
    modules: [context.pairs ? storePair : storeKey, ...rankModules(context), ...accessModules(context)],
    aliases: { Scanned: 'u32' },
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      ITEMS: bin.items,
      BIN: index,
      ...rankConstants(context),
    },
  });
}

/** One kernel and one pass per bin, one workgroup per segment. */
export const mediumGpu: MediumStage = {
  bins: (context, networks) => [
    ...networks,
    ...limitedBins(context, networks.at(-1)?.maxLength ?? 0, {
      lanes: context.table.sort.medium.workgroup,
      methodText: 'one workgroup, radix sort in its memory',
    }),
  ],
  passes: (context, bins, gridOf) =>
    bins.flatMap((bin, index) => {
      if (bin.method !== 'oneBlock') return [];
      return {
        kernel: radixKernel(context, bin, index),
        grid: gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: 1 }),
        bins: [index],
        traffic: { segment: SPAN_BYTES, item: 2 * movedBytes(context).item },
      };
    }),
  usesScratch: () => false,
};
