/** The stages of a selection on software adapters. */
import blockSoftware from '../../wgsl/scan/block.software.wgsl';
import pivot from '../../wgsl/select/prefilter/pivot.software.wgsl';
import prefilter from '../../wgsl/select/prefilter/prefilter.software.wgsl';
import count from '../../wgsl/select/radix/count.software.wgsl';
import keep from '../../wgsl/select/radix/keep.software.wgsl';
import firstItem from '../../wgsl/select/topk/first_item.software.wgsl';
import { partitionSoftware } from '../partition/software.ts';
import { inLoops } from '../sort/loops.ts';
import { softwareTable } from '../tuning/software.ts';
import type { SelectStages } from './kernels.ts';
import { mergedItems } from './small.ts';

export const selectSoftware: SelectStages = {
  partition: partitionSoftware,
  networkCode: inLoops,
  block: blockSoftware,
  blocks: (workgroup) => workgroup,
  lanesForRounds: () => 1,
  bestRound: (best, words) => Math.max(4, Math.min(best, 8 / words)),
  bestItems: (lanes, best, round) => mergedItems(lanes, best, round, best),
  firstItem,
  loadsAtOnce: (items) => items,
  count,
  keep,
  keepScans: false,
  pivot,
  prefilter,
  deviceTable: softwareTable,
  tableFor: (table) => table,
};
