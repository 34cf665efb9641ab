/** The stages of a sort on GPUs. */
import { partitionBounded } from '../partition/gpu.ts';
import { gpuTable } from '../tuning/gpu.ts';
import { tableWithTiles } from './gpu_table.ts';
import { largeGpu } from './large/gpu.ts';
import { mediumGpu } from './medium/gpu.ts';
import { joinedBins, joinedPass } from './small/joined.ts';
import { striped } from './small/striped.ts';
import type { SortStages } from './stages.ts';

export const radixSortGpu: SortStages = {
  partition: partitionBounded,
  networkParts: striped,
  medium: mediumGpu,
  large: largeGpu,
  join: { bins: joinedBins, pass: joinedPass },
  deviceTable: gpuTable,
  tableFor: tableWithTiles,
};
