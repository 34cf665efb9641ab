/** A reduce on software adapters: its stages. */
import { partitionSoftware } from '../partition/software.ts';
import type { ReduceStages } from './stages.ts';
import { sweepSoftware } from './sweep/software.ts';

export const reduceSoftware: ReduceStages = { partition: partitionSoftware, sweep: sweepSoftware };
