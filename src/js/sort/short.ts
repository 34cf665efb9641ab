/**
 * Sorts of up to 4096 u32 keys, without or with one word each, stable: insertion for the shortest ranges, a bucket sort
 * for longer ones. It puts keys into about as many buckets as there are keys, by their leading bits between the least
 * and the greatest key, and finishes by insertion, or sorts each bucket alike where many keys share one.
 */

/** The largest length that insertion sorts. Measured: a bucket sort is faster from about 20 keys on. */
export const INSERTION = 20;
/** The largest length of a bucket sort. Measured with uniform keys: faster than radix sorts up to this length. */
export const BUCKETS = 4096;
/** The largest sum of the buckets' squared counts, divided by the number of keys, that insertion finishes. */
export const CROWDED = 8;

/** Memory that the other sorts of one call share. */
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

/**
 * What is sorted, and memory of bucket sorts. A sort does not wait, so all calls share it. Engines compile accesses to
 * constant arrays to fewer instructions than those to arguments: bucket sorts take two thirds of the time. Bundlers
 * make `var` of constants of a module, so the sorts are in functions that run once and have the arrays as constants.
 */
const MEMORY = {
  keys: new Uint32Array(BUCKETS),
  words: new Uint32Array(BUCKETS),
  // The same, by bucket.
  moved: new Uint32Array(BUCKETS),
  movedWords: new Uint32Array(BUCKETS),
  counts: new Uint32Array(BUCKETS),
  // Of the last count of buckets: the least key, and the shift that turns a key's distance from it into its bucket.
  least: new Uint32Array(2),
};

const STEPS = (() => {
  const { keys, words, counts, least } = MEMORY;

  function insertKeys(begin: number, end: number): void {
    for (let i = begin + 1; i < end; i++) {
      const key = keys[i]!;
      let at = i;
      for (; at > begin && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
      keys[at] = key;
    }
  }

  function insertPairs(begin: number, end: number): void {
    for (let i = begin + 1; i < end; i++) {
      const key = keys[i]!;
      const word = words[i]!;
      let at = i;
      for (; at > begin && keys[at - 1]! > key; at--) {
        keys[at] = keys[at - 1]!;
        words[at] = words[at - 1]!;
      }
      keys[at] = key;
      words[at] = word;
    }
  }

  /** Counts the keys of each bucket, and makes the counts first indices. Returns whether insertion may finish. */
  function countBuckets(begin: number, end: number): boolean {
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
    least[0] = min;
    least[1] = by;
    return by === 0 || squares <= CROWDED * (end - begin);
  }

  return { insertKeys, insertPairs, countBuckets };
})();

/** The sorts, of ranges of `keys` and of their `words`. */
export const SHORT = (() => {
  const { keys, words, moved, movedWords, counts, least } = MEMORY;
  const { insertKeys, insertPairs, countBuckets } = STEPS;

  function bucketKeys(begin: number, end: number): void {
    const done = countBuckets(begin, end);
    const min = least[0]!;
    const by = least[1]!;
    for (let i = begin; i < end; i++) {
      const key = keys[i]!;
      moved[counts[(key - min) >>> by]!++] = key;
    }
    if (!done) {
      sortBuckets(begin, end, false);
      return;
    }
    for (let i = begin; i < end; i++) {
      const key = moved[i - begin]!;
      let at = i;
      for (; at > begin && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
      keys[at] = key;
    }
  }

  /** The same for keys with a word each. */
  function bucketPairs(begin: number, end: number): void {
    const done = countBuckets(begin, end);
    const min = least[0]!;
    const by = least[1]!;
    for (let i = begin; i < end; i++) {
      const key = keys[i]!;
      const to = counts[(key - min) >>> by]!++;
      moved[to] = key;
      movedWords[to] = words[i]!;
    }
    if (!done) {
      sortBuckets(begin, end, true);
      return;
    }
    for (let i = begin; i < end; i++) {
      const key = moved[i - begin]!;
      let at = i;
      for (; at > begin && keys[at - 1]! > key; at--) {
        keys[at] = keys[at - 1]!;
        words[at] = words[at - 1]!;
      }
      keys[at] = key;
      words[at] = movedWords[i - begin]!;
    }
  }

  /**
   * Sorts each bucket of keys that have been moved, where some have too many. At least 16 buckets divide the range of
   * keys, so each round takes four bits of it, and eight rounds are enough.
   */
  function sortBuckets(begin: number, end: number, pairs: boolean): void {
    const min = least[0]!;
    const by = least[1]!;
    keys.set(moved.subarray(0, end - begin), begin);
    if (pairs) words.set(movedWords.subarray(0, end - begin), begin);
    for (let from = begin; from < end; ) {
      const bucket = (keys[from]! - min) >>> by;
      let to = from + 1;
      while (to < end && (keys[to]! - min) >>> by === bucket) to++;
      if (pairs) sortPairs(from, to);
      else sortKeys(from, to);
      from = to;
    }
  }

  function sortKeys(begin: number, end: number): void {
    if (end - begin <= INSERTION) insertKeys(begin, end);
    else if (!isSorted(keys, begin, end)) bucketKeys(begin, end);
  }

  function sortPairs(begin: number, end: number): void {
    if (end - begin <= INSERTION) insertPairs(begin, end);
    else if (!isSorted(keys, begin, end)) bucketPairs(begin, end);
  }

  /** Sorts segments first … last − 1, of which the first begins at index 0. */
  function sortAllKeys(begin: Uint32Array, end: Uint32Array, first: number, last: number): void {
    const base = begin[first]!;
    for (let s = first; s < last; s++) sortKeys(begin[s]! - base, end[s]! - base);
  }

  function sortAllPairs(begin: Uint32Array, end: Uint32Array, first: number, last: number): void {
    const base = begin[first]!;
    for (let s = first; s < last; s++) sortPairs(begin[s]! - base, end[s]! - base);
  }

  return {
    keys,
    words,
    sortAllKeys,
    sortAllPairs,
    sortKeys,
    /** Stable: words of equal keys keep their order. */
    sortPairs,
  };
})();
