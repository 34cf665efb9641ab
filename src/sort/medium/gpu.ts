import mediumRadix from '../../../wgsl/sort/medium/radix.gpu.wgsl';
import { type Kernel, section } from '../../plan/module.ts';
import {
  accessModules,
  type BinKind,
  limitedBins,
  movedBytes,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { rankParts } from '../radix/gpu.ts';
import type { MediumStage } from '../stages.ts';

/** Items of a lane. With fewer, the scan of the counters is most of the work. With 16, AMD's GCN runs one wave. */
const ITEMS_PER_LANE = 8;

/** A scan over a workgroup has rows of 16 lanes. A workgroup also has whole subgroups. */
const MIN_WORKGROUP = 16;

/** A bin with the workgroup that its longest segment fills. */
function fittedBin({ table }: SortContext, bin: BinKind): BinKind {
  const wanted = 2 ** Math.ceil(Math.log2(bin.maxLength / ITEMS_PER_LANE));
  const least = Math.max(MIN_WORKGROUP, table.subgroupSize ?? 0);
  const lanes = Math.min(Math.max(wanted, least), table.sort.medium.workgroup);
  return { ...bin, lanes, items: Math.ceil(bin.maxLength / lanes) };
}

/** The bins of segments longer than `longest` that a workgroup sorts in its memory. */
export const mediumBins = (context: SortContext, longest: number): BinKind[] =>
  limitedBins(context, longest, {
    lanes: context.table.sort.medium.workgroup,
    methodText: 'one workgroup, radix sort in its memory',
  }).map((bin) => fittedBin(context, bin));

/** One workgroup sorts a segment in workgroup memory. */
function radixKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  const rank = rankParts(context, bin.lanes);
  return keyedKernel(context, {
    name: `sort/medium ${bin.maxLength}`,
    entry: mediumRadix,
    modules: [
      section(mediumRadix, 'store', context.pairs ? 'pairs' : 'keys'),
      ...rank.modules,
      ...accessModules(context),
    ],
    aliases: { Scanned: 'u32' },
    constants: {
      WORKGROUP: bin.lanes,
      ITEMS: bin.items,
      BIN: index,
      ...rank.constants,
    },
  });
}

/** One kernel and one pass per bin, one workgroup per segment. */
export const mediumGpu: MediumStage = {
  bins: (context, networks) => [...networks, ...mediumBins(context, networks.at(-1)?.maxLength ?? 0)],
  passes: (context, bins, gridOf) => {
    const { item, first } = movedBytes(context);
    return bins.flatMap((bin, index) => {
      if (bin.method !== 'oneBlock') return [];
      return {
        kernel: radixKernel(context, bin, index),
        grid: gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: 1 }),
        bins: [index],
        traffic: { segment: SPAN_BYTES, item: first + item },
      };
    });
  },
  usesScratch: () => false,
};
