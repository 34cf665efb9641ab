/** For any segments, values, operator and kernels a reduce is the oracle's, f32 sums by the one tree included. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { keysFrom, layouts, palettes, runParameters, seeds, variantsOf } from '../tests/support/arbitraries.ts';
import { fill, Random, summable } from '../tests/support/cases.ts';
import { checkHostReduce, checkReduceOnce, type ReduceJob } from '../tests/support/check.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/** Sums of f32 take numbers whose sums stay finite and normal; everything else takes any bits. */
const jobs: fc.Arbitrary<ReduceJob> = fc
  .record({
    type: fc.constantFrom('u32', 'i32', 'f32'),
    op: fc.constantFrom('sum', 'min', 'max'),
    layout: layouts,
    palette: palettes,
    seed: seeds,
  })
  .map(({ type, op, layout, palette, seed }) => ({
    what: `${op} of ${type}`,
    seed,
    offsets: layout.offsets,
    input:
      type === 'f32' && op === 'sum'
        ? fill('f32', layout.itemCount, new Random(seed), summable)
        : keysFrom(type, layout.itemCount, palette, seed),
    op,
  }));

describe('any reduce', () => {
  it('by encode is the one the contract describes', async () => {
    const manners = fc.record({ openPass: fc.boolean(), ownTemporary: fc.boolean() });
    const property = fc.asyncProperty(jobs, manners, variantsOf(device()), async (job, manner, variant) => {
      await checkReduceOnce(device(), variant, job, manner);
    });
    await fc.assert(property, runParameters(120));
  });

  it('on host arrays is the one the contract describes', async () => {
    const property = fc.asyncProperty(jobs, variantsOf(device()), async (job, variant) => {
      await checkHostReduce(device(), job, variant);
    });
    await fc.assert(property, runParameters(60));
  });
});
