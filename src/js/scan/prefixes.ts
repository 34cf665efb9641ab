/** Prefixes by the tree of the folds: src/js/reduce/tree.ts. */
import { LEAF } from '../../reduce/descriptor.ts';
import { stackOf } from '../reduce/tree.ts';

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
