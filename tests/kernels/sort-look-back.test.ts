/**
 * Large segments by one pass a digit. A tile looks back at what the segment's earlier tiles have published. If one of
 * them is missing, the workgroup counts that tile itself. Tiles that never publish are planted here.
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedSort, segmentedArgsort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import {
  distinctValues,
  fill,
  fromPalette,
  inTurn,
  mixed,
  offsetsOf,
  Random,
  repeated,
  SEED,
  totalOf,
} from '../support/cases.ts';
import { Workspace } from '../support/run.ts';
import type { TypedRow } from '../support/sort-cases.ts';
import { type Form, segmentsCase } from '../support/typed-cases.ts';
import { checkSort, checkTyped } from '../support/typed-check.ts';
import { runsOn, useDevice } from '../support/use-device.ts';

const WORKGROUP = 32;

/** Segments longer than 256 items are large. Two workgroups take all tiles, one after another. */
const tuningOf = (tile: number, workgroup = WORKGROUP): InternalTuning => ({
  lists: { lanes: 2 * workgroup, overflow: 'repeated' },
  // Several workgroups append to each list.
  partition: { workgroup: 32, segmentsPerLane: 2 },
  sort: {
    small: { maxLength: 8 },
    medium: { limits: [512] },
    large: { tile, maxTile: tile, lookBackWorkgroup: workgroup },
  },
});

/** Lengths at which tiles begin and end, also of more tiles than a lane reads at a time. */
function lengthsOf(tile: number): number[] {
  const lengths = [1, 2, 3, 4, 5, 9, 17, 40].flatMap((tiles) => [tiles * tile - 1, tiles * tile, tiles * tile + 1]);
  const short = [0, 1, 2, 7, 30].flatMap((length) => repeated(length, 50));
  return new Random(SEED).shuffled([...lengths, ...short, 513, 600, 7 * tile + 5, 300]);
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
  { type: 'f32', valueBytes: 4, tile: 512, missing: 0, form: 'ranges', more: { call: 'in place' } },
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
  it.each(['offsets', 'ranges'])('ends where segments overlap on the GPU: %s', async (form) => {
    if (!runsOn(device(), { subgroups: true })) return;
    const maxItems = 20_000;
    const tuning: InternalTuning = { family: 'gpu', ...tuningOf(512) };
    const room = { keyType: 'u32', maxItems, maxSegments: 2000, tuning } as const;
    const plan = await createSegmentedSort(device(), room);
    const space = new Workspace(device(), SEED);
    // There are more segments and tiles than the lists have room for. Guards around the output are checked.
    const firsts = [19_000, 20_000];
    const keys = fill('u32', maxItems, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const [keysIn, keysOut] = [space.input('keysIn', keys), space.output('keysOut', maxItems)];
    const many = Array.from({ length: 1998 }, (_, i) => (i % 2) * ((i * 97) % 18_000));
    if (form === 'offsets') {
      const offsets = space.input('offsets', Uint32Array.of(...firsts, ...many));
      const segments = { offsets, count: 1999 };
      await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, segments }));
    } else {
      const begins = space.input('begins', Uint32Array.of(19_000, ...many.map(() => 0)));
      const ends = space.input('ends', Uint32Array.of(20_000, ...many));
      const segments = { begin: begins, end: ends, count: 1999 };
      await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, segments }));
    }
    space.destroy();
    plan.destroy();
  });

  it('keeps the entries of other lists where one has no more room', async ({ skip }) => {
    skip(!runsOn(device(), { subgroups: true }), 'the device has no subgroups');
    const [count, maxItems] = [1999, 2000];
    const tuning: InternalTuning = { family: 'gpu', ...tuningOf(512) };
    const plan = await createSegmentedSort(device(), { keyType: 'u32', maxItems, maxSegments: count, tuning });
    const space = new Workspace(device(), SEED);
    const keys = fill('u32', maxItems, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const [keysIn, keysOut] = [space.input('keysIn', keys), space.output('keysOut', maxItems)];
    // One large segment. The others overlap, and are more than the list of their length has room for.
    const falling = Array.from({ length: count - 1 }, (_, i) => (i % 2) * (9 + ((i * 7) % 400)));
    const offsets = space.input('offsets', Uint32Array.of(1000, 2000, ...falling));
    await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, segments: { offsets, count } }));
    expect(new Uint32Array(keysOut.found).subarray(1000)).toEqual(keys.slice(1000).sort());
    space.destroy();
    plan.destroy();
  });

  it('leaves segments that end before they begin', async ({ skip }) => {
    skip(!runsOn(device(), { subgroups: true }), 'the device has no subgroups');
    const tuning: InternalTuning = { family: 'gpu', ...tuningOf(512) };
    const plan = await createSegmentedSort(device(), { keyType: 'u32', maxItems: 4000, maxSegments: 3, tuning });
    const space = new Workspace(device(), SEED);
    const keys = fill('u32', 4000, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const [keysIn, keysOut] = [space.input('keysIn', keys), space.output('keysOut', 4000)];
    const [begin, end] = [[10, 600, 3000], Uint32Array.of(600, 10, 4000)];
    const segments = { begin: space.input('begins', Uint32Array.from(begin)), end: space.input('ends', end), count: 3 };
    await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, segments }));
    const found = new Uint32Array(keysOut.found);
    expect(found.subarray(10, 600)).toEqual(keys.slice(10, 600).sort());
    expect(found.subarray(3000)).toEqual(keys.slice(3000).sort());
    space.destroy();
    plan.destroy();
  });

  it('writes indices in segments under a custom order', async ({ skip }) => {
    skip(!runsOn(device(), { subgroups: true }), 'the device has no subgroups');
    const offsets = offsetsOf([...lengthsOf(512).filter((length) => length < 4000)], 3);
    const keys = fill('u32', totalOf(offsets), new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const tuning: InternalTuning = { family: 'gpu', ...tuningOf(512) };
    const orderBy = { wgsl: 'return key ^ 0xFFu;' };
    const found = await segmentedArgsort(device(), keys, offsets, { indexFrom: 'segment', orderBy, tuning });
    const expected = new Uint32Array(keys.length);
    for (const [i, end] of offsets.subarray(1).entries()) {
      const begin = offsets[i] as number;
      const place = (k: number) => (keys[begin + k]! ^ 0xff) >>> 0;
      const order = Array.from({ length: Math.max(0, end - begin) }, (_, k) => k);
      expected.set(
        order.sort((a, b) => place(a) - place(b) || a - b),
        begin,
      );
    }
    expect(found.subarray(3)).toEqual(expected.subarray(3));
  });

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
