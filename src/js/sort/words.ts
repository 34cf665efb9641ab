/**
 * Sorts ranges of u32 keys in place, without or with one word each. All sorts of this entry use these. Segments that
 * follow one another are copied together into the memory of the short sorts, and back.
 */
import type { Spans } from '../call.ts';
import { mapWords, type Steps, unmapWords } from './key_map.ts';
import { radixKeys, radixPairs } from './radix.ts';
import { BUCKETS, isSorted, SHORT, type Workspace } from './short.ts';

/** Fewer words are copied by a loop: a call of `set` takes longer. */
const FEW = 64;

function copy(from: Uint32Array, at: number, to: Uint32Array, toAt: number, count: number): void {
  if (count < FEW) for (let i = 0; i < count; i++) to[toAt + i] = from[at + i]!;
  else to.set(from.subarray(at, at + count), toAt);
}

export function sortKeys(work: Workspace, keys: Uint32Array, begin: number, end: number): void {
  const count = end - begin;
  if (count > BUCKETS) {
    if (!isSorted(keys, begin, end)) radixKeys(work, keys, begin, end);
    return;
  }
  copy(keys, begin, SHORT.keys, 0, count);
  SHORT.sortKeys(0, count);
  copy(SHORT.keys, 0, keys, begin, count);
}

/** Stable: words of equal keys keep their order. */
export function sortPairs(work: Workspace, keys: Uint32Array, payload: Uint32Array, begin: number, end: number): void {
  const count = end - begin;
  if (count > BUCKETS) {
    if (!isSorted(keys, begin, end)) radixPairs(work, keys, payload, begin, end);
    return;
  }
  copy(keys, begin, SHORT.keys, 0, count);
  copy(payload, begin, SHORT.words, 0, count);
  SHORT.sortPairs(0, count);
  copy(SHORT.keys, 0, keys, begin, count);
  copy(SHORT.words, 0, payload, begin, count);
}

/** Sorts segments first … last − 1. `steps` make keys the numbers that are sorted, and numbers keys. */
export function sortSegments(
  work: Workspace,
  keys: Uint32Array<ArrayBuffer>,
  payload: Uint32Array | undefined,
  steps: Steps | undefined,
  spans: Spans,
  first: number,
  last: number,
): void {
  const { begin, end } = spans;
  for (let s = first; s < last; ) {
    const base = begin[s]!;
    let to = end[s]!;
    let next = s + 1;
    for (; next < last && begin[next] === to && end[next]! - base <= BUCKETS; next++) to = end[next]!;
    const count = to - base;
    if (count > BUCKETS) {
      if (steps) mapWords(keys, steps, base, to);
      if (payload) sortPairs(work, keys, payload, base, to);
      else sortKeys(work, keys, base, to);
      if (steps) unmapWords(keys, steps, keys, base, to);
    } else if (count > 1) {
      copy(keys, base, SHORT.keys, 0, count);
      if (payload) copy(payload, base, SHORT.words, 0, count);
      if (steps) mapWords(SHORT.keys, steps, 0, count);
      (payload ? SHORT.sortAllPairs : SHORT.sortAllKeys)(begin, end, s, next);
      if (steps) unmapWords(SHORT.keys, steps, SHORT.keys, 0, count);
      copy(SHORT.keys, 0, keys, base, count);
      if (payload) copy(SHORT.words, 0, payload, base, count);
    }
    s = next;
  }
}

/**
 * The same for keys of two words, whose low words are at `low[payload[i]]`. It sorts by the high words first. Only runs
 * of equal high words are then sorted by their low words. `high` is sorted afterwards, and `lowWork` is scratch memory.
 */
export function sortWidePairs(
  work: Workspace,
  high: Uint32Array,
  low: Uint32Array,
  lowWork: Uint32Array,
  payload: Uint32Array,
  begin: number,
  end: number,
): void {
  sortPairs(work, high, payload, begin, end);
  for (let from = begin; from < end; ) {
    const key = high[from]!;
    let to = from + 1;
    while (to < end && high[to] === key) to++;
    if (to - from > 1) {
      for (let i = from; i < to; i++) lowWork[i] = low[payload[i]!]!;
      sortPairs(work, lowWork, payload, from, to);
    }
    from = to;
  }
}

/** Sorts keys of two words without values. */
export function sortWideKeys(work: Workspace, high: Uint32Array, low: Uint32Array, begin: number, end: number): void {
  sortPairs(work, high, low, begin, end);
  for (let from = begin; from < end; ) {
    const key = high[from]!;
    let to = from + 1;
    while (to < end && high[to] === key) to++;
    if (to - from > 1) sortKeys(work, low, from, to);
    from = to;
  }
}
