/**
 * A top-k of few items of long segments on GPUs: a sift copies the items up to a pivot of a sample. If they are too few
 * or too many, each tile gives its first items. The result does not depend on the sample.
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
const K = 50;

/** The indices of a segment's sample: an item of each step, at an index that only its number decides. */
function sampled(length: number): number[] {
  const size = Math.floor(length / 16);
  const step = Math.floor(length / size);
  return Array.from({ length: size }, (_, i) => i * step + (((Math.imul(i, 0x9e3779b9) >>> 16) * step) >>> 16));
}

/** The key of the pivot: of the greatest keys of 256 groups of the sample, that of a rank. */
function pivotOf(keys: Uint32Array): number {
  const drawn = sampled(keys.length);
  const greatest = Array.from({ length: 256 }, (_, group) =>
    Math.max(...drawn.filter((_, i) => i % 256 === group).map((i) => keys[i]!)),
  );
  const rank = Math.floor((2 * K * drawn.length) / keys.length) + 4;
  return greatest.sort((a, b) => b - a)[rank]!;
}

/** Numbers below 2^16 in an order that looks random. */
const mixed = (i: number) => Math.imul(i + 1, 2_654_435_761) >>> 16;
const drawn = new Set(sampled(LENGTH));

const INPUTS: Record<string, (i: number) => number> = {
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

const firstOf = (keys: readonly number[], begin: number, end: number, k: number) =>
  Array.from({ length: end - begin }, (_, i) => begin + i)
    .sort((a, b) => keys[b]! - keys[a]! || a - b)
    .slice(0, k);

const TYPES = [Uint32Array, Float32Array, Uint16Array, BigInt64Array] as const;

describe.each(
  inTurn(
    Object.entries(SMALL_SELECTIONS()).filter(([name]) => /^prefiltering.*gpu$/.test(name)),
    2,
  ),
)('a top-k of few items, %s', (_, tuning) => {
  it.each(inTurn(Object.entries(INPUTS)))('of keys %s', async (__, keyOf) => {
    // Short segments, and one shorter than a row, lie between the long ones.
    const offsets = [0, LENGTH, LENGTH + 40, LENGTH + 2000, 2 * LENGTH + 2000];
    const numbers = Array.from({ length: offsets.at(-1)! }, (_, i) =>
      keyOf(i < LENGTH ? i : Math.max(0, i - LENGTH - 2000)),
    );
    for (const Keys of ROWS === 'quick' ? [Uint32Array] : TYPES) {
      const keys =
        Keys === BigInt64Array
          ? Keys.from(numbers, (n) => BigInt(n) << 20n)
          : (Keys as Uint32ArrayConstructor).from(numbers);
      for (const k of [20, 200]) {
        const found = await segmentedTopK(device(), keys, offsets, k, { tuning });
        const wanted = offsets.slice(1).flatMap((end, s) => firstOf(numbers, offsets[s]!, end, k));
        expect(Array.from(found.indices), `${Keys.name}, k ${k}`).toEqual(wanted);
      }
    }
  });

  it.each(inTurn(Object.entries(INPUTS), 24, 1))('sifts keys %s, with garbage as scratch', async (__, keyOf) => {
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
    const [pivot, , hasPivot, copied] = temporary.found.slice(regions.sifts!.offset / 4);
    expect([pivot, hasPivot]).toEqual([~pivotOf(keys) >>> 0, 1]);
    expect(copied).toBe(keys.filter((key) => key >= pivotOf(keys)).length);
    const wanted = firstOf(Array.from(keys), 0, LENGTH, K);
    expect(Array.from(indicesOut.found)).toEqual(wanted);
    expect(Array.from(keysOut.found)).toEqual(wanted.map((i) => keys[i]));
    plan.destroy();
    space.destroy();
  });
});
