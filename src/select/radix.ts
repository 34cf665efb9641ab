/** Selection by digits, highest digit first: finds keys by their rank in each large segment. */
import values from '../../wgsl/scan/values.wgsl';
import order from '../../wgsl/select/prefilter/order.wgsl';
import starts from '../../wgsl/select/prefilter/starts.wgsl';
import descend from '../../wgsl/select/radix/descend.wgsl';
import recordsFile from '../../wgsl/select/radix/records.wgsl';
import slotFile from '../../wgsl/select/radix/slot.wgsl';
import sourceFile from '../../wgsl/select/radix/source.wgsl';
import storedFile from '../../wgsl/select/radix/stored.wgsl';
import tileStarts from '../../wgsl/select/radix/tile_starts.wgsl';
import tileStored from '../../wgsl/select/radix/tile_stored.wgsl';
import topStart from '../../wgsl/select/topk/start.wgsl';
import { type ConstantValue, type Kernel, section, type WgslModule } from '../plan/link.ts';
import { type Pass, type Resource, type Resources, STATE } from '../plan/plan.ts';
import { CANDIDATES_PER, DIGIT_BITS, DIGITS, keyed, largeGrids, type SelectContext } from './kernels.ts';

/** The keys that are searched for in every large segment. */
export interface Search {
  /** Keys that are searched for in a segment. */
  readonly targets: number;
  /** Whether items up to the target key are stored, in rows. Otherwise only the target keys are found. */
  readonly keepsItems: boolean;
  /** The module of `rankNow` in the first level, if ranks depend on the counts of that level. */
  readonly firstRank?: WgslModule;
  /** Whether a prefilter has copied candidates. Then no level copies any. */
  readonly prefiltered?: boolean;
  /** Whether the first level counts NaNs. */
  readonly countsNans: boolean;
  readonly constants: Readonly<Record<string, ConstantValue>>;
}

/** Levels of a sort key, one per digit. */
export const levelsOf = ({ key }: SelectContext) => Math.max(1, Math.ceil(key.bits / DIGIT_BITS));

/** Levels that may copy candidates. In later levels a copy would save too little. */
const COPYING_LEVELS = 3;

/** Words of a tile's counters. */
const counterWords = ({ targets }: Search) => targets * DIGITS + 1;

/** Sizes of the scratch ranges, in bytes. */
export function radixRegions(context: SelectContext, search: Search): Record<string, number> {
  const { room, maxItems, key } = context;
  const words = (search.keepsItems ? 4 : 0) + 4 * key.words;
  const candidates = Math.ceil(maxItems / CANDIDATES_PER);
  return {
    tileCounters: 4 * counterWords(search) * room.tiles,
    // A prefilter has two sums a tile.
    tileSums: (search.prefiltered ? 16 : 8) * room.tiles,
    records: 32 * room.segments * (search.targets + 1),
    digitSums: 8 * room.segments * counterWords(search),
    candidateKeys: (words - (search.keepsItems ? 4 : 0)) * candidates,
    candidateIndices: search.keepsItems ? 4 * candidates : 4,
  };
}

/** Constants of all kernels of the large class. */
export function largeConstants(context: SelectContext, search: Search): Record<string, ConstantValue> {
  const { workgroup, tile } = context.table.sort.large;
  return {
    ...STATE,
    WORKGROUP: workgroup,
    TILE: tile,
    DIGITS,
    TARGETS: search.targets,
    LARGE_ROOM: context.room.segments,
    LARGE_BIN: context.bins.length - 1,
    COUNTER_WORDS: counterWords(search),
    CANDIDATES_PER,
    ...search.constants,
  };
}

/** The uniform of a level: shift, mask of the digits above, side of the records. */
export function levelWords(context: SelectContext, level: number): Resource {
  const levels = levelsOf(context);
  const shift = DIGIT_BITS * (levels - 1 - level);
  const above = BigInt.asUintN(64, -1n << BigInt(shift + DIGIT_BITS));
  const mask = level === 0 ? 0n : above;
  return { kind: 'words', words: [shift, Number(mask & 0xffffffffn), Number(mask >> 32n), level % 2] };
}

const keepName = (candidates: boolean, last: boolean) =>
  candidates ? 'keep rows of candidates' : last ? 'keep rows' : 'keep';

/** Counters of a digit in a first level that reads all keys. */
const FIRST_COPIES = 4;

