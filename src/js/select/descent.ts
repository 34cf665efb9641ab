/**
 * Selection by radix descent. Each step counts the items in 2048 buckets between the least and the greatest key, and
 * continues in the bucket that holds the target rank. Few items are sorted instead. Method: Alabi, Blanchard, Gordon
 * and Steinbach 2012.
 */
import { radixPairs } from '../sort/radix.ts';
import { type Workspace, workspace } from '../sort/short.ts';
import { sortPairs } from '../sort/words.ts';

/** Up to this many candidates are sorted. */
const FEW = 256;
const BUCKET_BITS = 11;

/** Words by which items are ordered. */
export interface Numbers {
  readonly low: Uint32Array;
  readonly high: Uint32Array | undefined;
}

/** Memory of selections, for segments of up to some length. */
export interface Selector {
  readonly work: Workspace;
  /** Candidates, and a word for each of their numbers. */
  readonly items: Uint32Array;
  readonly words: Uint32Array;
  /** The items that are found. */
  readonly found: Uint32Array;
}

export function selector(longest: number): Selector {
  const words = () => new Uint32Array(longest);
  return { work: workspace(longest, true), items: words(), words: words(), found: words() };
}

/** Sorts the first `count` entries of `items` by their numbers. Stable. */
function sortItems({ work, words }: Selector, items: Uint32Array, count: number, { low, high }: Numbers): void {
  for (const word of high ? [low, high] : [low]) {
    for (let i = 0; i < count; i++) words[i] = word[items[i]!]!;
    if (high) radixPairs(work, words, items, 0, count);
    else sortPairs(work, words, items, 0, count);
  }
}

/** The bucket of the item with the target rank, and the number of items in earlier buckets. */
function bucketOfRank(counts: Uint32Array, rank: number): readonly [bucket: number, before: number] {
  let before = 0;
  let bucket = 0;
  while (before + counts[bucket]! <= rank) before += counts[bucket++]!;
  return [bucket, before];
}

/**
 * Finds the first `k` items of the stable sort of items begin … end − 1, and stores them in `found` in that order.
 * There are at least `k` items. With `only` it finds just the last of them, and stores it in found[0].
 */
export function selectFirst(of: Selector, numbers: Numbers, begin: number, end: number, k: number, only = false): void {
  const { work, items, words, found } = of;
  const { counts } = work;
  let count = end - begin;
  for (let i = 0; i < count; i++) items[i] = begin + i;
  let [taken, left] = [0, k];
  let word = numbers.high ?? numbers.low;
  for (;;) {
    if (count <= FEW || (!only && 2 * left > count)) {
      if (only) {
        sortItems(of, items, count, numbers);
        found[0] = items[left - 1]!;
        return;
      }
      for (let i = 0; i < count; i++) found[taken++] = items[i]!;
      break;
    }
    let [min, max] = [0xffffffff, 0];
    for (let i = 0; i < count; i++) {
      const key = word[items[i]!]!;
      words[i] = key;
      if (key < min) min = key;
      if (key > max) max = key;
    }
    if (min === max && word !== numbers.low) {
      word = numbers.low;
      continue;
    }
    const shift = Math.max(32 - Math.clz32(max - min) - BUCKET_BITS, 0);
    counts.fill(0, 0, 1 << BUCKET_BITS);
    for (let i = 0; i < count; i++) counts[(words[i]! - min) >>> shift]!++;
    const [bucket, before] = bucketOfRank(counts, left - 1);
    left -= before;
    let remaining = 0;
    for (let i = 0; i < count; i++) {
      const its = (words[i]! - min) >>> shift;
      if (its < bucket) {
        if (!only) found[taken++] = items[i]!;
      } else if (its === bucket) items[remaining++] = items[i]!;
    }
    count = remaining;
    if (shift > 0 || word !== numbers.low) continue;
    // All remaining items have the same number, so the first of them are taken.
    if (only) {
      found[0] = items[left - 1]!;
      return;
    }
    for (let i = 0; i < left; i++) found[taken++] = items[i]!;
    break;
  }
  sortItems(of, found, taken, numbers);
}
