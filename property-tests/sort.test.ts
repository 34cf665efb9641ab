/** A sort of any segments and keys agrees with the oracle, by `encode` and by the host calls. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { keysFrom, layouts, palettes, runParameters, seeds } from '../tests/support/arbitraries.ts';
import { distinctValues, ROWS as MODE, quickRows, type SortRow, sortRowName } from '../tests/support/cases.ts';
import type { SortJob } from '../tests/support/sort-cases.ts';
import { checkHostSort, checkSortOnce } from '../tests/support/typed-check.ts';
import { runsOn, useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

interface Case {
  row: SortRow;
  job: SortJob;
}

/**
 * Four rows with every level of every factor, since other tests cover the combinations. Rows of the gpu family are also
 * rows of kernels/sort-classes, whose kernels a worker may have compiled. The quick mode has one row.
 */
const ROWS: SortRow[] = [
  { keyType: 'i32', pairs: true, order: 'descending', family: 'software', subgroups: true },
  { keyType: 'f32', pairs: false, order: 'ascending', family: 'software', subgroups: false },
  { keyType: 'u32', pairs: true, order: 'descending', family: 'gpu', subgroups: false },
  { keyType: 'f32', pairs: false, order: 'descending', family: 'gpu', subgroups: true },
];
const TAKEN = MODE === 'quick' ? ROWS.slice(0, 3) : ROWS;

function cases(among: readonly SortRow[] = TAKEN): fc.Arbitrary<Case> {
  const rows = among.filter((row) => runsOn(device(), row));
  return fc
    .record({ row: fc.constantFrom(...rows), layout: layouts, palette: palettes, seed: seeds })
    .map(({ row, layout, palette, seed }) => {
      const keys = keysFrom(row.keyType, layout.itemCount, palette, seed);
      const values = row.pairs ? distinctValues(layout.itemCount) : undefined;
      const { order } = row;
      return { row, job: { what: sortRowName(row), seed, offsets: layout.offsets, keys, values, order } };
    });
}

describe('any sort', () => {
  it('by encode is the one the contract describes', async () => {
    const manners = fc.record({ inPlace: fc.boolean(), openPass: fc.boolean(), ownTemporary: fc.boolean() });
    const property = fc.asyncProperty(cases(), manners, ({ row, job }, manner) =>
      checkSortOnce(device(), row, job, manner),
    );
    await fc.assert(property, runParameters(120));
  });

  it('on host arrays is the one the contract describes', async () => {
    const property = fc.asyncProperty(cases(), ({ row, job }) => checkHostSort(device(), job, row));
    await fc.assert(property, runParameters(60));
  });

  it('on host arrays with kernels of the library’s own choice is the one the contract describes', async () => {
    const property = fc.asyncProperty(cases(quickRows(ROWS)), ({ job }) => checkHostSort(device(), job));
    await fc.assert(property, runParameters(30));
  });
});
