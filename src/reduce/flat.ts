import { MOST_ITEMS } from '../checks.ts';
import { binPieces, LONG_SPANS, type PartitionSpec, partitionConstants } from '../partition/plan.ts';
import { counted, type Pass, type Plan } from '../record/plan.ts';
import type { Piece } from '../template/assemble.ts';
import {
  blockCooperative,
  profileWalk,
  reduceFlatCut,
  reduceFlatFinish,
  reduceFlatJoin,
  reduceFlatList,
  reduceFlatOwned,
  reduceFlatSteps,
  reduceFlatStepsAligned,
  reduceFlatWalkLone,
  reduceFlatWalkWorkgroup,
  reduceLengths,
  reduceStack,
  segmentsOffsetsOrSize,
  segmentsRanges,
  stateLayout,
  stateWorkgroupIndex,
} from '../template/pieces.ts';
import { storePiece } from './accumulator.ts';
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
} from './context.ts';
import { largePasses, partialSlots } from './large.ts';

const LENGTHS_WORKGROUP = 64;

/** Segments of which only the lengths are asked for. */
export function lengthsPass(context: ReduceContext, { form }: ReduceAccess): Pass {
  const grid = counted('segments', 1, LENGTHS_WORKGROUP);
  const segments = segmentsPart(form);
  return {
    ...kernelOf('reduce/lengths', [
      {
        constants: { WORKGROUP: LENGTHS_WORKGROUP },
        bindings: ['state', ...segments.bindings],
        pieces: [reduceLengths, ...segments.pieces, stateLayout, stateWorkgroupIndex],
      },
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid,
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
  const segments = segmentsPart(form);
  return {
    constants: { LENGTH_MOST: Math.min(first?.maxLength ?? 0, 2 ** 32 - 1) },
    bindings: segments.bindings,
    pieces: [profileWalk, ...segments.pieces],
  };
}

/** How a kernel reads segments as they came. */
function segmentsPart(form: ReduceAccess['form']) {
  return form === 'ranges'
    ? ({ bindings: ['begins', 'ends'], pieces: [segmentsRanges] } as const)
    : ({ bindings: ['offsets'], pieces: [segmentsOffsetsOrSize] } as const);
}

/** What kernels of a walk have in common. */
function walkPart(context: ReduceContext, ...own: Piece[]): KernelPart {
  const { workgroup, flat } = context.table.reduce;
  return {
    constants: { WORKGROUP: workgroup, FLAT_TILE: flat.tile, FLAT_MOST: flatMost(context) },
    bindings: ['state', 'offsets'],
    pieces: [...own, reduceFlatOwned, segmentsOffsetsOrSize, stateLayout, stateWorkgroupIndex],
  };
}

/** Family `gpu`: a walk lists its long segments. */
function listPart(...own: Piece[]): KernelPart {
  return {
    bindings: ['longSpans'],
    resources: { longSpans: LONG_SPANS },
    pieces: [...own, reduceFlatList],
  };
}

/** Segments by offsets or of one size, walked by blocks that own equal stretches of them, and what joins the tiles of long ones. */
export function flatPasses(context: ReduceContext, partition: PartitionSpec): Pass[] {
  const { accumulator, table } = context;
  const { workgroup, flat } = table.reduce;
  const { cooperative } = partition;
  const leaf = leafOf(context);
  const tree = isBracketed(context);
  // Where offsets fall, one invocation may fold a segment of any length.
  const subtrees = Math.ceil((cooperative ? flatMost(context) : MOST_ITEMS) / leaf);
  const shared = [accumulatorPart(context), resultsPart(context)];
  const steps = context.vectors && !tree ? reduceFlatStepsAligned : reduceFlatSteps;
  const own: KernelPart[] = cooperative
    ? [walkPart(context, reduceFlatWalkWorkgroup), { ...listPart(blockCooperative), aliases: { Scanned: 'u32' } }]
    : [
        walkPart(context, reduceFlatWalkLone, steps, reduceFlatCut, reduceStack),
        { bindings: ['partials'], pieces: [storePiece(accumulator, 'storePartial', 'partials')] },
      ];
  const walk = kernelOf('reduce/flat walk', [
    ...own,
    { constants: { LEAF: leaf, STACK: tree ? stackLevels(subtrees) : 1, TREE: tree } },
    inputPart(context),
    ...shared,
  ]);
  const grid = counted('both', flat.tile, cooperative ? 1 : workgroup, { extra: 1 });
  // Long segments are passed over in family `gpu`: their items are counted all the same.
  const { item, result } = foldedBytes(context);
  const traffic = { item, segment: 4 + result, ofCall: true };
  const passes: Pass[] = [{ ...walk, grid, bins: cooperative ? [0] : partition.bins.map((_, bin) => bin), traffic }];
  if (partition.bins.at(-1)?.name !== 'large') return passes;
  if (cooperative) {
    const finish = kernelOf('reduce/flat finish', [
      { constants: partitionConstants(partition), bindings: ['state', 'args'], pieces: binPieces(partition) },
      listPart(reduceFlatFinish),
    ]);
    const finished: Pass = { ...finish, grid: { kind: 'direct', workgroups: 1 }, form: 'listed' };
    return [...passes, finished, ...largePasses(context, 1)];
  }
  const join = kernelOf('reduce/flat join', [
    walkPart(context, reduceFlatJoin, reduceFlatCut),
    partialsPart(context, []),
    groupPart(context, { lanes: 1, workgroup, leaf: 1, longest: Number.POSITIVE_INFINITY }),
    ...shared,
  ]);
  return [...passes, { ...join, grid, bins: [1] }];
}
