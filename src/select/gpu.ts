/** The stages of a selection on GPUs. */
import blockGpu from '../../wgsl/scan/block.gpu.wgsl';
import count from '../../wgsl/select/radix/count.gpu.wgsl';
import keep from '../../wgsl/select/radix/keep.gpu.wgsl';
import { partitionGpu } from '../partition/gpu.ts';
import { tableOnGpu } from '../sort/gpu_table.ts';
import { gpuTable } from '../tuning/gpu.ts';
import type { SelectStages } from './stages.ts';

export const selectGpu: SelectStages = {
  partition: partitionGpu,
  block: blockGpu,
  blocks: () => 1,
  // A merge of two lanes takes about as long as a round, so a lane has four rounds.
  lanesForRounds: (rounds) => 2 ** Math.max(0, Math.ceil(Math.log2(rounds)) - 2),
  count,
  keep,
  keepScans: true,
  deviceTable: gpuTable,
  tableFor: tableOnGpu,
};
