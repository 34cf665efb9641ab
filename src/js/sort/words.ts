/** Sorts ranges of u32 keys in place, without or with one word each. All sorts of this entry use these two. */
import { radixKeys, radixPairs } from './radix.ts';
import {
  BUCKETS,
  bucketKeys,
  bucketPairs,
  INSERTION,
  insertKeys,
  insertPairs,
  isSorted,
  least,
  shift,
  type Workspace,
} from './short.ts';

export function sortKeys(work: Workspace, keys: Uint32Array, begin: number, end: number): void {
  if (end - begin <= INSERTION) insertKeys(keys, begin, end);
  else if (isSorted(keys, begin, end)) return;
  else if (end - begin > BUCKETS) radixKeys(work, keys, begin, end);
  else if (!bucketKeys(work, keys, begin, end)) sortCrowded(work, keys, undefined, begin, end);
}

/** Stable: words of equal keys keep their order. */
export function sortPairs(work: Workspace, keys: Uint32Array, payload: Uint32Array, begin: number, end: number): void {
  if (end - begin <= INSERTION) insertPairs(keys, payload, begin, end);
  else if (isSorted(keys, begin, end)) return;
  else if (end - begin > BUCKETS) radixPairs(work, keys, payload, begin, end);
  else if (!bucketPairs(work, keys, payload, begin, end)) sortCrowded(work, keys, payload, begin, end);
}

/**
 * Finishes a bucket sort that counted too many keys in some buckets: moves keys to buckets, and sorts each of them.
 * At least 16 buckets divide the range of keys, so each round takes four bits of it, and eight rounds are enough.
 */
function sortCrowded(
  work: Workspace,
  keys: Uint32Array,
  payload: Uint32Array | undefined,
  begin: number,
  end: number,
): void {
  const { counts, keys: moved, payload: movedWords } = work;
  const min = least;
  const by = shift;
  for (let i = begin; i < end; i++) {
    const to = counts[(keys[i]! - min) >>> by]!++;
    moved[to] = keys[i]!;
    if (payload) movedWords[to] = payload[i]!;
  }
  for (let i = begin; i < end; i++) {
    keys[i] = moved[i - begin]!;
    if (payload) payload[i] = movedWords[i - begin]!;
  }
  for (let from = begin; from < end; ) {
    const bucket = (keys[from]! - min) >>> by;
    let to = from + 1;
    while (to < end && (keys[to]! - min) >>> by === bucket) to++;
    if (payload) sortPairs(work, keys, payload, from, to);
    else sortKeys(work, keys, from, to);
    from = to;
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
