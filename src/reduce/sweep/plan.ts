import segmentsOffsetsOrSize from '../../../wgsl/partition/segments/offsets_or_size.wgsl';
import segmentsRanges from '../../../wgsl/partition/segments/ranges.wgsl';
import profileWalk from '../../../wgsl/plan/profile/walk.wgsl';
import reduceLengths from '../../../wgsl/reduce/segments/lengths.wgsl';
import flatFinish from '../../../wgsl/reduce/sweep/finish.gpu.wgsl';
import flatJoin from '../../../wgsl/reduce/sweep/join.software.wgsl';
import sourceTiles from '../../../wgsl/reduce/sweep/source_tiles.software.wgsl';
import flatSteps from '../../../wgsl/reduce/sweep/steps.software.wgsl';
import flatStepsAligned from '../../../wgsl/reduce/sweep/steps_aligned.software.wgsl';
import walkWorkgroup from '../../../wgsl/reduce/sweep/walk.gpu.wgsl';
import walkLone from '../../../wgsl/reduce/sweep/walk.software.wgsl';
import scanAdd from '../../../wgsl/scan/add.wgsl';
import blockCooperative from '../../../wgsl/scan/block.gpu.wgsl';
import { MOST_ITEMS } from '../../checks.ts';
import { storeModule } from '../../operators/accumulator.ts';
import { binModules, LONG_SPANS, type PartitionSpec, partitionConstants } from '../../partition/plan.ts';
import type { WgslModule } from '../../plan/module.ts';
import { counted, type Pass, type Plan } from '../../plan/plan.ts';
import {
  accumulatorPart,
  foldedBytes,
  groupPart,
  inputPart,
  isBracketed,
  type KernelPart,
  kernelOf,
  leafOf,
  partialsPart,
  type ReduceAccess,
  type ReduceBin,
  type ReduceContext,
  resultsPart,
  stackLevels,
} from '../context.ts';
import { largePasses, partialSlots } from '../large/plan.ts';

const LENGTHS_WORKGROUP = 64;

/** Segments of which only the lengths are asked for. */
export function lengthsPass(context: ReduceContext, { form }: ReduceAccess): Pass {
  return {
    ...kernelOf('reduce/lengths', reduceLengths, [
      { constants: { WORKGROUP: LENGTHS_WORKGROUP }, modules: [segmentsModule(form)] },
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid: counted('segments', 1, LENGTHS_WORKGROUP),
  };
}

/** The longest segment that a walk folds itself. */
export function flatMost(context: ReduceContext): number {
  const { workgroup, flat } = context.table.reduce;
  // A lane of a workgroup takes a leaf; of invocations by themselves, each has room for two tiles of longer ones.
  return context.family === 'gpu'
    ? Math.min(flat.lengthMost, workgroup * leafOf(context))
    : Math.max(flat.lengthMost, flat.tile);
}

/** Room for the results of the tiles of a walk's long segments, in slots: of one that cuts them itself two a stretch. */
export function walkSlots({ family, maxItems, maxSegments, table }: ReduceContext): number {
  const { flat, tile } = table.reduce;
  if (family === 'gpu') return partialSlots(maxItems, tile);
  return 2 * Math.floor((maxItems + maxSegments) / flat.tile) + 2;
}

/** How a profile counts segments that are in no lists: of lengths alone there is one bin. */
export function walkCounts([first]: readonly ReduceBin[], { form }: ReduceAccess): NonNullable<Plan['counts']> {
  return {
    constants: { LENGTH_MOST: Math.min(first?.maxLength ?? 0, 2 ** 32 - 1) },
    modules: [profileWalk, segmentsModule(form)],
  };
}

/** How a kernel reads segments as they came. */
function segmentsModule(form: ReduceAccess['form']): WgslModule {
  return form === 'ranges' ? segmentsRanges : segmentsOffsetsOrSize;
}

/** What kernels of a walk have in common. */
function walkPart(context: ReduceContext, ...modules: WgslModule[]): KernelPart {
  const { workgroup, flat } = context.table.reduce;
  return {
    constants: { WORKGROUP: workgroup, FLAT_TILE: flat.tile, FLAT_MOST: flatMost(context) },
    modules: [...modules, segmentsOffsetsOrSize],
  };
}

/** Family `gpu`: a walk lists its long segments. */
const LISTED: KernelPart = { resources: { longSpans: LONG_SPANS } };

/** Segments by offsets or of one size, walked by blocks that own equal stretches of them, and what joins the tiles of long ones. */
export function flatPasses(context: ReduceContext, partition: PartitionSpec): Pass[] {
  const { accumulator, table } = context;
  const { workgroup, flat } = table.reduce;
  const cooperative = !partition.variant.finishScans;
  const leaf = leafOf(context);
  const tree = isBracketed(context);
  // Where offsets fall, one invocation may fold a segment of any length.
  const subtrees = Math.ceil((cooperative ? flatMost(context) : MOST_ITEMS) / leaf);
  const shared = [accumulatorPart(context), resultsPart(context)];
  const steps = context.vectors && !tree ? flatStepsAligned : flatSteps;
  const own: KernelPart = cooperative
    ? { ...LISTED, modules: [blockCooperative, scanAdd], aliases: { Scanned: 'u32' } }
    : { modules: [steps, storeModule(accumulator, 'storePartial', 'partials')] };
  const walk = kernelOf('reduce/sweep walk', cooperative ? walkWorkgroup : walkLone, [
    walkPart(context),
    own,
    { constants: { LEAF: leaf, STACK: tree ? stackLevels(subtrees) : 1, TREE: tree } },
    inputPart(context, cooperative || steps === flatSteps),
    ...shared,
  ]);
  const grid = counted('both', flat.tile, cooperative ? 1 : workgroup, { extra: 1 });
  // Long segments are passed over in family `gpu`: their items are counted all the same.
  const { item, result } = foldedBytes(context);
  const traffic = { item, segment: 4 + result, ofCall: true };
  const passes: Pass[] = [{ ...walk, grid, bins: cooperative ? [0] : partition.bins.map((_, bin) => bin), traffic }];
  if (partition.bins.at(-1)?.name !== 'large') return passes;
  if (cooperative) {
    const finish = kernelOf('reduce/sweep finish', flatFinish, [
      { constants: partitionConstants(partition), modules: binModules(partition) },
      LISTED,
    ]);
    const finished: Pass = { ...finish, grid: { kind: 'direct', workgroups: 1 }, form: 'listed' };
    return [...passes, finished, ...largePasses(context, 1)];
  }
  const join = kernelOf('reduce/sweep join', flatJoin, [
    walkPart(context),
    partialsPart(context, [sourceTiles]),
    groupPart(context, { lanes: 1, workgroup, leaf: 1, longest: Number.POSITIVE_INFINITY }),
    ...shared,
  ]);
  return [...passes, { ...join, grid, bins: [1] }];
}
