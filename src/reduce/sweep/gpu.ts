import setupList from '../../../wgsl/partition/setup/list.wgsl';
import sweepFinish from '../../../wgsl/reduce/sweep/finish.gpu.wgsl';
import sweepKernel from '../../../wgsl/reduce/sweep/sweep.gpu.wgsl';
import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockGpu from '../../../wgsl/scan/block.gpu.wgsl';
import { binModules, LONG_SPANS, type PartitionSpec, partitionConstants } from '../../partition/plan.ts';
import type { Pass } from '../../plan/plan.ts';
import type { ReduceContext } from '../context.ts';
import { inputPart } from '../fold/parts.ts';
import { type KernelPart, partedKernel } from '../kernel.ts';
import { largeMethod, largePasses, partialSlots } from '../large/plan.ts';
import { leafOf } from '../spec.ts';
import type { Sweep } from '../stages.ts';
import { sweepPass } from './shared.ts';

/** The list of long segments, which the sweep writes. */
const LISTED: KernelPart = { resources: { longSpans: LONG_SPANS } };

/** Each lane of a workgroup folds one leaf, so a segment may have at most as many leaves as the workgroup has lanes. */
function longest(context: ReduceContext): number {
  const { workgroup, sweep } = context.table.reduce;
  return Math.min(sweep.maxLength, workgroup * leafOf(context));
}

/** The pass that writes the length of the sweep's list for the kernels of large segments. */
function finishPass(partition: PartitionSpec): Pass {
  const kernel = partedKernel('reduce/sweep finish', sweepFinish, [
    { constants: partitionConstants(partition), modules: binModules(partition) },
    LISTED,
  ]);
  return { ...kernel, grid: { kind: 'direct', workgroups: 1 }, form: 'listed' };
}

/** A workgroup sweeps one merge tile. It lists long segments, and the large kernels reduce these. */
export const sweepGpu: Sweep = {
  longest,
  longMethod: largeMethod,
  partialSlots,
  list: setupList,
  passes(context, partition) {
    const sweep = sweepPass(context, {
      entry: sweepKernel,
      longest: longest(context),
      perWorkgroup: 1,
      bins: [0],
      parts: [LISTED, { modules: [blockGpu, scanAdd], aliases: { Scanned: 'u32' } }, inputPart(context)],
    });
    if (partition.bins.at(-1)?.name !== 'large') return [sweep];
    return [sweep, finishPass(partition), ...largePasses(context, 1)];
  },
};
