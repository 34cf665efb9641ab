/** Sums of integers on NVIDIA's GPUs: segments are differences of sums before items. The first such call loads it. */
import sumsKernel from '../../wgsl/reduce/sweep/sums.gpu.wgsl';
import sumsJoin from '../../wgsl/reduce/sweep/sums_join.gpu.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import { elementModules, loadModule } from '../operators/accumulator.ts';
import { section } from '../plan/link.ts';
import { composed, type KernelFragment, type Pass, STATE } from '../plan/plan.ts';
import type { SweepOfSums } from './gpu.ts';
import { accumulatorFragment, type ReduceContext } from './kernels.ts';
import { mergeTilesGrid, resultsFragment, sweepFragment } from './results.ts';

/** What the kernel of sums reads, and how its workgroup adds up. */
function prefixesFragment(context: ReduceContext): KernelFragment {
  const { element, accumulator, subgroups, lanes } = context;
  const scan = subgroups
    ? [section(blockFile, 'scan', 'subgroups')]
    : [section(blockFile, 'scan', 'raked'), section(valuesFile, 'combine', 'add')];
  return {
    aliases: { InputWord: element.inputWord, Bits: element.bits, Scanned: 'u32' },
    constants: {
      ...element.constants,
      ...(subgroups ? { SUBGROUP_MIN: lanes } : {}),
    },
    modules: [element.load, ...elementModules(accumulator, element), ...scan],
  };
}

/** The pass that adds the parts of each segment that the sweep of sums cut. */
function sumsJoinPass(context: ReduceContext, numbers: KernelFragment): Pass {
  const { workgroup } = context.table.reduce;
  const kernel = composed('reduce/sweep join', sumsJoin, [
    sweepFragment(context),
    numbers,
    { constants: { FIRST_CUT: STATE.FIRST_ID }, modules: [loadModule(context.accumulator, 'partials')] },
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  return { ...kernel, grid: mergeTilesGrid(context, workgroup), bins: [1] };
}

export const sweepOfSums: SweepOfSums = { entry: sumsKernel, fragment: prefixesFragment, join: sumsJoinPass };
