/**
 * The networks of a top-k on GPUs: both ways in which a lane of a partial network takes items, and rows of selected
 * items, in lanes that exchange by subgroups and through workgroup memory. Many keys are equal, and many are the greatest, which also pads.
 */
import { describe, expect } from 'vitest';
import { segmentedTopK } from '../../src/index.ts';
import { inTurn, offsetsOf, Random, SEED } from '../support/cases.ts';
import { topIndices } from '../support/select-oracle.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Several lengths of networks, and several tiles, in rounds that are full and not. */
const LENGTHS = [1, 7, 40, 225, 300, 1000, 3, 2300];

function keysFor(type: 'u32' | 'u64', seed: number): Uint32Array<ArrayBuffer> {
  const random = new Random(seed);
  const total = LENGTHS.reduce((sum, length) => sum + length);
  // A high word decides of a key of two words, if the low words of equal ones do not.
  return Uint32Array.from({ length: type === 'u32' ? total : 2 * total }, (_, i) =>
    i % 2 === 0 && type === 'u64' ? random.below(2) : [0xffffffff, 0xffffffff, 7, 8][random.below(4)]!,
  );
}

const offsets = offsetsOf(LENGTHS);
const bounds = LENGTHS.map((length, i) => [offsets[i]!, offsets[i]! + length] as const);

async function check(type: 'u32' | 'u64', k: number, words: Uint32Array<ArrayBuffer>, tuning: object) {
  const order = { order: 'ascending' } as const;
  const want = topIndices(type, new Uint8Array(words.buffer), bounds, () => k, order);
  const keys = type === 'u32' ? words : new BigUint64Array(words.buffer);
  const got = await segmentedTopK(device(), keys as never, offsets, k, { ...order, tuning: tuning as never });
  expect(Array.from(got.indices)).toEqual(want.indices);
}

describe('lanes of a top-k', () => {
  for (const [i, bestByMerges] of [false, true].entries()) {
    for (const subgroups of inTurn([true, false], 4, 2 * i)) {
      const way = `${bestByMerges ? 'merge' : 'insert'} items, ${subgroups ? 'with' : 'without'} subgroups`;
      itOnDevice(device, { subgroups }, way, async () => {
        const small = { ...SMALL_GPU.sort?.small, bestByMerges };
        const tuning = { ...SMALL_GPU, sort: { ...SMALL_GPU.sort, small }, ...(subgroups ? {} : { subgroups }) };
        const greatest = new Uint32Array(keysFor('u32', SEED).length).fill(0xffffffff);
        for (const words of [keysFor('u32', SEED), greatest]) await check('u32', 10, words, tuning);
        await check('u32', 3, keysFor('u32', SEED + 1), tuning);
        await check('u64', 7, keysFor('u64', SEED + 2), tuning);
        // A network orders what a search selected.
        await check('u32', 25, keysFor('u32', SEED + 3), tuning);
        if (!bestByMerges) await check('u64', 25, keysFor('u64', SEED + 4), tuning);
      });
    }
  }
});
