/** Recorded selections whose kernels append to lists, as on NVIDIA's GPUs: what other tests of selections do not have. */
import { expect, it } from 'vitest';
import { createSegmentedQuantile, createSegmentedTopK } from '../../src/index.ts';
import { offsetsOf } from '../support/cases.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_APPENDING } from '../support/small-tunings.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const EMPTY = 0xffffffff;
/** With fewer segments, no lists would be needed. */
const ROOM = { keyType: 'u32', maxItems: 900, maxSegments: 300, tuning: SMALL_APPENDING } as const;

function keysOf(offsets: readonly number[]): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: Math.max(1, offsets.at(-1) ?? 0) }, (_, i) => (i * 7919) % 613);
}

/** The rows of indices of a top-k, and those that a sort gives. */
async function rowsOf(offsets: readonly number[], maxK: number) {
  const keys = keysOf(offsets);
  const count = offsets.length - 1;
  const plan = await createSegmentedTopK(device(), { ...ROOM, maxK });
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', keys);
  const indicesOut = space.output('indicesOut', count * maxK);
  const temporary = space.scratch('temporary', plan.temporaryBytes);
  const segments = { offsets: space.input('offsets', Uint32Array.from(offsets)), count };
  await space.submit((encoder) => plan.encode(encoder, { keysIn, indicesOut, segments, temporary }));
  plan.destroy();
  const wanted = offsets.slice(1).flatMap((end, s) => {
    const begin = offsets[s] as number;
    const order = Array.from({ length: end - begin }, (_, j) => j);
    order.sort((a, b) => (keys[begin + b] as number) - (keys[begin + a] as number) || a - b);
    return Array.from({ length: maxK }, (_, j) => order[j] ?? EMPTY);
  });
  return { found: Array.from(indicesOut.found), wanted };
}

const ends = (lengths: readonly number[]) => Array.from(offsetsOf(lengths));

it.each([
  ['more empty segments than items', [...Array(250).fill(0), 3, ...Array(40).fill(0), 1], 3],
  ['first items, several lists', [20, 0, 40, 100, 3, 33, 200, 17, 64, 220, 1, 150], 1],
  ['first items of few, several lists', [20, 0, 40, 100, 3, 33, 200, 17, 64, 220, 1, 150], 3],
] as const)('a top-k: %s', async (_, lengths, maxK) => {
  const { found, wanted } = await rowsOf(ends(lengths), maxK);
  expect(found).toEqual(wanted);
});

it('medians of segments of every network', async () => {
  const lengths = [1, 7, 8, 9, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129];
  const offsets = ends(lengths);
  const keys = keysOf(offsets);
  const plan = await createSegmentedQuantile(device(), { ...ROOM, quantiles: [0.5, 1] });
  const names = plan.describe().passes.map(({ kernel }) => kernel);
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', keys);
  const keysLow = space.output('keysLow', 2 * lengths.length);
  const temporary = space.scratch('temporary', plan.temporaryBytes);
  const segments = { offsets: space.input('offsets', Uint32Array.from(offsets)), count: lengths.length };
  await space.submit((encoder) => plan.encode(encoder, { keysIn, keysLow, segments, temporary }));
  plan.destroy();
  const wanted = lengths.flatMap((length, s) => {
    const sorted = keys.slice(offsets[s], offsets[s + 1]).sort();
    return [sorted[Math.floor((length - 1) / 2)], sorted[length - 1]];
  });
  expect(Array.from(keysLow.found)).toEqual(wanted);
  // A device without subgroups has other networks.
  if (device().features.has('subgroups')) {
    expect(names.filter((name) => name.includes('quantile networks'))).toHaveLength(2);
  }
});
