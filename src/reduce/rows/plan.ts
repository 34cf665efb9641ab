/**
 * Reduces of rows of `width` elements: each column by itself, by the tree of its own call. Segments are binned by their
 * rows. Lanes take neighbouring columns. Segments longer than a tile are cut, and their tiles' results folded.
 */
import compensatedFile from '../../../wgsl/operators/combine/compensated.wgsl';
import largeFile from '../../../wgsl/partition/large.wgsl';
import stackFile from '../../../wgsl/reduce/fold/stack.wgsl';
import partialsFile from '../../../wgsl/reduce/rows/partials.wgsl';
import segmentsFile from '../../../wgsl/reduce/rows/segments.wgsl';
import termsFile from '../../../wgsl/reduce/rows/terms.wgsl';
import tilesFile from '../../../wgsl/reduce/rows/tiles.wgsl';
import { type DeviceFacts, lanesOf } from '../../gpu/device.ts';
import { appendModule, elementModules, loadModule, storeModule } from '../../operators/accumulator.ts';
import type { Component, Operator } from '../../operators/components.ts';
import { boundedPasses } from '../../partition/gpu.ts';
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
import { type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import { LEAF, type ReduceSpec } from '../descriptor.ts';
import {
  accumulatorFragment,
  isBracketed,
  type ReduceAccess,
  type ReduceBin,
  type ReduceContext,
  reduceFacts,
  stackLevels,
} from '../kernels.ts';
import { type ReduceStages, SPREAD } from '../plan.ts';
import { deliverPasses, resultsFragment } from '../results.ts';

/** Rows of a tile: whole subtrees of the columns' trees. */
export const TILE = 512;

/** What a reduce of rows is made from. `gathers`: items are numbers of rows of a table. */
export interface RowsSpec extends ReduceSpec {
  readonly width: number;
  readonly gathers: boolean;
  readonly weighted: boolean;
}

interface RowsContext extends ReduceContext, Pick<RowsSpec, 'width' | 'gathers' | 'weighted'> {
  /** Lanes that take one segment or tile. */
  readonly taskLanes: number;
}

/** A component whose elements are multiplied by their item's weight. The product is rounded before it is added. */
function weightedComponent(component: Component): Component {
  const weighted = (text: string) => text.replace('numberOf(bits)', 'rounded(numberOf(bits) * rowWeight)');
  const { append } = component;
  return {
    ...component,
    load: weighted(component.load),
    ...(append ? { append: weighted(append) } : {}),
    parameters: true,
    loads: [...component.loads, section(compensatedFile, 'part', 'rounded'), section(termsFile, 'weight', 'given')],
  };
}

/** The operators of a request, with weights if it has them. */
function operatorsOf({ operators, weighted }: RowsSpec): readonly Operator[] {
  if (!weighted) return operators;
  return operators.map(({ component, ...operator }) => ({
    ...operator,
    component: component && weightedComponent(component),
  }));
}

/** The lanes of a segment: as many as it has columns, if the workgroup has them. */
function lanesOfTask(width: number, workgroup: number): number {
  return Math.min(workgroup, 2 ** Math.ceil(Math.log2(width)));
}

function contextOf(stages: ReduceStages, spec: RowsSpec, facts: DeviceFacts, tuning: InternalTuning): RowsContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const operators = operatorsOf(spec);
  const { results, ...own } = reduceFacts({ ...spec, operators });
  const table = tuningTable(stages.deviceTable(facts), tuning);
  // A segment has a row of results.
  const outputs = results.outputs.map((output) => ({ ...output, before: output.before * spec.width }));
  return {
    ...spec,
    ...own,
    operators,
    results: { outputs, scratchWords: results.scratchWords * spec.width },
    table,
    subgroups,
    ...lanesOf(facts, subgroups, table.subgroupSize),
    ofWords: false,
    vectors: false,
    workgroupBytes: facts.workgroupStorageBytes,
    taskLanes: lanesOfTask(spec.width, table.reduce.workgroup),
  };
}

function binsOf({ maxSegmentSize, maxItems, taskLanes: lanes }: RowsContext): ReduceBin[] {
  const columns = `a column a lane, ${lanes} lanes a segment`;
  const small = { name: 'small', minLength: 0, maxLength: TILE, lanes, methodText: columns } as const;
  const methodText = `tiles of ${TILE}+ rows, ${columns}`;
  const large = { name: 'large', minLength: TILE + 1, maxLength: Number.POSITIVE_INFINITY, lanes, methodText } as const;
  return Math.min(maxSegmentSize, maxItems) > TILE
    ? [small, large]
    : [{ ...small, maxLength: Number.POSITIVE_INFINITY }];
}

function partitionOf(
  context: RowsContext,
  stages: ReduceStages,
  { form, countOnGpu }: Omit<ReduceAccess, 'wholeVectors'>,
  bins: readonly ReduceBin[],
): PartitionSpec {
  const { table, taskLanes, maxSegments } = context;
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
    form,
    countOnGpu,
    listIds: true,
    table,
  };
}

/** What all kernels share. */
function sharedFragment({ width, taskLanes }: RowsContext): KernelFragment {
  return { constants: { WIDTH: width, LANES: taskLanes } };
}

/** What a fold of at most `longest` terms needs. */
function foldFragments(context: RowsContext, leaf: number, longest: number): KernelFragment[] {
  const leaves = Math.ceil(Math.min(longest, 2 ** 32 - 1) / leaf);
  const constants = {
    WORKGROUP: context.table.reduce.workgroup,
    LEAF: leaf,
    STACK: stackLevels(leaves),
    TREE: isBracketed(context),
  };
  return [{ constants, modules: [section(stackFile, 'subtrees', 'private')] }, accumulatorFragment(context)];
}

/** What a fold of rows reads. */
function termsFragment({ element, accumulator, gathers, weighted }: RowsContext): KernelFragment {
  if (accumulator.components.length === 0) return { modules: [section(termsFile, 'term', 'none')] };
  return {
    aliases: { InputWord: element.inputWord, Bits: element.bits },
    constants: { ...element.constants, PER_WORD: element.bytes < 4 ? 4 / element.bytes : 1 },
    modules: [
      element.load,
      section(termsFile, 'term', 'rows'),
      section(termsFile, 'row', gathers ? 'listed' : 'own'),
      section(termsFile, 'weight', weighted ? 'given' : 'none'),
      ...elementModules(accumulator, element),
      appendModule(accumulator, element),
    ],
  };
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
  access: Omit<ReduceAccess, 'wholeVectors'>,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const context = contextOf(stages, spec, facts, tuning);
  const { results, parameters, accumulator, maxItems, maxSegments, width, element } = context;
  const bins = binsOf(context);
  const partition = partitionOf(context, stages, access, bins);
  const slots = bins.length > 1 ? Math.floor(maxItems / TILE) * SPREAD : 0;
  const { regions, bytes } = layOut({
    state: 4 * (STATE.FIRST_ID + maxSegments),
    spans: 8 * maxSegments,
    counters: 4 * partitionCounters(partition),
    sums: 4 * partitionSums(partition),
    partials: 4 * accumulator.words * slots * width,
    ...(results.scratchWords > 0 ? { results: 4 * results.scratchWords * maxSegments } : {}),
  });
  return {
    passes: boundedPasses(partition, [
      ...partitionPasses(partition),
      ...passesOf(context, bins),
      ...deliverPasses(results, width),
    ]),
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: maxItems * (spec.gathers ? 4 : width * element.bytes),
    argsSlots: argsSlots(partition),
    classes: bins,
    ...(parameters ? { parameters } : {}),
  };
}
