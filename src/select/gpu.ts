import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import quantile from '../../wgsl/select/medium/quantile.gpu.wgsl';
import top from '../../wgsl/select/medium/top.gpu.wgsl';
import pivot from '../../wgsl/select/prefilter/pivot.gpu.wgsl';
import prefilter from '../../wgsl/select/prefilter/prefilter.gpu.wgsl';
import count from '../../wgsl/select/radix/count.gpu.wgsl';
import keep from '../../wgsl/select/radix/keep.gpu.wgsl';
import { partitionBounded } from '../partition/gpu.ts';
import { section } from '../plan/link.ts';
import { mediumBins, rankFragment } from '../sort/gpu.ts';
import { inLoops } from '../sort/loops.ts';
import { tableOnGpu } from '../sort/plan.ts';
import { gpuTable } from '../tuning/gpu.ts';
import { firstsGpu } from './firsts.ts';
import type { MediumSelect, SelectStages } from './kernels.ts';
import { insertedItems, mergedItems } from './small.ts';

export const mediumGpu: MediumSelect = {
  bins: (context, networks) => [...networks, ...mediumBins(context, networks.at(-1)?.maxLength ?? 0)],
  ranks: rankFragment,
  entries: { top, quantile },
};

// The stages of a selection on GPUs.

export const selectGpu: SelectStages = {
  partition: partitionBounded,
  networkCode: inLoops,
  medium: mediumGpu,
  firsts: firstsGpu,
  block: /* @__PURE__ */ section(blockFile, 'scan', 'raked'),
  blocks: () => 1,
  // A merge of two lanes takes about as long as a round, so a lane has four rounds.
  lanesForRounds: (rounds) => 2 ** Math.max(0, Math.ceil(Math.log2(rounds)) - 2),
  // A load takes up to eight registers of Intel's GPUs until it is done. With more loads at once their compilers spill.
  bestRound: (best, words, { sort }) => (best * words > 8 && !sort.small.bestByMerges ? 4 : 8) / words,
  bestItems: (lanes, best, round, { sort }) =>
    sort.small.bestByMerges
      ? mergedItems(lanes, best, round, best > round ? 0 : best)
      : insertedItems(lanes, best, round),
  loadsAtOnce: (items) => (items > 8 ? 4 : items),
  count,
  keep,
  keepScans: true,
  pivot,
  prefilter,
  deviceTable: gpuTable,
  tableFor: tableOnGpu,
};
