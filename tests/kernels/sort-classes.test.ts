/** Sorts of lengths at which a class, a bin, a subgroup or a tile begins or ends. */
import { describe } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import {
  boundaryLengths,
  classBoundaries,
  distinctValues,
  fill,
  fromPalette,
  inTurn,
  largeFrom,
  lengthsInEveryClass,
  mixed,
  offsetsOf,
  PADDING_WORDS,
  powersOfTwo,
  quickRows,
  Random,
  repeated,
  rowsOf,
  SEED,
  SORT_FACTORS,
  type SortRow,
  sortRowName,
  totalOf,
} from '../support/cases.ts';
import { planOptions, sortClasses } from '../support/classes.ts';
import type { SizeClass } from '../support/compare.ts';
import type { SortJob } from '../support/sort-cases.ts';
import { checkSort, checkSortOnce } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

function jobOf(row: SortRow, what: string, lengths: readonly number[], seed = SEED): SortJob {
  const offsets = offsetsOf(lengths);
  const count = totalOf(offsets);
  const keys = fill(row.keyType, count, new Random(seed), mixed);
  const values = row.pairs ? distinctValues(count) : undefined;
  return { what, seed, offsets, keys, values, order: row.order };
}

/** A length in the large class with several tiles. The lengths up to it have powers of two ±1. */
function capOf(classes: readonly SizeClass[]): number {
  return 2 * largeFrom(classes) + 1;
}

// Every combination of any two of type, keys or pairs, order, stability, family, subgroups. All tests of this file use
// the same rows, so that they share their pipelines.
const ROWS = inTurn(rowsOf(SORT_FACTORS), 4);

describe('every boundary length ±1, shuffled in one call, is sorted', () => {
  for (const row of ROWS) {
    itOnDevice(device, row, sortRowName(row), async () => {
      const classes = await sortClasses(device(), row);
      const lengths = new Random(SEED).shuffled(boundaryLengths(classes, capOf(classes)));
      await checkSortOnce(device(), row, jobOf(row, 'all lengths', lengths));
    });
  }
});

describe('a single segment of a boundary length is sorted when all other classes are empty', () => {
  for (const row of quickRows(ROWS)) {
    itOnDevice(device, row, sortRowName(row), async () => {
      const classes = await sortClasses(device(), row);
      const cap = capOf(classes);
      const powers = powersOfTwo(cap).filter((length) => Number.isInteger(Math.log2(length)));
      const plan = await createSegmentedSort(device(), planOptions(row, cap, 1));
      for (const length of new Set([...classBoundaries(classes, cap), ...powers])) {
        if (length === 0) continue;
        await checkSort(device(), plan, jobOf(row, 'one segment', [length], SEED + length), { ownTemporary: true });
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

describe('many segments of only one class are sorted', () => {
  for (const row of quickRows(ROWS)) {
    itOnDevice(device, row, sortRowName(row), async () => {
      const random = new Random(SEED);
      for (const sizeClass of await sortClasses(device(), row)) {
        const lengths = lengthsOfClass(sizeClass, random);
        await checkSortOnce(device(), row, jobOf(row, `only ${sizeClass.name}`, lengths), { tight: true });
      }
    });
  }
});

describe('an uneven number of segments of each short length shares subgroups', () => {
  for (const row of ROWS) {
    itOnDevice(device, row, sortRowName(row), async () => {
      const shared = [2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 32, 33].flatMap((length) => repeated(length, 137));
      await checkSortOnce(device(), row, jobOf(row, '137 of each length', shared));
      const lengths = Array.from({ length: 70 }, (_, length) => length);
      await checkSortOnce(device(), row, jobOf(row, 'one of each length', lengths));
    });
  }
});

describe('keys equal to any padding value keep their values', () => {
  for (const row of ROWS) {
    itOnDevice(device, row, sortRowName(row), async () => {
      const job = jobOf(row, 'padding', lengthsInEveryClass(await sortClasses(device(), row)));
      for (const palette of [PADDING_WORDS, [0xffffffff, 0], [0x7fffffff, 0x80000000], [0xffffffff]]) {
        const keys = fill(row.keyType, job.keys.length, new Random(SEED), fromPalette(palette));
        await checkSortOnce(device(), row, { ...job, keys });
      }
    });
  }
});
