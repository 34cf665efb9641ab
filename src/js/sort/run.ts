/** Sorts the segments of one call. */

import { gathered, type HostItems } from '../../api/arrays.ts';
import { type KeyOrder, keyTraits } from '../../sort/kernels.ts';
import { inChunks, iota, type Spans, type Work } from '../call.ts';
import type { CustomOrder } from './custom.ts';
import { type Floats, plainFloats, sortFloats } from './floats.ts';
import { isPlain, type MappedKeys, mapped, type Steps, stepsOf, unmapped } from './key_map.ts';
import { type Workspace, workspace } from './short.ts';
import { sortSegments, sortWideKeys, sortWidePairs } from './words.ts';

/** A checked sort. It may write to the bytes of keys and values. */
export interface SortCall extends Work {
  readonly spans: Spans;
  readonly itemCount: number;
  readonly keys: HostItems;
  readonly values?: HostItems | undefined;
  /** Whether the index of each sorted item is needed. */
  readonly indices?: boolean;
}

/** The results. Each is made when it is requested. */
export interface Sorted {
  keys(): Uint8Array<ArrayBuffer>;
  values(): Uint8Array<ArrayBuffer>;
  indices(): Uint32Array<ArrayBuffer>;
}

/** Results that are gathered by the index of each sorted item. */
function byIndices({ keys, values }: SortCall, indices: Uint32Array<ArrayBuffer>): Sorted {
  return {
    keys: () => gathered(keys, indices).bytes,
    values: () => (values ? gathered(values, indices).bytes : new Uint8Array()),
    indices: () => indices,
  };
}

/** Makes a function that sorts segments from `first` to before `last`. Its loop lets the engine inline the sort. */
type Sort = (work: Workspace, spans: Spans) => (first: number, last: number) => void;

/** Runs a sort on all segments. */
function eachSegment({ spans, itemCount, ...work }: Omit<SortCall, 'keys'>, pairs: boolean, sort: Sort): Promise<void> {
  return inChunks(spans, itemCount, work, 2, sort(workspace(spans.longest, pairs), spans));
}

/** Sorts keys, with a word each if there are words. `steps` make keys numbers, where they are not numbers yet. */
const byWords =
  (keys: Uint32Array<ArrayBuffer>, words?: Uint32Array, steps?: Steps): Sort =>
  (work, spans) =>
  (first, last) =>
    sortSegments(work, keys, words, steps, spans, first, last);

/** Sorts floats without values. */
const byValue =
  (keys: Floats, isDescending: boolean): Sort =>
  ({ counts }, { begin, end, longest }) => {
    const moved = keys.slice(0, longest);
    return (first, last) => {
      for (let i = first; i < last; i++) {
        sortFloats(keys, moved, counts, begin[i]!, end[i]!);
        if (isDescending) keys.subarray(begin[i]!, end[i]!).reverse();
      }
    };
  };

/** Sorts by any function on ranges. */
const byRanges =
  (sort: (work: Workspace, begin: number, end: number) => void): Sort =>
  (work, { begin, end }) =>
  (first, last) => {
    for (let i = first; i < last; i++) sort(work, begin[i]!, end[i]!);
  };

/**
 * The index of each sorted item, by numbers of which the low words or the high ones are sorted with them: the high ones
 * where there are any.
 */
export async function sortedIndices(
  call: Omit<SortCall, 'keys'>,
  { low, high }: MappedKeys,
): Promise<Uint32Array<ArrayBuffer>> {
  const indices = iota(call.itemCount);
  if (!high) {
    await eachSegment(call, true, byWords(low, indices));
    return indices;
  }
  const lowWork = new Uint32Array(low.length);
  await eachSegment(
    call,
    true,
    byRanges((work, begin, end) => sortWidePairs(work, high, low, lowWork, indices, begin, end)),
  );
  return indices;
}

/** Sorts by the keys' bits. */
export async function sortByBits(call: SortCall, order: KeyOrder): Promise<Sorted> {
  const { keys, values, indices, spans, itemCount } = call;
  const { lossless } = keyTraits(order);
  // Indices are asked for only where nothing moves.
  const inPlace = {
    keys: () => keys.bytes,
    values: () => values?.bytes ?? new Uint8Array(),
    indices: () => iota(itemCount),
  };
  // Nothing moves where no segment has two items.
  if (spans.longest < 2) return inPlace;
  if (!lossless || indices || (values && (keys.itemBytes === 8 || values.itemBytes !== 4))) {
    const { low, high } = mapped(keys.bytes, order);
    const results = byIndices(call, await sortedIndices(call, { low, high }));
    if (high || !lossless) return results;
    return { ...results, keys: () => unmapped({ low, high }, order) };
  }
  const floats = values ? undefined : plainFloats(keys, spans.longest);
  if (floats) {
    await eachSegment(call, false, byValue(floats, order.order === 'descending'));
    return inPlace;
  }
  // Values of one word move with the keys.
  const words = values && new Uint32Array(values.bytes.buffer);
  if (keys.itemBytes === 4) {
    const steps = isPlain(order) ? undefined : stepsOf(order);
    await eachSegment(call, words !== undefined, byWords(new Uint32Array(keys.bytes.buffer), words, steps));
    return inPlace;
  }
  const { low, high } = mapped(keys.bytes, order);
  if (!high) await eachSegment(call, words !== undefined, byWords(low, words));
  else
    await eachSegment(
      call,
      true,
      byRanges((work, begin, end) => sortWideKeys(work, high, low, begin, end)),
    );
  return { ...inPlace, keys: () => unmapped({ low, high }, order) };
}

/** Sorts by functions of the user. */
export async function sortByFunction(call: SortCall, custom: CustomOrder): Promise<Sorted> {
  const { keys, itemCount } = call;
  if ('numbers' in custom) {
    return byIndices(call, await sortedIndices(call, mapped(custom.numbers(keys.bytes), custom.order)));
  }
  const sort = custom.sort(keys.bytes);
  const indices = iota(itemCount);
  const scratch = new Uint32Array(itemCount);
  await eachSegment(
    call,
    false,
    byRanges((_, begin, end) => sort(indices, scratch, begin, end)),
  );
  return byIndices(call, indices);
}
