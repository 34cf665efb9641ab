/**
 * Sorts of f32 and f64 by their values, in place, where no key is NaN or -0: then equal keys have equal bits. Buckets
 * divide the range of values evenly. Floats of both signs, as whole numbers by their bits, have a gap in the middle of
 * the range, and crowd a few buckets.
 */
import type { HostItems } from '../../api/arrays.ts';
import { BUCKETS, CROWDED, INSERTION } from './short.ts';

export type Floats = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The keys as numbers, if they can be sorted by value and no segment is longer than a bucket sort takes. */
export function plainFloats({ type, bytes }: HostItems, longest: number): Floats | undefined {
  if (longest > BUCKETS || (type !== 'f32' && type !== 'f64')) return undefined;
  const numbers = type === 'f32' ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
  const words = new Uint32Array(bytes.buffer);
  const step = type === 'f32' ? 1 : 2;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (Number.isNaN(number) || (number === 0 && words[i * step + step - 1] !== 0)) return undefined;
  }
  return numbers;
}

function insert(keys: Floats, begin: number, end: number): void {
  for (let i = begin + 1; i < end; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}

/** Sorts a range. `moved` has room for its keys, `counts` for as many counts. */
export function sortFloats(keys: Floats, moved: Floats, counts: Uint32Array, begin: number, end: number): void {
  const length = end - begin;
  if (length <= INSERTION) {
    insert(keys, begin, end);
    return;
  }
  let min = keys[begin]!;
  let max = min;
  let isSorted = true;
  let last = min;
  for (let i = begin + 1; i < end; i++) {
    const key = keys[i]!;
    if (key < last) isSorted = false;
    if (key < min) min = key;
    else if (key > max) max = key;
    last = key;
  }
  if (isSorted) return;
  // Where this is 0, infinite or NaN, since keys are infinite or too near to each other, all are in the first bucket.
  const scale = (length - 1) / (max - min);
  counts.fill(0, 0, length);
  for (let i = begin; i < end; i++) counts[((keys[i]! - min) * scale) | 0]!++;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const count = counts[i]!;
    squares += count * count;
    counts[i] = sum;
    sum += count;
  }
  if (squares > CROWDED * length) {
    keys.subarray(begin, end).sort();
    return;
  }
  for (let i = begin; i < end; i++) {
    const key = keys[i]!;
    moved[counts[((key - min) * scale) | 0]!++] = key;
  }
  for (let i = begin; i < end; i++) {
    const key = moved[i - begin]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}
