/** The stages of a sort on software adapters. */
import { partitionSoftware } from '../partition/software.ts';
import { softwareTable } from '../tuning/software.ts';
import { largeSoftware } from './large/software.ts';
import { mediumSoftware } from './medium/software.ts';
import type { SortStages } from './stages.ts';

export const radixSortSoftware: SortStages = {
  partition: partitionSoftware,
  medium: mediumSoftware,
  large: largeSoftware,
  deviceTable: softwareTable,
  tableFor: (table) => table,
};
