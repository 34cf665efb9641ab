/** The names of the families of kernels: every call knows the two, and refuses others. */
import { it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

it.each([
  ['a device', core as Wrong, device],
  ['/js', js as Wrong, () => null],
])("calls on arrays refuse 'cpu' and other names: %s", async (_, on, own) => {
  const [keys, ids, offsets] = [Float32Array.of(3, 1, 2), Uint32Array.of(0, 1, 0), [0, 3]];
  const calls: ((options: Wrong) => Promise<unknown>)[] = [
    (options) => on.segmentedSort(own(), keys, offsets, options),
    (options) => on.segmentedSortByKey(own(), keys, ids, offsets, options),
    (options) => on.segmentedArgsort(own(), keys, offsets, options),
    (options) => on.segmentedReduce(own(), keys, offsets, 'sum', options),
    (options) => on.segmentedScan(own(), keys, offsets, 'sum', options),
    (options) => on.segmentedTopK(own(), keys, offsets, 1, options),
    (options) => on.segmentedQuantile(own(), keys, offsets, [0.5], options),
    (options) => on.groupBy(own(), ids, options),
    (options) => on.reduceByKey(own(), ids, keys, 'sum', options),
  ];
  for (const call of calls) {
    for (const family of ['cpu', 'CPU', 1, null]) {
      const says = [new RegExp(`^tuning\\.family: ${family}; allowed: "software", "gpu"$`)];
      await expectRefusal(() => call({ tuning: { family } }), 'invalid-option', says);
    }
  }
});

it("plans refuse 'cpu'", async () => {
  const [room, says] = [
    { maxItems: 8, maxSegments: 2, tuning: { family: 'cpu' } as Wrong },
    [/^tuning\.family: cpu; /],
  ];
  for (const create of [
    () => core.createSegmentedSort(device(), { keyType: 'u32', ...room }),
    () => core.createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room }),
    () => core.createSegmentedScan(device(), { type: 'u32', op: 'sum', ...room }),
    () => core.createSegmentedTopK(device(), { keyType: 'u32', maxK: 1, ...room }),
    () => core.createSegmentedQuantile(device(), { keyType: 'u32', quantiles: [0.5], ...room }),
    () => core.createGroupBy(device(), { keyType: 'u32', maxItems: 8, tuning: room.tuning }),
    () => core.createGather(device(), { itemType: 'u32', maxItems: 8, tuning: room.tuning }),
  ]) {
    await expectRefusal(create, 'invalid-option', says);
  }
});
