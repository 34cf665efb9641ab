/**
 * The tree of the folds on a GPU (wgsl/reduce/fold/fold.wgsl): leaves of 16 terms from the segment's start, folded left
 * to right, then pairs of neighbours, pairs of pairs, and so on. So results that are rounded have the same bits here.
 */
import { halfNumber, type ItemType } from '../../item_types.ts';
import { LEAF } from '../../reduce/descriptor.ts';
import { viewOf } from '../numbers.ts';

/** Slots of a stack of subtrees: one for each level of the largest tree, and one more. */
const SLOTS = 34;

/** How terms are folded. A slot is one accumulator: `width` numbers of `slots`. */
export interface Fold {
  readonly slots: Float64Array;
  /** Folds the terms first … end − 1, at least one, into a slot. `begin` is the segment's start. */
  leaf(first: number, end: number, slot: number, begin: number): void;
  /** Combines a slot and the next one into the first of them. */
  join(slot: number): void;
}

/** A stack of accumulators of some numbers each. */
export function stackOf(width: number): Float64Array {
  return new Float64Array(width * SLOTS);
}

/** Folds a range of at least one term into slot 0. */
export function foldTree(fold: Fold, begin: number, end: number): void {
  let top = 0;
  let [first, index] = [begin, 0];
  for (; first < end; first += LEAF, index++) {
    fold.leaf(first, Math.min(first + LEAF, end), top, begin);
    // The number of complete pairs that end here is that of the index's trailing ones, as in a binary counter.
    for (let rest = index; rest & 1; rest >>>= 1) fold.join(--top);
    top++;
  }
  for (top--; top > 0; top--) fold.join(top - 1);
}

/** Stores the canonical NaN: JavaScript does not say which bits of NaN it stores. */
export function storeNan(words: Uint32Array, s: number, isDouble: boolean): void {
  if (isDouble) {
    words[2 * s] = 0;
    words[2 * s + 1] = 0x7ff80000;
  } else words[s] = 0x7fc00000;
}

/** The elements of f16 or f32 as f32. */
export function singles({
  type,
  bytes,
}: {
  readonly type: ItemType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}): Float32Array {
  return type === 'f16' ? Float32Array.from(viewOf('u16', bytes), halfNumber) : viewOf('f32', bytes);
}

/** The bytes of words. */
export const bytesOfWords = (words: readonly number[]) => new Uint8Array(Uint32Array.from(words).buffer);

/** The number of an initial value's words. */
export function numberOf(words: readonly number[], type: 'f32' | 'f64' | 'u32' | 'i32'): number {
  return viewOf(type, bytesOfWords(words))[0] as number;
}
