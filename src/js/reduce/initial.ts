/** Checks of initial values and of `ddof`. Only calls with some load this file. */
import { typeBytes } from '../../item_types.ts';
import type { Rare } from '../../operators/initial.ts';
import type { Spans } from '../call.ts';
import type { Reduction } from './operators.ts';
import { bytesOfWords } from './tree.ts';

export { checkedRare } from '../../operators/initial.ts';

/** Stores a result for every segment without items: `width` of them. */
export function fillEmpty(
  { type, values }: Reduction,
  words: readonly number[],
  { begin, end, count }: Spans,
  width = 1,
) {
  const size = typeBytes(type);
  const bytes = bytesOfWords(words).subarray(0, size);
  for (let s = 0; s < count; s++) {
    if (begin[s] !== end[s]) continue;
    for (let k = 0; k < width; k++) values.set(bytes, (s * width + k) * size);
  }
}

/** Stores results of empty segments, and puts back indices among items without NaNs. */
export function finish(
  reductions: readonly Reduction[],
  { empties }: Rare,
  spans: Spans,
  putBack: ((indices: Uint32Array) => void) | undefined,
): void {
  reductions.forEach((reduction, i) => {
    const words = empties[i];
    if (words) fillEmpty(reduction, words, spans);
    if (reduction.indices) putBack?.(reduction.indices);
  });
}
