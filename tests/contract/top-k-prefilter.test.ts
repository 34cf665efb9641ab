/**
 * A top-k of long segments copies the items up to a pivot first: the key at a rank of a sample. The result does not
 * depend on the sample, also where it misleads.
 */
import { describe, expect, it } from 'vitest';
import { deviceFacts } from '../../src/gpu/device.ts';
import { createSegmentedTopK, segmentedTopK } from '../../src/index.ts';
import { inTurn, ROWS } from '../support/cases.ts';
import { topKOf } from '../support/plans.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_SELECTIONS } from '../support/small-tunings.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const LENGTH = 20_001;

/** The samples that kernels draw from a segment: an item of each step, at an index that only its number decides. */
function sampled(): Set<number> {
  const size = Math.min(Math.floor(LENGTH / 16), 1024);
  const step = Math.floor(LENGTH / size);
  return new Set(Array.from({ length: size }, (_, i) => i * step + ((Math.imul(i, 0x9e3779b9) >>> 8) % step)));
}

/** The key that a top-k's prefilter copies the items up to. */
function pivotOf(keys: Uint32Array, k: number): number {
  const drawn = [...sampled()];
  const expected = Math.floor(k / Math.floor(keys.length / drawn.length)) + 1;
  const rank = expected + Math.floor(expected / 2) + 8;
  return drawn.map((i) => keys[i]!).sort((a, b) => b - a)[rank - 1]!;
}

/** Numbers below 2^16 in an order that looks random. */
const mixed = (i: number) => Math.imul(i + 1, 2_654_435_761) >>> 16;

function misleading(): Record<string, (i: number) => number> {
  const drawn = sampled();
  const great = new Set([...[...drawn].slice(0, 18), LENGTH - 1]);
  return {
    'only great items in the sample': (i) => (mixed(i) % 30_000) + (drawn.has(i) ? 30_000 : 0),
    'one equal item fewer than 20 up to the pivot, the last one too': (i) =>
      great.has(i) ? 60_000 : mixed(i) % 50_000,
    'only small items in the sample': (i) => (mixed(i) % 30_000) + (drawn.has(i) ? 0 : 30_000),
    'a few great items, all in the sample': (i) =>
      drawn.has(i) && i % 29 === 0 ? 60_000 + (i % 5000) : mixed(i) % 50_000,
  };
}

const ORDERED: Record<string, (i: number) => number> = {
  'in no order': mixed,
  rising: (i) => i,
  falling: (i) => 65_000 - i,
  'all equal': () => 7,
  'of 13 values': (i) => mixed(i) % 13,
};

const TYPES = [Uint32Array, Float32Array, Uint16Array, BigInt64Array] as const;

describe.each(
  inTurn(
    Object.entries(SMALL_SELECTIONS()).filter(([name]) => name.startsWith('prefiltering')),
    3,
  ),
)('a top-k of long segments, %s', (_, tuning) => {
  const inputs = { ...ORDERED, ...misleading() };
  it.each(Object.entries(inputs))('of keys %s', async (__, keyOf) => {
    // A segment that is shorter than a sample's step, and one of another class, lie between the long ones.
    const offsets = [0, LENGTH, LENGTH + 40, LENGTH + 2000, 2 * LENGTH + 2000];
    const length = offsets.at(-1)!;
    const numbers = Array.from({ length }, (_, i) => keyOf(i < LENGTH ? i : Math.max(0, i - LENGTH - 2000)));
    for (const Keys of ROWS === 'quick' ? [Uint32Array] : TYPES) {
      const keys =
        Keys === BigInt64Array
          ? Keys.from(numbers, (n) => BigInt(n) << 20n)
          : (Keys as Uint32ArrayConstructor).from(numbers);
      for (const k of [20, 400]) {
        const found = await segmentedTopK(device(), keys, offsets, k, { tuning });
        const wanted = offsets.slice(1).flatMap((end, s) => {
          const items = Array.from({ length: end - offsets[s]! }, (_, i) => offsets[s]! + i);
          return items.sort((a, b) => numbers[b]! - numbers[a]! || a - b).slice(0, k);
        });
        expect(Array.from(found.indices), `${Keys.name}, k ${k}`).toEqual(wanted);
      }
    }
  });

  // Of the items that are equal to the pivot, a prefilter copies only as many as are searched for, wherever they are.
  const CANDIDATES: Record<string, (i: number) => number> = { 'in no order': mixed, 'all equal': () => 7 };
  it.each(inTurn(Object.entries(CANDIDATES), 2))(
    'copies few of keys %s, with garbage as scratch',
    async (__, keyOf) => {
      // GPUs find fewer than 300 without a search by digits.
      const K = tuning.family === 'gpu' ? 300 : 50;
      const spec = { keyType: 'u32', maxK: K, maxItems: LENGTH, maxSegments: 1, tuning } as const;
      const plan = await createSegmentedTopK(device(), spec);
      const { regions } = topKOf(deviceFacts(device()), spec);
      const space = new Workspace(device());
      const keys = Uint32Array.from({ length: LENGTH }, (_, i) => keyOf(i));
      const keysIn = space.input('keysIn', keys);
      const [keysOut, indicesOut] = [space.output('keysOut', K), space.output('indicesOut', K)];
      const temporary = space.output('temporary', plan.temporaryBytes / 4);
      const segments = { offsets: space.input('offsets', Uint32Array.of(0, LENGTH)), count: 1 };
      await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, indicesOut, segments, temporary }));
      // The source lies behind the searches of both sides (wgsl/select/radix/records.wgsl).
      const candidates = temporary.found[regions.records!.offset / 4 + 8]!;
      const pivot = pivotOf(keys, K);
      const before = keys.filter((key) => key > pivot).length;
      expect(candidates).toBe(Math.max(K, before));
      const sorted = Array.from(keys.keys()).sort((a, b) => keys[b]! - keys[a]! || a - b);
      expect(Array.from(indicesOut.found)).toEqual(sorted.slice(0, K));
      plan.destroy();
      space.destroy();
    },
  );
});
