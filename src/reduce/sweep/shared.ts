import segmentsOffsetsOrSize from '../../../wgsl/partition/segments/offsets_or_size.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { counted, type Grid, type Pass } from '../../plan/plan.ts';
import { foldedBytes, type ReduceContext } from '../context.ts';
import { accumulatorPart, type KernelPart, partedKernel } from '../kernel.ts';
import { resultsPart } from '../results/plan.ts';
import { leafOf } from '../spec.ts';

/** What kernels of a sweep have in common. `longest`: of the segments that the walk folds in one piece. */
export function sweepPart({ table }: ReduceContext, longest: number): KernelPart {
  const { workgroup, sweep } = table.reduce;
  return {
    constants: { WORKGROUP: workgroup, MERGE_TILE: sweep.tile, SWEEP_MAX_LENGTH: longest },
    modules: [segmentsOffsetsOrSize],
  };
}

/** The grid of a kernel that takes all merge tiles, of which a workgroup takes so many. */
export function mergeTilesGrid({ table }: ReduceContext, perWorkgroup: number): Grid {
  return counted('both', table.reduce.sweep.tile, perWorkgroup, { extra: 1 });
}

/** The walk of a kind of adapter. */
export interface SweepVariant {
  readonly entry: WgslModule;
  readonly longest: number;
  /** Stretches that a workgroup takes. */
  readonly perWorkgroup: number;
  /** Bins of the segments that it folds. */
  readonly bins: readonly number[];
  readonly parts: readonly KernelPart[];
}

/** The pass that walks all segments. */
export function sweepPass(context: ReduceContext, { entry, longest, perWorkgroup, bins, parts }: SweepVariant): Pass {
  const { item, result } = foldedBytes(context);
  return {
    ...partedKernel('reduce/sweep tiles', entry, [
      sweepPart(context, longest),
      { constants: { LEAF: leafOf(context) } },
      ...parts,
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid: mergeTilesGrid(context, perWorkgroup),
    bins,
    // A walk that only lists long segments passes over their items, which are counted all the same.
    traffic: { item, segment: 4 + result, ofCall: true },
  };
}
