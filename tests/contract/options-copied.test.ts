/** Options are read before a call returns its promise, though the code that checks them is loaded later. */
import { expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, segmentedReduce, segmentedSort } from '../../src/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const ROOM = { maxItems: 100, maxSegments: 10 };

it('a tuning', async () => {
  const tuning = {
    sort: { digitBits: 8 },
    reduce: { tile: 4096, bins: [{ limit: 16, lanes: 1, name: 'small' as const }] },
  };
  const sorted = segmentedSort(device(), Uint32Array.of(2, 1), [0, 2], { tuning });
  const sums = segmentedReduce(device(), Uint32Array.of(2, 1), [0, 2], 'sum', { tuning });
  const sort = createSegmentedSort(device(), { keyType: 'u32', ...ROOM, tuning });
  const reduce = createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...ROOM, tuning });
  tuning.sort.digitBits = 3;
  Object.assign(tuning.reduce.bins[0] as object, { lanes: 3 });
  expect(await sorted).toEqual(Uint32Array.of(1, 2));
  expect(await sums).toEqual(Uint32Array.of(3));
  (await sort).destroy();
  (await reduce).destroy();
});

it('initial values, and those of argmin and argmax', async () => {
  const initial = [5, undefined];
  const empty = { value: 7, index: 9 };
  const whenEmpty = [undefined, empty];
  const results = segmentedReduce(device(), Uint32Array.of(2, 1), [0, 2, 2], ['sum', 'argmin'], { initial, whenEmpty });
  initial[0] = -1;
  empty.value = -1;
  whenEmpty[1] = undefined;
  expect(await results).toEqual([
    Uint32Array.of(8, 5),
    { values: Uint32Array.of(1, 7), indices: Uint32Array.of(1, 9) },
  ]);
});

it('components of an initial vector', async () => {
  const op = { wgsl: 'return a + b;', identity: 0, type: 'vec2<u32>', load: 'return vec2u(element);' } as const;
  const initial = [1, 2];
  const sums = segmentedReduce(device(), Uint32Array.of(2, 1), [0, 2], op, { initial });
  initial[1] = -1;
  expect(await sums).toEqual({ type: 'vec2<u32>', data: Uint32Array.of(4, 5) });
});
