/** A host call knows the lengths of its segments, and leaves out passes for lengths that no segment has. */
import { describe, expect, it } from 'vitest';
import { presentLengths } from '../../src/api/segments.ts';

describe('the lengths of a host call’s segments', () => {
  const present = (lengths: readonly number[]) => {
    const offsets = Uint32Array.from([0, ...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b))]);
    return presentLengths({ count: lengths.length, longest: Math.max(...lengths), coversAll: true, offsets });
  };

  it('are never treated as missing', () => {
    const lengths = [0, 1, 2, 3, 4, 5, 8, 9, 255, 256, 257, 4096, 4097, 1_000_000];
    for (const length of lengths) {
      expect(present([length])(length, length), `${length}`).toBe(true);
      expect(present([7, length])(length, Number.POSITIVE_INFINITY), `${length}`).toBe(true);
    }
  });

  it('are known up to the next power of two', () => {
    const holds = present([3, 70, 70]);
    expect(holds(3, 4)).toBe(true);
    expect(holds(65, 128)).toBe(true);
    for (const [least, most] of [
      [1, 2],
      [5, 64],
      [129, 256],
      [4097, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(holds(least, most), `${least} to ${most}`).toBe(false);
    }
    const ranges = { begin: Uint32Array.of(0, 50), end: Uint32Array.of(20, 51) };
    const ofRanges = presentLengths({ count: 2, longest: 20, coversAll: false, ranges });
    expect([ofRanges(1, 2), ofRanges(3, 16), ofRanges(17, 32), ofRanges(33, 64)]).toEqual([true, false, true, false]);
    expect(presentLengths({ count: 4, longest: 9, coversAll: true, size: 9 })(9, 16)).toBe(true);
  });
});
