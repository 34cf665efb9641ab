/**
 * Large segments on GPUs. A workgroup takes a tile in parts, and the workgroups of a segment's tiles divide the scan of
 * its counters. The lengths are those at which parts, tiles and strips of tiles begin and end.
 */
import { describe, it } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, fromPalette, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** 16 lanes of up to 8 items. A tile has four parts. */
const PART = 128;
const TILE = 4 * PART;

function tuningOf(more: NonNullable<InternalTuning['sort']>['large']): InternalTuning {
  return {
    family: 'gpu',
    sort: { small: { maxLength: 8 }, medium: { limits: [TILE] }, large: { workgroup: 16, tile: TILE, ...more } },
  };
}

/**
 * Tiles per segment. A workgroup scans all digits of a segment, half of them, …, or the fewest. Strips have 1 or more.
 */
const TILES = [1, 2, 3, 15, 16, 17, 31, 32, 33, 65];

const LENGTHS = new Random(SEED).shuffled([
  ...[1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 1, TILE - 1].map((length) => TILE + length),
  ...TILES.map((tiles) => tiles * TILE),
  ...TILES.map((tiles) => tiles * TILE + 1),
  0,
  1,
  TILE,
]);
const offsets = offsetsOf(LENGTHS, 3);
const count = totalOf(offsets);

const ways = [
  { pairs: false, scatter: 'coalesced' },
  { pairs: true, scatter: 'direct' },
] as const;

describe.each(ways)('pairs $pairs, $scatter', ({ pairs, scatter }) => {
  it.each([
    ['random digits', mixed],
    ['few digits', fromPalette([1, 2, 3, 0x70000002])],
  ] as const)('of %s', async (what, word) => {
    const plan = await createSegmentedSort(device(), {
      keyType: 'u32',
      maxItems: count,
      maxSegments: LENGTHS.length,
      ...(pairs && { valueType: 'u32' as const }),
      tuning: tuningOf({ scatter }),
    });
    const keys = fill('u32', count, new Random(SEED), word);
    const values = pairs ? distinctValues(count) : undefined;
    await checkSort(device(), plan, { what, seed: SEED, offsets, keys, values, order: 'ascending' });
    plan.destroy();
  });
});
