/** Sorts in which some passes have nothing to move in a segment, or a segment needs no pass. Results stay the same. */
import { describe, expect } from 'vitest';
import { createSegmentedSort, segmentedStableSortByKey } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { offsetsOf, Random, ROWS, SEED, someVariants, totalOf, variantName } from '../support/cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** All segments here are longer, because networks have no passes. */
const SMALL = { maxLength: 4 };

/** Layouts of a segment's keys, made from sorted keys. `tile` is the length of its tiles. */
const LAYOUTS: Readonly<Record<string, (sorted: Uint32Array, tile: number, random: Random) => Uint32Array>> = {
  'in order': (keys) => keys,
  'in order but for the last': (keys) => keys.with(-1, 0),
  'in order only inside each tile': (keys, tile) =>
    Uint32Array.from(keys, (_, i) => keys[(i % tile) + keys.length - Math.min(keys.length, tile)] as number),
  'in order but where the first tile ends': (keys, tile) =>
    keys.length > tile ? keys.with(tile, (keys[tile - 1] as number) - 1) : keys,
  'in order but for two in the middle': (keys) => keys.with(keys.length >> 1, 1),
  'all alike': (keys) => keys.fill(0x12345678),
  'one lowest digit': (keys, _, random) => keys.map(() => (random.word() & ~0xff) | 0x5a),
  'lowest digits 255': (keys, _, random) => keys.map(() => random.word() | 0xff),
  '16 bits': (keys, _, random) => keys.map(() => random.below(65536)),
  'one other digit': (keys, _, random) => keys.map((_, i) => (i === 100 ? 0x00ff0000 : random.below(65536))),
  backwards: (keys) => keys.reverse(),
};

function keysOf(lengths: readonly number[], tile: number, bits: number): Uint32Array {
  const random = new Random(SEED);
  const layouts = Object.values(LAYOUTS);
  const segments = lengths.flatMap((length, i) => {
    const sorted = Uint32Array.from({ length }, () => random.below(2 ** bits)).sort();
    return [...(layouts[i % layouts.length] as (typeof layouts)[number])(sorted, tile, random)];
  });
  return Uint32Array.from(segments);
}

/** Each layout in segments of several tiles, of whole tiles, and of the class below. */
function lengthsFor(tile: number): number[] {
  const each = (length: number) => Object.keys(LAYOUTS).map(() => length);
  return [...each(2 * tile + 357), ...each(3 * tile), ...each(tile + 1), ...each(tile >> 1)];
}

describe.each(someVariants())('segments with digits of one value, and sorted ones: %o', (variant) => {
  // In the quick mode the gpu family has the tiles of the tests below, and so the same kernels.
  const [limit, tile] = ROWS === 'quick' && variant.family === 'gpu' ? [256, 128] : [1024, 1024];
  for (const [pairs, inPlace] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    // In the quick mode the gpu family sorts only pairs: its kernels compile slowest, and those of pairs hold those of
    // keys.
    if (ROWS === 'quick' && variant.family === 'gpu' && !pairs) continue;
    itOnDevice(device, variant, `${variantName(variant)}, pairs ${pairs}, in place ${inPlace}`, async () => {
      const plan = await createSegmentedSort(device(), {
        keyType: 'u32',
        order: 'ascending',
        maxItems: 2 ** 19,
        maxSegments: 100,
        ...(pairs ? { valueType: 'u32' } : {}),
        // A workgroup takes several tiles.
        tuning: {
          ...variant,
          ...(variant.family === 'gpu' ? { lists: { lanes: 512, overflow: 'repeated' as const } } : {}),
          sort: { small: SMALL, medium: { limits: [limit] }, large: { tile } },
        } as InternalTuning,
      });
      const lengths = lengthsFor(tile);
      const keys = keysOf(lengths, tile, 32);
      const values = pairs ? Uint32Array.from(keys, (_, i) => i) : undefined;
      const job = { what: 'early out', seed: SEED, offsets: offsetsOf(lengths), keys, values } as const;
      await checkSort(device(), plan, { ...job, order: 'ascending' }, { inPlace });
      plan.destroy();
    });
  }

  // 1, 2 and 3 passes: another kernel copies a sorted segment in each case.
  for (const bits of [0, 3, 10, 24]) {
    itOnDevice(device, variant, `${variantName(variant)}, ${bits} bits`, async () => {
      const tuning: InternalTuning = {
        ...variant,
        sort: { small: SMALL, medium: { limits: [256] }, large: { tile: 128 } },
      };
      const lengths = lengthsFor(128);
      const offsets = offsetsOf(lengths);
      const keys = keysOf(lengths, 128, bits);
      const values = Uint32Array.from(keys, (_, i) => i);
      const found = await segmentedStableSortByKey(device(), keys, values, offsets, {
        beginBit: 0,
        endBit: bits,
        tuning,
      });
      const digits = keys.map((key) => key % 2 ** bits);
      const want = lengths.flatMap((length, segment) =>
        Array.from({ length }, (_, i) => (offsets[segment] as number) + i).sort(
          (a, b) => (digits[a] as number) - (digits[b] as number),
        ),
      );
      expect(totalOf(offsets)).toBe(want.length);
      expect([...found.values]).toEqual(want);
      expect(found.keys).toEqual(Uint32Array.from(want, (i) => keys[i] as number));
    });
  }
});
