/**
 * Short segments by blocks, as on NVIDIA's GPUs: every form of a sort, in blocks of few items, where segments begin and
 * end at every place of a block.
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedSort, segmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { fill, inTurn, mixed, offsetsOf, Random, repeated, rowsOf, SEED, totalOf } from '../support/cases.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import { type TypedRow, typedRowName } from '../support/sort-cases.ts';
import { segmentsCase } from '../support/typed-cases.ts';
import { checkSort, checkTyped } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const BLOCKS = { maxLength: 128, maxItems: 32, maxItemsPairs: 16 } as const;
/** Few kernels of longer segments: each takes seconds to compile. */
const LONGER = {
  small: { maxLength: 64 },
  medium: { limits: [256], workgroup: 32 },
  large: { tile: 256, maxTile: 256, lookBackWorkgroup: 32 },
};

function tuned(blocks: object, longer = LONGER): InternalTuning {
  const sort = {
    ...longer,
    blocks: { ...BLOCKS, workgroup: 128, windowItems: 1024, windowItemsPairs: 512, ...blocks },
  };
  return { family: 'gpu', sort } as InternalTuning;
}

/** Lengths at which a bin, a lane or the class begins or ends, and runs of short segments and of long ones. */
function lengthsOf(random: Random): number[] {
  const bins = [8, 12, 16, 24, 32, 48, 64, 96, 128].flatMap((end) => [end - 1, end, end + 1]);
  return random.shuffled([
    ...[...repeated(0, 700), ...repeated(1, 300), ...repeated(2, 40)],
    ...Array.from({ length: 300 }, () => random.below(14)),
    ...[...bins, ...bins, 130, 200, 257, 500, 1300],
  ]);
}

const FACTORS = {
  type: ['u32', 'i32', 'f32', 'i8', 'f16'],
  bits: ['all', 'middle', 'none'],
  signedZero: ['distinct', 'equal'],
  order: ['ascending', 'descending'],
  values: ['none', 1, 4, 8, 'array', 'segment'],
  form: ['offsets', 'fixed'],
  call: ['host', 'encode', 'in place', 'double buffer'],
  countOnGpu: [false, true],
  window: ['few lanes', 'one round', 'several rounds'],
} as const;

const WINDOWS = {
  'few lanes': { workgroup: 32, windowItems: 512, windowItemsPairs: 512, maxItems: 16 },
  'one round': { windowItems: 512, maxItemsPairs: 32 },
  'several rounds': { workgroup: 64, windowItems: 2048, windowItemsPairs: 2048 },
} as const;

describe('blocks sort every form of a call', () => {
  for (const [i, factors] of inTurn([...rowsOf(FACTORS, 12).entries()], 4)) {
    const { values, window, form, ...rest } = factors;
    const index = values === 'array' || values === 'segment' ? { indexFrom: values } : {};
    const row = {
      ...{ ...rest, ...index, valueBytes: index.indexFrom ? 4 : values === 'none' ? 0 : values },
      ...{ family: 'gpu', subgroups: true, tuning: tuned(WINDOWS[window]) },
    } as TypedRow;
    const seed = (SEED + i) >>> 0;
    itOnDevice(device, row, `${typedRowName({ ...row, tuning: {} })}, ${form}, ${window}, seed ${seed}`, async () => {
      const random = new Random(seed);
      await checkTyped(device(), row, segmentsCase(form, lengthsOf(random), random), seed);
    });
  }
});

