/** The stages of a segmented scan on GPUs. */
import { partitionGpu } from '../partition/gpu.ts';
import { gpuTable } from '../tuning/gpu.ts';
import { scanSoftware } from './software.ts';
import type { ScanStages } from './stages.ts';

export const scanGpu: ScanStages = { ...scanSoftware, partition: partitionGpu, deviceTable: gpuTable };
