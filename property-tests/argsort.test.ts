/** An argsort on arrays agrees with the oracle, whole and in batches. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { segmentedArgsort } from '../src/index.ts';
import { runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { Random } from '../tests/support/cases.ts';
import { keyBytes, keysOf } from '../tests/support/typed-cases.ts';
import { sortedIndices } from '../tests/support/typed-oracle.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

const choices = fc.record({
  // Each type has kernels of its own. The tests of the contract take all types.
  type: fc.constantFrom('u32' as const, 'f64' as const),
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  indexFrom: fc.constantFrom('array' as const, 'segment' as const),
  // The shorter binding cuts the longest segments.
  maxBindingBytes: fc.constantFrom(2 ** 27, 20_000),
});

it('any argsort gives the stable order of every segment, and other items their index', async () => {
  const property = fc.asyncProperty(
    choices,
    segmentsCases,
    seeds,
    async (choice, { given, bounds, itemCount }, seed) => {
      const { type, order, indexFrom, maxBindingBytes } = choice;
      const bytes = keyBytes(type, itemCount, new Random(seed));
      const segments = 'offsets' in given ? given.offsets : given;
      const options = { order, indexFrom, tuning: { family: 'software', maxBindingBytes } } as const;
      const found = await segmentedArgsort(device(), keysOf(type, bytes), segments, options);
      const expected = sortedIndices(type, bytes, bounds, { order });
      for (const [begin, end] of indexFrom === 'segment' ? bounds : []) {
        for (let i = begin; i < end; i++) expected[i] = expected[i]! - begin;
      }
      expect(found).toEqual(expected);
    },
  );
  await fc.assert(property, runParameters(60));
});