describe('blocks', () => {
  const plan = (room: object = {}) =>
    createSegmentedSort(device(), {
      keyType: 'u32',
      maxItems: 20_000,
      maxSegments: 20_000,
      tuning: tuned({}),
      ...room,
    });

  itOnDevice(device, { subgroups: true }, 'take segments of one length at every place of a block', async () => {
    // A block of pairs of items has three rounds. They have more segments in all than a round has slots.
    const sort = await plan({ tuning: tuned({ workgroup: 64, windowItems: 2048 }) });
    expect(sort.describe().classes[0]).toMatchObject({ name: 'small', minLength: 1 });
    for (const length of [1, 2, 8, 9, 31, 64, 100, 128]) {
      const offsets = offsetsOf(repeated(length, Math.floor(9000 / length)), 37);
      const keys = fill('u32', totalOf(offsets), new Random(SEED), mixed);
      for (const inPlace of [false, true]) {
        const job = { what: `${length}`, seed: SEED, offsets, keys, order: 'ascending' } as const;
        await checkSort(device(), sort, job, { inPlace });
      }
    }
    sort.destroy();
  });

  itOnDevice(device, { subgroups: true }, 'share a subgroup, although some take more of its lanes', async () => {
    // Two lanes take 33 to 64 items. So of four lanes the other two have a segment each. All keys of one of the two are
    // greater than those of the other.
    const sort = await plan({ maxSegmentSize: 64, tuning: tuned({ maxLength: 64 }) });
    const list = [60, ...repeated(30, 7), 44, ...repeated(20, 5), ...repeated(2, 99)];
    const offsets = offsetsOf(list);
    const random = new Random(SEED);
    const keys = Uint32Array.from(list.flatMap((length, i) => repeated(1000 * i, length)));
    for (const i of keys.keys()) keys[i] = (keys[i] as number) + random.below(1000);
    await checkSort(device(), sort, { what: 'lanes', seed: SEED, offsets, keys, order: 'ascending' });
    sort.destroy();
  });

  itOnDevice(device, { subgroups: true }, 'leave items of longer segments, whatever lies between them', async () => {
    const random = new Random(SEED);
    const sort = await plan({ maxSegmentSize: 128 });
    const list = Array.from({ length: 90 }, (_, i) => (i % 3 === 1 ? random.between(129, 700) : random.below(60)));
    const offsets = offsetsOf(list, 3);
    const keys = fill('u32', totalOf(offsets), random, mixed) as Uint32Array<ArrayBuffer>;
    const space = new Workspace(device(), SEED);
    const [keysIn, keysOut] = [space.input('keysIn', keys), space.output('keysOut', keys.length)];
    const segments = { offsets: space.input('offsets', offsets), count: list.length };
    await space.submit((encoder) => sort.encode(encoder, { keysIn, keysOut, segments }));
    const expected = new Uint32Array(keysOut.before);
    list.forEach((length, i) => {
      if (length <= 128) expected.set(keys.slice(offsets[i], offsets[i + 1]).sort(), offsets[i]);
    });
    expect(new Uint32Array(keysOut.found)).toEqual(expected);
    space.destroy();
    sort.destroy();
  });

  itOnDevice(device, { subgroups: true }, 'list longer segments of every bin, in several rounds', async () => {
    const random = new Random(SEED);
    // More large segments than the lanes that make the tile table, then blocks of some rounds with longer segments each.
    const lengths = [300, 301, 257, 140, 999].flatMap((length) => repeated(length, 80));
    const many = random.shuffled([...lengths, ...repeated(0, 2000), ...repeated(7, 200)]);
    const few = [300, 140, 257, 301, 130].flatMap((length) =>
      Array.from({ length: 6 }, () => [length, ...repeated(0, 200)]).flat(),
    );
    const offsets = offsetsOf([...many, ...few], 3);
    const count = totalOf(offsets);
    const small = { workgroup: 32, windowItems: 2048 };
    const sort = await plan({ maxItems: count, tuning: tuned(small) });
    const keys = fill('u32', count, random, mixed);
    await checkSort(device(), sort, { what: 'lists', seed: SEED, offsets, keys, order: 'ascending' });
    sort.destroy();
  });

  itOnDevice(device, { subgroups: true }, 'end where segments overlap, because offsets fall', async () => {
    const sort = await plan();
    const space = new Workspace(device(), SEED);
    for (const [count, longest, end] of [
      [4000, 800, 2000],
      [300, 60, 500],
    ] as const) {
      // The first segment overlaps no other. The others are more than their list has room for. If there are few, its own
      // list has room.
      const begin = end - 300;
      const keys = fill('u32', end, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
      const [keysIn, keysOut] = [space.input('keysIn', keys), space.output('keysOut', end)];
      const falling = Array.from({ length: count - 1 }, (_, i) => (i % 2) * (130 + (i % longest)));
      const offsets = space.input('offsets', Uint32Array.of(begin, end, ...falling));
      // Guards around the output are checked.
      await space.submit((encoder) => sort.encode(encoder, { keysIn, keysOut, segments: { offsets, count } }));
      if (longest < 100) expect(new Uint32Array(keysOut.found).subarray(begin)).toEqual(keys.slice(begin).sort());
    }
    space.destroy();
    sort.destroy();
  });

  itOnDevice(device, { subgroups: true }, 'list the segments of a call on arrays with only longer ones', async () => {
    const offsets = offsetsOf([300, 150, 700]);
    const keys = fill('u32', 1150, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const expected = keys.slice();
    for (let i = 0; i < 3; i++) expected.subarray(offsets[i], offsets[i + 1]).sort();
    expect(await segmentedSort(device(), keys, offsets, { tuning: tuned({}) })).toEqual(expected);
  });

  itOnDevice(device, { subgroups: true }, 'are all that a call on arrays of short segments dispatches', async () => {
    const offsets = offsetsOf(repeated(8, 100));
    const keys = fill('u32', 800, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const expected = keys.slice();
    for (let i = 0; i < 100; i++) expected.subarray(8 * i, 8 * i + 8).sort();
    const sorted = await withoutGpuErrors(device(), () =>
      segmentedSort(device(), keys, offsets, { tuning: tuned({}) }),
    );
    expect(sorted).toEqual(expected);
    const sort = await plan({ maxSegmentSize: 128 });
    expect(sort.describe().passes.map(({ kernel }) => kernel)).toEqual(['setup', 'sort/blocks 128']);
    sort.destroy();
  });
});

it('plans for other kernels have no blocks', async () => {
  for (const more of [
    { tuning: tuned({ maxLength: 0 }) },
    { keyType: 'u64' },
    { compare: { wgsl: 'return a < b;' } },
  ]) {
    const room = { keyType: 'u32', maxItems: 20_000, maxSegments: 2000, tuning: tuned({}), ...more } as const;
    const sort = await createSegmentedSort(device(), room as never);
    expect(sort.describe().passes.some(({ kernel }) => kernel.startsWith('sort/blocks'))).toBe(false);
    sort.destroy();
  }
});
