import type { BindingName, Kernel, Pass, Resource } from '../record/plan.ts';
import { type PieceName, pieces } from '../template/pieces.ts';
import type { SortContext } from './context.ts';

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

/** Values of 2 to 4 words: their indices are sorted, and the values moved once. */
function gathered(context: SortContext, inPlace: boolean): Conversion {
  const constants = { VALUE_WORDS: context.valueBytes / 4 };
  const indices = { words: region('indices'), sorted: region('permutation') };
  const copy = { gatherFrom: argument('valuesIn'), gatherTo: region('valueCopy') };
  const from = inPlace ? region('valueCopy') : argument('valuesIn');
  const gather = { sorted: region('permutation'), gatherFrom: from, gatherTo: argument('valuesOut') };
  return {
    before: [convertPass(context, 'convert/indices', {}, indices)],
    after: [
      ...(inPlace ? [convertPass(context, 'convert/copy', constants, copy)] : []),
      convertPass(context, 'convert/gather', constants, gather),
    ],
    instead: { valuesIn: region('indices'), valuesOut: region('permutation') },
    // The copy has room in every plan: all plans of one sort share their scratch memory's size.
    regions: {
      indices: 4 * context.maxItems,
      permutation: 4 * context.maxItems,
      valueCopy: context.maxItems * context.valueBytes,
    },
  };
}

/** The conversions of a sort, keys and values together. */
export function conversions(context: SortContext, valuesInPlace: boolean): Conversion {
  const { key, valueBytes } = context;
  const parts: Conversion[] = [];
  if (key.bytes < 4) parts.push(widened(context, 'keys', key.bytes));
  if (valueBytes === 1 || valueBytes === 2) parts.push(widened(context, 'values', valueBytes));
  if (valueBytes > 4) parts.push(gathered(context, valuesInPlace));
  return {
    before: parts.flatMap(({ before }) => before),
    after: parts.flatMap(({ after }) => after),
    instead: Object.assign({}, ...parts.map(({ instead }) => instead)),
    regions: Object.assign({}, ...parts.map(({ regions }) => regions)),
  };
}
