/** Arrays of 32-bit items as u32 words, since a JavaScript number can lose a NaN's payload. Also the sums of floats. */

export type WordType = 'u32' | 'i32' | 'f32';
export type WordArray = Uint32Array | Int32Array | Float32Array;
/** segmentCount + 1 ascending offsets. */
export type Offsets = ArrayLike<number>;

/** The same bytes as u32 words. */
export function wordsOf(array: ArrayBufferView): Uint32Array {
  return new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
}

export function typeOf(array: WordArray): WordType {
  if (array instanceof Uint32Array) return 'u32';
  return array instanceof Int32Array ? 'i32' : 'f32';
}

/** The words as an array of `type`, without a copy. */
export function viewAs(type: WordType, words: Uint32Array): WordArray {
  const { buffer, byteOffset, length } = words;
  if (type === 'u32') return new Uint32Array(buffer, byteOffset, length);
  return type === 'i32' ? new Int32Array(buffer, byteOffset, length) : new Float32Array(buffer, byteOffset, length);
}

/** Word i of the result is word indices[i] of the array. Keys and values are moved by the same indices. */
export function gather(array: ArrayBufferView, indices: Uint32Array): Uint32Array {
  const words = wordsOf(array);
  return Uint32Array.from(indices, (index) => words[index]!);
}

/** Elements of one leaf of the canonical sum tree. */
export const LEAF = 16;

/**
 * The one allowed f32 sum of values[begin … end-1], bit for bit. Leaves of 16 consecutive elements are folded left to
 * right. The leaves are combined by the pairwise tree that begins at the segment's start. A node without a right child
 * equals its left child.
 */
export function canonicalSum(values: Float32Array, begin: number, end: number): number {
  if (begin === end) return 0;
  let level: number[] = [];
  for (let leaf = begin; leaf < end; leaf += LEAF) {
    let sum = values[leaf]!;
    for (let i = leaf + 1; i < Math.min(leaf + LEAF, end); i++) sum = Math.fround(sum + values[i]!);
    level.push(sum);
  }
  while (level.length > 1) {
    const above: number[] = [];
    for (let j = 0; j < level.length; j += 2) {
      above.push(j + 1 < level.length ? Math.fround(level[j]! + level[j + 1]!) : level[j]!);
    }
    level = above;
  }
  return level[0]!;
}

/** A float sum in double precision, and the allowed error of an f32 sum. */
export interface DoubleSum {
  sum: number;
  /** (16 + log2 n) · 2^-24 · Σ|x|. A leaf has a depth of at most 15 additions, the tree above it of log2(n / 16). */
  allowedError: number;
}

export function doubleSum(values: Float32Array, begin: number, end: number): DoubleSum {
  let sum = 0;
  let magnitude = 0;
  for (let i = begin; i < end; i++) {
    sum += values[i]!;
    magnitude += Math.abs(values[i]!);
  }
  const depth = LEAF + Math.log2(Math.max(1, end - begin));
  return { sum, allowedError: depth * 2 ** -24 * magnitude };
}
