/**
 * Large segments by one pass a digit (docs/stages/sort-large.md): the counts of all digits in one read, then a pass a
 * digit in which a tile looks back at what the segment's earlier tiles have published.
 */
import digitFile from '../../wgsl/sort/large/digit.gpu.wgsl';
import histogramFile from '../../wgsl/sort/large/histogram.gpu.wgsl';
import { APPENDING } from '../partition/append.ts';
import { ARGS } from '../partition/plan.ts';
import { type Kernel, section } from '../plan/link.ts';
import { type Pass, type Resource, STATE } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { largeGpu, scanModules } from './gpu.ts';
import {
  digitConstants,
  digitsOf,
  firstAndOthers,
  keyedKernel,
  movedBytes,
  movedValueModule,
  type SortContext,
} from './kernels.ts';
import { digitPasses, type LargeStage, type SortStages, tableWithTiles } from './plan.ts';

/** The most words of keys that a lane ranks at once. */
const MAX_WORDS_PER_LANE = 16;
/** Words of workgroup memory for a sorted tile, or for a counter of each digit and group of lanes. */
const MAX_WORDS = 8192;
/** Rows of descriptors before those of all tiles: WINDOW - 1 (wgsl/sort/large/tiles.gpu.wgsl). */
const ROWS_BEFORE = 3;
/** Reads of a descriptor without news, before a workgroup counts the tile itself. */
const TRIES = 16;

/** The groups of lanes that a workgroup ranks by: subgroups of the smallest size, or a smaller workgroup. */
const groupOf = ({ lanes, table }: SortContext) => Math.min(lanes, table.sort.large.workgroup);

/** Bits of a count in a descriptor. The bits above hold a tag, of two for each pass. */
const countBits = (passes: number) => 32 - Math.ceil(Math.log2(2 * passes + 1));

/**
 * Whether a plan's kernels and descriptors have room. Otherwise a digit takes three passes. Kernels of such a sort
 * count their tasks themselves, so no grid is indirect.
 */
function looksBack(context: SortContext): boolean {
  const { key, table, maxItems, subgroups, maxLanes } = context;
  if (table.lists?.overflow !== 'repeated') return false;
  const { lookBackWorkgroup, workgroup, tile } = table.sort.large;
  const items = tile / workgroup;
  return (
    lookBackWorkgroup === workgroup &&
    table.sort.digitBits === 8 &&
    subgroups &&
    maxLanes <= 32 &&
    Number.isInteger(items) &&
    items * key.words <= MAX_WORDS_PER_LANE &&
    Math.max(tile * key.words, (256 * workgroup) / groupOf(context)) <= MAX_WORDS &&
    maxItems < 2 ** countBits(digitPasses(context).length)
  );
}

/** The table with tiles that a workgroup ranks at once. */
function tableOf(table: FamilyTuning, keyWords: 1 | 2, maxItems: number): FamilyTuning {
  const { lookBackWorkgroup: workgroup, maxTile } = table.sort.large;
  if (!workgroup) return tableWithTiles(table, keyWords, maxItems);
  const most = (MAX_WORDS_PER_LANE / keyWords) * workgroup;
  const large = { ...table.sort.large, workgroup, maxTile: Math.min(maxTile, most) };
  return tableWithTiles({ ...table, sort: { ...table.sort, large } }, keyWords, maxItems);
}

/** Rows of counts: one a segment of several tiles. Each has a full tile. */
function countRows({ maxSegments }: SortContext, fullTiles: number) {
  return { rows: Math.min(maxSegments, fullTiles), byEntry: maxSegments <= fullTiles };
}

/** The constants that all kernels of such a sort share. */
function constantsOf(context: SortContext): NonNullable<Kernel['constants']> {
  const { workgroup, tile } = context.table.sort.large;
  return {
    ...STATE,
    ...digitConstants(context),
    WORKGROUP: workgroup,
    TILE: tile,
    ITEMS: tile / workgroup,
    PLACES: digitPasses(context).length,
    COUNTS_BY_ENTRY: countRows(context, Math.floor(context.maxItems / tile)).byEntry,
  };
}

function histogramKernel(context: SortContext, index: number): Kernel {
  const { key, lanes, maxLanes } = context;
  // Two copies of all counts where they take little memory.
  const constants = { ...constantsOf(context), COPIES: key.words === 1 ? 2 : 1, LARGE_BIN: index };
  return keyedKernel(context, {
    name: 'sort/large histogram',
    entry: histogramFile,
    modules: scanModules(context),
    aliases: { Scanned: 'u32' },
    constants: { ...constants, SUBGROUP_MIN: lanes, SUBGROUP_MAX: maxLanes },
  });
}

function digitKernel(context: SortContext, isFirst: boolean): Kernel {
  const { pairs, key, lanes, maxLanes } = context;
  const constants = constantsOf(context);
  return keyedKernel(context, {
    name: isFirst ? 'sort/large first digit' : 'sort/large digit',
    entry: digitFile,
    modules: [
      section(digitFile, 'staged', key.words === 1 ? 'word' : 'twoWords'),
      ...(pairs
        ? [section(digitFile, 'store', 'pairs'), movedValueModule(context, isFirst)]
        : [section(digitFile, 'store', 'keys')]),
      ...scanModules(context),
    ],
    aliases: { Scanned: 'u32' },
    constants: {
      ...constants,
      KEY_WORDS: key.words,
      GROUP: groupOf(context),
      SUBGROUP_MIN: lanes,
      SUBGROUP_MAX: maxLanes,
      COUNT_BITS: countBits(Number(constants.PLACES)),
      TRIES,
    },
  });
}

function passesOf(context: SortContext, index: number): Pass[] {
  const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
  const { key, item, first } = movedBytes(context);
  const digits = digitPasses(context);
  const kernels = firstAndOthers(context, (isFirst) => digitKernel(context, isFirst));
  const [{ read }] = digits as [(typeof digits)[0]];
  const passes: Pass[] = [
    { kernel: histogramKernel(context, index), grid, resources: read, traffic: { item: key } },
    ...digits.map(({ move, isFirst }, i) => {
      const digitPass: Resource = { kind: 'words', words: [i] };
      const traffic = { item: (isFirst ? first : item) + item };
      return { kernel: kernels[isFirst ? 0 : 1], grid, resources: { ...move, digitPass }, traffic };
    }),
  ];
  return passes.map((pass) => ({ ...pass, bins: [index] }));
}

const large: LargeStage = {
  ...largeGpu,
  passes: (context, bin, index) =>
    looksBack(context) ? passesOf(context, index) : largeGpu.passes(context, bin, index),
  appended: (context) => (looksBack(context) ? APPENDING : undefined),
  clears: constantsOf,
  counterRows: (context, bounds) => (looksBack(context) ? 0 : largeGpu.counterRows(context, bounds)),
  regions: (context, { tiles, segments }) => {
    if (!looksBack(context)) return {};
    const fullTiles = tiles - segments;
    const { rows } = countRows(context, fullTiles);
    return {
      tiles: 32 * tiles,
      digitCounts: 4 * digitsOf(context).count * digitPasses(context).length * rows,
      descriptors: 4 * digitsOf(context).count * (fullTiles + ROWS_BEFORE),
    };
  },
};

/** The stages of a sort with such a large class. */
export const lookingBack = (stages: SortStages): SortStages => ({ ...stages, large, tableFor: tableOf });
