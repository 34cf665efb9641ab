/** A reduce of any segments and values agrees with the oracle, f32 sums with the one tree. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { keysFrom, layouts, palettes, runParameters, seeds } from '../tests/support/arbitraries.ts';
import {
  fill,
  Random,
  REDUCE_FACTORS,
  type ReduceRow,
  reduceRowName,
  rowsOf,
  summable,
} from '../tests/support/cases.ts';
import { checkHostReduce, checkReduceOnce } from '../tests/support/reduce-check.ts';
import type { ReduceJob } from '../tests/support/reduce-expectation.ts';
import { runsOn, useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

interface Case {
  row: ReduceRow;
  job: ReduceJob;
}

/**
 * The rows are those of the class tests: every combination of any two of type, operator and kernels. Sums of f32 get
 * numbers whose sums stay finite and normal. All others get any bits.
 */
function cases(): fc.Arbitrary<Case> {
  const rows = rowsOf(REDUCE_FACTORS).filter((row) => runsOn(device(), row));
  return fc
    .record({ row: fc.constantFrom(...rows), layout: layouts, palette: palettes, seed: seeds })
    .map(({ row, layout, palette, seed }) => {
      const { type, op } = row;
      const input =
        type === 'f32' && op === 'sum'
          ? fill('f32', layout.itemCount, new Random(seed), summable)
          : keysFrom(type, layout.itemCount, palette, seed);
      return { row, job: { what: reduceRowName(row), seed, offsets: layout.offsets, input, op } };
    });
}

describe('any reduce', () => {
  it('by encode is the one the contract describes', async () => {
    const manners = fc.record({ openPass: fc.boolean(), ownTemporary: fc.boolean() });
    const property = fc.asyncProperty(cases(), manners, async ({ row, job }, manner) => {
      await checkReduceOnce(device(), row, job, manner);
    });
    await fc.assert(property, runParameters(120));
  });

  it('on host arrays is the one the contract describes', async () => {
    const property = fc.asyncProperty(cases(), async ({ row, job }) => {
      await checkHostReduce(device(), job, row);
    });
    await fc.assert(property, runParameters(60));
  });
});
