import convert from '../../wgsl/sort/convert/convert.wgsl';
import deliverFile from '../../wgsl/sort/convert/deliver.wgsl';
import { ARGS } from '../partition/plan.ts';
import { type Kernel, section } from '../plan/link.ts';
import { counted, type Pass, type Resource, type Resources, STATE } from '../plan/plan.ts';
import {
  customKeysOf,
  type GridOf,
  type Mapping,
  type SortAccess,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './kernels.ts';

/** A conversion between the caller's buffers and the words in scratch memory that the sort's kernels read and write. */
export interface Conversion {
  /** Passes before the sort, and after it. */
  readonly before: readonly Pass[];
  readonly after: readonly Pass[];
  /** The scratch range that replaces an argument in the sort's passes, by the argument's name. */
  readonly instead: Readonly<Record<string, Resource>>;
  /** Sizes of scratch ranges, in bytes. */
  readonly regions: Readonly<Record<string, number>>;
}

/** A pass that converts every item. `conversion` is a section of the kernel's file. */
function convertPass(
  { table }: SortContext,
  conversion: string,
  constants: NonNullable<Kernel['constants']>,
  resources: Resources,
  itemBytes: number,
  itemsPerConversion = 1,
  custom: Pick<Kernel, 'aliases' | 'modules'> = {},
): Pass {
  const { workgroup, perLane } = table.convert;
  return {
    kernel: {
      name: `sort/convert/${conversion}`,
      entry: convert,
      ...custom,
      modules: [section(convert, 'convert', conversion), ...(custom.modules ?? [])],
      constants: { ...STATE, WORKGROUP: workgroup, PER_LANE: perLane, ...constants },
    },
    grid: counted('items', itemsPerConversion * perLane, workgroup),
    resources,
    traffic: { item: itemBytes },
  };
}

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/** Constants for items of 1 or 2 bytes. */
function packing(bytes: number) {
  return { PER_WORD: 4 / bytes, ITEM_BITS: 8 * bytes, ITEM_MASK: 2 ** (8 * bytes) - 1 };
}

/** Widens keys or values of 1 or 2 bytes to one word each for the sort. */
function widened(context: SortContext, what: 'keys' | 'values', bytes: number): Conversion {
  const constants = packing(bytes);
  const perWord = constants.PER_WORD;
  const [words, sorted] = [`${what}Widened`, `${what}Sorted`];
  const widen = { packed: argument(`${what}In`), words: region(words), sorted: region(sorted) };
  const narrow = { sorted: region(sorted), packed: argument(`${what}Out`) };
  // All items of the last packed word are widened, also those past the end.
  const room = 4 * (context.maxItems + perWord);
  return {
    before: [convertPass(context, 'widen', constants, widen, bytes + 8, perWord)],
    after: [convertPass(context, 'narrow', constants, narrow, bytes + 4, perWord)],
    instead: { [`${what}In`]: region(words), [`${what}Out`]: region(sorted) },
    regions: { [words]: room, [sorted]: room },
  };
}

const PERMUTATION = region('permutation');

/** Replaces keys or values by their indices in the sort, which computes them. */
function indexed(context: SortContext, what: 'keys' | 'values'): Conversion {
  return {
    before: [convertPass(context, 'reset', {}, {}, 4)],
    after: [],
    instead: { [`${what}Out`]: PERMUTATION },
    regions: { permutation: 4 * context.maxItems },
  };
}

/** Replaces keys by the numbers that `orderBy` returns for them; the keys' indices move with the numbers. */
function mapped(context: SortContext, mapping: Mapping): Conversion {
  const { words } = mapping;
  const numbers = { input: argument('keysIn'), words: region('numbers') };
  const custom = { aliases: { InputWord: mapping.inputWord }, modules: mapping.modules };
  const indices = indexed(context, 'values');
  const size = 4 * words * context.maxItems;
  return {
    before: [
      convertPass(context, 'mapped', { NUMBER_WORDS: words }, numbers, mapping.bytes + 4 * words, 1, custom),
      ...indices.before,
    ],
    after: [],
    instead: { ...indices.instead, keysIn: numbers.words, keysOut: region('numbersSorted') },
    regions: { ...indices.regions, numbers: size, numbersSorted: size },
  };
}

/** Moves keys or values of `bytes` bytes once, after the sort, by the permutation. In place it copies them first. */
function gathered(context: SortContext, what: 'keys' | 'values', bytes: number, inPlace: boolean): Conversion {
  const narrow = bytes < 4;
  const constants = narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 };
  const itemsPerConversion = narrow ? 4 / bytes : 1;
  const copied = region(`${what}Copy`);
  const copy = { gatherFrom: argument(`${what}In`), gatherTo: copied };
  const gather = {
    sorted: PERMUTATION,
    gatherFrom: inPlace ? copied : argument(`${what}In`),
    gatherTo: argument(`${what}Out`),
  };
  const copier = narrow ? 'copy_packed' : 'copy';
  const gatherer = narrow ? 'gather_packed' : 'gather';
  return {
    before: [],
    after: [
      ...(inPlace ? [convertPass(context, copier, constants, copy, 2 * bytes, itemsPerConversion)] : []),
      convertPass(context, gatherer, constants, gather, 4 + 2 * bytes, itemsPerConversion),
    ],
    instead: {},
    // Every plan has the copy's range, since all plans of one sort need the same size of scratch memory.
    regions: { [`${what}Copy`]: 4 * Math.ceil((context.maxItems * bytes) / 4) },
  };
}

