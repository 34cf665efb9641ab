/** Compares results with the oracle's byte for byte. A message names the segment and the index of a difference. */
import type { Bounds } from './typed-oracle.ts';
import { doubleSum, type Offsets } from './words.ts';

/** One entry of `describe().classes`. */
export interface SizeClass {
  readonly name: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** The number of items of a tile of the large class, if it is known. */
  readonly tile?: number;
}

/** What a failing message needs to name the item and to repeat the case. */
export interface Where {
  readonly what: string;
  readonly bounds: Bounds;
  readonly classes?: readonly SizeClass[] | undefined;
  readonly seed?: number | undefined;
}

export function hex(word: number | undefined): string {
  return word === undefined ? 'nothing' : `0x${word.toString(16).padStart(8, '0')}`;
}

/** An item's bytes as one little-endian number. */
export function hexOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing';
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('')}`;
}

export function classOf(classes: readonly SizeClass[] | undefined, length: number): string {
  const found = classes?.find((c) => length >= c.minLength && length <= c.maxLength);
  return found?.name ?? (length === 0 ? 'empty' : 'unknown');
}

/** The bytes of an array's buffer that the array covers. */
export function bytesIn(array: ArrayBufferView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength);
}

function segmentText({ bounds, classes }: Where, segment: number): string {
  const all = [...bounds];
  const [begin = 0, end = 0] = all[segment] ?? [];
  return `segment ${segment} of ${all.length}, length ${end - begin} (${classOf(classes, end - begin)})`;
}

function itemIndexOf(where: Where, position: number): string {
  let segment = 0;
  for (const [begin, end] of where.bounds) {
    if (position >= begin && position < end) {
      return `${segmentText(where, segment)}, element ${position - begin} (position ${position})`;
    }
    segment++;
  }
  return `position ${position}, outside every segment`;
}

function compare(
  found: Uint8Array,
  expected: Uint8Array,
  itemBytes: number,
  where: Where,
  itemName: (item: number) => string,
): void {
  const common = Math.min(found.length, expected.length);
  let at = 0;
  while (at < common && found[at] === expected[at]) at++;
  if (at === common && found.length === expected.length) return;
  const item = Math.floor(at / itemBytes);
  const own = (bytes: Uint8Array) => hexOf(bytes.subarray(item * itemBytes, (item + 1) * itemBytes));
  const count = Math.ceil(expected.length / itemBytes);
  let wrong = 0;
  for (let first = 0; first < expected.length; first += itemBytes) {
    let k = 0;
    while (k < itemBytes && found[first + k] === expected[first + k]) k++;
    if (k < itemBytes) wrong++;
  }
  const seed = where.seed === undefined ? '' : `; seed ${where.seed}`;
  throw new Error(
    `${where.what}: ${itemName(item)}: found ${own(found)}, expected ${own(expected)}; ${wrong} of ${count} differ${seed}`,
  );
}

/** One item per input position: keys and values of a sort. */
export function expectItems(found: Uint8Array, expected: Uint8Array, itemBytes: number, where: Where): void {
  compare(found, expected, itemBytes, where, (item) => itemIndexOf(where, item));
}

/** One item per segment: the results of a reduce. */
export function expectPerSegment(found: Uint8Array, expected: Uint8Array, itemBytes: number, where: Where): void {
  const count = Math.ceil(expected.length / itemBytes);
  compare(found, expected, itemBytes, where, (item) =>
    item < count ? segmentText(where, item) : `output ${item}, past the last segment`,
  );
}

/** Compares sums of floats with double precision, within the bound that the documentation promises. */
export function expectNearDoubleSums(
  found: Float32Array,
  values: Float32Array,
  { what, offsets, seed }: { readonly what: string; readonly offsets: Offsets; readonly seed?: number },
): void {
  for (let s = 0; s + 1 < offsets.length; s++) {
    const { sum, allowedError } = doubleSum(values, offsets[s]!, offsets[s + 1]!);
    const error = Math.abs(found[s]! - sum);
    if (error <= allowedError) continue;
    throw new Error(
      `${what}: segment ${s} of ${offsets.length - 1}, length ${offsets[s + 1]! - offsets[s]!}: found ${found[s]}, ` +
        `exact ${sum}: off by ${error}, allowed ${allowedError}; seed ${seed}`,
    );
  }
}
