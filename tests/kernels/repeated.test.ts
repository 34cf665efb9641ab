/**
 * Kernels over lists on GPUs, whose workgroups repeat until all tasks are done, or have an indirect grid. Most tests
 * of barriers repeat as well: their tunings have few workgroups.
 */
import { describe, expect, it } from 'vitest';
import {
  createSegmentedSort,
  segmentedQuantile,
  segmentedReduce,
  segmentedSort,
  segmentedTopK,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, inTurn, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { checkSort } from '../support/typed-check.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Lengths of every class, several of each. */
const LENGTHS = new Random(SEED).shuffled(
  [0, 1, 2, 5, 9, 17, 32, 33, 70, 129, 256, 257, 700, 1500].flatMap((length) =>
    Array.from({ length: 9 }, () => length),
  ),
);
const offsets = offsetsOf(LENGTHS, 3);
const count = totalOf(offsets);
const keys = fill('u32', count, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;

const LISTS: Readonly<Record<string, NonNullable<InternalTuning['lists']>>> = {
  'one workgroup': { lanes: 1, overflow: 'repeated' },
  'a few workgroups': { lanes: 100, overflow: 'repeated' },
  'a workgroup for every possible task': { lanes: 2 ** 20, overflow: 'repeated' },
  'the same, without loops': { lanes: 2 ** 20, overflow: 'indirect' },
  'indirect past a few workgroups': { lanes: 1000, overflow: 'indirect' },
};

describe.each(inTurn(Object.entries(LISTS)))('%s', (_, lists) => {
  const tuning: InternalTuning = { ...SMALL_GPU, lists };

  it('sorts segments of every class, one plan after another call of it', async () => {
    const room = { maxItems: count, maxSegments: LENGTHS.length };
    const plan = await createSegmentedSort(device(), { keyType: 'u32', valueType: 'u32', ...room, tuning });
    for (const seed of [SEED, SEED + 1]) {
      const given = fill('u32', count, new Random(seed), mixed);
      const values = distinctValues(count);
      await checkSort(device(), plan, { what: 'repeated', seed, offsets, keys: given, values, order: 'ascending' });
    }
    plan.destroy();
  });

  it('selects and sums', async () => {
    const sorted = LENGTHS.map((length, i) => {
      const indices = Array.from({ length }, (_, j) => offsets[i]! + j);
      return indices.sort((a, b) => keys[b]! - keys[a]! || a - b);
    });
    const top = await segmentedTopK(device(), keys, offsets, 40, { tuning });
    expect(Array.from(top.indices)).toEqual(sorted.flatMap((indices) => indices.slice(0, 40)));
    const segments = { begin: offsets.slice(0, -1), end: offsets.slice(1) };
    const sums = await segmentedReduce(device(), keys, segments, 'sum', { tuning });
    const expected = sorted.map((indices) => indices.reduce((sum, i) => (sum + keys[i]!) >>> 0, 0));
    expect(Array.from(sums as Uint32Array)).toEqual(expected);
  });
});

describe('tasks past the last one', () => {
  // Grids of more than 65,535 workgroups have two dimensions, which may hold more tasks than there are.
  itInTurn(3, 1)('sort nothing twice where 66,000 segments are tiles', async () => {
    const lengths = Array.from({ length: 66_000 }, (_, i) => (i === 0 ? 300 : 2 + (i % 2)));
    const of = offsetsOf(lengths, 0);
    const random = new Random(SEED);
    // With digits of 8 bits the tiles' counters take more than 128 MiB. Digits of 4 bits take longer on SwiftShader.
    const digitBits = device().limits.maxStorageBufferBindingSize > 2 ** 27 ? 8 : 4;
    const tuning: InternalTuning = {
      ...SMALL_GPU,
      lists: { lanes: 1024, overflow: 'repeated' },
      sort: { ...SMALL_GPU.sort, digitBits, large: { ...SMALL_GPU.sort?.large, largeOnlyFrom: 1 } },
    };
    const given = Uint8Array.from({ length: totalOf(of) }, () => random.below(256));
    const sorted = await segmentedSort(device(), given, of, { tuning });
    const expected = given.slice();
    for (const [i, begin] of of.subarray(0, -1).entries()) expected.subarray(begin, of[i + 1]).sort();
    expect(sorted).toEqual(expected);
  });
});

describe('the memory of a workgroup', () => {
  const reversed = useDevice({ schedule: 'scattered and reversed' });
  it('is not overwritten by the next task: NaNs of a tile are counted', async () => {
    const lengths = [700, 900, 1300, 800, 1500, 600];
    const of = offsetsOf(lengths, 0);
    const random = new Random(SEED);
    // Segments with 0, 100, 200, … NaNs, which are omitted.
    const floats = Float32Array.from({ length: totalOf(of) }, () => random.below(1 << 20));
    for (const [i, begin] of of.subarray(0, -1).entries()) floats.fill(Number.NaN, begin, begin + 100 * i);
    const tuning: InternalTuning = { ...SMALL_GPU, lists: { lanes: 1, overflow: 'repeated' } };
    const found = await segmentedQuantile(reversed(), floats, of, [1], { interpolation: 'lower', nan: 'omit', tuning });
    const greatest = lengths.map((_, i) => Math.max(...floats.subarray(of[i]! + 100 * i, of[i + 1])));
    expect(Array.from(found as Float32Array)).toEqual(greatest);
  });
});
