/**
 * Networks of 32 items a lane with as many lanes as the adapter has, up to 32: AMD's and Apple's GPUs sort up to 1024
 * keys so. Networks whose lanes are in several subgroups, as on NVIDIA's. Networks whose lanes compute the slots of their
 * stores anew, as on Intel's GPUs.
 */
import { describe, expect } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, inTurn, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { type TypedRow, typedRowName } from '../support/sort-cases.ts';
import { segmentsCase } from '../support/typed-cases.ts';
import { checkSort, checkTyped } from '../support/typed-check.ts';
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
    ['u32', 'ascending', undefined],
    ['f32', 'descending', 'u32'],
  ] as const;
  for (const [keyType, order, valueType] of inTurn(rows, 2)) {
    const sorts = async () => {
      // The last two networks have lanes of several subgroups.
      const lanes = Math.max(64, 4 * Math.min(32, device().adapterInfo.subgroupMinSize ?? 4));
      const longest = 4 * lanes;
      const small = { across: { lanes, lanesPairs: lanes, items: 4 }, maxLength: 32 };
      const tuning = { family: 'gpu', sort: { small } } as InternalTuning;
      const ends = [4, 32, 64, 128, 192, longest];
      const some = ends.flatMap((end) => [end - 2, end - 1, end, end + 1]);
      const lengths = new Random(SEED).shuffled([0, 0, ...some, ...some, ...some, 33, 40, 63, 65, 66, 67, 129]);
      const offsets = offsetsOf(lengths, 3);
      const count = totalOf(offsets);
      for (const inPlace of valueType === 'u32' ? [false] : [false, true]) {
        const plan = await createSegmentedSort(device(), {
          ...{ keyType, order, maxItems: count, maxSegments: offsets.length - 1, maxSegmentSize: longest + 1, tuning },
          ...(valueType ? { valueType } : {}),
          inPlace,
        });
        const { classes, passes } = plan.describe();
        expect(classes.some(({ method }) => method.includes(`${lanes} lanes × 4 registers`))).toBe(true);
        expect(passes.filter(({ kernel }) => kernel === `sort/small 64 to ${longest}`)).toHaveLength(1);
        const keys = fill(keyType, count, new Random(SEED), mixed);
        const values = valueType === 'u32' ? { values: distinctValues(count) } : {};
        await checkSort(device(), plan, { what: keyType, seed: SEED, offsets, keys, ...values, order }, { inPlace });
        plan.destroy();
      }
    };
    itOnDevice(device, { subgroups: true }, `sort ${keyType} of every length, ${order}`, sorts, 900_000);
  }

  const forms = [
    { type: 'i32', bits: 'middle', valueBytes: 4, indexFrom: 'segment', call: 'encode' },
    { type: 'u32', bits: 'middle', valueBytes: 0, call: 'host' },
  ] as const;
  for (const form of inTurn(forms, 2)) {
    const small = { across: { lanes: 64, lanesPairs: 64, items: 4 }, maxLength: 32 };
    const longer = { medium: { limits: [256], workgroup: 32 }, large: { tile: 224, workgroup: 16 } };
    const row = {
      ...{ signedZero: 'distinct', order: 'ascending', form: 'offsets', countOnGpu: false, ...form },
      ...{ family: 'gpu', subgroups: true, tuning: { family: 'gpu', sort: { small, ...longer } } },
    } as TypedRow;
    itOnDevice(device, row, typedRowName({ ...row, tuning: {} }), async () => {
      const random = new Random(SEED);
      const lengths = random.shuffled(Array.from({ length: 60 }, (_, i) => 5 * i));
      await checkTyped(device(), row, segmentsCase('offsets', lengths, random), SEED);
    });
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
