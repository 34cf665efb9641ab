/** A sort of any key type, order, bits, value size, form of segments and way of calling agrees with the oracle. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { ROWS, type Variant } from '../tests/support/cases.ts';
import type { TypedRow } from '../tests/support/sort-cases.ts';
import { checkTyped } from '../tests/support/typed-check.ts';
import { KEY_TYPES } from '../tests/support/typed-oracle.ts';
import { runsOn, useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/**
 * The tests of the matrix cover all kernels. These tests use two sets, which other tests of this worker compile too.
 */
const VARIANTS: Variant[] = [
  { family: 'software', subgroups: true },
  { family: 'software', subgroups: false },
];

function rows(): fc.Arbitrary<TypedRow> {
  return fc
    .record({
      type: fc.constantFrom(...KEY_TYPES),
      order: fc.constantFrom('ascending', 'descending'),
      bits: fc.oneof(
        fc.constantFrom('all', 'middle', 'upper', 'none'),
        fc.tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 0, max: 64 })),
      ),
      signedZero: fc.constantFrom('distinct', 'equal'),
      nan: fc.constantFrom(undefined, 'last', 'first'),
      valueBytes: fc.constantFrom(0, 1, 2, 4, 8, 12, 16),
      call: fc.constantFrom('host', 'encode', 'in place', 'double buffer'),
      countOnGpu: fc.boolean(),
      variant: fc.constantFrom(...VARIANTS.filter((variant) => runsOn(device(), variant))),
    })
    .map(({ variant, ...row }) => ({ ...row, ...variant }) as TypedRow);
}

/** In the quick mode some tens of rows take turns, because almost every row has kernels that no other row has. */
function someRows(): fc.Arbitrary<TypedRow> {
  if (ROWS !== 'quick') return rows();
  const { seed } = runParameters(0);
  return fc.constantFrom(...fc.sample(rows(), { numRuns: 50, ...(seed === undefined ? {} : { seed }) }));
}

describe('any sort of any type', () => {
  it('is the one the contract describes', async () => {
    const property = fc.asyncProperty(someRows(), segmentsCases, seeds, (row, segments, seed) =>
      checkTyped(device(), row, segments, seed),
    );
    await fc.assert(property, runParameters(150));
  });
});
