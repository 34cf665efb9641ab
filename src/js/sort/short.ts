/**
 * Sorts of short ranges of u32 keys, in place and stable. Insertion takes the shortest ranges. A bucket sort takes
 * longer ones: it puts keys into about as many buckets as there are keys, by their leading bits between the least and
 * the greatest key, and finishes by insertion, or sorts each bucket alike where many keys share one.
 */

/** The largest length that insertion sorts. Measured: a bucket sort is faster from about 20 keys on. */
export const INSERTION = 20;
/** The largest length of a bucket sort. Measured with uniform keys: faster than radix sorts up to this length. */
export const BUCKETS = 4096;
/** The largest sum of the buckets' squared counts, divided by the number of keys, that insertion finishes. */
export const CROWDED = 8;

/** Memory that the sorts of one call share. */
export interface Workspace {
  /** Keys and payloads of the longest range. */
  readonly keys: Uint32Array;
  readonly payload: Uint32Array;
  /** Counts of buckets, or of the digits of all passes. */
  readonly counts: Uint32Array;
}

/** Largest number of counters that a sort needs: three passes by 11 bits. */
export const COUNTERS = 3 * 2048;

export function workspace(longest: number, pairs: boolean): Workspace {
  return {
    keys: new Uint32Array(longest),
    payload: new Uint32Array(pairs ? longest : 0),
    counts: new Uint32Array(COUNTERS),
  };
}

/** Whether the range is sorted already. */
export function isSorted(keys: Uint32Array, begin: number, end: number): boolean {
  let i = begin + 1;
  while (i < end && keys[i - 1]! <= keys[i]!) i++;
  return i >= end;
}

export function insertKeys(keys: Uint32Array, begin: number, end: number): void {
  for (let i = begin + 1; i < end; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}

export function insertPairs(keys: Uint32Array, payload: Uint32Array, begin: number, end: number): void {
  for (let i = begin + 1; i < end; i++) {
    const key = keys[i]!;
    const word = payload[i]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) {
      keys[at] = keys[at - 1]!;
      payload[at] = payload[at - 1]!;
    }
    keys[at] = key;
    payload[at] = word;
  }
}

/** Of the last count of buckets: the least key, and the shift that turns a key's distance from it into its bucket. */
export let least = 0;
export let shift = 0;

/** Counts the keys of each bucket, and makes the counts first indices. Returns whether insertion may finish. */
function countBuckets(counts: Uint32Array, keys: Uint32Array, begin: number, end: number): boolean {
  let min = keys[begin]!;
  let max = min;
  for (let i = begin + 1; i < end; i++) {
    const key = keys[i]!;
    if (key < min) min = key;
    else if (key > max) max = key;
  }
  // As many buckets as keys, rounded up to a power of two.
  const by = Math.max(Math.clz32(end - begin - 1) - Math.clz32(max - min), 0);
  const last = (max - min) >>> by;
  for (let i = 0; i <= last; i++) counts[i] = 0;
  for (let i = begin; i < end; i++) counts[(keys[i]! - min) >>> by]!++;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i <= last; i++) {
    const count = counts[i]!;
    squares += Math.imul(count, count);
    counts[i] = sum;
    sum += count;
  }
  least = min;
  shift = by;
  return by === 0 || squares <= CROWDED * (end - begin);
}

/** Returns false, before any key is moved, if buckets have too many keys. `work.counts` has first indices then. */
export function bucketKeys(work: Workspace, keys: Uint32Array, begin: number, end: number): boolean {
  const { counts, keys: moved } = work;
  if (!countBuckets(counts, keys, begin, end)) return false;
  // As an array pattern, these two took as long as the sort of 16 keys.
  const min = least;
  const by = shift;
  for (let i = begin; i < end; i++) {
    const key = keys[i]!;
    moved[counts[(key - min) >>> by]!++] = key;
  }
  for (let i = begin; i < end; i++) {
    const key = moved[i - begin]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return true;
}

/** The same for keys with a word each. */
export function bucketPairs(
  work: Workspace,
  keys: Uint32Array,
  payload: Uint32Array,
  begin: number,
  end: number,
): boolean {
  const { counts, keys: moved, payload: movedWords } = work;
  if (!countBuckets(counts, keys, begin, end)) return false;
  const min = least;
  const by = shift;
  for (let i = begin; i < end; i++) {
    const key = keys[i]!;
    const to = counts[(key - min) >>> by]!++;
    moved[to] = key;
    movedWords[to] = payload[i]!;
  }
  for (let i = begin; i < end; i++) {
    const key = moved[i - begin]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) {
      keys[at] = keys[at - 1]!;
      payload[at] = payload[at - 1]!;
    }
    keys[at] = key;
    payload[at] = movedWords[i - begin]!;
  }
  return true;
}