/** The kernels of a selection. */
function kernelsOf(context: SelectContext, search: Search) {
  const { stages, prefixes } = context;
  const single = search.targets === 1;
  const constants = largeConstants(context, search);
  const block = [stages.block, section(values, 'combine', 'add')];
  const storedCount = section(recordsFile, 'storedCount', single ? 'single' : 'several');
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[], more: Kernel['constants'] = {}) => ({
    name: `select/${name}`,
    entry,
    modules: [...modules, prefixes],
    constants: { ...constants, ...more },
    aliases: { Scanned: 'u32' },
  });
  const source = (candidates: boolean) => section(sourceFile, 'source', candidates ? 'candidates' : 'input');
  return {
    countAll: (first: boolean, last: boolean, module: WgslModule) => {
      const slot = section(slotFile, 'slot', single ? 'single' : first ? 'first' : 'several');
      const storesTiles = last && search.keepsItems;
      const modules = [
        section(sourceFile, 'source', search.prefiltered ? 'either' : 'input'),
        slot,
        section(module, 'tileCounts', storesTiles ? 'stored' : 'none'),
      ];
      const more = {
        COUNT_NANS: first && search.countsNans,
        COUNTS_LESSER: storesTiles,
        LAST_NUMBER: search.constants.LAST_NUMBER ?? [0, 0],
        // In the first level many keys may have the same digit.
        COPIES: first ? FIRST_COPIES : 1,
      };
      const name = first ? 'count first' : storesTiles ? 'count last' : 'count';
      return keyed(context, kernel(name, module, modules, more), true);
    },
    count: (first: boolean) => {
      const slot = section(slotFile, 'slot', single ? 'single' : first ? 'first' : 'several');
      const constants = { COUNT_NANS: first && search.countsNans, LAST_NUMBER: search.constants.LAST_NUMBER ?? [0, 0] };
      const modules = [section(sourceFile, 'source', first && !search.prefiltered ? 'input' : 'either'), slot];
      return keyed(context, kernel(first ? 'count first' : 'count', stages.count, modules, constants), true);
    },
    descend: (first: boolean) => {
      const ranks = first ? search.firstRank : undefined;
      const modules = [...block, ranks ?? section(descend, 'rank', 'recorded')];
      const made = kernel(ranks ? 'descend first' : 'descend', descend, modules);
      return { ...made, aliases: { ...made.aliases, Key: context.key.words === 1 ? 'u32' : 'vec2u' } };
    },
    tileStored: (last: boolean) =>
      keyed(
        context,
        kernel(
          last ? 'tile stored last' : 'tile stored',
          tileStored,
          [...block, section(tileStored, 'tileStored', single ? 'single' : 'several'), storedCount],
          { LAST_LEVEL: last },
        ),
        false,
      ),
    tileStarts: (last: boolean): Kernel => ({
      name: last ? 'select/tile starts last' : 'select/tile starts',
      entry: tileStarts,
      modules: [...block, storedCount],
      constants: { ...constants, LAST_LEVEL: last },
      aliases: { Scanned: 'vec2u' },
    }),
    keep: (candidates: boolean, last: boolean) =>
      keyed(
        context,
        kernel(keepName(candidates, last), stages.keep, [
          source(candidates),
          section(storedFile, 'class', single ? 'single' : 'several'),
          section(storedFile, 'to', last ? 'rows' : 'candidates'),
          section(storedFile, 'store', search.keepsItems ? 'item' : 'key'),
          ...(stages.keepScans ? block : []),
        ]),
        !candidates,
      ),
  };
}

const region = (name: string): Resource => ({ kind: 'region', name });

const COUNTERS: Resources = { counters: region('tileCounters') };
const TO_CANDIDATES: Resources = { storedKeys: region('candidateKeys'), storedIndices: region('candidateIndices') };
const TO_ROWS: Resources = { storedKeys: region('selectedKeys'), storedIndices: region('selectedIndices') };

/**
 * The passes of a search. A level is a digit: its tiles are counted, and each segment descends to a digit. As soon as
 * few candidates remain, a level copies them, and later levels read only these. Method: radix select by the most
 * significant digit (Alabi, Blanchard, Gordon and Steinbach 2012), over a tile table of all large segments.
 */
