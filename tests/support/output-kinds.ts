/** Three operators with an output of each kind, and their results for each segment. */
import { expect } from 'vitest';
import { Random, SEED } from './cases.ts';
import { randomItems } from './operator.ts';
import { CHOSEN } from './operators.ts';
import type { Outcome, Reduction } from './reduce-run.ts';
import { expectTwin } from './reduce-same.ts';
import type { SegmentsCase } from './typed-cases.ts';

export const BY_INDEX = CHOSEN.byIndex;
/** One output of a word, one of two words whose bits depend on the order, one with indices. */
export const OPS = ['sum', BY_INDEX.op, 'argmin'] as const;

export const wordsIn = (outcome: Outcome) => new Uint32Array(outcome.bytes.slice().buffer);

export function reductionOf(segments: SegmentsCase, op: Reduction['op'] = OPS): Reduction {
  return { type: 'u32', bytes: randomItems(BY_INDEX, segments.itemCount, new Random(SEED)), segments, op };
}

/** Compares with the results of OPS in TypeScript, segment by segment. */
export function expectOps([sums, maps, least]: Outcome[], reduction: Reduction): void {
  const values = new Uint32Array(reduction.bytes.buffer);
  const { bounds } = reduction.segments;
  expectTwin(maps!, BY_INDEX, reduction);
  const [sum, low] = [wordsIn(sums!), wordsIn(least!)];
  for (const [s, [begin, end]] of bounds.entries()) {
    let total = 0;
    let at = begin;
    for (let i = begin; i < end; i++) {
      total = (total + values[i]!) >>> 0;
      if (values[i]! < values[at]!) at = i;
    }
    const where = `segment ${s}, ${begin} to ${end}`;
    const expected = begin === end ? [0, 0xffffffff, 0xffffffff] : [total, values[at], at - begin];
    expect([sum[s], low[s], least!.indices![s]], where).toEqual(expected);
  }
}
