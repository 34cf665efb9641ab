/** The stages of a reduce on GPUs. */

import { partitionGpu } from '../partition/gpu.ts';
import { gpuTable } from '../tuning/gpu.ts';
import type { ReduceStages } from './stages.ts';
import { sweepGpu } from './sweep/gpu.ts';

export const reduceGpu: ReduceStages = { partition: partitionGpu, sweep: sweepGpu, deviceTable: gpuTable };