export function searchPasses(context: SelectContext, search: Search): Pass[] {
  const kernels = kernelsOf(context, search);
  const grids = largeGrids(context);
  const levels = levelsOf(context);
  const keyBytes = 4 * context.key.words;
  const countAll = context.stages.countAll?.(context);
  return Array.from({ length: levels }, (_, level): Pass[] => {
    const last = level === levels - 1;
    const resources = { ...COUNTERS, level: levelWords(context, level) };
    const tiles = (kernel: Kernel, more: Resources = {}): Pass => ({
      kernel,
      grid: grids.tiles,
      resources: { ...resources, ...more },
    });
    const segments = (kernel: Kernel): Pass => ({ kernel, grid: grids.segments, resources });
    const read = (pass: Pass): Pass => ({ ...pass, traffic: { item: keyBytes } });
    const counting = [tiles(kernels.tileStored(last)), segments(kernels.tileStarts(last))];
    const copies = !countAll && !search.prefiltered && !last && level < COPYING_LEVELS;
    const first = level === 0;
    return [
      read(tiles(countAll ? kernels.countAll(first, last, countAll) : kernels.count(first))),
      segments(kernels.descend(level === 0)),
      ...(copies ? [...counting, read(tiles(kernels.keep(false, false), TO_CANDIDATES))] : []),
      ...(last && search.keepsItems
        ? [
            ...counting,
            read(tiles(kernels.keep(false, true), TO_ROWS)),
            ...(level > 0 && (search.prefiltered || !countAll) ? [tiles(kernels.keep(true, true), TO_ROWS)] : []),
          ]
        : []),
    ];
  }).flat();
}

// A prefilter before a search by digits: one read of the input copies the items before a pivot, a key of a sample, and
// the levels read only these and as many items equal to the pivot as are searched for. A search without a prefilter
// reads the input about twice. The splitter of a sample is that of sample select (Ribizel and Anzt 2020).

/** Selected items of a segment for which `prefilterFrom` items are enough. More need as many times more. */
const SELECTED = 170;

/** The kernels of a prefilter read the input. */
const INPUT = /* @__PURE__ */ section(sourceFile, 'source', 'input');

/** Most items of a segment's sample. */
const SAMPLE = 1024;

/** Whether a top-k prefilters, by the average length for which its plan has room. */
export function prefilters({ key, maxItems, maxSegments, table }: SelectContext, maxK: number): boolean {
  const length = maxItems / maxSegments;
  return key.bits > DIGIT_BITS && length >= table.sort.large.prefilterFrom * Math.max(1, maxK / SELECTED);
}

/** Adds to a kernel what finds the pivots of segments, or finds none. */
export function withPivots(context: SelectContext, kernel: Kernel, prefiltering: boolean): Kernel {
  const { key, prefixes, stages } = context;
  const modules = kernel.modules ?? [];
  if (!prefiltering) return { ...kernel, modules: [...modules, section(topStart, 'pivot', 'none')] };
  const constants = {
    ...kernel.constants,
    ...{ DIGITS, KEY_DIGITS: Math.ceil(key.bits / DIGIT_BITS) },
    SAMPLE,
  };
  return keyed(
    context,
    {
      ...kernel,
      modules: [...modules, stages.pivot, INPUT, prefixes],
      constants,
    },
    true,
  );
}

const CANDIDATES: Resources = {
  candidateKeys: { kind: 'region', name: 'candidateKeys' } as Resource,
  candidateIndices: { kind: 'region', name: 'candidateIndices' } as Resource,
};

/** The passes of a prefilter. `constants` are those of the large class. */
export function prefilterPasses(context: SelectContext, constants: Readonly<Record<string, ConstantValue>>): Pass[] {
  const { stages, prefixes } = context;
  const grids = largeGrids(context);
  const block = [stages.block, section(values, 'combine', 'add')];
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[]): Kernel => ({
    name: `select/${name}`,
    entry,
    modules,
    constants,
    aliases: { Scanned: 'u32' },
  });
  const filter = kernel('prefilter', stages.prefilter, [INPUT, prefixes, ...(stages.keepScans ? block : [])]);
  return [
    {
      kernel: keyed(context, filter, true),
      grid: grids.tiles,
      resources: { ...CANDIDATES, level: levelWords(context, 0) },
      traffic: { item: 4 * context.key.words },
    },
    {
      kernel: { ...kernel('prefilter starts', starts, block), aliases: { Scanned: 'vec2u' } },
      grid: grids.segments,
      resources: {},
    },
    {
      kernel: keyed(context, kernel('prefilter order', order, [...block, INPUT, prefixes]), true),
      grid: grids.tiles,
      resources: { ...CANDIDATES, level: levelWords(context, 0) },
    },
  ];
}
