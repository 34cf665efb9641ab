/** Tunings: every parameter at several values, in both families. Results of sorts and reduces stay right. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, segmentedReduce, segmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import {
  distinctValues,
  fill,
  fromPalette,
  inTurn,
  largeFrom,
  mixed,
  offsetsOf,
  quickRows,
  Random,
  ROWS,
  SEED,
  summable,
  totalOf,
  uniform,
} from '../support/cases.ts';
import { classesOf } from '../support/classes.ts';
import { checkReduce } from '../support/reduce-check.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const SORTS: readonly (InternalTuning & { family: 'software' | 'gpu' })[] = [
  ...[1, 2, 4].flatMap((digitBits) => [
    { family: 'software' as const, sort: { digitBits, medium: { maxMerged: 0 } } },
    { family: 'gpu' as const, sort: { digitBits } },
  ]),
  { family: 'software', sort: { medium: { maxMerged: 0, limits: [300, 700], workgroup: 4 }, large: { tile: 640 } } },
  { family: 'gpu', sort: { medium: { maxMerged: 2048, maxMergedPairs: 1024, shortRuns: true } } },
  { family: 'software', sort: { medium: { maxMerged: 16384, maxMergedPairs: 8192 } } },
  { family: 'software', sort: { medium: { maxMerged: 16384, maxMergedPairs: 8192, mergeWays: 8 } } },
  { family: 'software', sort: { medium: { maxMerged: 512, maxMergedPairs: 256, shortRuns: true } } },
  {
    family: 'gpu',
    subgroups: false,
    sort: { medium: { maxMerged: 512, maxMergedPairs: 256, mergeWays: 8, shortRuns: true } },
  },
  // Runs of pairs. A word holds two indices of one byte, two of two bytes, or one.
  { family: 'software', sort: { small: { maxItemsPerLanePairs: 8 }, medium: { maxMergedPairs: 2048, mergeWays: 8 } } },
  {
    family: 'software',
    subgroups: false,
    sort: { small: { maxLanesEmulated: 32 }, medium: { maxMergedPairs: 4096 } },
  },
  { family: 'software', sort: { small: { maxLength: 32, itemsWanted: 4 }, medium: { maxMergedPairs: 512 } } },
  // Runs of one lane. Outside of runs, the branchless network of one lane stores its last item several times.
  { family: 'software', sort: { small: { maxLanes: 1, branchless: true }, medium: { maxMergedPairs: 512 } } },
  { family: 'gpu', sort: { large: { scatter: 'direct' } } },
  { family: 'gpu', sort: { digitBits: 4, earlyOut: false, large: { scatter: 'direct' } } },
  { family: 'software', sort: { earlyOut: false, medium: { maxMerged: 0 } } },
  {
    family: 'software',
    sort: { small: { workgroup: 8, itemsWanted: 4, maxItemsPerLane: 8, maxItemsPerLanePairs: 8 } },
  },
  { family: 'gpu', sort: { small: { workgroup: 32, itemsWanted: 1, maxItemsPerLane: 4, maxLanes: 4 } } },
  {
    family: 'software',
    sort: { small: { maxLength: 8, maxLanes: 1 }, medium: { limits: [64] }, large: { tile: 64 } },
  },
  {
    family: 'gpu',
    sort: { small: { maxLength: 2 }, medium: { limits: [100, 256], workgroup: 32 }, large: { tile: 112 } },
  },
  {
    family: 'gpu',
    sort: { medium: { workgroup: 16, limits: [64] }, large: { workgroup: 64, tile: 64 } },
  },
  { family: 'software', sort: { medium: { workgroup: 64 }, large: { workgroup: 64, tile: 208, directGrid: true } } },
  { family: 'software', partition: { workgroup: 1, segmentsPerLane: 3 }, scan: { workgroup: 2, perLane: 5 } },
  { family: 'gpu', partition: { workgroup: 16, segmentsPerLane: 1 }, scan: { workgroup: 64, perLane: 1 } },
  {
    family: 'gpu',
    subgroups: false,
    sort: { small: { maxLanesEmulated: 2, maxItemsPerLane: 4, maxItemsPerLanePairs: 8 } },
  },
  { family: 'software', sort: { small: { itemsAtOnce: 1, maxItemsPerLane: 16, branchless: true } } },
  { family: 'software', subgroups: false, sort: { small: { itemsAtOnce: 2, maxItemsPerLanePairs: 32 } } },
  { family: 'gpu', sort: { small: { itemsAtOnce: 2, branchless: true } } },
  { family: 'software', sort: { small: { branchless: true, itemsWanted: 32 } } },
  { family: 'software', sort: { small: { threeQuarterBins: [4, 16, 128], itemsAtOnce: 8, branchless: true } } },
  { family: 'gpu', sort: { small: { threeQuarterBins: [16, 32, 128, 256], maxItemsPerLane: 16 } } },
  { family: 'gpu', subgroups: false, sort: { small: { threeQuarterBins: [32, 64], maxItemsPerLanePairs: 32 } } },
  { family: 'software', sort: { small: { minMax: true } } },
  { family: 'gpu', sort: { small: { minMax: false, quadSwaps: false } } },
  { family: 'gpu', sort: { small: { maxStriped: 32 } } },
  // Networks so long that their merges between lanes are loops.
  { family: 'software', sort: { small: { maxItemsPerLane: 64, maxItemsPerLanePairs: 64 } } },
  // Keys only: two networks that are longer than a run, then six, whose lengths are not all powers of two.
  { family: 'software', sort: { small: { maxItemsPerLane: 64, threeQuarterBins: [64, 256, 512] } } },
  { family: 'software', sort: { small: { itemsWanted: 64, maxItemsPerLane: 64, threeQuarterBins: [64, 128, 256] } } },
];

const REDUCES: readonly (InternalTuning & { family: 'software' | 'gpu' })[] = [
  { family: 'software', reduce: { sweep: { tile: 64, maxLength: 16 }, tile: 64 } },
  { family: 'software', reduce: { workgroup: 64, sweep: { tile: 1024, maxLength: 5000 }, tile: 8192 } },
  { family: 'gpu', reduce: { workgroup: 32, tileLanes: 8, bins: [{ limit: 40, lanes: 2, name: 'small' }], tile: 256 } },
  { family: 'software', reduce: { tileLanes: 4, tile: 256, sweep: { tile: 64, maxLength: 256 } } },
  { family: 'gpu', reduce: { vectors: false, sweep: { tile: 256, maxLength: 100 } } },
  { family: 'software', reduce: { vectors: true, tile: 512, sweep: { tile: 512, maxLength: 300 } } },
  { family: 'software', subgroups: false, reduce: { vectors: true, tile: 256, sweep: { tile: 128, maxLength: 50 } } },
  { family: 'software', scan: { perLane: 7 }, partition: { segmentsPerLane: 9 } },
];

const subgroupsOf = ({ family, subgroups = true }: (typeof SORTS)[number]) => ({ family, subgroups });

/** Lengths at the edges of every bin, of several tiles, and of a bin's longest segment plus a quarter. */
function lengthsAt(classes: readonly { maxLength: number }[]): number[] {
  const most = classes.map(({ maxLength }) => maxLength).filter(Number.isFinite);
  const edges = most.flatMap((length) => [length, length + 1]);
  const quarters = most.flatMap((length) => [length + Math.floor(length / 4), length + Math.floor(length / 4) + 1]);
  const large = largeFrom(classes as never);
  return new Random(SEED).shuffled([0, 1, 1, 3, 7, ...edges, ...edges, ...quarters, 3 * large + 5]);
}

