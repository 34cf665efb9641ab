/** Sorts on host arrays, compared with the stable order of tests/support/typed-oracle.ts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { Random } from '../support/cases.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { permuted, sortedIndices, widthOf } from '../support/typed-oracle.ts';
import { hostCall, type SoakRow } from './call.ts';
import { given, seeds, segments, tunings, types } from './draw.ts';

const NAMES = [
  'segmentedSort',
  'segmentedStableSort',
  'segmentedSortByKey',
  'segmentedStableSortByKey',
  'segmentedArgsort',
] as const;

const choices = fc.record({
  name: fc.constantFrom(...NAMES),
  type: types,
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  nan: fc.constantFrom(undefined, 'last' as const, 'first' as const),
  valueBytes: fc.constantFrom(1, 2, 4, 8, 12, 16),
  tuning: tunings,
});
type Choice = typeof choices extends fc.Arbitrary<infer T> ? T : never;

function sortCall(choice: Choice, segments: SegmentsCase, seed: number) {
  const { name, type, order, signedZero, nan, valueBytes, tuning } = choice;
  const options = { order, signedZero, ...(nan ? { nan } : {}) };
  const { bounds, itemCount } = segments;
  const random = new Random(seed);
  const keys = keyBytes(type, itemCount, random);
  const hasValues = name.endsWith('ByKey');
  const values = Uint8Array.from({ length: hasValues ? itemCount * valueBytes : 0 }, () => random.below(256));
  const form = given(segments, seed);
  const pair = hasValues ? [{ type: { bytes: valueBytes }, data: form.bytes(values, valueBytes) }] : [];
  const indices = sortedIndices(type, keys, bounds, options);
  const sortedKeys = permuted(keys, widthOf(type) / 8, indices);
  return hostCall({
    ...{ name, tuning, segments: bounds.length },
    args: [keysOf(type, form.bytes(keys, widthOf(type) / 8)), ...pair, form.segments],
    options,
    check(result: never) {
      if (name === 'segmentedArgsort') {
        for (const [begin, end] of bounds) {
          expect((result as Uint32Array).subarray(begin, end)).toEqual(indices.subarray(begin, end));
        }
        return;
      }
      const found = (hasValues ? result : { keys: result }) as unknown as { keys: Uint8Array; values: Uint8Array };
      expect(bytesOf(found.keys)).toEqual(sortedKeys);
      if (!hasValues) return;
      expect(bytesOf(found.values)).toEqual(permuted(values, valueBytes, indices));
    },
  });
}

export const sortRows: fc.Arbitrary<SoakRow> = choices.map((choice) => ({
  what: JSON.stringify(choice),
  calls: fc.tuple(segments, seeds).map(([segments, seed]) => sortCall(choice, segments, seed)),
}));
