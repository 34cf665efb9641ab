/**
 * The whole product of key type × order × bits × zeros × stability × value size × form of segments × way of calling ×
 * kernels has some 100,000 rows. `npm test` runs every combination of any two factors, `npm run test:full` of any
 * three, and `.ci/run` a seeded sample of the latter per adapter. Every row sorts segments of the lengths at the ends
 * of every size class and bin, ±1. With segments of one size, a row sorts two or more of one such length.
 */
import { describe } from 'vitest';
import { classBoundaries, inTurn, quickRows, Random, ROWS, rowsOf, SEED } from '../support/cases.ts';
import { classesOf } from '../support/classes.ts';
import { CALL_FACTORS, type TypedRow, typedRowName } from '../support/sort-cases.ts';
import { type Form, segmentsCase } from '../support/typed-cases.ts';
import { checkTyped, typedPlan } from '../support/typed-check.ts';
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

async function checkRow(row: TypedRow & { readonly form: Form }, seed: number): Promise<void> {
  const plan = await typedPlan(device(), row, 0, 1);
  const classes = classesOf(plan);
  plan.destroy();
  const lengths = [0, 0, 1, 1, ...classBoundaries(classes, CAP), Math.min(CAP, 2 * classes.at(-1)!.minLength + 100)];
  await checkTyped(device(), row, segmentsCase(row.form, lengths, new Random(seed)), seed);
}

describe(`a sort (${ROWS} rows)`, () => {
  for (const [i, row] of inTurn([...quickRows(rowsOf(FACTORS, 20), ROWS === 'quick' ? 4 : 2).entries()])) {
    const seed = (SEED + i) >>> 0;
    itOnDevice(device, row, `${typedRowName(row)}, ${row.form}, seed ${seed}`, async () => {
      await checkRow(row, seed);
    });
  }
});
