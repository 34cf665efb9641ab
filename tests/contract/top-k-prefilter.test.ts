/**
 * A top-k of long segments copies the items up to a pivot first: the key at a rank of a sample. The result does not
 * depend on the sample, also where it misleads.
 */
import { describe, expect, it } from 'vitest';
import { inTurn } from '../support/cases.ts';
import { SMALL_SELECTIONS } from '../support/small-tunings.ts';
import { checkTopK, type KeyAt, keysBySample, LENGTH, mixed, scratchOfTopK } from '../support/top-k-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** The samples that kernels draw from a segment: an item of each step, at an index that only its number decides. */
function sampled(): number[] {
  const size = Math.min(Math.floor(LENGTH / 16), 1024);
  const step = Math.floor(LENGTH / size);
  return Array.from({ length: size }, (_, i) => i * step + ((Math.imul(i, 0x9e3779b9) >>> 8) % step));
}

const SAMPLE = [...new Set(sampled())];

/** The key that a top-k's prefilter copies the items up to. */
function pivotOf(keys: Uint32Array, k: number): number {
  const expected = Math.floor(k / Math.floor(keys.length / SAMPLE.length)) + 1;
  const rank = expected + Math.floor(expected / 2) + 8;
  return SAMPLE.map((i) => keys[i]!).sort((a, b) => b - a)[rank - 1]!;
}

const GREAT = new Set([...SAMPLE.slice(0, 18), LENGTH - 1]);
const INPUTS: Record<string, KeyAt> = {
  ...keysBySample(new Set(SAMPLE)),
  'of which one fewer than 20 is as great as the pivot, the last one too': (i) =>
    GREAT.has(i) ? 60_000 : mixed(i) % 50_000,
};

describe.each(
  inTurn(
    Object.entries(SMALL_SELECTIONS()).filter(([name]) => name.startsWith('prefiltering')),
    3,
  ),
)('a top-k of long segments, %s', (_, tuning) => {
  it.each(Object.entries(INPUTS))('of keys %s', (__, keyOf) => checkTopK(device(), keyOf, [20, 400], tuning));

  // Of the items that are equal to the pivot, a prefilter copies only as many as are searched for, wherever they are.
  it.each(inTurn(['in no order', 'all equal']))('copies few of keys %s, with garbage as scratch', async (name) => {
    // GPUs find fewer than 300 without a search by digits.
    const k = tuning.family === 'gpu' ? 300 : 50;
    const keys = Uint32Array.from({ length: LENGTH }, (_, i) => INPUTS[name]!(i));
    const records = await scratchOfTopK(device(), keys, k, tuning, 'records');
    const before = keys.filter((key) => key > pivotOf(keys, k)).length;
    // The source lies behind the searches of both sides (wgsl/select/radix/records.wgsl).
    expect(records[8]).toBe(Math.max(k, before));
  });
});
