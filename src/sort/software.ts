/** The stages of a sort on software adapters. */
import { partitionSoftware } from '../partition/software.ts';
import { softwareTable } from '../tuning/software.ts';
import { largeSoftware } from './large/software.ts';
import { mediumSoftware } from './medium/software.ts';
import { inLoops } from './small/loops.ts';
import type { SortStages } from './stages.ts';

export const radixSortSoftware: SortStages = {
  partition: partitionSoftware,
  networkParts: inLoops,
  medium: mediumSoftware,
  large: largeSoftware,
  deviceTable: softwareTable,
  tableFor: (table) => table,
};
