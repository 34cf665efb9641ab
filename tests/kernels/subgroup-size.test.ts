/** Kernels that ask for a subgroup size, on a device with `subgroup-size-control`. */
import { describe, expect, it } from 'vitest';
import { deviceFacts } from '../../src/gpu/device.ts';
import {
  createSegmentedQuantile,
  createSegmentedReduce,
  createSegmentedSort,
  createSegmentedTopK,
  segmentedReduce,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { fill, mixed, offsetsOf, Random, SEED, summable, totalOf } from '../support/cases.ts';
import { checkReduce } from '../support/reduce-check.ts';
import { expectRefusal } from '../support/refusal.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { checkSort } from '../support/typed-check.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
/** The size that the device's kernels may ask for. 0: none. */
function sizeOf(): number {
  const { subgroupSizeControl, subgroupMaxSize } = deviceFacts(device());
  return subgroupSizeControl ? subgroupMaxSize : 0;
}

/** SMALL_GPU with a size. Each workgroup has at least `lanes` lanes. */
function tuningOf(subgroupSize: number, lanes = subgroupSize): InternalTuning {
  const wide = <T extends { readonly workgroup?: number }>(part: T | undefined) => ({
    ...(part as T),
    workgroup: Math.max(part?.workgroup ?? 0, lanes),
  });
  const { partition, scan, sort, reduce } = SMALL_GPU;
  const { small, medium, large } = sort ?? {};
  return {
    ...SMALL_GPU,
    subgroupSize,
    partition: wide(partition),
    scan: wide(scan),
    sort: { ...sort, small: wide(small), medium: wide(medium), large: wide(large) },
    reduce: wide(reduce),
  };
}
const ROOM = { maxItems: 2 ** 14, maxSegments: 100 };
const OFFSETS = offsetsOf([0, 1, 3, 5, 8, 9, 16, 17, 31, 32, 33, 60, 64, 65, 100, 200, 256, 257, 900, 2, 0, 30], 3);

/** A test of a device that has the feature. */
function itWithSizes(title: string, body: () => Promise<void>): void {
  it(title, async ({ skip }) => {
    skip(sizeOf() === 0, 'the device has no subgroup-size-control');
    await body();
  });
}

describe('kernels that ask for the size of the device', () => {
  itWithSizes('sort', async () => {
    const plan = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning: tuningOf(sizeOf()) });
    const sizes = new Set(plan.describe().kernels.map(({ subgroupSize }) => subgroupSize));
    expect(sizes).toEqual(new Set([undefined, sizeOf()]));
    const keys = fill('u32', totalOf(OFFSETS), new Random(SEED), mixed);
    const job = {
      what: 'of a size',
      seed: SEED,
      offsets: OFFSETS,
      keys,
      values: undefined,
      order: 'ascending',
    } as const;
    await checkSort(device(), plan, job);
    plan.destroy();
  });

  itWithSizes('reduce', async () => {
    const options = { type: 'f32', op: 'sum', ...ROOM, tuning: tuningOf(sizeOf()) } as const;
    const plan = await createSegmentedReduce(device(), options);
    const input = fill('f32', totalOf(OFFSETS), new Random(SEED), summable);
    await checkReduce(device(), plan, { what: 'of a size', seed: SEED, offsets: OFFSETS, input, op: 'sum' });
    plan.destroy();
  });
});

describe('a size that the device does not have', () => {
  // No device has subgroups of both sizes.
  const wrong = () => (sizeOf() > 16 ? 4 : 32);

  itWithSizes('is refused with the name of a kernel', async () => {
    const tuning = tuningOf(wrong(), 32);
    const says = [/kernel (sort|select)\/.* does not fit the device/, /subgroup_size/];
    const refused = (make: () => unknown) => expectRefusal(make, 'limit-exceeded', says);
    await refused(() => createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning }));
    await refused(() => createSegmentedTopK(device(), { keyType: 'u32', maxK: 40, ...ROOM, tuning }));
    await refused(() => createSegmentedQuantile(device(), { keyType: 'u32', quantiles: [0.5], ...ROOM, tuning }));
    const begins = { begin: Uint32Array.of(0, 40), end: Uint32Array.of(40, 99) };
    // Kernels for begin and end compile in the call.
    const reduce = segmentedReduce(device(), new Float32Array(99), begins, 'sum', { tuning });
    await expect(reduce).rejects.toThrow(/subgroup_size(.|\n)*reduce\/(small|medium)/);
  });
});

describe('a tuning with a size is refused', () => {
  it('on a device without the feature', async ({ skip }) => {
    skip(sizeOf() > 0, 'the device has subgroup-size-control');
    const says = [/tuning\.subgroupSize: 8/, /0/, /subgroup-size-control/];
    const make = () => createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning: { subgroupSize: 8 } });
    await expectRefusal(make, 'invalid-option', says);
  });

  itWithSizes('where a workgroup has fewer lanes', async () => {
    const make = (tuning: InternalTuning) => () => createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning });
    const small = make({ ...SMALL_GPU, subgroupSize: 64 });
    await expectRefusal(small, 'invalid-option', [/tuning\.sort\.small\.workgroup: 32/, /at least 64, subgroupSize/]);
    const scan = make({ family: 'gpu', subgroupSize: 32, scan: { workgroup: 16 } });
    await expectRefusal(scan, 'invalid-option', [/tuning\.scan\.workgroup: 16/, /at least 32/]);
  });

  it('that is not a power of two', async () => {
    const make = () => createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning: { subgroupSize: 12 } });
    await expectRefusal(make, 'invalid-option', [/tuning\.subgroupSize: 12/, /0, or powers of two/]);
  });
});
