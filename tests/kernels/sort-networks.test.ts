/**
 * Networks of 32 items a lane with as many lanes as the adapter has, up to 32: AMD's and Apple's GPUs sort up to 1024
 * keys so. Networks whose lanes are several subgroups, as on NVIDIA's. Networks whose lanes compute the slots of their
 * stores anew, as on Intel's GPUs.
 */
import { describe, expect } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, inTurn, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('networks of 32 registers', () => {
  for (const keyType of inTurn(['u32', 'f32'] as const)) {
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

describe('networks of lanes of several subgroups', () => {
  const rows = [
    ['u32', 'ascending'],
    ['f32', 'descending'],
    ['i32', 'ascending'],
  ] as const;
  for (const [keyType, order] of inTurn(rows, 3)) {
    const sorts = async () => {
      const lanes = Math.min(32, device().adapterInfo.subgroupMinSize ?? 4);
      // The last two networks have two and four subgroups.
      const [items, longest] = [8, 32 * lanes];
      const small = { maxItemsPerLane: items, maxLanesAcross: 4 * lanes, maxLength: longest, maxStriped: 64 };
      const tuning = { family: 'gpu', sort: { small: { ...small, workgroup: 32 } } } as InternalTuning;
      const ends = [items * lanes, 2 * items * lanes, 3 * items * lanes, longest];
      const lengths = new Random(SEED).shuffled([0, 3, ...ends.flatMap((end) => [end - 1, end, end + 1, end - 2])]);
      const offsets = offsetsOf(lengths, 3);
      const count = totalOf(offsets);
      for (const inPlace of [false, true]) {
        const plan = await createSegmentedSort(device(), {
          ...{ keyType, order, maxItems: count, maxSegments: offsets.length - 1, maxSegmentSize: longest + 1, tuning },
          inPlace,
        });
        const networks = plan.describe().classes.filter(({ name }) => name === 'small');
        expect(networks.at(-1)?.maxLength).toBe(longest);
        expect(networks.at(-1)?.method).toContain(`${4 * lanes} lanes × ${items} registers`);
        const keys = fill(keyType, count, new Random(SEED), mixed);
        await checkSort(device(), plan, { what: keyType, seed: SEED, offsets, keys, order }, { inPlace });
        plan.destroy();
      }
    };
    itOnDevice(device, { subgroups: true }, `sort ${keyType} of every length, ${order}`, sorts, 900_000);
  }
});

describe('networks whose slots are computed twice', () => {
  for (const subgroups of inTurn([true, false], 2, 1)) {
    const sorts = async () => {
      const small = { workgroup: 32, maxLength: 32, slotsTwice: true };
      const tuning = { family: 'gpu', sort: { small }, ...(subgroups ? {} : { subgroups }) } as InternalTuning;
      const lengths = new Random(SEED).shuffled(Array.from({ length: 33 }, (_, i) => i));
      const offsets = offsetsOf(lengths, 3);
      const count = totalOf(offsets);
      const room = { maxItems: count, maxSegments: lengths.length, maxSegmentSize: 32 };
      for (const valueType of [undefined, 'u32'] as const) {
        const types = { keyType: 'u32', ...(valueType ? { valueType } : {}) } as const;
        const plan = await createSegmentedSort(device(), { ...types, ...room, tuning });
        const keys = fill('u32', count, new Random(SEED), mixed);
        const values = valueType ? { values: distinctValues(count) } : {};
        await checkSort(device(), plan, { what: 'u32', seed: SEED, offsets, keys, ...values, order: 'ascending' });
        plan.destroy();
      }
    };
    const title = `sort segments of all lengths, ${subgroups ? 'with' : 'without'} subgroups`;
    itOnDevice(device, { subgroups }, title, sorts);
  }
});
