/**
 * Which segments a merge tile owns (wgsl/reduce/sweep/owned.wgsl), as JavaScript. Sums are right for any results that
 * never fall, so tests of sums do not find a search that ends early: its merge tiles would be uneven.
 */
import { expect, it } from 'vitest';
import owned from '../../wgsl/reduce/sweep/owned.wgsl';
import { offsetsOf, Random, SEED } from '../support/cases.ts';

/** The function in JavaScript, whose `segmentAt` reads `offsets` and counts. */
function firstOwned(offsets: ArrayLike<number>, diagonal: number): { found: number; loads: number } {
  const body = /\{([\s\S]*)\}/.exec(owned.text.slice(owned.text.indexOf('fn firstOwned')))?.[1] ?? '';
  const names = /fn firstOwned\((\w+):u32,(\w+):u32\)/.exec(owned.text)?.slice(1) as [string, string];
  const code = body
    .replaceAll(/\blet /g, 'const ')
    .replaceAll(/\bvar /g, 'let ')
    .replaceAll(/(\([^()]*\))\/(\d)u/g, 'Math.floor($1/$2)')
    .replaceAll(/(\d)u\b/g, '$1');
  let loads = 0;
  const segmentAt = (i: number) => {
    loads++;
    if (!(i < offsets.length - 1)) throw new Error(`segment ${i} of ${offsets.length - 1}`);
    return { begin: offsets[i] };
  };
  const found = Function(...names, 'segmentAt', code)(diagonal, offsets.length - 1, segmentAt);
  return { found, loads };
}

it('a search by quarters finds the first segment at or after each diagonal, and waits half as often', () => {
  const random = new Random(SEED);
  for (let segments = 0; segments <= 70; segments++) {
    const offsets = offsetsOf(Array.from({ length: segments }, () => random.below(random.below(9) + 1)));
    const end = (offsets.at(-1) ?? 0) + segments;
    for (let diagonal = 0; diagonal <= end + 2; diagonal++) {
      const expected = Array.from({ length: segments }, (_, i) => offsets[i]! + i).findIndex((at) => at >= diagonal);
      const { found, loads } = firstOwned(offsets, diagonal);
      expect(found, `${segments} segments, diagonal ${diagonal}`).toBe(expected < 0 ? segments : expected);
      expect(loads / 3).toBeLessThanOrEqual(Math.ceil(Math.log2(segments + 1) / 2) + 1);
    }
  }
});
