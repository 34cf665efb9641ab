/** Sorts of empty input, of millions of segments, and of one giant segment among many short ones. */
import { describe, expect, it } from 'vitest';
import { segmentedSort, segmentedSortByKey, segmentedStableSort, segmentedStableSortByKey } from '../../src/index.ts';
import {
  fill,
  inTurn,
  mixed,
  offsetsOf,
  quickRows,
  Random,
  repeated,
  SEED,
  someVariants,
  totalOf,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import type { SortJob } from '../support/sort-cases.ts';
import { checkHostSort, checkSortOnce } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Only keys, because the partition is the same with values. */
function jobOf(what: string, lengths: ArrayLike<number>, start = 0, behind = 0): SortJob {
  const offsets = offsetsOf(lengths, start);
  const keys = fill('u32', totalOf(offsets) + behind, new Random(SEED), mixed);
  return { what, seed: SEED, offsets, keys, order: 'ascending' };
}

/** By `encode` and by the call on host arrays. */
async function checkBoth(job: SortJob, variant: Variant): Promise<void> {
  await checkSortOnce(device(), variant, job);
  await checkHostSort(device(), job, variant);
}

describe('an empty input gives an empty result', () => {
  const none = new Uint32Array(0);
  for (const segments of [[0], [0, 0], [0, 0, 0, 0]]) {
    it(`with ${segments.length - 1} segments, in all four calls`, async () => {
      expect(await segmentedSort(device(), none, segments)).toEqual(none);
      expect(await segmentedStableSort(device(), none, segments)).toEqual(none);
      const empty = { keys: none, values: none };
      expect(await segmentedSortByKey(device(), none, none, segments)).toEqual(empty);
      expect(await segmentedStableSortByKey(device(), none, none, segments)).toEqual(empty);
    });
  }

  it('keeps the classes of the arrays', async () => {
    const found = await segmentedSortByKey(device(), new Float32Array(0), new Int32Array(0), [0]);
    expect(found.keys).toBeInstanceOf(Float32Array);
    expect(found.values).toBeInstanceOf(Int32Array);
  });
});

for (const variant of someVariants()) {
  describe(variantName(variant), () => {
    itOnDevice(device, variant, 'leaves everything where it is when there is no segment', async () => {
      await checkBoth(jobOf('no segment', [], 0, 50), variant);
      await checkBoth(jobOf('no segment, no item', []), variant);
    });

    itOnDevice(device, variant, 'leaves everything where it is when all segments are empty', async () => {
      await checkBoth(jobOf('all empty', repeated(0, 1000), 7, 20), variant);
    });

    itOnDevice(device, variant, 'keeps elements before the first and behind the last segment', async () => {
      await checkBoth(jobOf('outside', [3, 0, 1, 40, 700, 2], 101, 333), variant);
      await checkBoth(jobOf('one long segment', [9001], 1, 1), variant);
    });

    itOnDevice(device, variant, 'takes neighbours that share a 16-byte word', async () => {
      for (const start of [0, 1, 2, 3]) await checkBoth(jobOf(`start ${start}`, [5, 300, 7, 3000], start, 2), variant);
    });
  });
}

describe('offsets', () => {
  it('may be a number[] or a Uint32Array', async () => {
    const job = jobOf('offsets', [3, 5, 0, 100]);
    await checkHostSort(device(), { ...job, offsets: Array.from(job.offsets) });
    await checkHostSort(device(), job);
  });
});

const MILLION = 1_000_000;

// A million segments once per family, because the partition is the same with and without subgroups.
for (const variant of quickRows(VARIANTS.filter(({ subgroups }) => subgroups))) {
  describe(`a million segments, ${variantName(variant)}`, () => {
    const random = new Random(SEED);
    const most = [
      ['all empty but one of 5000', () => 0, 5000],
      ['of 0 to 3, with a giant among them', () => random.below(4), 100_000],
    ] as const;
    for (const [what, lengthOf, giant] of inTurn(most)) {
      itOnDevice(device, variant, what, async () => {
        const lengths = Uint32Array.from({ length: MILLION }, lengthOf);
        lengths[765_432] = giant;
        await checkSortOnce(device(), variant, jobOf(what, lengths));
      });
    }
  });
}

const CHOSEN: readonly (readonly [string, () => Uint32Array])[] = [
  [
    '14 million empty segments with a few full ones of every class are sorted',
    () => {
      // With this number of segments, the partition's scan has more block sums than a workgroup has lanes.
      const random = new Random(SEED);
      const lengths = new Uint32Array(14_000_000);
      for (let i = 0; i < 300; i++) lengths[random.below(lengths.length)] = random.between(2, 300);
      for (const length of [3000, 6000, 9000]) lengths[random.below(lengths.length)] = length;
      return lengths;
    },
  ],
  // 2.2 million segments. A workgroup of the small kernels takes 32 of them, one of the partition a few hundred.
  ['more segments than 65,535 workgroups hold are sorted', () => new Uint32Array(2_200_000).fill(2)],
  ['a million segments of length 1 are copied', () => new Uint32Array(MILLION).fill(1)],
];

describe('with the kernels that the library chooses', () => {
  it.each(inTurn(CHOSEN, 6))('%s', async (what, lengthsOf) => {
    await checkHostSort(device(), jobOf(what, lengthsOf()));
  });
});
