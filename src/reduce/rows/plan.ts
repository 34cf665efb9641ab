/**
 * Reduces of rows of `width` elements: each column by itself, by the tree of its own call. Segments are binned by their
 * rows. Lanes take neighbouring columns. Segments longer than a tile are cut, and their tiles' results folded.
 */
import compensatedFile from '../../../wgsl/operators/combine/compensated.wgsl';
import largeFile from '../../../wgsl/partition/large.wgsl';
import stackFile from '../../../wgsl/reduce/fold/stack.wgsl';
import joinFile from '../../../wgsl/reduce/rows/join.gpu.wgsl';
import partialsFile from '../../../wgsl/reduce/rows/partials.wgsl';
import segmentsFile from '../../../wgsl/reduce/rows/segments.wgsl';
import sweepFile from '../../../wgsl/reduce/rows/sweep.gpu.wgsl';
import termsFile from '../../../wgsl/reduce/rows/terms.wgsl';
import tilesFile from '../../../wgsl/reduce/rows/tiles.wgsl';
import ownedFile from '../../../wgsl/reduce/sweep/owned.gpu.wgsl';
import { type DeviceFacts, lanesOf } from '../../gpu/device.ts';
import { appendModule, elementModules, loadModule, storeModule } from '../../operators/accumulator.ts';
import type { Component, Operator } from '../../operators/components.ts';
import { boundedPasses } from '../../partition/gpu.ts';
import {
  ARGS,
  argsSlots,
  callFragment,
  PARTITION_RESOURCES,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
  partitionSums,
} from '../../partition/plan.ts';
import { section } from '../../plan/link.ts';
import {
  composed,
  counted,
  type Grid,
  type KernelFragment,
  layOut,
  type Pass,
  type Plan,
  STATE,
} from '../../plan/plan.ts';
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

