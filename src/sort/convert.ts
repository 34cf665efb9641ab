import type { BindingName, Kernel, Pass, Resource } from '../record/plan.ts';
import { type PieceName, pieces } from '../template/pieces.ts';
import type { SortAccess, SortContext } from './context.ts';

/** Narrow items, and values of more than a word, go through scratch memory: what the sort proper reads and writes. */
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
  { table }: SortContext,
  name: PieceName,
  constants: Kernel['constants'],
  resources: Partial<Record<BindingName, Resource>>,
  itemsPerUnit = 1,
): Pass {
  const { workgroup, perLane } = table.convert;
  return {
    kernel: {
      name,
      subgroups: false,
      constants: { WORKGROUP: workgroup, PER_LANE: perLane, ...constants },
      bindings: ['state', ...(Object.keys(resources) as BindingName[])],
      pieces: pieces(name, 'convert/each', 'convert/unwritten', 'state/layout', 'state/workgroup_index'),
    },
    grid: {
      kind: 'counted',
      of: 'items',
      perBlock: itemsPerUnit * perLane,
      rows: 1,
      extra: 0,
      perWorkgroup: workgroup,
    },
    resources,
  };
}

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/** Keys or values of 1 or 2 bytes: a word each while they are sorted. */
function widened(context: SortContext, what: 'keys' | 'values', bytes: number): Conversion {
  const perWord = 4 / bytes;
  const constants = { PER_WORD: perWord, ITEM_BITS: 8 * bytes, ITEM_MASK: 2 ** (8 * bytes) - 1 };
  const [words, sorted] = [`${what}Widened`, `${what}Sorted`];
  const widen = { packed: argument(`${what}In`), words: region(words), sorted: region(sorted) };
  const narrow = { sorted: region(sorted), packed: argument(`${what}Out`) };
  // The last packed word is widened whole.
  const room = 4 * (context.maxItems + perWord);
  return {
    before: [convertPass(context, 'convert/widen', constants, widen, perWord)],
    after: [convertPass(context, 'convert/narrow', constants, narrow, perWord)],
    instead: { [`${what}In`]: region(words), [`${what}Out`]: region(sorted) },
    regions: { [words]: room, [sorted]: room },
  };
}

const PERMUTATION = region('permutation');

/** Sorts indices instead of what they are the indices of. */
function indexed(context: SortContext, what: 'keys' | 'values'): Conversion {
  const indices = { words: region('indices'), sorted: PERMUTATION };
  return {
    before: [convertPass(context, 'convert/indices', {}, indices)],
    after: [],
    instead: { [`${what}In`]: indices.words, [`${what}Out`]: indices.sorted },
    regions: { indices: 4 * context.maxItems, permutation: 4 * context.maxItems },
  };
}

/** Moves keys or values of `words` words once, after the sort, to where the permutation says. */
function gathered(context: SortContext, what: 'keys' | 'values', words: number, inPlace: boolean): Conversion {
  const constants = { VALUE_WORDS: words };
  const copied = region(`${what}Copy`);
  const copy = { gatherFrom: argument(`${what}In`), gatherTo: copied };
  const gather = {
    sorted: PERMUTATION,
    gatherFrom: inPlace ? copied : argument(`${what}In`),
    gatherTo: argument(`${what}Out`),
  };
  return {
    before: [],
    after: [
      ...(inPlace ? [convertPass(context, 'convert/copy', constants, copy)] : []),
      convertPass(context, 'convert/gather', constants, gather),
    ],
    instead: {},
    // The copy has room in every plan: all plans of one sort share their scratch memory's size.
    regions: { [`${what}Copy`]: 4 * context.maxItems * words },
  };
}

/** 1- and 2-byte values are moved as words, between being widened and narrowed. */
function gatheredNarrow(context: SortContext, widening: Conversion): Conversion {
  const { valuesIn, valuesOut } = widening.instead;
  const gather = { sorted: PERMUTATION, gatherFrom: valuesIn as Resource, gatherTo: valuesOut as Resource };
  const move = convertPass(context, 'convert/gather', { VALUE_WORDS: 1 }, gather);
  return { ...widening, after: [move, ...widening.after], instead: {} };
}

function conversionParts(context: SortContext, access: SortAccess): Conversion[] {
  const { key, valueBytes, compare } = context;
  const narrowValues = valueBytes === 1 || valueBytes === 2 ? [widened(context, 'values', valueBytes)] : [];
  if (compare) {
    const words = valueBytes / 4;
    return [
      indexed(context, 'keys'),
      gathered(context, 'keys', compare.words, access.keysInPlace),
      ...narrowValues.map((widening) => gatheredNarrow(context, widening)),
      ...(words >= 1 ? [gathered(context, 'values', words, access.valuesInPlace)] : []),
    ];
  }
  return [
    ...(key.bytes < 4 ? [widened(context, 'keys', key.bytes)] : []),
    ...narrowValues,
    // Values of 2 to 4 words: their indices are sorted, and the values moved once.
    ...(valueBytes > 4
      ? [indexed(context, 'values'), gathered(context, 'values', valueBytes / 4, access.valuesInPlace)]
      : []),
  ];
}

/** The conversions of a sort, keys and values together. `access`: how the call's own buffers lie. */
export function conversions(context: SortContext, access: SortAccess): Conversion {
  const parts = conversionParts(context, access);
  return {
    before: parts.flatMap(({ before }) => before),
    after: parts.flatMap(({ after }) => after),
    instead: Object.assign({}, ...parts.map(({ instead }) => instead)),
    regions: Object.assign({}, ...parts.map(({ regions }) => regions)),
  };
}
