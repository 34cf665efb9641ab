/** The stages of a sort by a custom comparator on GPUs. */

import largeMerge from '../../../wgsl/sort/merge/large_merge.gpu.wgsl';
import mediumMerge from '../../../wgsl/sort/merge/medium_merge.gpu.wgsl';
import pairs from '../../../wgsl/sort/merge/pairs.wgsl';
import item from '../../../wgsl/sort/small/item.wgsl';
import { partitionBounded } from '../../partition/gpu.ts';
import { section } from '../../plan/link.ts';
import type { Pass } from '../../plan/plan.ts';
import { gpuTable } from '../../tuning/gpu.ts';
import {
  accessModules,
  type BinKind,
  type GridOf,
  keyedKernel,
  limitedBins,
  type SortBin,
  type SortContext,
} from '../kernels.ts';
import { networkModule } from '../networks.ts';
import { type SortStages, tableOnGpu } from '../plan.ts';
import { mergeStages, RUN } from './shared.ts';

/** The longest segment that a workgroup sorts in its memory, which holds the segment's indices twice: 16 KiB. */
const MAX_MEDIUM = 2048;

/** Every lane sorts one run of the longest segment. */
function mediumBins(context: SortContext, longest: number, methodText: string): BinKind[] {
  const { workgroup } = context.table.sort.medium;
  return limitedBins(context, longest, { lanes: workgroup, methodText })
    .filter(({ maxLength }) => maxLength <= MAX_MEDIUM)
    .map((bin) => ({ ...bin, lanes: Math.min(2 ** Math.ceil(Math.log2(bin.maxLength / RUN)), workgroup) }));
}

/** One workgroup sorts a segment: the runs, and all merges. */
function mediumPasses(context: SortContext, bin: SortBin, index: number, gridOf: GridOf): Pass[] {
  const kernel = keyedKernel(context, {
    name: `sort/medium ${bin.maxLength}`,
    entry: mediumMerge,
    modules: [
      section(pairs, 'runs', 'workgroup'),
      networkModule({ lanes: 1, items: RUN }),
      section(item, 'item', 'key'),
      section(item, 'load', 'key'),
      ...accessModules(context),
    ],
    constants: { WORKGROUP: bin.lanes, CAPACITY: bin.maxLength, BIN: index, RUN },
  });
  const grid = gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: 1 });
  return [{ kernel, grid, bins: [index] }];
}

/** One workgroup sorts a medium segment, or merges a tile. */
export const mergeSortGpu: SortStages = mergeStages({
  partition: partitionBounded,
  deviceTable: gpuTable,
  tableFor: tableOnGpu,
  methodText: 'one workgroup',
  mediumBins,
  mediumPasses,
  mediumScratch: false,
  large: largeMerge,
  lanes: (workgroup) => workgroup,
});