describe('a sort tuned by', () => {
  for (const [i, tuning] of inTurn([...quickRows(SORTS, 7).entries()], 4)) {
    // In the quick mode keys and pairs take turns, because each compiles separate kernels.
    for (const pairs of ROWS === 'quick' ? [i % 2 === 1] : [false, true]) {
      itOnDevice(device, subgroupsOf(tuning), `${JSON.stringify(tuning)}, ${pairs ? 'pairs' : 'keys'}`, async () => {
        const options = { keyType: 'f32', order: 'ascending', maxItems: 2 ** 20, maxSegments: 128, tuning } as const;
        const plan = await createSegmentedSort(device(), { ...options, ...(pairs ? { valueType: 'u32' } : {}) });
        const offsets = offsetsOf(lengthsAt(classesOf(plan)), 3);
        const count = totalOf(offsets);
        const keys = fill('f32', count, new Random(SEED), pairs ? fromPalette([1, 2, 3, 0xbf800000]) : mixed);
        const values = pairs ? distinctValues(count) : undefined;
        await checkSort(device(), plan, {
          what: 'tuned',
          seed: SEED,
          offsets,
          keys,
          values,
          order: 'ascending',
        });
        plan.destroy();
      });
    }
  }
});

it('limits without a bin in a bounded sort are left out', async () => {
  const limits = [9000, 10_000, 11_000, 12_000, 13_000, 14_000, 15_000];
  const tuning: InternalTuning = {
    family: 'software',
    sort: { small: { maxLength: 4 }, medium: { maxMerged: 8192, limits } },
  };
  const room = { maxItems: 2 ** 17, maxSegments: 9, maxSegmentSize: 9500 };
  const plan = await createSegmentedSort(device(), { keyType: 'u32', ...room, tuning });
  expect(classesOf(plan).at(-1)).toMatchObject({ name: 'medium', maxLength: 10_000 });
  const offsets = offsetsOf([9500, 3, 8500, 9001, 700], 3);
  const keys = fill('u32', totalOf(offsets), new Random(SEED), mixed);
  await checkSort(device(), plan, {
    what: 'bounded',
    seed: SEED,
    offsets,
    keys,
    values: undefined,
    order: 'ascending',
  });
  plan.destroy();
});

