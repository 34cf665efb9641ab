/** Reduces of lengths at which a class, a group of lanes, a workgroup or a tile begins or ends. */
import { describe } from 'vitest';
import { createSegmentedReduce } from '../../src/index.ts';
import {
  boundaryLengths,
  classBoundaries,
  comparable,
  fill,
  inTurn,
  largeFrom,
  offsetsOf,
  powersOfTwo,
  Random,
  REDUCE_FACTORS,
  type ReduceRow,
  reduceRowName,
  repeated,
  rowsOf,
  SEED,
  summable,
  totalOf,
  uniform,
} from '../support/cases.ts';
import { reduceClasses } from '../support/classes.ts';
import type { SizeClass } from '../support/compare.ts';
import { checkReduce, checkReduceOnce } from '../support/reduce-check.ts';
import type { ReduceJob } from '../support/reduce-expectation.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

function jobOf(row: ReduceRow, what: string, lengths: readonly number[], seed = SEED): ReduceJob {
  const offsets = offsetsOf(lengths);
  const numbers = row.op === 'sum' ? summable : comparable;
  const input = fill(row.type, totalOf(offsets), new Random(seed), row.type === 'f32' ? numbers : uniform);
  return { what: `${row.op}, ${what}`, seed, offsets, input, op: row.op };
}

/** A length in the large class with several tiles. */
function capOf(classes: readonly SizeClass[]): number {
  return 2 * largeFrom(classes) + 1;
}

// Every combination of any two of type, operator, family, subgroups. All tests of this file use the same rows, so that
// they share their pipelines.
const ROWS = inTurn(rowsOf(REDUCE_FACTORS), 3);

describe('every boundary length ±1, shuffled in one call, is reduced', () => {
  for (const row of ROWS) {
    itOnDevice(device, row, reduceRowName(row), async () => {
      const classes = await reduceClasses(device(), row);
      const lengths = new Random(SEED).shuffled(boundaryLengths(classes, capOf(classes)));
      await checkReduceOnce(device(), row, jobOf(row, 'all lengths', lengths));
      await checkReduceOnce(device(), row, jobOf(row, 'all lengths by begin and end', lengths), { asRanges: true });
    });
  }
});

describe('a single segment of a boundary length is reduced when all other classes are empty', () => {
  for (const row of ROWS) {
    itOnDevice(device, row, reduceRowName(row), async () => {
      const classes = await reduceClasses(device(), row);
      const cap = capOf(classes);
      const { type, op, family, subgroups } = row;
      const tuning = { family, subgroups };
      const plan = await createSegmentedReduce(device(), { type, op, maxItems: cap, maxSegments: 1, tuning });
      const powers = powersOfTwo(cap).filter((length) => Number.isInteger(Math.log2(length)));
      for (const length of new Set([...classBoundaries(classes, cap), ...powers])) {
        const job = jobOf(row, 'one segment', [length], SEED + length);
        await checkReduce(device(), plan, job, { ownTemporary: true });
      }
      plan.destroy();
    });
  }
});

/** Many segments of one length; fewer of a long one. */
function lengthsOfClass({ minLength, maxLength }: SizeClass, random: Random): number[] {
  const longest = Math.min(maxLength, 2 * minLength + 1);
  const count = Math.max(3, Math.min(701, Math.floor(60_000 / Math.max(1, longest))));
  return Array.from({ length: count }, () => random.between(minLength, longest));
}

describe('many segments of only one class, and an uneven number of each short length, are reduced', () => {
  for (const row of ROWS) {
    itOnDevice(device, row, reduceRowName(row), async () => {
      const random = new Random(SEED);
      for (const sizeClass of await reduceClasses(device(), row)) {
        const lengths = lengthsOfClass(sizeClass, random);
        await checkReduceOnce(device(), row, jobOf(row, `only ${sizeClass.name}`, lengths), { tight: true });
      }
      const shared = [2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 32, 33].flatMap((length) => repeated(length, 137));
      await checkReduceOnce(device(), row, jobOf(row, '137 of each length', shared));
    });
  }
});
