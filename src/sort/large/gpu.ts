import largeFile from '../../../wgsl/partition/large.wgsl';
import columns from '../../../wgsl/sort/large/columns.gpu.wgsl';
import downsweep from '../../../wgsl/sort/large/downsweep.gpu.wgsl';
import upsweep from '../../../wgsl/sort/large/upsweep.gpu.wgsl';
import { ARGS } from '../../partition/plan.ts';
import { type Kernel, section } from '../../plan/module.ts';
import { STATE } from '../../plan/state.ts';
import { digitsOf, firstAndOthers, movedValueModule, type SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { rankParts, scanModules, tileRanking } from '../radix/gpu.ts';
import type { LargeStage } from '../stages.ts';
import { largeKernel, largeRadixPasses } from './shared.ts';

/** One workgroup counts the digits of a tile. */
function upsweepKernel(context: SortContext): Kernel {
  return keyedKernel(context, { ...largeKernel(context, 'upsweep'), entry: upsweep });
}

/** The workgroups of a segment's tiles scan its counters. */
function columnsKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'columns');
  return { ...common, entry: columns, constants: { ...STATE, ...common.constants } };
}

/** The most words of keys in a lane that a workgroup ranks at once. With 16, AMD's GCN runs one wave. */
const MAX_WORDS_PER_LANE = 8;

/** One workgroup ranks and writes the items of a tile, part by part. */
function downsweepKernel(context: SortContext, isFirst: boolean): Kernel {
  const { workgroup, tile, scatter } = context.table.sort.large;
  const rank = rankParts(context, workgroup, tileRanking(context));
  const common = largeKernel(context, isFirst ? 'first downsweep' : 'downsweep');
  return keyedKernel(context, {
    ...common,
    entry: downsweep,
    modules: [
      section(downsweep, 'scatter', scatter === 'direct' ? 'direct' : 'coalesced'),
      ...(context.pairs
        ? [section(downsweep, 'store', 'pairs'), movedValueModule(context, isFirst)]
        : [section(downsweep, 'store', 'keys')]),
      ...rank.modules,
      ...scanModules(context),
    ],
    aliases: { Scanned: 'u32' },
    constants: {
      ...common.constants,
      ITEMS: Math.min(Math.ceil(tile / workgroup), MAX_WORDS_PER_LANE / context.key.words),
      ...rank.constants,
    },
  });
}

/** One workgroup per tile. The counters of each segment are scanned by themselves. */
export const largeGpu: LargeStage = {
  methodText: 'tiles, multi-pass radix sort',
  passes: (context, _, index) => {
    const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
    const kernel = columnsKernel(context);
    return largeRadixPasses(context, index, {
      upsweep: upsweepKernel(context),
      downsweeps: firstAndOthers(context, (isFirst) => downsweepKernel(context, isFirst)),
      grid,
      countersPasses: () => [{ kernel, grid, traffic: { radixCounter: 12 } }],
      counterBytes: 8,
    });
  },
  tileCounters: (context) => digitsOf(context).count,
  // A row per tile, and one per segment.
  counterRows: ({ tiles, segments }) => tiles + segments,
  finish: /* @__PURE__ */ section(largeFile, 'finishTiles', 'counters'),
  finishConstants: () => ({}),
  tasksPerSegment: 1,
  perWorkgroup: () => 1,
};
