/** Recorded top-k and quantiles: rows, empty slots, k and counts on the GPU, and few dispatches for a row. */
import { expect, it } from 'vitest';
import { createSegmentedQuantile, createSegmentedTopK } from '../../src/index.ts';
import { inTurn } from '../support/cases.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice();
const EMPTY = 0xffffffff;

/** Rows of maxK indices, by plain sorting. */
function rowsOf(keys: Uint32Array, offsets: readonly number[], k: number, maxK: number): number[] {
  return offsets.slice(1).flatMap((end, i) => {
    const begin = offsets[i]!;
    const order = Array.from({ length: end - begin }, (_, j) => j);
    order.sort((a, b) => keys[begin + b]! - keys[begin + a]! || a - b);
    return Array.from({ length: maxK }, (_, j) => (j < k ? (order[j] ?? EMPTY) : EMPTY));
  });
}

const KEYS = Uint32Array.from({ length: 2000 }, (_, i) => (i * 7919) % 613);
const OFFSETS = [0, 3, 3, 40, 700, 2000];

/** All segments are in the large class. */
const { sort } = SMALL_SOFTWARE;
const LONG_ONLY = { ...SMALL_SOFTWARE, sort: { ...sort, large: { ...sort?.large, largeOnlyFrom: 1 } } };

it.each(
  inTurn(
    [
      ['software', SMALL_SOFTWARE, 5, 9],
      ['software', SMALL_SOFTWARE, 'buffer', 9],
      ['software, long segments only', LONG_ONLY, 5, 9],
      ['software', SMALL_SOFTWARE, 1, 1],
      ['gpu', SMALL_GPU, 1, 1],
      ['gpu', SMALL_GPU, 'buffer', 9],
      // By digits.
      ['software', SMALL_SOFTWARE, 'buffer', 50],
      ['gpu', SMALL_GPU, 30, 50],
      // Selected items are sorted, and a pass over all slots ends the rows.
      ['software', SMALL_SOFTWARE, 5, 500],
      ['gpu', SMALL_GPU, 'buffer', 500],
    ] as const,
    4,
  ),
)('writes rows: %s kernels, k %s', async (_, tuning, k, maxK) => {
  const room = { maxItems: 2000, maxSegments: 5, tuning: tuning as never };
  const topK = await createSegmentedTopK(device(), { keyType: 'u32', valueType: 'u32', maxK, ...room });
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', KEYS);
  const valuesIn = space.input(
    'valuesIn',
    KEYS.map((_, i) => 3 * i),
  );
  const outputs = ['keysOut', 'valuesOut', 'indicesOut'].map((name) => space.output(name, 5 * maxK));
  const [keysOut, valuesOut, indicesOut] = outputs as [never, never, never];
  const countsOut = space.output('countsOut', 5);
  const offsets = space.input('offsets', Uint32Array.from(OFFSETS));
  // A garbage k is clamped to maxK.
  const kIn = space.input('kIn', Uint32Array.of(4_000_000_000));
  const wanted = k === 'buffer' ? maxK : k;
  await space.submit((encoder) => {
    topK.encode(encoder, {
      ...{ keysIn, valuesIn, keysOut, valuesOut, indicesOut, countsOut },
      segments: { offsets, count: 5 },
      k: k === 'buffer' ? kIn : k,
    });
  });
  const want = rowsOf(KEYS, OFFSETS, wanted, maxK);
  expect(Array.from((indicesOut as { found: Uint32Array }).found)).toEqual(want);
  const counts = OFFSETS.slice(1).map((end, i) => Math.min(wanted, end - OFFSETS[i]!));
  expect(Array.from(countsOut.found)).toEqual(counts);
  want.forEach((index, slot) => {
    const item = OFFSETS[Math.floor(slot / maxK)]! + index;
    const [key, value] = [outputs[0]!, outputs[1]!];
    expect(key.found[slot]).toBe(index === EMPTY ? key.before[slot] : KEYS[item]);
    expect(value.found[slot]).toBe(index === EMPTY ? value.before[slot] : 3 * item);
  });
  topK.destroy();
});

it('takes at most 4 dispatches for a row of 128', async () => {
  const room = { maxItems: 128, maxSegments: 1, maxK: 8 };
  const topK = await createSegmentedTopK(device(), { keyType: 'f32', valueType: 'u32', ...room });
  const keys = await createSegmentedTopK(device(), { keyType: 'f32', ...room });
  expect(keys.describe().passes.length).toBeLessThanOrEqual(4);
  expect(topK.describe().passes.length).toBeLessThanOrEqual(4);
  for (const plan of [topK, keys]) plan.destroy();
});

itInTurn(2)('writes the keys at both sides of a position', async () => {
  const room = { maxItems: 2000, maxSegments: 5, tuning: SMALL_SOFTWARE as never };
  const plan = await createSegmentedQuantile(device(), { keyType: 'u32', quantiles: [0.5, 0.25], ...room });
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', KEYS);
  const [keysLow, keysHigh] = ['keysLow', 'keysHigh'].map((name) => space.output(name, 10)) as [never, never];
  const offsets = space.input('offsets', Uint32Array.from(OFFSETS));
  await space.submit((encoder) => {
    plan.encode(encoder, { keysIn, keysLow, keysHigh, segments: { offsets, count: 5 } });
  });
  const want = (round: (x: number) => number) =>
    OFFSETS.slice(1).flatMap((end, i) => {
      const sorted = KEYS.slice(OFFSETS[i], end).sort();
      return [0.5, 0.25].map((q) => sorted[round(q * (sorted.length - 1))] ?? 0);
    });
  expect(Array.from((keysLow as { found: Uint32Array }).found)).toEqual(want(Math.floor));
  expect(Array.from((keysHigh as { found: Uint32Array }).found)).toEqual(want(Math.ceil));
  plan.destroy();
});
