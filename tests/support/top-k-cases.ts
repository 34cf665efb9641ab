/** A top-k of long segments whose first kernels copy the items up to a pivot: inputs, and the checks of both methods. */
import { expect } from 'vitest';
import { deviceFacts } from '../../src/gpu/device.ts';
import { createSegmentedTopK, segmentedTopK } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { ROWS } from './cases.ts';
import { topKOf } from './plans.ts';
import { Workspace } from './run.ts';

export const LENGTH = 20_001;

/** Numbers below 2^16 in an order that looks random. */
export const mixed = (i: number) => Math.imul(i + 1, 2_654_435_761) >>> 16;

export type KeyAt = (i: number) => number;

/** Keys of the segment, where `drawn` are the indices of a sample. */
export function keysBySample(drawn: ReadonlySet<number>): Record<string, KeyAt> {
  return {
    'in no order': mixed,
    rising: (i) => i,
    falling: (i) => 65_000 - i,
    'all equal': () => 7,
    'of 13 values': (i) => mixed(i) % 13,
    'that are great in the sample': (i) => (mixed(i) % 30_000) + (drawn.has(i) ? 30_000 : 0),
    'that are small in the sample': (i) => (mixed(i) % 30_000) + (drawn.has(i) ? 0 : 30_000),
    'of which few are great, all in the sample': (i) =>
      drawn.has(i) && i % 29 === 0 ? 60_000 + (i % 5000) : mixed(i) % 50_000,
  };
}

const firstOf = (keys: ArrayLike<number>, begin: number, end: number, k: number) =>
  Array.from({ length: end - begin }, (_, i) => begin + i)
    .sort((a, b) => keys[b]! - keys[a]! || a - b)
    .slice(0, k);

const TYPES = [Uint32Array, Float32Array, Uint16Array, BigInt64Array] as const;

/** A call on arrays gives the first items of two long segments, and of short ones that lie between them. */
export async function checkTopK(device: GPUDevice, keyOf: KeyAt, counts: readonly number[], tuning: InternalTuning) {
  // One segment is shorter than a row and than a sample's step, one is of another class.
  const offsets = [0, LENGTH, LENGTH + 40, LENGTH + 2000, 2 * LENGTH + 2000];
  const numbers = Array.from({ length: offsets.at(-1)! }, (_, i) =>
    keyOf(i < LENGTH ? i : Math.max(0, i - LENGTH - 2000)),
  );
  for (const Keys of ROWS === 'quick' ? [Uint32Array] : TYPES) {
    const keys =
      Keys === BigInt64Array
        ? Keys.from(numbers, (n) => BigInt(n) << 20n)
        : (Keys as Uint32ArrayConstructor).from(numbers);
    for (const k of counts) {
      const found = await segmentedTopK(device, keys, offsets, k, { tuning });
      const wanted = offsets.slice(1).flatMap((end, s) => firstOf(numbers, offsets[s]!, end, k));
      expect(Array.from(found.indices), `${Keys.name}, k ${k}`).toEqual(wanted);
    }
  }
}

/** Records a top-k of one segment, with garbage as scratch, and checks its result. Returns what a region then has. */
export async function scratchOfTopK(
  device: GPUDevice,
  keys: Uint32Array,
  maxK: number,
  tuning: InternalTuning,
  region: 'sifts' | 'records',
): Promise<Uint32Array> {
  const spec = { keyType: 'u32', maxK, maxItems: LENGTH, maxSegments: 1, tuning } as const;
  const plan = await createSegmentedTopK(device, spec);
  const { regions } = topKOf(deviceFacts(device), spec);
  const space = new Workspace(device);
  const keysIn = space.input('keysIn', keys);
  const [keysOut, indicesOut] = [space.output('keysOut', maxK), space.output('indicesOut', maxK)];
  const temporary = space.output('temporary', plan.temporaryBytes / 4);
  const segments = { offsets: space.input('offsets', Uint32Array.of(0, LENGTH)), count: 1 };
  await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, indicesOut, segments, temporary }));
  const wanted = firstOf(keys, 0, LENGTH, maxK);
  expect(Array.from(indicesOut.found)).toEqual(wanted);
  expect(Array.from(keysOut.found)).toEqual(wanted.map((i) => keys[i]));
  const found = temporary.found.slice(regions[region]!.offset / 4);
  plan.destroy();
  space.destroy();
  return found;
}
