/**
 * The whole product of key type × order × bits × zeros × stability × value size × form of segments × way of calling ×
 * kernels has some 100,000 rows. `npm test` runs every combination of any two factors, `npm run test:full` of any
 * three, and `.ci/run` a seeded sample of the latter per adapter. Every row sorts segments of the lengths at the ends
 * of every size class and bin, ±1. With segments of one size, a row sorts two or more of one such length.
 */
import { describe } from 'vitest';
import { inTurn, quickRows, ROWS, rowsOf, SEED } from '../support/cases.ts';
import { CALL_FACTORS, typedRowName } from '../support/sort-cases.ts';
import { checkBoundaries } from '../support/typed-check.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const FACTORS = {
  type: KEY_TYPES,
  bits: ['all', 'middle', 'upper', 'none'],
  signedZero: ['distinct', 'equal'],
  nan: [undefined, 'last', 'first'],
  ...CALL_FACTORS,
} as const;

/** The longest segment of a row: a few tiles in the large class. */
const CAP = 10_000;

describe(`a sort (${ROWS} rows)`, () => {
  for (const [i, row] of inTurn([...quickRows(rowsOf(FACTORS, 20), ROWS === 'quick' ? 4 : 2).entries()])) {
    const seed = (SEED + i) >>> 0;
    itOnDevice(device, row, `${typedRowName(row)}, ${row.form}, seed ${seed}`, async () => {
      await checkBoundaries(device(), row, seed, [CAP]);
    });
  }
});
