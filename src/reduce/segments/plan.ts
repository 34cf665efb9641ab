import reduceSegments from '../../../wgsl/reduce/segments/kernel.wgsl';
import type { Grid, Pass } from '../../plan/plan.ts';
import { foldedBytes, type ReduceBin, type ReduceContext } from '../context.ts';
import { groupPart, inputPart } from '../fold/parts.ts';
import { accumulatorPart, partedKernel } from '../kernel.ts';
import { resultsPart } from '../results/plan.ts';
import { leafOf } from '../spec.ts';

/** The pass that folds the segments of one bin below the large bin. */
export function segmentsPass(context: ReduceContext, bin: ReduceBin, index: number, grid: Grid): Pass {
  const { workgroup } = context.table.reduce;
  const { item, result } = foldedBytes(context);
  return {
    ...partedKernel(`reduce/${bin.name} ${bin.maxLength}`, reduceSegments, [
      { constants: { BIN: index } },
      inputPart(context),
      groupPart(context, { lanes: bin.lanes, workgroup, leaf: leafOf(context), longest: bin.maxLength }),
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid,
    bins: [index],
    traffic: { item, segment: 12 + result },
  };
}
