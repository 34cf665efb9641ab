/**
 * Reduces of rows, without a partition. Segments by offsets, or of one size, are swept. Those by begin and end
 * are taken by number, and long ones appended to lists.
 */
import appendFile from '../../../wgsl/partition/append.wgsl';
import setupKernel from '../../../wgsl/partition/setup.wgsl';
import numbersFile from '../../../wgsl/plan/numbers.wgsl';
import joinFile from '../../../wgsl/reduce/rows/join.wgsl';
import listsFile from '../../../wgsl/reduce/rows/lists.wgsl';
import partsFile from '../../../wgsl/reduce/rows/parts.wgsl';
import rangeTilesFile from '../../../wgsl/reduce/rows/range_tiles.wgsl';
import rangesFile from '../../../wgsl/reduce/rows/ranges.wgsl';
import sweepFile from '../../../wgsl/reduce/rows/sweep.wgsl';
import ownedFile from '../../../wgsl/reduce/sweep/owned.gpu.wgsl';
import { loadModule, storeModule } from '../../operators/accumulator.ts';
import { callFragment } from '../../partition/plan.ts';
import { section } from '../../plan/link.ts';
import {
  CALL_MEMBERS,
  callModule,
  composed,
  counted,
  type Grid,
  type KernelFragment,
  type Pass,
  STATE,
} from '../../plan/plan.ts';
import { LEAF } from '../descriptor.ts';
import { accumulatorFragment, isBracketed } from '../kernels.ts';
import { resultsFragment } from '../results.ts';
import { foldFragments, type RowsContext, type RowsSpec, termsFragment } from './context.ts';

/** Merge tiles whose cut segments a workgroup joins, and the most tiles of a segment that LANES lanes fold. */
const JOINED = 64;
const MANY = 64;
/** Listed segments that a workgroup joins: fewer, as those without tiles take long. */
const LISTED_JOINED = 32;
/** Where the state holds the segments that are cut, by merge tile. */
const FIRST_CUT = STATE.FIRST_ID;

