/** The stages of a reduce on software adapters. */

import { partitionSoftware } from '../partition/software.ts';
import { softwareTable } from '../tuning/software.ts';
import type { ReduceStages } from './stages.ts';
import { sweepSoftware } from './sweep/software.ts';

export const reduceSoftware: ReduceStages = {
  partition: partitionSoftware,
  sweep: sweepSoftware,
  deviceTable: softwareTable,
};
