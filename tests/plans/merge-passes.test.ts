/** The passes of a merge sort as data: each reads the result of the pass before it. */
import { describe, expect, it } from 'vitest';
import { resourceOf } from '../../src/plan/plan.ts';
import { COMPARE, FACTS, sortOf } from '../support/plans.ts';

describe('a merge sort', () => {
  it('chains its passes from the input over scratch to the output, as many as the longest segment needs', () => {
    for (const family of ['software', 'gpu'] as const) {
      for (const maxSegmentSize of [9, 16, 17, 64, 100, 1024, 1025, 5000, 70_000]) {
        const plan = sortOf(FACTS, { compare: COMPARE, maxSegmentSize, tuning: { family } });
        const longest = plan.classes.at(-1)?.name;
        // On GPUs one kernel does all merges of a medium segment.
        if (longest === 'small' || (longest === 'medium' && family === 'gpu')) continue;
        const last = plan.passes.filter(({ bins }) => bins?.includes(plan.classes.length - 1));
        const merges = last.filter(({ kernel }) => kernel.name.endsWith('merge'));
        expect(merges.length).toBe(Math.ceil(Math.log2(maxSegmentSize / 8)));
        const runs = last.find(({ kernel }) => kernel.name.endsWith('runs')) as (typeof last)[number];
        let from = resourceOf(plan, runs, 'keysOut');
        for (const [i, merge] of merges.entries()) {
          expect(resourceOf(plan, merge, 'keysFrom')).toEqual(from);
          expect(merge.resources?.runShift).toEqual({ kind: 'words', words: [3 + i] });
          from = resourceOf(plan, merge, 'keysTo');
        }
        expect(from).toEqual({ kind: 'region', name: 'permutation' });
      }
    }
  });
});
