/**
 * Large segments by one pass a digit. A tile looks back at what the segment's earlier tiles have published. If one of
 * them is missing, the workgroup counts that tile itself. Tiles that never publish are planted here.
 */
import { describe, it } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, fromPalette, inTurn, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import type { TypedRow } from '../support/sort-cases.ts';
import { type Form, segmentsCase } from '../support/typed-cases.ts';
import { checkSort, checkTyped } from '../support/typed-check.ts';
import { runsOn, useDevice } from '../support/use-device.ts';

const WORKGROUP = 32;

/** Segments longer than 256 items are large. Two workgroups take all tiles, one after another. */
const tuningOf = (tile: number, workgroup = WORKGROUP): InternalTuning => ({
  lists: { lanes: 2 * workgroup, overflow: 'repeated' },
  sort: {
    small: { maxLength: 8 },
    medium: { limits: [512] },
    large: { tile, maxTile: tile, lookBackWorkgroup: workgroup },
  },
});

/** Lengths at which tiles begin and end, also of more tiles than a lane reads at a time. */
function lengthsOf(tile: number): number[] {
  const lengths = [1, 2, 3, 4, 5, 9, 17, 40].flatMap((tiles) => [tiles * tile - 1, tiles * tile, tiles * tile + 1]);
  return new Random(SEED).shuffled([...lengths, 0, 1, 513, 600, 7 * tile + 5, 300]);
}

interface Row {
  readonly type: TypedRow['type'] & string;
  readonly valueBytes: 0 | 4;
  readonly tile: number;
  /** Of 100 tiles, how many never publish. */
  readonly missing: number;
  readonly form?: Form;
  readonly more?: Partial<TypedRow>;
}

const ROWS: readonly Row[] = [
  { type: 'u32', valueBytes: 0, tile: 512, missing: 0 },
  { type: 'u32', valueBytes: 4, tile: 512, missing: 50 },
  { type: 'u64', valueBytes: 4, tile: 512, missing: 1 },
  { type: 'f32', valueBytes: 0, tile: 256, missing: 100 },
  { type: 'f32', valueBytes: 4, tile: 256, missing: 1, more: { order: 'descending', signedZero: 'equal' } },
  { type: 'f64', valueBytes: 0, tile: 256, missing: 50, more: { order: 'descending' } },
  { type: 'u32', valueBytes: 4, tile: 512, missing: 1, more: { bits: [3, 23], call: 'in place' } },
  { type: 'i64', valueBytes: 0, tile: 256, missing: 100, more: { bits: [3, 40], call: 'double buffer' } },
  { type: 'i32', valueBytes: 4, tile: 64, missing: 0, more: { indexFrom: 'segment' } },
  { type: 'u16', valueBytes: 4, tile: 320, missing: 0, form: 'ranges', more: { countOnGpu: true } },
  { type: 'u32', valueBytes: 4, tile: 512, missing: 50, form: 'fixed', more: { call: 'in place' } },
];

describe('one pass a digit', () => {
  for (const { type, valueBytes, tile, missing, form = 'offsets', more } of inTurn(ROWS, 4)) {
    const title = `${type}, values of ${valueBytes} bytes, tiles of ${tile}, ${missing} % missing, ${form}`;
    describe(`${title}, ${JSON.stringify(more ?? {})}`, () => {
      const device = useDevice({ missingTiles: missing });
      it('sorts', async ({ skip }) => {
        const row: TypedRow = {
          type,
          valueBytes,
          ...{ order: 'ascending', bits: 'all', signedZero: 'distinct', call: 'encode', countOnGpu: false },
          ...{ family: 'gpu', subgroups: true, tuning: tuningOf(tile) },
          ...more,
        };
        skip(!runsOn(device(), row), 'the device has no subgroups');
        const lengths = form === 'fixed' ? [9 * tile + 1] : lengthsOf(tile);
        const segments = segmentsCase(form, lengths, new Random(SEED));
        await checkTyped(device(), row, segments, SEED);
      });
    });
  }

  const device = useDevice();
  it('leaves items where they are if all have one digit', async ({ skip }) => {
    skip(!runsOn(device(), { subgroups: true }), 'the device has no subgroups');
    const offsets = offsetsOf([5000, 1, 1025, 700], 3);
    const count = totalOf(offsets);
    const tuning: InternalTuning = { family: 'gpu', ...tuningOf(256) };
    const plan = await createSegmentedSort(device(), {
      ...{ keyType: 'u32', valueType: 'u32', maxItems: count, maxSegments: 4, tuning },
    });
    for (const palette of [[1, 2, 3, 0x70000002], [7]]) {
      const keys = fill('u32', count, new Random(SEED), fromPalette(palette));
      const what = `${palette.length} keys`;
      await checkSort(device(), plan, {
        ...{ what, seed: SEED, offsets, keys, values: distinctValues(count), order: 'ascending' },
      });
    }
    plan.destroy();
  });
});
