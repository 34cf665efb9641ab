import segmentsFile from '../../../wgsl/partition/segments.wgsl';
import { section, type WgslModule } from '../../plan/module.ts';
import { counted, type Grid, type Pass } from '../../plan/plan.ts';
import { foldedBytes, type ReduceContext } from '../context.ts';
import { accumulatorPart, type KernelPart, partedKernel } from '../kernel.ts';
import { resultsPart } from '../results/plan.ts';
import { leafOf } from '../spec.ts';

/** The part that all kernels of a sweep share. `longest` is the maximum length that the sweep folds in one piece. */
export function sweepPart({ table }: ReduceContext, longest: number): KernelPart {
  const { workgroup, sweep } = table.reduce;
  return {
    constants: { WORKGROUP: workgroup, MERGE_TILE: sweep.tile, SWEEP_MAX_LENGTH: longest },
    modules: [section(segmentsFile, 'segments', 'offsetsOrSize')],
  };
}

/** The number of merge tiles of a plan's largest call. */
export function mergeTiles({ maxItems, maxSegments, table }: ReduceContext): number {
  return Math.floor((maxItems + maxSegments) / table.reduce.sweep.tile) + 1;
}

/** The grid of a kernel over all merge tiles. A workgroup takes `perWorkgroup` of them. */
export function mergeTilesGrid({ table }: ReduceContext, perWorkgroup: number): Grid {
  return counted('both', table.reduce.sweep.tile, perWorkgroup, { extra: 1 });
}

/** The sweep of one kind of adapter. */
export interface SweepVariant {
  readonly entry: WgslModule;
  /** Maximum length of a segment that the sweep folds in one piece. */
  readonly longest: number;
  /** Merge tiles of a workgroup. */
  readonly perWorkgroup: number;
  /** Bins whose segments the sweep folds. */
  readonly bins: readonly number[];
  readonly parts: readonly KernelPart[];
}

/** The pass that sweeps all segments. */
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
    // The bytes include items of long segments, although a sweep that only lists these does not read them.
    traffic: { item, segment: 4 + result, ofCall: true },
  };
}
