/**
 * The numbers at some ranks of a range of one-word numbers, without their indices. Counts in up to 2048 buckets between
 * the least and the greatest number say which buckets hold the ranks, and only those are sorted. Method: Alabi,
 * Blanchard, Gordon and Steinbach 2012, for several ranks at once.
 */
import { type Workspace, workspace } from '../sort/short.ts';
import { sortKeys } from '../sort/words.ts';

/** Segments of up to this many numbers are sorted. Measured: 128 to 512 take as long. */
export const FEW = 256;
const BUCKET_BITS = 11;
const BUCKETS = 1 << BUCKET_BITS;
const ABSENT = 0xffffffff;

export interface Ranks {
  /** The numbers of a range, from index 0 on. The search changes their order. */
  readonly words: Uint32Array;
  readonly work: Workspace;
  /** The numbers of the buckets that hold a rank. */
  readonly moved: Uint32Array;
  /** The first rank of each bucket, and of the one after the last. */
  readonly firsts: Uint32Array;
  /** Where the next number of a bucket goes in `moved`, or ABSENT. */
  readonly places: Uint32Array;
}

export function ranksOf(longest: number): Ranks {
  return {
    words: new Uint32Array(longest),
    work: workspace(longest, false),
    moved: new Uint32Array(longest),
    firsts: new Uint32Array(BUCKETS + 1),
    places: new Uint32Array(BUCKETS),
  };
}

/** Counts the first `count` words by buckets. Makes the counts first ranks, and returns the number of buckets. */
function countBuckets(firsts: Uint32Array, words: Uint32Array, count: number, min: number, shift: number, max: number) {
  const buckets = ((max - min) >>> shift) + 1;
  firsts.fill(0, 0, buckets + 1);
  // A bucket's count is one entry on, so that sums are first ranks.
  for (let i = 0; i < count; i++) firsts[((words[i]! - min) >>> shift) + 1]!++;
  for (let b = 1; b <= buckets; b++) firsts[b]! += firsts[b - 1]!;
  return buckets;
}

/** The bucket that holds a rank. */
function bucketOf(firsts: Uint32Array, buckets: number, rank: number): number {
  let [low, high] = [0, buckets - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (firsts[middle]! <= rank) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Stores the numbers at ranks[0] … ranks[wanted − 1] of the first `count` words in `to`, from index `at` on. A rank is
 * an index in the sorted words. There are more than {@link FEW} words.
 */
export function numbersAt(
  { words, work, moved, firsts, places }: Ranks,
  count: number,
  ranks: Uint32Array,
  wanted: number,
  to: Uint32Array,
  at: number,
): void {
  let min = words[0]!;
  let max = min;
  for (let i = 1; i < count; i++) {
    const word = words[i]!;
    if (word < min) min = word;
    else if (word > max) max = word;
  }
  const shift = Math.max(32 - Math.clz32(max - min) - BUCKET_BITS, 0);
  const buckets = countBuckets(firsts, words, count, min, shift, max);
  places.fill(ABSENT, 0, buckets);
  let candidates = 0;
  for (let k = 0; k < wanted; k++) {
    const bucket = bucketOf(firsts, buckets, ranks[k]!);
    to[at + k] = bucket;
    if (places[bucket] !== ABSENT) continue;
    places[bucket] = candidates;
    candidates += firsts[bucket + 1]! - firsts[bucket]!;
  }
  // A bucket has one number.
  if (shift === 0) {
    for (let k = 0; k < wanted; k++) to[at + k]! += min;
    return;
  }
  if (2 * candidates > count) {
    sortKeys(work, words, 0, count);
    for (let k = 0; k < wanted; k++) to[at + k] = words[ranks[k]!]!;
    return;
  }
  for (let i = 0; i < count; i++) {
    const word = words[i]!;
    const bucket = (word - min) >>> shift;
    const place = places[bucket]!;
    if (place === ABSENT) continue;
    moved[place] = word;
    places[bucket] = place + 1;
  }
  // A bucket's place is now its end. It is sorted when its first rank needs it.
  let sorted = ABSENT;
  for (let k = 0; k < wanted; k++) {
    const bucket = to[at + k]!;
    const begin = places[bucket]! - (firsts[bucket + 1]! - firsts[bucket]!);
    if (bucket !== sorted) sortKeys(work, moved, begin, places[bucket]!);
    sorted = bucket;
    to[at + k] = moved[begin + ranks[k]! - firsts[bucket]!]!;
  }
}
