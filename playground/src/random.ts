/** Gives uniform 32-bit words (xorshift32, Marsaglia 2003). A seed repeats a run. */
export type Random = () => number;

export function generator(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** A uniform number from 0 to 1, without 1. */
export function unit(random: Random): number {
  return random() / 2 ** 32;
}
