/** Calls whose arrays fit a binding, but whose scratch memory does not fit a buffer of the device. */
import { expect, it } from 'vitest';
import { roomyLimits } from '../../src/api/array_call.ts';
import { createSegmentedReduce, createSegmentedSort, segmentedSort, segmentedSortByKey } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { offsetsOf, totalOf } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

/** Bindings of 128 MiB, buffers of 256 MiB. */
const device = useDevice({ limits: 'default' });

itInTurn(8)('run in batches whose scratch memory fits', async () => {
  // 24 bytes of scratch memory per item.
  const half = 5_700_000;
  const keys = Uint8Array.from({ length: 2 * half }, (_, i) => (i * 7919) % 251);
  const batches: number[] = [];
  const onProgress = ({ done }: { done: number }) => void batches.push(done);
  const sorted = await withoutGpuErrors(device(), () =>
    segmentedSortByKey(device(), keys, keys, [0, half, 2 * half], { onProgress }),
  );
  expect(batches).toEqual([half, 2 * half]);
  const expected = Buffer.concat([keys.slice(0, half).sort(), keys.slice(half).sort()]);
  expect(expected.equals(sorted.keys)).toBe(true);
  expect(expected.equals(sorted.values)).toBe(true);
});

itInTurn(8, 4)('run in batches whose scratch memory fits, also if a tuning makes a tile of every segment', async () => {
  const lengths = Array.from({ length: 66_000 }, (_, i) => (i === 0 ? 300 : 2 + (i % 2)));
  const of = offsetsOf(lengths, 0);
  const keys = Uint8Array.from({ length: totalOf(of) }, (_, i) => (i * 7919) % 251);
  const { sort } = SMALL_GPU;
  const tuning: InternalTuning = {
    ...SMALL_GPU,
    sort: { ...sort, digitBits: 8, large: { ...sort?.large, largeOnlyFrom: 1 } },
  };
  const batches: number[] = [];
  const onProgress = ({ done }: { done: number }) => void batches.push(done);
  const sorted = await segmentedSort(device(), keys, of, { tuning, onProgress });
  expect(batches.length).toBeGreaterThan(1);
  const expected = keys.slice();
  for (const [i, begin] of of.subarray(0, -1).entries()) expected.subarray(begin, of[i + 1]).sort();
  expect(sorted).toEqual(expected);
});

it('a batch’s limits are halved until its scratch memory fits', () => {
  const asked: number[][] = [];
  const limits = roomyLimits(
    { items: 2 ** 25, segments: 2 ** 24 },
    { items: 2 ** 23, segments: 2 ** 24 },
    {},
    (...call) => {
      asked.push(call);
      return call[0] < 2 ** 22;
    },
  );
  expect(limits).toEqual({ items: 2 ** 21, segments: 2 ** 20 });
  expect(asked.map(([items]) => items)).toEqual([2 ** 23, 2 ** 23, 2 ** 23, 2 ** 22, 2 ** 21]);
  // Limits within the smaller ones always have room, so nothing is asked.
  roomyLimits({ items: 2 ** 25, segments: 2 ** 24 }, { items: 1000, segments: 2 ** 19 }, {}, () =>
    expect.unreachable(),
  );
});

it('and plans whose arrays no binding holds are refused', async () => {
  const room = { maxItems: 2 ** 25 + 1, maxSegments: 4, maxSegmentSize: 64 };
  // The size of the keys, or of scratch memory for them, a multiple of 256 bytes.
  const says = [/maxItems/, /: 13421(7732|7984) bytes/, /134217728/];
  await expectRefusal(() => createSegmentedSort(device(), { keyType: 'u32', ...room }), 'limit-exceeded', says);
  const reduce = () => createSegmentedReduce(device(), { type: 'f32', op: 'sum', ...room });
  await expectRefusal(reduce, 'limit-exceeded', says);
});
