/**
 * Reduces of rows of `width` elements: each column by itself, by the tree of its own call. Lanes take neighbouring
 * columns. Segments longer than a tile are cut, and their tiles' results folded. On GPUs segments are not partitioned
 * (unlisted.ts). Software adapters bin them by their rows.
 */
import largeFile from '../../../wgsl/partition/large.wgsl';
import partialsFile from '../../../wgsl/reduce/rows/partials.wgsl';
import segmentsFile from '../../../wgsl/reduce/rows/segments.wgsl';
import termsFile from '../../../wgsl/reduce/rows/terms.wgsl';
import tilesFile from '../../../wgsl/reduce/rows/tiles.wgsl';
import type { DeviceFacts } from '../../gpu/device.ts';
import { loadModule, storeModule } from '../../operators/accumulator.ts';
import {
  ARGS,
  argsSlots,
  PARTITION_RESOURCES,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
  partitionSums,
} from '../../partition/plan.ts';
import { section } from '../../plan/link.ts';
import { composed, type KernelFragment, layOut, type Pass, type Plan, STATE } from '../../plan/plan.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import { LEAF } from '../descriptor.ts';
import type { ReduceBin } from '../kernels.ts';
import { type ReduceStages, SPREAD } from '../plan.ts';
import { deliverPasses, resultsFragment } from '../results.ts';
import {
  contextOf,
  foldFragments,
  type RowsAccess,
  type RowsContext,
  type RowsSpec,
  resultWords,
  termsFragment,
} from './context.ts';
import { callOf, longestWhole, methodsOf, LISTED_TILE as TILE, tileBytes, unlistedPasses } from './unlisted.ts';

/** Whether segments are reduced without a partition. Kernels of software adapters take lists. */
const isUnlisted = (stages: ReduceStages) => stages.sweep.numbers === 'call';

/** The bins of lists, or of kernels without lists. */
function binsOf(context: RowsContext, unlisted: boolean): ReduceBin[] {
  const { maxSegmentSize, maxItems, taskLanes: lanes } = context;
  const columns = `a column a lane, ${lanes} lanes a segment`;
  const longest = unlisted ? longestWhole(context) : TILE;
  const [method, longMethod] = unlisted ? methodsOf(context) : [columns, `tiles of ${TILE}+ rows, ${columns}`];
  const small = { name: 'small', minLength: 0, maxLength: longest, lanes, methodText: method } as const;
  const large = {
    ...({ name: 'large', minLength: longest + 1, maxLength: Number.POSITIVE_INFINITY, lanes } as const),
    methodText: longMethod,
  };
  return Math.min(maxSegmentSize, maxItems) > longest
    ? [small, large]
    : [{ ...small, maxLength: Number.POSITIVE_INFINITY }];
}

function partitionOf(context: RowsContext, stages: ReduceStages, bins: readonly ReduceBin[]): PartitionSpec {
  const { table, taskLanes, maxSegments, access } = context;
  const perWorkgroup = table.reduce.workgroup / taskLanes;
  return {
    bins,
    maxSegments,
    grids: [{ tasksPerSegment: { 0: 1 }, tasksPerWorkgroup: perWorkgroup }],
    minLength: 0,
    large: {
      tile: TILE,
      tiles: section(largeFile, 'tiles', 'spread'),
      entries: section(largeFile, 'entries', 'spread'),
      finish: [section(largeFile, 'finish', 'spread')],
      constants: { SPREAD },
      tasksPerSegment: 1,
      perWorkgroup,
    },
    variant: stages.partition,
    ...access,
    listIds: true,
    table,
  };
}

/** What all kernels share. */
function sharedFragment({ width, taskLanes }: RowsContext): KernelFragment {
  return { constants: { WIDTH: width, LANES: taskLanes } };
}

function passesOf(context: RowsContext, bins: readonly ReduceBin[]): Pass[] {
  const { element, width, gathers, weighted } = context;
  const own = (gathers ? 4 : 0) + (weighted ? 4 : 0);
  const traffic = { item: width * element.bytes + own, segment: 12 };
  const segments = composed('reduce/rows segments', segmentsFile, [
    { constants: { BIN: 0 } },
    sharedFragment(context),
    termsFragment(context),
    ...foldFragments(context, LEAF, TILE),
    resultsFragment(context),
  ]);
  const short: Pass = { ...segments, grid: { kind: 'indirect', slot: ARGS.firstGrid }, bins: [0], traffic };
  if (bins.length === 1) return [short];
  const tiles = composed('reduce/rows tiles', tilesFile, [
    { constants: { TILE, LARGE_BIN: 1 }, modules: [storeModule(context.accumulator, 'storePartial', 'partials')] },
    sharedFragment(context),
    termsFragment(context),
    ...foldFragments(context, LEAF, Number.POSITIVE_INFINITY),
    resultsFragment(context),
  ]);
  const partials = composed('reduce/rows partials', partialsFile, [
    { constants: { TILE, LARGE_BIN: 1 } },
    sharedFragment(context),
    {
      modules: [section(termsFile, 'term', 'partials'), loadModule(context.accumulator, 'partials')],
      aliases: { Bits: context.element.bits },
    },
    ...foldFragments(context, 1, Number.POSITIVE_INFINITY),
    resultsFragment(context),
  ]);
  return [
    short,
    { ...tiles, grid: { kind: 'indirect', slot: ARGS.tiles }, bins: [1], traffic },
    { ...partials, grid: { kind: 'indirect', slot: ARGS.large }, bins: [1] },
  ];
}

/** Makes the plan of a reduce of rows. Needs no GPU. */
export function rowsPlan(
  stages: ReduceStages,
  spec: RowsSpec,
  access: RowsAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const context = contextOf(stages, spec, access, facts, tuning);
  const { results, parameters, accumulator, maxItems, maxSegments, width, element } = context;
  const unlisted = isUnlisted(stages);
  const bins = binsOf(context, unlisted);
  const partition = partitionOf(context, stages, bins);
  const delivered = deliverPasses(results, width);
  // All plans of a reduce have the same scratch size.
  const words = resultWords(spec);
  const { regions, bytes } = layOut({
    ...(unlisted
      ? tileBytes(context)
      : {
          state: 4 * (STATE.FIRST_ID + maxSegments),
          spans: 8 * maxSegments,
          counters: 4 * partitionCounters(partition),
          sums: 4 * partitionSums(partition),
          partials: bins.length > 1 ? 4 * accumulator.words * Math.floor(maxItems / TILE) * SPREAD * width : 0,
        }),
    ...(words > 0 ? { results: 4 * words * maxSegments } : {}),
  });
  // Those that deliver results read the state.
  const setup = results.scratchWords > 0 ? partitionPasses({ ...partition, unbinned: true }) : [];
  const passes = unlisted
    ? [...setup, ...unlistedPasses(context, bins.length > 1), ...delivered]
    : [...partitionPasses(partition), ...passesOf(context, bins), ...delivered];
  return {
    passes,
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: maxItems * (spec.gathers ? 4 : width * element.bytes),
    argsSlots: argsSlots(partition),
    classes: bins,
    ...(unlisted
      ? {
          unlisted: {
            maxLength: Math.min(bins[0]?.maxLength ?? 0, 2 ** 32 - 1),
            modules: callOf(context).modules ?? [],
          },
        }
      : {}),
    ...(parameters ? { parameters } : {}),
  };
}
