/** Every sort is stable: ties keep their input order in every size class, across lanes, workgroups and tiles. */
import { describe, expect, it } from 'vitest';
import {
  createSegmentedSort,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from '../../src/index.ts';
import {
  boundaryLengths,
  type Fill,
  fill,
  fromPalette,
  inTurn,
  largeFrom,
  lengthsInEveryClass,
  narrowed,
  offsetsOf,
  quickRows,
  Random,
  ROWS,
  SEED,
  sortRowName,
  totalOf,
} from '../support/cases.ts';
import { planOptions, sortClasses } from '../support/classes.ts';
import { checkHostSort, checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const TIES: Record<string, (count: number) => Fill> = {
  'all keys equal': () => () => 0x3f800000,
  'all keys 0xFFFFFFFF': () => () => 0xffffffff,
  'two keys alternating': () => (_, i) => (i % 2 === 0 ? 0x40000000 : 0x3f800000),
  'two keys at random': () => fromPalette([0x00000000, 0x80000000]),
  'two keys that differ in one bit of a middle digit': () => fromPalette([0x3f8a0000, 0x3f8b0000]),
  'the second half before the first': (count) => (_, i) => (2 * i < count ? 7 : 6),
};

/** The value of an element is its position, which shows the order of ties. */
function positions(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

// Every combination of any two of order, family, subgroups, each with every kind of ties. Ties do not depend on the key
// type. In the quick mode the gpu family sorts only in the order that kernels/sort-classes compiles.
const ALL = narrowed({ keyType: ['u32'], pairs: [true] });
const QUICK = quickRows(ALL).concat({ ...ALL[0]!, family: 'gpu', subgroups: false, order: 'descending' });

for (const row of inTurn(ROWS === 'quick' ? QUICK : ALL)) {
  describe(sortRowName(row), () => {
    itOnDevice(device, row, 'keeps the input order of ties in every size class', async () => {
      const classes = await sortClasses(device(), row);
      const few = offsetsOf(lengthsInEveryClass(classes));
      const all = offsetsOf(boundaryLengths(classes, largeFrom(classes)));
      const plan = await createSegmentedSort(
        device(),
        planOptions(row, Math.max(totalOf(all), totalOf(few)), all.length),
      );
      for (const [what, tie] of Object.entries(TIES)) {
        const offsets = what === 'two keys at random' ? all : few;
        const count = totalOf(offsets);
        const keys = fill(row.keyType, count, new Random(SEED), tie(count));
        const { order } = row;
        await checkSort(device(), plan, { what, seed: SEED, offsets, keys, values: positions(count), order });
      }
      plan.destroy();
    });
  });
}

describe('the option `stable` and the functions named stable change nothing:', () => {
  const offsets = offsetsOf([1, 2, 40, 300, 3000]);
  const count = totalOf(offsets);
  const indices = positions(count);
  const keys = fill('u32', count, new Random(SEED), (random) => random.below(24)) as Uint32Array<ArrayBuffer>;

  it.each(['ascending', 'descending'] as const)('sorts by key, %s', async (order) => {
    await checkHostSort(device(), { what: 'few keys', offsets, keys, values: indices, order });
    const expected = await segmentedSortByKey(device(), keys, indices, offsets, { order });
    expect(await segmentedStableSortByKey(device(), keys, indices, offsets, { order })).toEqual(expected);
  });

  it.each([
    ['by value', {}],
    // Keys that tie here have different bits, which show their order.
    ['by a comparator', { compare: { wgsl: 'return (a >> 3u) < (b >> 3u);' } }],
  ])('sorts of only keys, %s', async (_, options) => {
    const coarse = 'compare' in options ? 3 : 0;
    const expected = Array.from(offsets.subarray(1), (end, i) =>
      Array.from(keys.subarray(offsets[i], end)).sort((a, b) => (a >> coarse) - (b >> coarse)),
    ).flat();
    expect(Array.from(await segmentedSort(device(), keys, offsets, options))).toEqual(expected);
    expect(Array.from(await segmentedStableSort(device(), keys, offsets, options))).toEqual(expected);
  });

  it.each([{ stable: true }, { stable: false }, {}])('plans made with %o', async (option) => {
    const room = { maxItems: count, maxSegments: offsets.length } as const;
    const plan = await createSegmentedSort(device(), { keyType: 'u32', valueType: 'u32', ...room, ...option });
    await checkSort(device(), plan, {
      what: 'few keys',
      seed: SEED,
      offsets,
      keys,
      values: indices,
      order: 'ascending',
    });
    plan.destroy();
  });
});
