/**
 * A top-k of few items of long segments on GPUs: a sift copies the items up to a pivot of a sample. If they are too few
 * or too many, each tile gives its first items. The result does not depend on the sample.
 */
import { describe, expect, it } from 'vitest';
import { inTurn } from '../support/cases.ts';
import { SMALL_SELECTIONS } from '../support/small-tunings.ts';
import { checkTopK, keysBySample, LENGTH, scratchOfTopK } from '../support/top-k-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

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

const INPUTS = Object.entries(keysBySample(new Set(sampled(LENGTH))));

describe.each(
  inTurn(
    Object.entries(SMALL_SELECTIONS()).filter(([name]) => /^prefiltering.*gpu$/.test(name)),
    2,
  ),
)('a top-k of few items, %s', (_, tuning) => {
  it.each(inTurn(INPUTS))('of keys %s', (__, keyOf) => checkTopK(device(), keyOf, [20, 200], tuning));

  it.each(inTurn(INPUTS, 24, 1))('sifts keys %s, with garbage as scratch', async (__, keyOf) => {
    const keys = Uint32Array.from({ length: LENGTH }, (_, i) => keyOf(i));
    const [pivot, , hasPivot, copied] = await scratchOfTopK(device(), keys, K, tuning, 'sifts');
    expect([pivot, hasPivot]).toEqual([~pivotOf(keys) >>> 0, 1]);
    expect(copied).toBe(keys.filter((key) => key >= pivotOf(keys)).length);
  });
});
