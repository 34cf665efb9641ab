/**
 * Radix sorts of u32 keys, least digit first, stable. One read makes the histograms of all digits. A pass whose digit
 * is the same in all keys is left out. Method: Knuth, The Art of Computer Programming, volume 3, 5.2.5.
 */
import type { Workspace } from './short.ts';

const BITS = 11;
const DIGITS = 1 << BITS;
const MASK = DIGITS - 1;

/** Counts the digits of all passes and makes the counts the digits' first indices. */
function countDigits(counts: Uint32Array, keys: Uint32Array, begin: number, end: number): void {
  counts.fill(0);
  for (let i = begin; i < end; i++) {
    const key = keys[i]!;
    counts[key & MASK]!++;
    counts[DIGITS + ((key >>> BITS) & MASK)]!++;
    counts[2 * DIGITS + (key >>> (2 * BITS))]!++;
  }
  for (let first = 0, shift = 0; shift < 32; first += DIGITS, shift += BITS) {
    // All keys have the digit of the first key: the pass is marked by a count that no index can be.
    if (counts[first + ((keys[begin]! >>> shift) & MASK)] === end - begin) {
      counts[first] = SAME;
      continue;
    }
    let sum = 0;
    for (let i = first; i < first + DIGITS; i++) {
      const count = counts[i]!;
      counts[i] = sum;
      sum += count;
    }
  }
}

const SAME = 0xffffffff;

/** Moves keys from `from` to `to` by one digit. Each range begins at its own index. */
function moveKeys(
  counts: Uint32Array,
  first: number,
  shift: number,
  from: Uint32Array,
  fromBegin: number,
  to: Uint32Array,
  toBegin: number,
  length: number,
): void {
  for (let i = fromBegin; i < fromBegin + length; i++) {
    const key = from[i]!;
    to[toBegin + counts[first + ((key >>> shift) & MASK)]!++] = key;
  }
}

export function radixKeys(work: Workspace, keys: Uint32Array, begin: number, end: number): void {
  const { counts } = work;
  countDigits(counts, keys, begin, end);
  const length = end - begin;
  let here = true;
  for (let shift = 0, first = 0; shift < 32; shift += BITS, first += DIGITS) {
    if (counts[first] === SAME) continue;
    if (here) moveKeys(counts, first, shift, keys, begin, work.keys, 0, length);
    else moveKeys(counts, first, shift, work.keys, 0, keys, begin, length);
    here = !here;
  }
  if (!here) for (let i = 0; i < length; i++) keys[begin + i] = work.keys[i]!;
}

/** Moves keys and their words by one digit. */
function movePairs(
  counts: Uint32Array,
  first: number,
  shift: number,
  from: Uint32Array,
  fromWords: Uint32Array,
  fromBegin: number,
  to: Uint32Array,
  toWords: Uint32Array,
  toBegin: number,
  length: number,
): void {
  for (let i = fromBegin; i < fromBegin + length; i++) {
    const key = from[i]!;
    const at = toBegin + counts[first + ((key >>> shift) & MASK)]!++;
    to[at] = key;
    toWords[at] = fromWords[i]!;
  }
}

/** The same for keys with a word each. */
export function radixPairs(work: Workspace, keys: Uint32Array, payload: Uint32Array, begin: number, end: number): void {
  const { counts, keys: otherKeys, payload: otherWords } = work;
  countDigits(counts, keys, begin, end);
  const length = end - begin;
  let here = true;
  for (let shift = 0, first = 0; shift < 32; shift += BITS, first += DIGITS) {
    if (counts[first] === SAME) continue;
    if (here) movePairs(counts, first, shift, keys, payload, begin, otherKeys, otherWords, 0, length);
    else movePairs(counts, first, shift, otherKeys, otherWords, 0, keys, payload, begin, length);
    here = !here;
  }
  if (here) return;
  for (let i = 0; i < length; i++) {
    keys[begin + i] = otherKeys[i]!;
    payload[begin + i] = otherWords[i]!;
  }
}
