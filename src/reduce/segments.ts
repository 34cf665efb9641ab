import type { Grid, Pass } from '../record/plan.ts';
import {
  accumulatorPart,
  foldedBytes,
  groupPart,
  inputPart,
  kernelOf,
  leafOf,
  type ReduceBin,
  type ReduceContext,
  resultsPart,
} from './context.ts';
import { pieces } from './pieces.ts';

/** The pass that folds the segments of one small or medium bin. */
export function segmentsPass(context: ReduceContext, bin: ReduceBin, index: number, grid: Grid): Pass {
  const { workgroup } = context.table.reduce;
  const { item, result } = foldedBytes(context);
  return {
    ...kernelOf(`reduce/${bin.name} ${bin.maxLength}`, [
      { constants: { BIN: index }, bindings: ['state', 'spans'], pieces: pieces('reduce/segments') },
      inputPart(context),
      groupPart(context, { lanes: bin.lanes, workgroup, leaf: leafOf(context), longest: bin.maxLength }),
      accumulatorPart(context),
      resultsPart(context),
      { pieces: pieces('state/layout', 'state/lists', 'state/workgroup_index') },
    ]),
    grid,
    bins: [index],
    traffic: { item, segment: 12 + result },
  };
}
