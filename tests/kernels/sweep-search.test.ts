/**
 * Which segments a merge tile owns (wgsl/reduce/sweep/owned.wgsl), as JavaScript.
 * Sums are right for any results that never fall, so tests of sums do not find a search that ends early: its merge tiles
 * would be uneven.
 */
import { expect, it } from 'vitest';
import type { WgslModule } from '../../src/plan/link.ts';
import sweepKernel from '../../wgsl/reduce/rows/sweep.wgsl';
import sweepSoftware from '../../wgsl/reduce/sweep/sweep.software.wgsl';
import { offsetsOf, Random, SEED } from '../support/cases.ts';

/** The function of that name in JavaScript, whose `segmentAt` and `boundAt` read `offsets` and count. */
function searched(
  importer: WgslModule,
  name: string,
  offsets: ArrayLike<number>,
  diagonal: number,
): { found: number; loads: number } {
  const { text = '' } = importer.needs?.().find((part) => part.text.includes(`fn ${name}(`)) ?? {};
  const start = text.indexOf(`fn ${name}(`);
  const [own = ''] = text.slice(start + 1).split(/\nfn |\nvar</);
  const [, first, second, body = ''] = /\((\w+):u32,(\w+):u32\)->u32\{([\s\S]*)\}/.exec(own) ?? [];
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
  const given = {
    segmentAt,
    boundAt: (i: number) => segmentAt(i).begin,
    select: (no: unknown, yes: unknown, condition: unknown) => (condition ? yes : no),
    TURNS: 2 ** 16,
  };
  const run = Function(first as string, second as string, ...Object.keys(given), code);
  const found = run(diagonal, offsets.length - 1, ...Object.values(given));
  return { found, loads };
}

it.each([
  ['firstOwned', sweepSoftware],
  ['ownedFrom', sweepKernel],
])(
  '%s, a search by quarters, finds the first segment at or after each diagonal, and waits half as often',
  (name, file) => {
    const random = new Random(SEED);
    for (let segments = 0; segments <= 70; segments++) {
      const offsets = offsetsOf(Array.from({ length: segments }, () => random.below(random.below(9) + 1)));
      const end = (offsets.at(-1) ?? 0) + segments;
      for (let diagonal = 0; diagonal <= end + 2; diagonal++) {
        const expected = Array.from({ length: segments }, (_, i) => offsets[i]! + i).findIndex((at) => at >= diagonal);
        const { found, loads } = searched(file, name, offsets, diagonal);
        expect(found, `${segments} segments, diagonal ${diagonal}`).toBe(expected < 0 ? segments : expected);
        expect(loads / 3).toBeLessThanOrEqual(Math.ceil(Math.log2(segments + 1) / 2) + 1);
      }
    }
  },
);
