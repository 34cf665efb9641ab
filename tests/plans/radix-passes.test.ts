/** The digit passes of a radix sort as data: each reads the result of the pass before it. */
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/plan/plan.ts';
import { digitPasses } from '../../src/sort/plan.ts';
import type { FamilyTuning } from '../../src/tuning/tuning.ts';

describe('a radix sort', () => {
  it('chains its digits from the input over scratch to the output', () => {
    const name = (resource: Resource | undefined) => (resource && 'name' in resource ? resource.name : undefined);
    const ways = [8, 4, 2, 1].flatMap((digitBits) => [true, false].map((inPlace) => [digitBits, inPlace] as const));
    for (let bits = 0; bits <= 64; bits++) {
      for (const [digitBits, keysInPlace] of ways) {
        const table = { sort: { digitBits } } as FamilyTuning;
        const key = { bytes: 8, words: 2, bits, lossless: true, plain: true } as const;
        const passes = digitPasses({ key, keysInPlace, valuesInPlace: false, table });
        expect(name(passes[0]?.move.keysFrom)).toBe('keysIn');
        if (keysInPlace) expect(name(passes[0]?.move.keysTo)).toBe('scratchKeys');
        expect(name(passes.at(-1)?.move.keysTo)).toBe('keysOut');
        expect(passes.length).toBeGreaterThanOrEqual(bits / digitBits);
        passes.slice(1).forEach((pass, i) => {
          expect(pass.move.keysFrom).toEqual(passes[i]?.move.keysTo);
          expect(pass.move.valuesFrom).toEqual(passes[i]?.move.valuesTo);
        });
      }
    }
  });
});
