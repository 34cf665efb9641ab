/** The stages of a sort by a custom comparator on software adapters. */

import largeMerge from '../../../wgsl/sort/merge/large_merge.software.wgsl';
import mediumLanes from '../../../wgsl/sort/merge/medium_lanes.wgsl';
import whole from '../../../wgsl/sort/merge/whole.software.wgsl';
import { partitionSoftware } from '../../partition/software.ts';
import { softwareTable } from '../../tuning/software.ts';
import type { SortStages } from '../stages.ts';
import { mergeStages } from './shared.ts';

/** One invocation merges a medium segment, or a tile. */
export const mergeSortSoftware: SortStages = mergeStages({
  partition: partitionSoftware,
  deviceTable: softwareTable,
  tableFor: (table) => table,
  methodText: 'one invocation',
  medium: [mediumLanes, whole],
  large: [largeMerge],
  lanes: () => 1,
});
