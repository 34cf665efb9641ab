import { describe, expect, it } from 'vitest';
import { bitonicSort, oddEvenMergeSort } from '../../src/sort/small/network.ts';

describe('the network inside a lane', () => {
  /** The zeros and ones after the exchanges of these pairs. */
  function exchanged(input: readonly number[], pairs: readonly [number, number][]): number[] {
    const bits = [...input];
    for (const [i, j] of pairs) {
      const [a, b] = [bits[i] ?? 0, bits[j] ?? 0];
      bits[i] = Math.min(a, b);
      bits[j] = Math.max(a, b);
    }
    return bits;
  }

  it.each([1, 2, 3, 4, 6, 8, 12, 16])('sorts %i registers, by the 0-1 principle', (count) => {
    const pairs = oddEvenMergeSort(count);
    for (let input = 0; input < 2 ** count; input++) {
      const bits = exchanged(
        Array.from({ length: count }, (_, i) => (input >> i) & 1),
        pairs,
      );
      for (let i = 1; i < count; i++) if ((bits[i - 1] ?? 0) > (bits[i] ?? 0)) throw new Error(`${count}: ${input}`);
    }
  });

  it.each([1, 2, 3, 6, 8, 12, 24, 32, 48])('sorts bitonic sequences of %i registers, by the 0-1 principle', (count) => {
    const pairs = bitonicSort(count);
    for (let start = 0; start < count; start++) {
      for (let ones = 0; ones <= count; ones++) {
        const input = Array.from({ length: count }, (_, i) => ((i - start + count) % count < ones ? 1 : 0));
        const sorted = Array.from({ length: count }, (_, i) => (i < count - ones ? 0 : 1));
        expect(exchanged(input, pairs)).toEqual(sorted);
      }
    }
  });
});
