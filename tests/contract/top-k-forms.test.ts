/**
 * Recorded top-k and quantiles: all forms of segments, their count and k on the GPU, and garbage in buffers. Guard
 * words around every range must not change (support/run.ts).
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedQuantile, createSegmentedTopK } from '../../src/index.ts';
import { inTurn } from '../support/cases.ts';
import { type Range, Workspace } from '../support/run.ts';
import { SMALL_SELECTIONS } from '../support/small-tunings.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const EMPTY = 0xffffffff;
const ITEMS = 2400;
const KEYS = Uint32Array.from({ length: ITEMS }, (_, i) => (i * 7919) % 311);
const MAX_SEGMENTS = 7;

type Bounds = readonly (readonly [number, number])[];

/** The indices of the greatest items of a segment, from its start. */
function greatest([begin, end]: readonly [number, number], k: number): number[] {
  const order = Array.from({ length: Math.max(0, end - begin) }, (_, j) => j);
  return order.sort((a, b) => KEYS[begin + b]! - KEYS[begin + a]! || a - b).slice(0, k);
}

/** Segments as an argument of `encode`, and their bounds. */
interface Given {
  readonly segments: (space: Workspace) => object;
  readonly bounds: Bounds;
}

const list = (numbers: readonly number[]) => Uint32Array.from(numbers, (number) => number >>> 0);

const FORMS: Record<string, Given> = {
  offsets: {
    segments: (space) => ({ offsets: space.input('offsets', list([1, 4, 4, 44, 700, 2390])) }),
    bounds: [
      [1, 4],
      [4, 4],
      [4, 44],
      [44, 700],
      [700, 2390],
    ],
  },
  'begins and ends': {
    segments: (space) => ({
      begin: space.input('begin', list([900, 3, 40, 2000, 500])),
      end: space.input('end', list([1900, 9, 140, 2001, 500])),
    }),
    bounds: [
      [900, 1900],
      [3, 9],
      [40, 140],
      [2000, 2001],
      [500, 500],
    ],
  },
  'one size': {
    segments: () => ({ size: 450 }),
    bounds: Array.from({ length: 5 }, (_, i) => [450 * i, 450 * i + 450]),
  },
  'one small size': { segments: () => ({ size: 6 }), bounds: Array.from({ length: 5 }, (_, i) => [6 * i, 6 * i + 6]) },
  // An end past the items is clamped to them. An end before its begin makes an empty segment.
  'garbage offsets': {
    segments: (space) => ({
      begin: space.input('begin', list([1000, 3000, 4_000_000_000, 30, 5])),
      end: space.input('end', list([4_000_000_000, 5000, 7, 20, 900])),
    }),
    bounds: [
      [1000, ITEMS],
      [0, 0],
      [0, 0],
      [0, 0],
      [5, 900],
    ],
  },
};

const found = (range: Range) => Array.from(range.found);

