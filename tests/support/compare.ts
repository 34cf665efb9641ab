/** Bitwise comparison of a result with the oracle's, with a message that says where in which segment it went wrong. */
import { doubleSum, type Offsets, wordsOf } from './oracle.ts';

/** One entry of `describe().classes`. */
export interface SizeClass {
  readonly name: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** Of the large class, where known: items a tile. */
  readonly tile?: number;
}

/** What a failing message needs to point at the place and to repeat the case. */
export interface Where {
  readonly what: string;
  readonly offsets: Offsets;
  readonly classes?: readonly SizeClass[] | undefined;
  readonly seed?: number | undefined;
}

export function hex(word: number | undefined): string {
  return word === undefined ? 'nothing' : `0x${word.toString(16).padStart(8, '0')}`;
}

export function classOf(classes: readonly SizeClass[] | undefined, length: number): string {
  const found = classes?.find((c) => length >= c.minLength && length <= c.maxLength);
  return found?.name ?? (length === 0 ? 'empty' : 'unknown');
}

/** The non-empty segment that holds `position`, or -1. */
export function segmentAt(offsets: Offsets, position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  // The last s with offsets[s] <= position: empty segments at the same offset stand before it.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low < offsets.length - 1 && offsets[low]! <= position && position < offsets[low + 1]! ? low : -1;
}

function segmentText(where: Where, segment: number): string {
  const length = where.offsets[segment + 1]! - where.offsets[segment]!;
  return `segment ${segment} of ${where.offsets.length - 1}, length ${length} (${classOf(where.classes, length)})`;
}

function placeOf(where: Where, position: number): string {
  const segment = segmentAt(where.offsets, position);
  if (segment < 0) return `position ${position}, outside every segment`;
  return `${segmentText(where, segment)}, element ${position - where.offsets[segment]!} (position ${position})`;
}

function seedText(where: Where): string {
  return where.seed === undefined ? '' : `; seed ${where.seed}`;
}

/** The first index where the words differ, or -1. */
export function firstDifference(found: Uint32Array, expected: Uint32Array): number {
  const common = Math.min(found.length, expected.length);
  for (let i = 0; i < common; i++) if (found[i] !== expected[i]) return i;
  return found.length === expected.length ? -1 : common;
}

function countDifferences(found: Uint32Array, expected: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < expected.length; i++) if (found[i] !== expected[i]) count++;
  return count;
}

/** One element per input position: keys and values of a sort. */
export function expectElements(found: ArrayBufferView, expected: ArrayBufferView, where: Where): void {
  const f = wordsOf(found);
  const e = wordsOf(expected);
  const at = firstDifference(f, e);
  if (at < 0) return;
  throw new Error(
    `${where.what}: ${placeOf(where, at)}: found ${hex(f[at])}, expected ${hex(e[at])}; ` +
      `${countDifferences(f, e)} of ${e.length} differ${seedText(where)}`,
  );
}

/** One element per segment: the result of a reduce. */
export function expectPerSegment(found: ArrayBufferView, expected: ArrayBufferView, where: Where): void {
  const f = wordsOf(found);
  const e = wordsOf(expected);
  const at = firstDifference(f, e);
  if (at < 0) return;
  const place = at + 1 < where.offsets.length ? segmentText(where, at) : `output ${at}, past the last segment`;
  throw new Error(
    `${where.what}: ${place}: found ${hex(f[at])}, expected ${hex(e[at])}; ` +
      `${countDifferences(f, e)} of ${e.length} differ${seedText(where)}`,
  );
}

/** Sums of floats against double precision, within the bound that the documentation promises. */
export function expectNearDoubleSums(found: Float32Array, values: Float32Array, where: Where): void {
  for (let s = 0; s + 1 < where.offsets.length; s++) {
    const { sum, allowedError } = doubleSum(values, where.offsets[s]!, where.offsets[s + 1]!);
    const error = Math.abs(found[s]! - sum);
    if (error <= allowedError) continue;
    throw new Error(
      `${where.what}: ${segmentText(where, s)}: found ${found[s]}, exact ${sum}: ` +
        `off by ${error}, allowed ${allowedError}${seedText(where)}`,
    );
  }
}
