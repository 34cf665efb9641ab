import type { BindingName, Grid, Kernel, Pass, Resource } from '../record/plan.ts';
import { type PieceName, pieces } from '../template/pieces.ts';
import type { SortContext } from './context.ts';

const WORKGROUP = 64;

/** Narrow keys, and values that are not one word, go through scratch memory: what the sort proper reads and writes. */
export interface Conversion {
  /** Before the sort and after it. */
  readonly before: readonly Pass[];
  readonly after: readonly Pass[];
  /** Arguments that the sort proper finds in scratch memory instead. */
  readonly instead: Readonly<Record<string, Resource>>;
  /** Scratch ranges, in bytes. */
  readonly regions: Readonly<Record<string, number>>;
}

function convertPass(
  name: PieceName,
  constants: Kernel['constants'],
  resources: Partial<Record<BindingName, Resource>>,
  itemsPerLane: number,
): Pass {
  const grid: Grid = {
    kind: 'counted',
    of: 'items',
    perBlock: itemsPerLane,
    rows: 1,
    extra: 0,
    perWorkgroup: WORKGROUP,
  };
  return {
    kernel: {
      name,
      subgroups: false,
      constants: { WORKGROUP, ...constants },
      bindings: ['state', ...(Object.keys(resources) as BindingName[])],
      pieces: pieces(name, 'state/layout', 'state/workgroup_index'),
    },
    grid,
    resources,
  };
}

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/** Constants of items that share a word. */
function packing(bytes: number) {
  return { PER_WORD: 4 / bytes, ITEM_BITS: 8 * bytes, ITEM_MASK: 2 ** (8 * bytes) - 1 };
}

function narrowKeys(context: SortContext): Conversion {
  const { bytes } = context.key;
  const perWord = 4 / bytes;
  const constants = packing(bytes);
  const widen = { packed: argument('keysIn'), words: region('wideKeysIn') };
  const narrow = { words: region('wideKeysOut'), packed: argument('keysOut') };
  return {
    before: [
      convertPass('convert/widen', constants, widen, perWord),
      convertPass('convert/fill', {}, { words: region('wideKeysOut') }, 1),
    ],
    after: [convertPass('convert/narrow', constants, narrow, perWord)],
    instead: { keysIn: region('wideKeysIn'), keysOut: region('wideKeysOut') },
    regions: { wideKeysIn: 4 * (context.maxItems + perWord), wideKeysOut: 4 * context.maxItems },
  };
}

/** Sorts the values' indices and moves the values once. */
function gatheredValues(context: SortContext, inPlace: boolean): Conversion {
  const bytes = context.valueBytes;
  const narrow = bytes < 4;
  const perLane = narrow ? 4 / bytes : 1;
  const constants = narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 };
  const from = inPlace ? region('valueCopy') : argument('valuesIn');
  const gather = { words: region('permutation'), gatherFrom: from, gatherTo: argument('valuesOut') };
  const copy = { gatherFrom: argument('valuesIn'), gatherTo: region('valueCopy') };
  const copied = convertPass('convert/copy', { PER_WORD: perLane, VALUE_WORDS: Math.max(bytes / 4, 1) }, copy, perLane);
  return {
    before: [
      convertPass('convert/iota', {}, { words: region('indices') }, 1),
      convertPass('convert/fill', {}, { words: region('permutation') }, 1),
    ],
    after: [
      ...(inPlace ? [copied] : []),
      convertPass(narrow ? 'convert/gather_packed' : 'convert/gather', constants, gather, perLane),
    ],
    instead: { valuesIn: region('indices'), valuesOut: region('permutation') },
    // The copy has room in every plan: all plans of one sort share their scratch memory's size.
    regions: {
      indices: 4 * context.maxItems,
      permutation: 4 * context.maxItems,
      valueCopy: Math.ceil((context.maxItems * bytes) / 4) * 4,
    },
  };
}

/** The conversions of a sort, keys and values together. */
export function conversions(context: SortContext, valuesInPlace: boolean): Conversion {
  const parts: Conversion[] = [];
  if (context.key.bytes < 4) parts.push(narrowKeys(context));
  if (context.pairs && context.valueBytes !== 4) parts.push(gatheredValues(context, valuesInPlace));
  return {
    before: parts.flatMap(({ before }) => before),
    after: parts.flatMap(({ after }) => after),
    instead: Object.assign({}, ...parts.map(({ instead }) => instead)),
    regions: Object.assign({}, ...parts.map(({ regions }) => regions)),
  };
}