describe('a reduce tuned by', () => {
  for (const tuning of quickRows(REDUCES, 3)) {
    itOnDevice(device, subgroupsOf(tuning), JSON.stringify(tuning), async () => {
      const room = { maxItems: 2 ** 17, maxSegments: 100 };
      const plan = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', ...room, tuning });
      const offsets = offsetsOf(lengthsAt(classesOf(plan)), 3);
      const input = fill('f32', totalOf(offsets), new Random(SEED), summable);
      const job = { what: 'tuned', seed: SEED, offsets, input, op: 'sum' } as const;
      await checkReduce(device(), plan, job);
      await checkReduce(device(), plan, { ...job, what: 'tuned, begin and end' }, { asRanges: true });
      plan.destroy();
    });
  }
});

describe('steps of whole vectors, which begin at each component of a vector', () => {
  const tuning: InternalTuning = {
    family: 'software',
    reduce: { vectors: true, sweep: { tile: 256, maxLength: 256 } },
  };
  const rising = Array.from({ length: 70 }, (_, i) => i);
  // Segments of one step and of two steps, with these numbers of words.
  const steps = rising.slice(0, 24).map((i) => 118 + i);
  const lengths = [...rising, ...[...rising].reverse(), ...steps, 300, 5, 257, 70, 3001];

  it('sums', async () => {
    const room = { maxItems: 2 ** 14, maxSegments: 200 };
    const plan = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room, tuning });
    for (const start of [0, 1, 2, 3]) {
      const offsets = offsetsOf(lengths, start);
      const input = fill('u32', totalOf(offsets), new Random(SEED), uniform);
      await checkReduce(device(), plan, { what: `from ${start} on`, seed: SEED, offsets, input, op: 'sum' });
    }
    plan.destroy();
  });

  it('indices of extremes: the first of many ties', async () => {
    const offsets = offsetsOf(lengths, 0);
    const input = Uint32Array.from(fill('u32', totalOf(offsets), new Random(SEED), uniform), (word) => word % 7);
    const { indices } = await segmentedReduce(device(), input, offsets, 'argmax', { tuning });
    const expected = lengths.map((length, i) => {
      const items = input.subarray(offsets[i], (offsets[i] as number) + length);
      return length === 0 ? 2 ** 32 - 1 : items.indexOf(Math.max(...items));
    });
    expect([...indices]).toEqual(expected);
  });
});

describe('long segments that span all tiles of a workgroup', () => {
  for (const vectors of [false, true]) {
    for (const type of ['u32', 'f32'] as const) {
      it(`sums of ${type}, ${vectors ? 'vectors' : 'words'}`, async () => {
        const tuning: InternalTuning = { family: 'software', reduce: { vectors, sweep: { tile: 64, maxLength: 64 } } };
        const room = { maxItems: 2 ** 15, maxSegments: 9 };
        const plan = await createSegmentedReduce(device(), { type, op: 'sum', ...room, tuning });
        for (const start of [0, 1, 2, 3]) {
          const offsets = offsetsOf([2560, 0, 3001, 5, 2560 + 63, 8000], start);
          const input = fill(type, totalOf(offsets), new Random(SEED), type === 'f32' ? summable : uniform);
          await checkReduce(device(), plan, { what: `from ${start} on`, seed: SEED, offsets, input, op: 'sum' });
        }
        plan.destroy();
      });
    }
  }
});

it('an odd limit is halved for keys of two words', async () => {
  // The other kernels are as few and as small as possible.
  const sort = {
    small: { maxLength: 2 },
    medium: { limits: [333], workgroup: 32 },
    large: { tile: 64, workgroup: 32 },
  };
  const tuning: InternalTuning = { ...SMALL_GPU, sort };
  const keys = BigUint64Array.from({ length: 400 }, (_, i) => BigInt((i * 7919) % 997) << 30n);
  const sorted = await segmentedSort(device(), keys, [0, 166, 400], { tuning });
  expect(sorted).toEqual(BigUint64Array.of(...keys.slice(0, 166).sort(), ...keys.slice(166).sort()));
});
