import { describe, expect, it } from 'vitest';
import { createSegmentedSort, SegmentedError, segmentedReduce, segmentedSortByKey } from '../src/index.ts';
import { Random } from './support/cases.ts';
import { countingDevice, watchDevices } from './support/device.ts';

watchDevices();

describe('host calls', () => {
  it('leave no buffer behind after 2,000 of them, whatever their sizes and however they end', {
    timeout: 120_000,
  }, async () => {
    const { device, state } = await countingDevice();
    const random = new Random(5);
    const call = async (length: number) => {
      const keys = Float32Array.from({ length }, () => random.below(1000));
      await segmentedSortByKey(device, keys, Uint32Array.from(keys), { size: 8, count: Math.floor(length / 8) });
      await segmentedReduce(device, keys, [0, length >> 1, length], 'sum');
      const wrong = segmentedSortByKey(device, keys, keys, [0, length + 1]);
      await expect(wrong).rejects.toBeInstanceOf(SegmentedError);
      const aborted = segmentedSortByKey(device, keys, keys, [0, length], { signal: AbortSignal.abort() });
      await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    };
    await call(100);
    const before = state();
    for (let i = 0; i < 500; i++) await call(16 + random.below(3000));
    expect(state()).toEqual(before);
    device.destroy();
  });

  it('and plans say what is wrong with a missing device, encoder or buffers', async () => {
    const { device } = await countingDevice();
    const none = undefined as never;
    await expect(segmentedReduce(none, Uint32Array.of(1), [0, 1], 'sum')).rejects.toMatchObject({
      code: 'invalid-option',
    });
    const sort = await createSegmentedSort(device, { keyType: 'u32', maxItems: 4, maxSegments: 1 });
    expect(() => sort.encode(none, none)).toThrow(/encoder: undefined/);
    expect(() => sort.encode(device.createCommandEncoder(), none)).toThrow(/buffers: undefined/);
    sort.destroy();
    device.destroy();
  });
});
