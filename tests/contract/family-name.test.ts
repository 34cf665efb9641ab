/** The older name of the software family. */
import { expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, segmentedSort } from '../../src/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const ROOM = { maxItems: 5000, maxSegments: 10 };

it("'cpu' gives the plans of 'software'", async () => {
  const described = async (family: 'cpu' | 'software') => {
    const tuning = { family };
    const sort = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning });
    const reduce = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...ROOM, tuning });
    const found = [sort.describe(), reduce.describe()];
    sort.destroy();
    reduce.destroy();
    return found;
  };
  expect(await described('cpu')).toEqual(await described('software'));
});

it("calls on arrays accept 'cpu', and refuse other names", async () => {
  const sorted = await segmentedSort(device(), Uint32Array.of(3, 1, 2), [0, 3], { tuning: { family: 'cpu' } });
  expect(sorted).toEqual(Uint32Array.of(1, 2, 3));
  const tuning = { family: 'CPU' as 'cpu' };
  await expect(segmentedSort(device(), Uint32Array.of(1), [0, 1], { tuning })).rejects.toThrow(
    /tuning\.family: .*CPU.*; allowed: "software", "gpu"/,
  );
});
