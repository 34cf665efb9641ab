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

/** The list of long segments. */
const LISTED: KernelPart = { resources: { longSpans: LONG_SPANS } };

/** A lane of the workgroup takes a leaf. */
function longest(context: ReduceContext): number {
  const { workgroup, sweep } = context.table.reduce;
  return Math.min(sweep.maxLength, workgroup * leafOf(context));
}

/** Tells the kernels of large segments how many the walk listed. */
function finishPass(partition: PartitionSpec): Pass {
  const kernel = partedKernel('reduce/sweep finish', sweepFinish, [
    { constants: partitionConstants(partition), modules: binModules(partition) },
    LISTED,
  ]);
  return { ...kernel, grid: { kind: 'direct', workgroups: 1 }, form: 'listed' };
}

/** A workgroup walks a merge tile. It lists long segments, which are then reduced as large ones are. */
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
