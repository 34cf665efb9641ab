/** Many quantiles: one sort gives the bits that searches give, and takes few passes. */
import { describe, expect, it } from 'vitest';
import { createSegmentedQuantile, segmentedQuantile } from '../../src/index.ts';
import { segmentedQuantile as quantileJs } from '../../src/js/index.ts';
import { inTurn, Random } from '../support/cases.ts';
import { EVERY_DEVICE, FACTS, quantileOf, sortOf } from '../support/plans.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { keyBytes, keysOf } from '../support/typed-cases.ts';
import type { KeyType } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const FAMILIES = { software: SMALL_SOFTWARE, gpu: SMALL_GPU } as const;
const QUANTILES = [0.5, 0, 1, 0.1, 0.9, 1 / 3, 0.25, 5e-324, 0.999];
const LENGTHS = [3, 0, 1, 33, 700, 0, 2, 130];
const OFFSETS = [0, ...LENGTHS.map((_, i) => LENGTHS.slice(0, i + 1).reduce((sum, length) => sum + length))];
const ITEMS = OFFSETS.at(-1) as number;

const from = (tuning: object & { sort?: object }, quantiles: number) => ({
  ...tuning,
  sort: { ...tuning.sort, quantiles: { from: quantiles, below: 0 } },
});

/** The words of all outputs of a recorded call. */
async function wordsOf(keyType: KeyType, nan: 'propagate' | 'omit', form: string, bytes: Uint8Array, tuning: object) {
  const rows = LENGTHS.length * QUANTILES.length;
  const each = bytes.length / ITEMS;
  const plan = await createSegmentedQuantile(device(), {
    ...{ keyType, quantiles: QUANTILES, nan, maxItems: ITEMS, maxSegments: LENGTHS.length },
    tuning: tuning as never,
  });
  const space = new Workspace(device());
  const padded = new Uint8Array(4 * Math.ceil(bytes.length / 4));
  padded.set(bytes);
  const keysIn = space.input('keysIn', new Uint32Array(padded.buffer));
  const outputs = ['keysLow', 'keysHigh'].map((name) => space.output(name, Math.ceil((rows * each) / 4)));
  const countsOut = space.output('countsOut', LENGTHS.length);
  const word = (name: string, list: readonly number[]) => space.input(name, Uint32Array.from(list));
  const segments =
    form === 'offsets'
      ? { offsets: word('offsets', OFFSETS), count: LENGTHS.length }
      : form === 'ranges'
        ? { begin: word('begin', OFFSETS.slice(0, -1)), end: word('end', OFFSETS.slice(1)), count: LENGTHS.length }
        : { size: 100, count: LENGTHS.length };
  const [keysLow, keysHigh] = outputs as [never, never];
  await space.submit((encoder) => {
    plan.encode(encoder, { keysIn, keysLow, keysHigh, countsOut, segments: segments as never, itemCount: ITEMS });
  });
  const words = [...outputs, countsOut].map(({ found }) => Array.from(found));
  const passes = plan.describe().passes.length;
  plan.destroy();
  space.destroy();
  // Bytes past the last narrow key are not written.
  return { words: words.map((all, i) => (i < 2 ? all.slice(0, Math.floor((rows * each) / 4)) : all)), passes };
}

const ROWS = Object.entries(FAMILIES).flatMap(([family, tuning], i) =>
  (['f32', 'u8', 'f64', 'f16', 'i64', 'i32'] as const).map((type, j) => {
    const nan = (i + j) % 2 ? 'omit' : 'propagate';
    return [family, type, nan, ['offsets', 'ranges', 'size'][(i + j) % 3] as string, tuning] as const;
  }),
);

describe('many quantiles', () => {
  it.each(inTurn(ROWS, 8))('%s kernels, %s keys, nan %s, by %s: bits of a search', async (...row) => {
    const [, type, nan, form, tuning] = row;
    const bytes = keyBytes(type, ITEMS, new Random(5));
    const sorted = await wordsOf(type, nan, form, bytes, from(tuning, 1));
    const searched = await wordsOf(type, nan, form, bytes, from(tuning, 1000));
    expect(sorted.words).toEqual(searched.words);
  });

  it.each(inTurn(Object.entries(FAMILIES)))('arrays, %s kernels: the bits of plain JavaScript', async (_, tuning) => {
    const keys = keysOf('f32', keyBytes('f32', ITEMS, new Random(6))) as Float32Array;
    for (const nan of ['omit', 'propagate'] as const) {
      const got = await segmentedQuantile(device(), keys, OFFSETS, QUANTILES, {
        nan,
        tuning: from(tuning, 1) as never,
      });
      const want = await quantileJs(null, keys, OFFSETS, QUANTILES, { nan });
      expect(Array.from(got)).toEqual(Array.from(want));
    }
  });

  it('reads more quantiles than a uniform holds', async () => {
    const keys = Uint32Array.from({ length: 300 }, (_, i) => (i * 7919) % 300);
    const quantiles = Array.from({ length: 5000 }, (_, i) => i / 4999);
    const got = await segmentedQuantile(device(), keys, { size: 300 }, quantiles, { interpolation: 'lower' });
    expect(Array.from(got)).toEqual(quantiles.map((q) => Math.floor(q * 299)));
  });

  it.each(EVERY_DEVICE)('take one pass more than a sort, however many they are: $device', ({ facts }) => {
    const room = { maxItems: 100_000, maxSegments: 100 };
    const passes = (count: number) => {
      const quantiles = Array.from({ length: count }, (_, i) => i / 100);
      return quantileOf(facts, { ...room, quantiles, keyType: 'f32' }).passes.length;
    };
    const sort = sortOf(facts, { ...room, keyType: 'f32' }).passes.length;
    for (const count of [9, 10, 100]) expect(passes(count)).toBe(sort + 1);
  });

  it('are sorted from three on, and in short segments for any number, by software kernels', () => {
    const sorts = (more: object) => 'sortedKeys' in quantileOf(FACTS, { maxItems: 1 << 20, ...more }).regions;
    expect(sorts({ maxSegments: 1, quantiles: [0.5, 1] })).toBe(false);
    expect(sorts({ maxSegments: 1, quantiles: [0, 0.5, 1] })).toBe(true);
    expect(sorts({ maxSegments: 256 })).toBe(false);
    expect(sorts({ maxSegments: 257 })).toBe(true);
    expect(sorts({ maxSegments: 1, maxSegmentSize: 4095 })).toBe(true);
  });
});
