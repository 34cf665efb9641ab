/** The stages of a sort by a custom comparator on GPUs. */

import largeMerge from '../../../wgsl/sort/merge/large_merge.gpu.wgsl';
import mediumMerge from '../../../wgsl/sort/merge/medium_merge.gpu.wgsl';
import { partitionGpu } from '../../partition/gpu.ts';
import { gpuTable } from '../../tuning/gpu.ts';
import { tableOnGpu } from '../gpu_table.ts';
import type { SortStages } from '../stages.ts';
import { mergeStages } from './shared.ts';

/** One workgroup merges a medium segment, or a tile. */
export const mergeSortGpu: SortStages = mergeStages({
  partition: partitionGpu,
  deviceTable: gpuTable,
  tableFor: tableOnGpu,
  methodText: 'one workgroup',
  medium: [mediumMerge],
  large: [largeMerge],
  lanes: (workgroup) => workgroup,
});
