import type { Grid, Pass } from '../record/plan.ts';
import { reduceSegments, stateLayout, stateLists, stateWorkgroupIndex } from '../template/pieces.ts';
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

/** The pass that folds the segments of one small or medium bin. */
export function segmentsPass(context: ReduceContext, bin: ReduceBin, index: number, grid: Grid): Pass {
  const { workgroup } = context.table.reduce;
  const { item, result } = foldedBytes(context);
  return {
    ...kernelOf(`reduce/${bin.name} ${bin.maxLength}`, [
      { constants: { BIN: index }, bindings: ['state', 'spans'], pieces: [reduceSegments] },
      inputPart(context),
      groupPart(context, { lanes: bin.lanes, workgroup, leaf: leafOf(context), longest: bin.maxLength }),
      accumulatorPart(context),
      resultsPart(context),
      { pieces: [stateLayout, stateLists, stateWorkgroupIndex] },
    ]),
    grid,
    bins: [index],
    traffic: { item, segment: 12 + result },
  };
}
