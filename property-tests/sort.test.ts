/** For any segments, keys, order, stability and kernels a sort is the oracle's, by `encode` and by the host calls. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { keysFrom, layouts, palettes, runParameters, seeds, variantsOf } from '../tests/support/arbitraries.ts';
import { distinctValues } from '../tests/support/cases.ts';
import { checkHostSort, checkSortOnce, type SortJob } from '../tests/support/check.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

const jobs: fc.Arbitrary<SortJob> = fc
  .record({
    keyType: fc.constantFrom('u32', 'i32', 'f32'),
    layout: layouts,
    palette: palettes,
    seed: seeds,
    order: fc.constantFrom('ascending', 'descending'),
    stable: fc.boolean(),
    pairs: fc.boolean(),
  })
  .map(({ keyType, layout, palette, seed, order, stable, pairs }) => ({
    what: `${keyType} ${pairs ? 'pairs' : 'keys'}, ${order}, ${stable ? 'stable' : 'unstable'}`,
    seed,
    offsets: layout.offsets,
    keys: keysFrom(keyType, layout.itemCount, palette, seed),
    values: pairs ? distinctValues(layout.itemCount) : undefined,
    order,
    stable,
  }));

describe('any sort', () => {
  it('by encode is the one the contract describes', async () => {
    const manners = fc.record({ inPlace: fc.boolean(), openPass: fc.boolean(), ownTemporary: fc.boolean() });
    const property = fc.asyncProperty(jobs, manners, variantsOf(device()), (job, manner, variant) =>
      checkSortOnce(device(), variant, job, manner),
    );
    await fc.assert(property, runParameters(120));
  });

  it('on host arrays is the one the contract describes', async () => {
    const property = fc.asyncProperty(jobs, variantsOf(device()), (job, variant) =>
      checkHostSort(device(), job, variant),
    );
    await fc.assert(property, runParameters(60));
  });

  it('on host arrays with kernels of the library’s own choice is the one the contract describes', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, (job) => checkHostSort(device(), job)),
      runParameters(30),
    );
  });
});
