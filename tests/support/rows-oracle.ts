/**
 * Reduces of rows by their definition, column by column. Sums follow the documented tree: leaves of 16 rows, in order,
 * then pairs of neighbours. Shares no code with the library.
 */

export type Bounds = readonly (readonly [number, number])[];

const LEAF = 16;

function treeSum(terms: readonly number[]): number {
  if (terms.length === 0) return 0;
  let level: number[] = [];
  for (let first = 0; first < terms.length; first += LEAF) {
    level.push(terms.slice(first, first + LEAF).reduce((sum, term) => Math.fround(sum + term)));
  }
  while (level.length > 1) {
    const pairs: number[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i]!, level[i + 1]];
      pairs.push(right === undefined ? left : Math.fround(left + right));
    }
    level = pairs;
  }
  return level[0]!;
}

/** Results of one operator on f32 numbers without NaN: a row a segment. Means are those of doubles. */
export function rowsOracle(data: ArrayLike<number>, width: number, bounds: Bounds, op: string, rows?: Uint32Array) {
  return bounds.flatMap(([begin, end]) =>
    Array.from({ length: width }, (_, column) => {
      const terms = Array.from(
        { length: end - begin },
        (_, j) => data[(rows?.[begin + j] ?? begin + j) * width + column]!,
      );
      if (op === 'sum') return treeSum(terms);
      if (op === 'count') return terms.length;
      if (op === 'mean') return terms.reduce((sum, term) => sum + term, 0) / terms.length;
      return terms.reduce(
        (best, term) => ((op === 'min' ? term < best : term > best) ? term : best),
        op === 'min' ? Infinity : -Infinity,
      );
    }),
  );
}