/** The bins of lists, or those of the sweep. */
function binsOf(context: RowsContext, swept: boolean): ReduceBin[] {
  const { maxSegmentSize, maxItems, taskLanes: lanes } = context;
  const columns = `a column a lane, ${lanes} lanes a segment`;
  const tile = swept ? mergeTile(context) : TILE;
  const method = swept ? `swept, ${tile} rows and segments a merge tile` : columns;
  const longMethod = swept ? `tiles of ${tile} rows, then their results` : `tiles of ${TILE}+ rows, ${columns}`;
  const small = { name: 'small', minLength: 0, maxLength: tile, lanes, methodText: method } as const;
  const large = {
    ...({ name: 'large', minLength: tile + 1, maxLength: Number.POSITIVE_INFINITY, lanes } as const),
    methodText: longMethod,
  };
  return Math.min(maxSegmentSize, maxItems) > tile
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

/** What a fold of rows reads: a column of terms, or in a sweep leaves of several columns. */
function termsFragment(
  { element, accumulator, gathers, weighted }: RowsContext,
  choice: 'term' | 'leaf' = 'term',
): KernelFragment {
  if (accumulator.components.length === 0) return { modules: [section(termsFile, choice, 'none')] };
  return {
    aliases: { InputWord: element.inputWord, Bits: element.bits },
    constants: { ...element.constants, PER_WORD: element.bytes < 4 ? 4 / element.bytes : 1 },
    modules: [
      element.load,
      section(termsFile, choice, 'rows'),
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

// Segments by offsets on GPUs: a sweep without a partition.

/** Merge tiles whose cut segments a workgroup joins, and the most tiles of a segment that LANES lanes fold. */
const JOINED = 64;
const MANY = 64;
/** Where the state holds the segments that are cut, by merge tile. */
const FIRST_CUT = STATE.FIRST_ID;

/** Whether segments are swept. Kernels of software adapters take lists. */
const isSwept = (stages: ReduceStages, form: ReduceAccess['form']) =>
  form === 'offsets' && stages.sweep.numbers === 'call';

/** LANES lanes of each of BLOCKS workgroups share the columns, COLUMNS each. A workgroup has GROUPS such groups. */
function lanesWith({ width, table }: Pick<RowsContext, 'width' | 'table'>, most: number, columns: number) {
  const { workgroup } = table.reduce;
  const blocks = Math.ceil(width / (Math.min(workgroup, most) * columns));
  const lanes = Math.ceil(width / (blocks * columns));
  return {
    ...{ BLOCKS: blocks, LANES: lanes, COLUMNS: columns },
    ...{ GROUPS: Math.floor(workgroup / lanes), WORKGROUP: workgroup },
  };
}

/** Columns of a lane in a sweep: they share what finds their rows. Lanes of a group are at least eight. */
function columnsOf(width: number, words: number): number {
  const most = words > 2 ? 1 : words > 1 ? 2 : 4;
  return Math.min(most, 2 ** Math.max(0, Math.floor(Math.log2(width / 8))));
}

/**
 * Rows and segments of a merge tile, and the longest segment that is not cut. A lane has 128 numbers. So 2^24 numbers
 * have 2^17 lanes or more, half of those that an H200 holds.
 */
const mergeTileOf = (width: number, words: number) => 128 / columnsOf(width, words);
const mergeTile = ({ width, accumulator }: RowsContext) => mergeTileOf(width, accumulator.words);

const sweepLanes = (context: RowsContext) =>
  lanesWith(context, Number.POSITIVE_INFINITY, columnsOf(context.width, context.accumulator.words));

/** Few lanes join a segment, so that many groups and workgroups share one of many tiles. */
const joinLanes = (context: RowsContext) => lanesWith(context, Math.max(4, Math.ceil(context.width / 16)), 1);

const mergeTiles = (context: RowsContext) =>
  Math.ceil((context.maxItems + context.maxSegments) / mergeTile(context)) + 1;

/** The grid of workgroups that take `tiles` merge tiles each. */
function tilesGrid(context: RowsContext, { BLOCKS }: ReturnType<typeof lanesWith>, tiles: number): Grid {
  // Where several workgroups share the columns, each takes one merge tile.
  return counted('both', mergeTile(context) * tiles, 1, { rows: BLOCKS, additional: BLOCKS });
}

/** The modules with which kernels read a call's numbers. */
const numbersOf = ({ countOnGpu }: Pick<ReduceAccess, 'countOnGpu'>) => ({
  modules: callFragment({ countOnGpu }).modules ?? [],
});

/** Scratch bytes an item and a segment. */
export function scratchBytes({ width }: Pick<RowsSpec, 'width'>, words: number, scratchWords: number) {
  const swept = 2 / mergeTileOf(width, words);
  return {
    itemBytes: Math.ceil(4 * words * width * Math.max(SPREAD / TILE, swept)) + 1,
    segmentBytes: 4 * scratchWords * width + Math.ceil(4 * words * width * swept) + 1,
  };
}

function sweptPasses(context: RowsContext, countOnGpu: boolean, cuts: boolean): Pass[] {
  const lanes = sweepLanes(context);
  const { element, width, gathers, weighted, accumulator } = context;
  const own = (gathers ? 4 : 0) + (weighted ? 4 : 0);
  const shared: KernelFragment = { constants: { WIDTH: width, MERGE_TILE: mergeTile(context), FIRST_CUT } };
  const numbers = callFragment({ countOnGpu });
  const sweep = composed('reduce/rows sweep', sweepFile, [
    { constants: { ...lanes, CUTS: cuts }, modules: [storeModule(accumulator, 'storePartial', 'partials')] },
    shared,
    numbers,
    { modules: [section(ownedFile, 'search', 'alone')] },
    termsFragment(context, 'leaf'),
    { constants: { LEAF, TREE: isBracketed(context), TOP: Math.log2(mergeTile(context) / LEAF) } },
    // Numbers of rows and weights take registers as well, and so do accumulators of several words.
    {
      constants: { LISTED: gathers, READS: gathers || weighted || accumulator.words > 1 || lanes.COLUMNS > 2 ? 4 : 8 },
    },
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  const traffic = { item: width * element.bytes + own, segment: 4, ofCall: true };
  const swept: Pass = { ...sweep, grid: tilesGrid(context, lanes, lanes.GROUPS), bins: cuts ? [0, 1] : [0], traffic };
  if (!cuts) return [swept];
  // A leaf's results are in registers.
  const levels = accumulator.words > 2 ? 2 : 3;
  const joining = joinLanes(context);
  const join = composed('reduce/rows join', joinFile, [
    shared,
    { constants: { ...joining, JOINED, MANY, LEVELS: levels } },
    numbers,
    {
      modules: [loadModule(accumulator, 'partials')],
      aliases: { Bits: element.bits },
    },
    ...foldFragments(context, 2 ** levels, Number.POSITIVE_INFINITY),
    resultsFragment(context),
  ]);
  return [swept, { ...join, grid: tilesGrid(context, joining, JOINED), bins: [1] }];
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
  const swept = isSwept(stages, access.form);
  const bins = binsOf(context, swept);
  const listed = binsOf(context, false);
  const partition = partitionOf(context, stages, { ...access, form: swept ? 'ranges' : access.form }, listed);
  // All plans of a reduce have the same scratch size.
  const tiles = stages.sweep.numbers === 'call' ? mergeTiles(context) : 0;
  const slots = Math.max(listed.length > 1 ? Math.floor(maxItems / TILE) * SPREAD : 0, 2 * tiles);
  const { regions, bytes } = layOut({
    state: 4 * (STATE.FIRST_ID + Math.max(maxSegments, tiles)),
    spans: 8 * maxSegments,
    counters: 4 * partitionCounters(partition),
    sums: 4 * partitionSums(partition),
    partials: 4 * accumulator.words * slots * width,
    ...(results.scratchWords > 0 ? { results: 4 * results.scratchWords * maxSegments } : {}),
  });
  // Those that deliver results read the state.
  const setup = results.scratchWords > 0 ? partitionPasses({ ...partition, form: access.form, unbinned: true }) : [];
  const delivered = deliverPasses(results, width);
  const passes = swept
    ? [...setup, ...sweptPasses(context, access.countOnGpu, bins.length > 1), ...delivered]
    : boundedPasses(partition, [...partitionPasses(partition), ...passesOf(context, bins), ...delivered]);
  return {
    passes,
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: maxItems * (spec.gathers ? 4 : width * element.bytes),
    argsSlots: argsSlots(partition),
    classes: bins,
    ...(swept ? { unlisted: { maxLength: Math.min(bins[0]?.maxLength ?? 0, 2 ** 32 - 1), ...numbersOf(access) } } : {}),
    ...(parameters ? { parameters } : {}),
  };
}
