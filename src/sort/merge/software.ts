/** The stages of a sort by a custom comparator on software adapters. */

import largeMerge from '../../../wgsl/sort/merge/large_merge.software.wgsl';
import pairs from '../../../wgsl/sort/merge/pairs.wgsl';
import workFile from '../../../wgsl/sort/merge/work.wgsl';
import { partitionSoftware } from '../../partition/software.ts';
import { section } from '../../plan/link.ts';
import type { Pass } from '../../plan/plan.ts';
import { softwareTable } from '../../tuning/software.ts';
import { type GridOf, limitedBins, type SortBin, type SortContext } from '../kernels.ts';
import { inLoops } from '../loops.ts';
import type { SortStages } from '../plan.ts';
import { longestOf, type MergeClass, mergeKernel, mergePasses, mergeStages, RUN, runsKernel } from './shared.ts';

/** One invocation sorts a segment, one pass for the runs and one for each merge. */
function mediumPasses(context: SortContext, bin: SortBin, index: number, gridOf: GridOf): Pass[] {
  const { workgroup } = context.table.sort.medium;
  const shared: MergeClass = {
    context,
    name: `sort/medium ${bin.maxLength}`,
    constants: { WORKGROUP: workgroup, LANES: 1, BIN: index, RUN },
  };
  const merge = mergeKernel(
    shared,
    'merge',
    section(workFile, 'takes', 'segments'),
    section(workFile, 'work', 'merge'),
    section(pairs, 'runs', 'storage'),
  );
  const longest = Math.min(bin.maxLength, longestOf(context));
  const grid = gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: workgroup });
  return mergePasses(runsKernel(shared, section(workFile, 'takes', 'segments')), () => [merge], longest, grid, index);
}

/** One invocation merges a medium segment, or a tile. */
export const mergeSortSoftware: SortStages = mergeStages({
  partition: partitionSoftware,
  networkCode: inLoops,
  deviceTable: softwareTable,
  tableFor: (table) => table,
  methodText: 'one invocation',
  mediumBins: (context, longest, methodText) => limitedBins(context, longest, { lanes: 1, methodText }),
  mediumPasses,
  mediumScratch: true,
  large: largeMerge,
  lanes: () => 1,
});
