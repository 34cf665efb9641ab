/** Means of integers of two words. */

/** Items whose words a double can add exactly. */
const EXACT = 2 ** 20;

/** A quotient of whole numbers, rounded once to a double. */
export function exactQuotient(sum: bigint, count: number): number {
  const size = (sum < 0n ? -sum : sum) << 96n;
  const divisor = BigInt(count);
  // The quotient has more bits than a double. One more bit says whether more bits follow.
  const rest = size % divisor === 0n ? 0n : 1n;
  const quotient = Number(((size / divisor) << 1n) | rest) * 2 ** -97;
  return sum < 0n ? -quotient : quotient;
}

/** The mean of integers of two words: their exact sum, divided and rounded once to a double. */
export function exactMean(words: Uint32Array, isSigned: boolean): (begin: number, end: number) => number {
  return (begin, end) => {
    if (begin === end) return Number.NaN;
    let sum = 0n;
    for (let first = begin; first < end; first += EXACT) {
      let [low, high] = [0, 0];
      for (let i = first; i < Math.min(first + EXACT, end); i++) {
        low += words[2 * i]!;
        high += isSigned ? words[2 * i + 1]! | 0 : words[2 * i + 1]!;
      }
      sum += (BigInt(high) << 32n) + BigInt(low);
    }
    return exactQuotient(sum, end - begin);
  };
}
