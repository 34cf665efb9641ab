import { describe, expect, it } from 'vitest';
import {
  createSegmentedSort,
  SegmentedError,
  type SortOptions,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
} from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { countingDevice, watchDevices } from '../support/device.ts';
import { expectStillWorking } from '../support/refusal.ts';
import { itInTurn } from '../support/use-device.ts';

watchDevices();

/** A signal that aborts after this number of milliseconds. */
function abortAfter(milliseconds: number): AbortController {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller;
}

describe('host calls', () => {
  it('leave no buffer behind after 800 of them, whatever their sizes and however they end', {
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
    for (let i = 0; i < 200; i++) await call(16 + random.below(3000));
    expect(state()).toEqual(before);
    device.destroy();
  });

  itInTurn(2, 1)('leave no buffer behind when they are aborted in the middle', async () => {
    const { device, state } = await countingDevice();
    const keys = Uint32Array.from({ length: 4000 }, (_, i) => i ^ 0x555);
    const sort = (options: SortOptions) => segmentedSort(device, keys, { size: 100 }, options);
    await sort({ tuning: { maxBindingBytes: 4096 } });
    const before = state();
    for (const milliseconds of [0, 1, 2, 4, 8]) {
      const { signal } = abortAfter(milliseconds);
      await sort({ signal, tuning: { maxBindingBytes: 4096 } }).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'aborted' }),
      );
      expect(state()).toEqual(before);
    }
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const aborted = sort({ signal: controller.signal, onProgress, tuning: { maxBindingBytes: 4096 } });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    expect(state()).toEqual(before);
    await expectStillWorking(device);
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
