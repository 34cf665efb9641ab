/**
 * Networks of 32 items a lane with as many lanes as the adapter has, up to 32: AMD's and Apple's GPUs sort up to 1024
 * keys so.
 */
import { describe, expect } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/types.ts';
import { fill, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('networks of 32 registers', () => {
  for (const keyType of ['u32', 'f32'] as const) {
    const sorts = async () => {
      const tuning = {
        family: 'gpu',
        sort: { small: { maxItemsPerLane: 32, maxLength: 1024 } },
      } as InternalTuning;
      const lanes = Math.min(32, device().adapterInfo.subgroupMinSize ?? 4);
      const longest = 32 * lanes;
      const ends = [1, 16 * lanes, 24 * lanes, longest];
      const lengths = new Random(SEED).shuffled([0, 3, ...ends.flatMap((end) => [end - 1, end, end + 1])]);
      const offsets = offsetsOf(lengths, 3);
      const count = totalOf(offsets);
      const plan = await createSegmentedSort(device(), {
        ...{ keyType, maxItems: count, maxSegments: offsets.length - 1, maxSegmentSize: longest + 1, tuning },
      });
      const networks = plan.describe().classes.filter(({ name }) => name === 'small');
      expect(networks.at(-1)?.maxLength).toBe(longest);
      const keys = fill(keyType, count, new Random(SEED), mixed);
      await checkSort(device(), plan, { what: keyType, seed: SEED, offsets, keys, order: 'ascending' });
      plan.destroy();
    };
    // LLVM compiles these kernels for minutes.
    itOnDevice(device, { subgroups: true }, `sort ${keyType} of every length`, sorts, 900_000);
  }
});
