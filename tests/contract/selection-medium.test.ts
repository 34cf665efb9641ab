/** Recorded top-k and quantiles of medium segments: a workgroup of a GPU sorts one, and stores what is searched for. */
import { expect, it } from 'vitest';
import { createSegmentedQuantile, createSegmentedTopK } from '../../src/index.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const EMPTY = 0xffffffff;

/** At both sides of the ends of two bins, between an empty segment and short ones. */
const OFFSETS = [0, 33, 97, 97, 162, 400, 410, 666];
const ITEMS = 666;
const count = OFFSETS.length - 1;
const { sort } = SMALL_GPU;
const SORTS = { small: { workgroup: 32, maxLength: 32 }, medium: { workgroup: 32, limits: [64, 256] } };
const TUNING = { ...SMALL_GPU, sort: { ...sort, ...SORTS } } as never;
/** With fewer segments, all would be ranked. */
const ROOM = { maxItems: 700, maxSegments: 300, maxSegmentSize: 256, tuning: TUNING };

const lengthsOf = OFFSETS.slice(1).map((end, i) => end - OFFSETS[i]!);

it('writes rows in one dispatch a bin', async () => {
  const maxK = 70;
  const keys = Uint32Array.from({ length: ITEMS }, (_, i) => (i * 7919) % 613);
  const plan = await createSegmentedTopK(device(), { keyType: 'u32', maxK, ...ROOM });
  const names = plan.describe().passes.map(({ kernel }) => kernel);
  expect(names.filter((name) => name.includes('medium'))).toEqual(['select/top medium 64', 'select/top medium 256']);
  // Four of the partition, four networks, two for medium segments, and one for rows of empty segments.
  expect(names).toHaveLength(11);
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', keys);
  const [keysOut, indicesOut] = ['keysOut', 'indicesOut'].map((name) => space.output(name, count * maxK));
  const countsOut = space.output('countsOut', count);
  const segments = { offsets: space.input('offsets', Uint32Array.from(OFFSETS)), count };
  await space.submit((encoder) => {
    plan.encode(encoder, { keysIn, keysOut: keysOut!, indicesOut: indicesOut!, countsOut, segments });
  });
  expect(Array.from(countsOut.found)).toEqual(lengthsOf.map((length) => Math.min(maxK, length)));
  for (const [s, length] of lengthsOf.entries()) {
    const begin = OFFSETS[s]!;
    const order = Array.from({ length }, (_, j) => j);
    order.sort((a, b) => keys[begin + b]! - keys[begin + a]! || a - b);
    for (let j = 0; j < maxK; j++) {
      const slot = s * maxK + j;
      const index = order[j] ?? EMPTY;
      expect(indicesOut!.found[slot], `slot ${slot}`).toBe(index);
      expect(keysOut!.found[slot], `slot ${slot}`).toBe(index === EMPTY ? keysOut!.before[slot] : keys[begin + index]);
    }
  }
  plan.destroy();
});

/** The number of NaNs at the end of each segment. One has only NaNs. */
const NANS = [2, 0, 0, 65, 1, 3, 255];

it.each(['omit', 'propagate'] as const)('counts NaNs, and finds quantiles, nan: %s', async (nan) => {
  const keys = Float32Array.from({ length: ITEMS }, (_, i) => ((i * 7919) % 613) - 300);
  for (const [s, nans] of NANS.entries()) keys.fill(Number.NaN, OFFSETS[s + 1]! - nans, OFFSETS[s + 1]!);
  const quantiles = [0, 0.3, 1];
  const plan = await createSegmentedQuantile(device(), { keyType: 'f32', quantiles, nan, ...ROOM });
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', keys);
  const [low, high] = ['keysLow', 'keysHigh'].map((name) => space.output(name, count * quantiles.length));
  const countsOut = space.output('countsOut', count);
  const segments = { offsets: space.input('offsets', Uint32Array.from(OFFSETS)), count };
  await space.submit((encoder) => {
    plan.encode(encoder, { keysIn, keysLow: low!, keysHigh: high!, countsOut, segments });
  });
  expect(Array.from(countsOut.found)).toEqual(lengthsOf.map((length, s) => length - NANS[s]!));
  for (const [output, round] of [
    [low!, Math.floor],
    [high!, Math.ceil],
  ] as const) {
    const found = new Float32Array(output.found.buffer, output.found.byteOffset, count * quantiles.length);
    for (const [s, length] of lengthsOf.entries()) {
      const numbers = length - NANS[s]!;
      const sorted = keys.slice(OFFSETS[s], OFFSETS[s]! + numbers).sort();
      const isNan = numbers === 0 || (nan === 'propagate' && numbers < length);
      for (const [j, q] of quantiles.entries()) {
        const want = isNan ? Number.NaN : sorted[round(q * (numbers - 1))];
        expect(found[s * quantiles.length + j], `segment ${s}, ${q}`).toBe(want);
      }
    }
  }
  plan.destroy();
});