describe.each(inTurn(Object.entries(SMALL_SELECTIONS()), 6))('recorded, %s kernels', (_, tuning) => {
  const maxK = 12;
  const room = { maxItems: ITEMS, maxSegments: MAX_SEGMENTS, tuning: tuning as never };

  /** Records a top-k of this form and compares its outputs with the oracle's. */
  async function check(
    plan: Awaited<ReturnType<typeof createSegmentedTopK>>,
    { segments, bounds }: Given,
    { k, countIn, count = 5 }: { k: number | 'garbage'; countIn?: number; count?: number },
  ) {
    const space = new Workspace(device());
    const keysIn = space.input('keysIn', KEYS);
    const outputs = ['keysOut', 'indicesOut'].map((name) => space.output(name, MAX_SEGMENTS * maxK));
    const [keysOut, indicesOut] = outputs as [Range, Range];
    const countsOut = space.output('countsOut', MAX_SEGMENTS);
    const form = segments(space);
    const countBuffer = countIn === undefined ? count : space.input('count', list([countIn]));
    const kBuffer = k === 'garbage' ? space.input('k', list([3_999_999_999])) : k;
    const temporary = space.scratch('temporary', plan.temporaryBytes);
    await space.submit((encoder) => {
      const call = { keysIn, keysOut, indicesOut, countsOut, temporary, k: kBuffer, itemCount: ITEMS };
      plan.encode(encoder, { ...call, segments: { ...form, count: countBuffer } as never });
    });
    const rows = bounds.slice(0, count).map((segment) => greatest(segment, k === 'garbage' ? maxK : k));
    const indices = found(indicesOut);
    rows.forEach((row, i) => {
      expect(indices.slice(i * maxK, (i + 1) * maxK)).toEqual(Array.from({ length: maxK }, (_, j) => row[j] ?? EMPTY));
      const keys = found(keysOut).slice(i * maxK, i * maxK + row.length);
      expect(keys).toEqual(row.map((index) => KEYS[bounds[i]![0] + index]));
      const rest = keysOut.found.subarray(i * maxK + row.length, (i + 1) * maxK);
      expect(rest).toEqual(keysOut.before.subarray(i * maxK + row.length, (i + 1) * maxK));
    });
    expect(found(countsOut).slice(0, count)).toEqual(rows.map(({ length }) => length));
    for (const [range, stride] of [
      [keysOut, maxK],
      [countsOut, 1],
    ] as const) {
      expect(range.found.subarray(count * stride)).toEqual(range.before.subarray(count * stride));
    }
  }

  it.each(inTurn(Object.entries(FORMS)))('a top-k of %s', async (_, form) => {
    const plan = await createSegmentedTopK(device(), { keyType: 'u32', maxK, ...room });
    await check(plan, form, { k: 5 });
    await check(plan, form, { k: 0 });
    await check(plan, form, { k: 'garbage' });
    plan.destroy();
  });

  it.each(['offsets', 'begins and ends', 'one size'])('a top-k whose count is on the GPU: %s', async (name) => {
    const plan = await createSegmentedTopK(device(), { keyType: 'u32', maxK, ...room });
    for (const k of [3, 'garbage'] as const) await check(plan, FORMS[name]!, { k, countIn: 3, count: 3 });
    await check(plan, FORMS[name]!, { k: 3, countIn: 0, count: 0 });
    plan.destroy();
  });

  it('a top-k with garbage as its count: all segments that the plan has room for', async () => {
    const plan = await createSegmentedTopK(device(), { keyType: 'u32', maxK, ...room });
    const bounds = Array.from({ length: MAX_SEGMENTS }, (_, i) => [300 * i, 300 * i + 300] as const);
    const form = { segments: () => ({ size: 300 }), bounds };
    await check(plan, form, { k: 'garbage', countIn: 4_000_000_000, count: MAX_SEGMENTS });
    plan.destroy();
  });

  it('a top-k without slots: only counts', async () => {
    const plan = await createSegmentedTopK(device(), { keyType: 'u32', ...room, maxK: 0 });
    for (const k of [0, 'buffer']) {
      const space = new Workspace(device());
      const keysIn = space.input('keysIn', KEYS);
      const [keysOut, indicesOut] = [0, 1].map((i) => space.output(`out ${i}`, 1)) as [Range, Range];
      const countsOut = space.output('countsOut', 5);
      const kBuffer = k === 'buffer' ? space.input('k', list([9])) : 0;
      const call = { keysIn, keysOut, indicesOut, countsOut, k: kBuffer, itemCount: ITEMS };
      await space.submit((encoder) => plan.encode(encoder, { ...call, segments: { size: 400, count: 5 } }));
      expect(found(countsOut)).toEqual([0, 0, 0, 0, 0]);
      expect([found(keysOut), found(indicesOut)]).toEqual([Array.from(keysOut.before), Array.from(indicesOut.before)]);
    }
    plan.destroy();
  });

  // `submit` compares the guard words around every range.
  it('segments that overlap: results are unspecified, but only outputs are written', async () => {
    const bounds = [0, 1, 2, 3, 4].map(() => [0, ITEMS] as const);
    const topK = await createSegmentedTopK(device(), { keyType: 'u32', maxK, ...room });
    const quantile = await createSegmentedQuantile(device(), { keyType: 'u32', quantiles: [0.5], ...room });
    for (const random of [1, 77_777]) {
      const space = new Workspace(device(), random);
      const keysIn = space.input('keysIn', KEYS);
      const garbage = bounds.map((_, i) => (random * 2_654_435_761 * (i + 1)) % 2600);
      const segments = {
        begin: space.input('begin', list(garbage)),
        end: space.input('end', list(garbage.map((begin, i) => begin + 900 * i))),
        count: 5,
      };
      const [keysOut, indicesOut] = [0, 1].map((i) => space.output(`out ${i}`, 5 * maxK)) as [Range, Range];
      const [keysLow, keysHigh] = [0, 1].map((i) => space.output(`keys ${i}`, 5)) as [Range, Range];
      const [ofTopK, ofQuantile] = [topK, quantile].map((plan) => space.scratch('temporary', plan.temporaryBytes));
      await space.submit((encoder) => {
        topK.encode(encoder, { keysIn, keysOut, indicesOut, segments, temporary: ofTopK!, itemCount: ITEMS });
        quantile.encode(encoder, { keysIn, keysLow, keysHigh, segments, temporary: ofQuantile!, itemCount: ITEMS });
      });
    }
    topK.destroy();
    quantile.destroy();
  });

  it.each(inTurn(Object.entries(FORMS), 2, 1))('quantiles of %s', async (_, { segments, bounds }) => {
    const quantiles = [0, 0.3, 1];
    const plan = await createSegmentedQuantile(device(), { keyType: 'u32', quantiles, ...room });
    for (const countIn of [undefined, 4]) {
      const space = new Workspace(device());
      const keysIn = space.input('keysIn', KEYS);
      const [keysLow, keysHigh] = [0, 1].map((i) => space.output(`keys ${i}`, 3 * MAX_SEGMENTS)) as [Range, Range];
      const countsOut = space.output('countsOut', MAX_SEGMENTS);
      const form = segments(space);
      const count = countIn === undefined ? 5 : space.input('count', list([countIn]));
      const temporary = space.scratch('temporary', plan.temporaryBytes);
      await space.submit((encoder) => {
        const call = { keysIn, keysLow, keysHigh, countsOut, temporary, itemCount: ITEMS };
        plan.encode(encoder, { ...call, segments: { ...form, count } as never });
      });
      const rows = bounds.slice(0, countIn ?? 5).map(([begin, end]) => KEYS.slice(begin, end).sort());
      const at = (round: (position: number) => number) =>
        rows.flatMap((sorted) => quantiles.map((q) => sorted[round(q * (sorted.length - 1))] ?? 0));
      expect(found(keysLow).slice(0, 3 * rows.length)).toEqual(at(Math.floor));
      expect(found(keysHigh).slice(0, 3 * rows.length)).toEqual(at(Math.ceil));
      expect(found(countsOut).slice(0, rows.length)).toEqual(rows.map(({ length }) => length));
      expect(keysLow.found.subarray(3 * rows.length)).toEqual(keysLow.before.subarray(3 * rows.length));
    }
    plan.destroy();
  });
});