/** Gives the permutation to the caller. Indices in segments are written by `deliveryPasses`. */
function delivered(context: SortContext): Conversion {
  const indicesOut = argument('valuesOut');
  const after = context.indexFrom === 'array' ? [convertPass(context, 'deliver', {}, { indicesOut }, 8)] : [];
  return { before: [], after, instead: { indicesOut }, regions: {} };
}

/** With a custom order the sort moves indices, and keys and values are moved once. */
function customConversions(context: SortContext, access: SortAccess, keyBytes: number): Conversion[] {
  const { valueBytes, orderBy, indexFrom } = context;
  const values = indexFrom ? delivered(context) : gathered(context, 'values', valueBytes, access.valuesInPlace);
  return [
    orderBy ? mapped(context, orderBy) : indexed(context, 'keys'),
    gathered(context, 'keys', keyBytes, access.keysInPlace),
    ...(valueBytes > 0 ? [values] : []),
  ];
}

function conversionsOf(context: SortContext, access: SortAccess): Conversion[] {
  const { key, valueBytes } = context;
  const custom = customKeysOf(context);
  if (custom) return customConversions(context, access, custom.bytes);
  return [
    ...(key.bytes < 4 ? [widened(context, 'keys', key.bytes)] : []),
    ...(valueBytes === 1 || valueBytes === 2 ? [widened(context, 'values', valueBytes)] : []),
    // For values of 2 to 4 words the sort moves indices, and the values are moved once.
    ...(valueBytes > 4
      ? [indexed(context, 'values'), gathered(context, 'values', valueBytes, access.valuesInPlace)]
      : []),
  ];
}

/** The conversions of a sort, of keys and values together. `access`: how the caller's buffers lie. */
export function conversions(context: SortContext, access: SortAccess): Conversion {
  const conversions = conversionsOf(context, access);
  return {
    before: conversions.flatMap(({ before }) => before),
    after: conversions.flatMap(({ after }) => after),
    instead: Object.assign({}, ...conversions.map(({ instead }) => instead)),
    regions: Object.assign({}, ...conversions.map(({ regions }) => regions)),
  };
}

// Indices in segments under a custom order, whose permutation counts from the array's start.

/** Lanes that share a listed segment on GPUs. Longer segments of these bins have a few thousand items. */
const LANES_PER_SEGMENT = 16;

/**
 * The passes that write the indices in segments: of the listed segments, and of the large ones. `perWorkgroup`: the
 * tiles of a workgroup in passes over tiles. `records`: whether each tile has a record.
 */
export function deliveryPasses(
  context: SortContext,
  { perWorkgroup, records }: { readonly perWorkgroup: number; readonly records: boolean },
  bins: readonly SortBin[],
  gridOf: GridOf,
): Pass[] {
  if (context.indexFrom !== 'segment' || !customKeysOf(context)) return [];
  const { workgroup } = context.table.sort.large;
  const listed = bins.flatMap(({ method }, i) => (method === 'tiles' ? [] : [i]));
  const passes: Pass[] = [];
  if (listed.length > 0) {
    // Where a lane takes a whole tile, it takes a whole segment as well.
    const LANES = perWorkgroup > 1 ? 1 : LANES_PER_SEGMENT;
    const constants = { ...STATE, WORKGROUP: workgroup, LANES, LISTED_BINS: listed.length };
    passes.push({
      kernel: { name: 'deliver listed', entry: section(deliverFile, 'segments', 'listed'), constants },
      grid: gridOf({
        tasksPerSegment: Object.fromEntries(listed.map((bin) => [bin, 1])),
        tasksPerWorkgroup: workgroup / LANES,
      }),
      bins: listed,
      traffic: { segment: SPAN_BYTES, item: 8 },
    });
  }
  if (listed.length < bins.length) {
    const { tile } = context.table.sort.large;
    const constants = { ...STATE, WORKGROUP: workgroup, LANES: workgroup / perWorkgroup, TILE: tile };
    const entry = section(deliverFile, 'segments', records ? 'records' : 'large');
    passes.push({
      kernel: { name: 'deliver tiles', entry, constants },
      grid: { kind: 'indirect', slot: ARGS.tiles },
      bins: [bins.length - 1],
      traffic: { item: 8 },
    });
  }
  return passes;
}

export const CONVERTING = { conversions, deliveryPasses };
