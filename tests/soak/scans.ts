/** Scans on host arrays, compared with tests/support/scan-oracle.ts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { Random } from '../support/cases.ts';
import { initialOf, itemKind, reduceItems } from '../support/reduce-cases.ts';
import { allows } from '../support/reduce-oracle.ts';
import { SCAN_OPS, scanned } from '../support/scan-oracle.ts';
import { bytesOf, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { widthOf } from '../support/typed-oracle.ts';
import { hostCall, type SoakRow } from './call.ts';
import { given, seeds, segments, tunings, types } from './draw.ts';

const choices = types.chain((type) =>
  fc.record({
    type: fc.constant(type),
    op: fc.constantFrom(...SCAN_OPS.filter((op) => allows(type, op))),
    exclusive: fc.boolean(),
    reverse: fc.boolean(),
    hasInitial: fc.boolean(),
    tuning: tunings,
  }),
);
type Choice = typeof choices extends fc.Arbitrary<infer T> ? T : never;

function scanCall({ type, op, tuning, hasInitial, ...how }: Choice, segments: SegmentsCase, seed: number) {
  const random = new Random(seed);
  const bytes = reduceItems(type, itemKind(type, [op]), segments.itemCount, random);
  const initial = hasInitial ? initialOf(type, op, random) : undefined;
  const expected = scanned({ op, ...how, initial }, bytes, type, segments.bounds);
  const form = given(segments, seed);
  return hostCall({
    ...{ name: 'segmentedScan', tuning, segments: segments.bounds.length },
    args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments, op],
    options: { ...how, ...(initial === undefined ? {} : { initial }) },
    check: (result) => expect(bytesOf(result)).toEqual(expected),
  });
}

export const scanRows: fc.Arbitrary<SoakRow> = choices.map((choice) => ({
  what: JSON.stringify(choice),
  calls: fc.tuple(segments, seeds).map(([segments, seed]) => scanCall(choice, segments, seed)),
}));