/** LANES lanes of each of BLOCKS workgroups share the columns, COLUMNS each. A workgroup has GROUPS such groups. */
function lanesWith({ width, table }: Pick<RowsContext, 'width' | 'table'>, most: number, columns: number) {
  const { workgroup } = table.reduce;
  const blocks = Math.ceil(width / (Math.min(workgroup, most) * columns));
  const lanes = Math.ceil(width / (blocks * columns));
  return {
    ...{ BLOCKS: blocks, LANES: lanes, COLUMNS: columns },
    ...{ GROUPS: Math.floor(workgroup / lanes), WORKGROUP: workgroup, EVEN: width % (lanes * columns) === 0 },
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

/** Scratch bytes an item and a segment. */
export function scratchBytes({ width }: Pick<RowsSpec, 'width'>, words: number, scratchWords: number) {
  const unlisted = 2 / mergeTileOf(width, words);
  return {
    // A chunk of tile slots has an owner, and a listed segment four words.
    itemBytes: Math.ceil(4 * words * width * unlisted) + 1,
    segmentBytes: 4 * scratchWords * width + Math.ceil(4 * words * width * unlisted) + 17,
  };
}

/** What kernels need that fold rows of a tile of up to `longest` rows. */
function leavesFragments(context: RowsContext, columns: number, longest: number): KernelFragment[] {
  const { gathers, weighted, accumulator } = context;
  return [
    termsFragment(context, 'leaf'),
    { constants: { LEAF, TREE: isBracketed(context), TOP: Math.log2(longest / LEAF), PAIRS: accumulator.words <= 2 } },
    // Numbers of rows and weights take registers as well, and so do accumulators of several words.
    { constants: { LISTED: gathers, READS: gathers || weighted || accumulator.words > 1 || columns > 2 ? 4 : 8 } },
    accumulatorFragment(context),
  ];
}

/** Bytes of an item's row. */
function rowTraffic({ element, width, gathers, weighted }: RowsContext): number {
  return width * element.bytes + (gathers ? 4 : 0) + (weighted ? 4 : 0);
}

/** A leaf of tiles' results is in registers. */
const joinLevels = ({ accumulator }: RowsContext) => (accumulator.words > 2 ? 2 : 3);

function sweptPasses(context: RowsContext, cuts: boolean): Pass[] {
  const lanes = sweepLanes(context);
  const { element, width, accumulator, access } = context;
  const shared: KernelFragment = { constants: { WIDTH: width, MERGE_TILE: mergeTile(context), FIRST_CUT } };
  const numbers = callFragment(access);
  const sweep = composed('reduce/rows sweep', sweepFile, [
    { constants: { ...lanes, CUTS: cuts }, modules: [storeModule(accumulator, 'storePartial', 'partials')] },
    shared,
    numbers,
    { modules: [section(ownedFile, 'search', 'alone')] },
    ...leavesFragments(context, lanes.COLUMNS, mergeTile(context)),
    resultsFragment(context),
  ]);
  const traffic = { item: rowTraffic(context), segment: 4, ofCall: true };
  const swept: Pass = { ...sweep, grid: tilesGrid(context, lanes, lanes.GROUPS), bins: cuts ? [0, 1] : [0], traffic };
  if (!cuts) return [swept];
  const levels = joinLevels(context);
  const joining = joinLanes(context);
  const join = composed('reduce/rows join', section(joinFile, 'cuts', 'swept'), [
    shared,
    { constants: { ...joining, JOINED, MANY, LEVELS: levels } },
    numbers,
    {
      modules: [loadModule(accumulator, 'partials'), section(partsFile, 'slots', 'merged')],
      aliases: { Bits: element.bits },
    },
    ...foldFragments(context, 2 ** levels, Number.POSITIVE_INFINITY),
    resultsFragment(context),
  ]);
  return [swept, { ...join, grid: tilesGrid(context, joining, JOINED), bins: [1] }];
}

/** Rows of the longest segment by begin and end that is folded whole. Longer ones have three tiles or more. */
const shortest = (context: RowsContext) => 2 * mergeTile(context);

/** Words of the lists before the entries, and of an entry. */
const LISTS = { head: 4, entry: 4 };

/** Chunks of two tile slots, as many as segments that do not overlap need (wgsl/reduce/rows/lists.wgsl). */
const maxChunks = (context: RowsContext) => Math.floor(context.maxItems / mergeTile(context));

/** The longest segment that is folded whole. */
export const longestWhole = (context: RowsContext) =>
  context.access.form === 'ranges' ? shortest(context) : mergeTile(context);

/** The methods for short segments and for others, as `describe()` prints them. */
export function methodsOf(context: RowsContext): [string, string] {
  const tile = mergeTile(context);
  const { LANES, COLUMNS } = sweepLanes(context);
  const ranges = `${COLUMNS === 1 ? 'a column' : `${COLUMNS} columns`} a lane, ${LANES} lanes a segment`;
  const method = context.access.form === 'ranges' ? ranges : `swept, ${tile} rows and segments a merge tile`;
  return [method, `tiles of ${tile} rows, then their results`];
}

/** What kernels need to find segments and the numbers of the call. */
export function callOf({ access }: RowsContext): KernelFragment {
  if (access.form === 'offsets') return callFragment(access);
  return {
    modules: [
      callModule(CALL_MEMBERS),
      section(numbersFile, 'numbers', 'call'),
      section(setupKernel, 'count', access.countOnGpu ? 'buffer' : 'given'),
      section(appendFile, 'segments', 'ranges'),
    ],
  };
}

/** Bytes of scratch memory, the same in every form of segments. */
export function tileBytes(context: RowsContext) {
  const { maxSegments, width, accumulator } = context;
  const tiles = mergeTiles(context);
  const chunks = maxChunks(context);
  return {
    state: 4 * (FIRST_CUT + tiles),
    lists: 4 * (LISTS.head + LISTS.entry * maxSegments + chunks),
    partials: 4 * accumulator.words * 2 * Math.max(tiles, chunks) * width,
    // Bindings that no kernel reads get these.
    ...{ counters: 4, sums: 4 },
  };
}

/** Segments by number, then tiles of long segments, then their results. */
function rangesPasses(context: RowsContext, cuts: boolean): Pass[] {
  const lanes = sweepLanes(context);
  const { width, accumulator, maxSegments, table } = context;
  const tile = mergeTile(context);
  const listing = {
    ...{ TILE: tile, MAX_CHUNKS: maxChunks(context) },
    CHUNK_OWNERS: LISTS.head + LISTS.entry * maxSegments,
  };
  const shared: KernelFragment = { constants: { WIDTH: width, ...(cuts ? listing : {}) } };
  const repeated = (perWorkgroup: number, rows: number, { additional = 0, ofTiles = false } = {}): Grid => ({
    ...{ kind: 'bounded', slot: 0, overflow: 'repeated', shortest: 0, rows, perWorkgroup, additional },
    ...(ofTiles ? { tile: Math.max(1, Math.floor(tile / rows)) } : {}),
    maxWorkgroups: Math.max(1, Math.floor((table.lists?.lanes ?? 2 ** 18) / table.reduce.workgroup)),
  });
  // Operators that need only lengths read no rows, and cut nothing.
  const longest = accumulator.components.length === 0 ? 2 ** 32 - 1 : shortest(context);
  const resources = { atomicLists: { kind: 'region', name: 'lists' } } as const;
  const segments = composed('reduce/rows by begin and end', rangesFile, [
    { constants: { ...lanes, SHORT: longest }, modules: [section(rangesFile, 'long', cuts ? 'listed' : 'none')] },
    shared,
    callOf(context),
    ...leavesFragments(context, lanes.COLUMNS, shortest(context)),
    resultsFragment(context),
  ]);
  const item = rowTraffic(context);
  const short: Pass = {
    ...segments,
    resources: { ...segments.resources, ...resources },
    grid: repeated(lanes.GROUPS, lanes.BLOCKS),
    traffic: { item, segment: 8 },
    bins: [0],
    lists: true,
  };
  if (!cuts) return [short];
  const clear = composed('reduce/rows clear', section(listsFile, 'entry', 'clear'), []);
  const tiles = composed('reduce/rows tiles of long segments', rangeTilesFile, [
    { constants: { ...lanes }, modules: [storeModule(accumulator, 'storePartial', 'partials')] },
    shared,
    ...leavesFragments(context, lanes.COLUMNS, tile),
  ]);
  const levels = joinLevels(context);
  const joining = joinLanes(context);
  const join = composed('reduce/rows join of long segments', section(joinFile, 'cuts', 'listed'), [
    shared,
    { constants: { ...joining, JOINED: LISTED_JOINED, MANY, LEVELS: levels, TERMS_OF_LEAF: LEAF } },
    { modules: [loadModule(accumulator, 'partials'), section(partsFile, 'slots', 'listed')] },
    termsFragment(context),
    ...foldFragments(context, 2 ** levels, Number.POSITIVE_INFINITY),
    resultsFragment(context),
  ]);
  return [
    { ...clear, resources, grid: { kind: 'direct', workgroups: 1 }, bins: [1] },
    short,
    { ...tiles, grid: repeated(lanes.GROUPS, lanes.BLOCKS, { ofTiles: true }), traffic: { item }, bins: [1] },
    { ...join, grid: repeated(LISTED_JOINED, joining.BLOCKS, { additional: joining.BLOCKS }), bins: [1] },
  ];
}

/** The passes without a partition. `cuts`: segments may be longer than those that are folded whole. */
export function unlistedPasses(context: RowsContext, cuts: boolean): Pass[] {
  if (context.access.form === 'offsets') return sweptPasses(context, cuts);
  return rangesPasses(context, cuts && context.accumulator.components.length > 0);
}
