/** The bin of a number: numpy's rule, in doubles. */
import type { Bins } from './descriptor.ts';

/** A function that gives the bin of a number, or -1 for none. */
export function binOf({ edges, perUnit }: Bins): (x: number) => number {
  const bins = edges.length - 1;
  const [first, last] = [edges[0]!, edges[bins]!];
  if (perUnit !== undefined) {
    // As numpy: the division may be off by one at an edge, and the edges decide.
    return (x) => {
      if (!(x >= first && x <= last)) return -1;
      const bin = Math.min(Math.floor((x - first) * perUnit), bins - 1);
      if (x < edges[bin]!) return bin - 1;
      return bin < bins - 1 && x >= edges[bin + 1]! ? bin + 1 : bin;
    };
  }
  return (x) => {
    if (!(x >= first && x <= last)) return -1;
    // The last edge that is not above x. The last bin has the greatest number as well.
    let [low, high] = [0, bins + 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (edges[middle]! <= x) low = middle;
      else high = middle;
    }
    return Math.min(low, bins - 1);
  };
}
