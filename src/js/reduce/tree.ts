/**
 * The tree of the folds on a GPU (wgsl/reduce/fold/fold.wgsl): leaves of 16 terms from the segment's start, folded left
 * to right, then pairs of neighbours, pairs of pairs, and so on. So results that are rounded have the same bits here.
 */
import { LEAF } from '../../reduce/spec.ts';

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
  for (let first = begin, index = 0; first < end; first += LEAF, index++) {
    fold.leaf(first, Math.min(first + LEAF, end), top, begin);
    // The number of complete pairs that end here is that of the index's trailing ones, as in a binary counter.
    for (let rest = index; rest & 1; rest >>>= 1) fold.join(--top);
    top++;
  }
  for (top--; top > 0; top--) fold.join(top - 1);
}

/**
 * Makes a function that receives the terms of a range in order, and returns the fold of all terms up to the last one.
 * The first term of a range has the index 0.
 */
export function prefixes(combine: (a: number, b: number) => number): (index: number, term: number) => number {
  const slots = stackOf(1);
  let top = 0;
  let leaf = 0;
  return (index, term) => {
    if (index === 0) top = 0;
    leaf = index % LEAF === 0 ? term : combine(leaf, term);
    let prefix = leaf;
    for (let slot = top - 1; slot >= 0; slot--) prefix = combine(slots[slot]!, prefix);
    if (index % LEAF === LEAF - 1) {
      slots[top] = leaf;
      for (let rest = Math.floor(index / LEAF); rest & 1; rest >>>= 1) {
        top--;
        slots[top] = combine(slots[top]!, slots[top + 1]!);
      }
      top++;
    }
    return prefix;
  };
}
