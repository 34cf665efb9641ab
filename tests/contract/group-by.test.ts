/** groupBy, createGroupBy and reduceByKey keep the contract for every type of ids and every form of groups. */
import { describe, expect, it } from 'vitest';
import { type GroupByOptions, groupBy } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { Random, ROWS, SEED, tuningOf } from '../support/cases.ts';
import {
  checkGroupBy,
  checkRecordedGroups,
  GROUP_VARIANTS,
  idBytes,
  ROW_COUNTS,
  someIds,
  sortedIds,
} from '../support/group-cases.ts';
import { KEY_TYPES, type KeyType } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(SEED);
const isFloat = (type: KeyType) => type.startsWith('f');

/** A part of these types in `npm test`: types that share kernels take turns. */
const some = <T>(all: readonly T[], every: number, from = 0) =>
  ROWS === 'quick' ? all.filter((_, i) => i % every === from) : [...all];

describe.each(GROUP_VARIANTS)('by $family kernels', (variant) => {
  const tuning = tuningOf(variant);
  const isQuick = ROWS === 'quick' && variant.family === 'gpu';

  it.each(isQuick ? (['i8', 'f32', 'u64'] as const) : KEY_TYPES)('groups distinct ids of %s', async (type) => {
    for (const count of some(ROW_COUNTS, 2))
      await checkGroupBy(device(), type, someIds(type, count, random), { tuning });
  });

  it.each(isQuick ? (['f32'] as const) : KEY_TYPES.filter(isFloat))('tells zeros of %s apart', async (type) => {
    await checkGroupBy(device(), type, someIds(type, 300, random), { tuning, signedZero: 'distinct' });
  });

  it.each(isQuick ? (['i32'] as const) : KEY_TYPES.filter((type) => !isFloat(type)))(
    'groups %s by number, with ids outside',
    async (type) => {
      for (const groups of [0, 1, 7, 100]) {
        const ids = Array.from({ length: 500 }, () => random.below(groups + 10) - (type.startsWith('i') ? 3 : 0));
        if (type.endsWith('64')) ids.push(2 ** 32, 3 * 2 ** 32 + 1);
        await checkGroupBy(device(), type, idBytes(type, ids), { tuning, groups });
      }
    },
  );

  it.each(isQuick ? (['f32'] as const) : (['u8', 'i16', 'f32', 'i64'] as const))(
    'records groups of %s into garbage',
    async (type) => {
      for (const count of some(ROW_COUNTS, 2, 1)) {
        await checkRecordedGroups(device(), type, someIds(type, count, random), { variant });
      }
      const ids = someIds(type, 500, random);
      await checkRecordedGroups(device(), type, ids, { variant, withKeys: false, maxItems: 700 });
      await checkRecordedGroups(device(), type, ids, { variant, maxGroups: 5 });
      await checkRecordedGroups(device(), type, sortedIds(type, ids, {}), { variant, sorted: true });
      if (isFloat(type)) await checkRecordedGroups(device(), type, ids, { variant, signedZero: 'distinct' });
      await checkRecordedGroups(device(), type, new Uint8Array(0), { variant, maxItems: 10 });
    },
  );

  it.each(isQuick ? (['i16'] as const) : (['u8', 'i16', 'u32', 'i64'] as const))(
    'records numbered groups of %s',
    async (type) => {
      const ids = Array.from({ length: 500 }, () => random.below(60) - (type.startsWith('i') ? 9 : 0));
      const bytes = idBytes(type, ids);
      const sorted = sortedIds(type, bytes, {});
      for (const groups of [1, 40, 70]) {
        await checkRecordedGroups(device(), type, bytes, { variant, groups });
        await checkRecordedGroups(device(), type, sorted, { variant, groups, sorted: true });
      }
      await checkRecordedGroups(device(), type, bytes, { variant, groups: 70, withKeys: false });
      await checkRecordedGroups(device(), type, new Uint8Array(0), { variant, groups: 9, maxItems: 5 });
    },
  );

  it('has one group, or one group per row', async () => {
    for (const count of [1, 64, 65, 300]) {
      await checkGroupBy(device(), 'u32', idBytes('u32', new Array(count).fill(7)), { tuning });
      const each = random.shuffled(Array.from({ length: count }, (_, i) => i * 70001));
      await checkGroupBy(device(), 'u32', idBytes('u32', each), { tuning });
    }
  });
});

describe('floats that are one group', () => {
  it.each([
    { call: 'on a GPU', run: (ids: Float64Array, options: GroupByOptions) => groupBy(device(), ids, options) },
    { call: 'in JavaScript', run: (ids: Float64Array, options: GroupByOptions) => js.groupBy(null, ids, options) },
  ])('$call: NaNs of all bits, and zeros, whose key is the first row, bit for bit', async ({ run }) => {
    const nan = new Float64Array(
      BigUint64Array.of(0xfff8000000000000n, 0x7ff00000000000ffn, 0xffffffffffffffffn).buffer,
    );
    const ids = Float64Array.of(1, 0, 0, Number.NaN, 0, -0, 0, Infinity);
    ids.set(nan.subarray(0, 1), 1);
    ids.set(nan.subarray(1, 2), 4);
    ids.set(nan.subarray(2, 3), 6);
    ids[2] = -0;
    ids[5] = 0;
    const found = await run(ids, {});
    const bits = (keys: Float64Array) => [...new BigUint64Array(keys.buffer)];
    expect(bits(found.keys as Float64Array)).toEqual(bits(Float64Array.of(-0, 1, Infinity)).concat(bits(nan)[0]!));
    expect([[...found.offsets], [...found.rows]]).toEqual([
      [0, 2, 3, 4, 8],
      [2, 5, 0, 7, 1, 3, 4, 6],
    ]);
    const apart = await run(ids, { signedZero: 'distinct' });
    expect([...apart.offsets]).toEqual([0, 1, 2, 3, 4, 8]);
    const sorted = Float64Array.of(0, -0, 0, 1, ...nan);
    sorted.set(nan, 4);
    const ascending = await run(sorted, { sorted: true });
    expect([...ascending.offsets]).toEqual([0, 3, 4, 7]);
    expect(bits((ascending.keys as Float64Array).slice(2))).toEqual(bits(nan).slice(0, 1));
  });
});

describe('on the host', () => {
  it('groups doubles that ascend, one whose low word is all ones', async () => {
    const words = Uint32Array.of(5, 0x3ff00000, 0xffffffff, 0x3ff00000, 0, 0x3ff00001, 0, 0xbff00001, 5, 0xbff00000);
    const ids = new Float64Array(words.buffer).sort();
    const { offsets } = await groupBy(device(), ids, { sorted: true });
    expect([...offsets]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each(KEY_TYPES)('groups ids of %s that ascend', async (type) => {
    const how = isFloat(type) ? ({ signedZero: 'distinct' } as const) : {};
    for (const count of [0, 1, 400]) {
      await checkGroupBy(device(), type, sortedIds(type, someIds(type, count, random), {}), { sorted: true });
      const ids = sortedIds(type, someIds(type, count, random), how);
      await checkGroupBy(device(), type, ids, { sorted: true, ...how });
    }
    if (isFloat(type)) return;
    const numbers = Array.from({ length: 300 }, () => random.below(50) - (type.startsWith('i') ? 9 : 0));
    await checkGroupBy(device(), type, sortedIds(type, idBytes(type, numbers), {}), { sorted: true, groups: 35 });
  });

  it('groups nothing', async () => {
    expect(await groupBy(device(), new Float32Array(0))).toEqual({
      keys: new Float32Array(0),
      offsets: Uint32Array.of(0),
      rows: new Uint32Array(0),
    });
    expect(await groupBy(device(), new Int8Array(0), { groups: 2 })).toEqual({
      keys: Int8Array.of(0, 1),
      offsets: Uint32Array.of(0, 0, 0),
      rows: new Uint32Array(0),
    });
  });

  it.each(some(KEY_TYPES, 3, 1))('joins batches of ids of %s', async (type) => {
    const tuning = { maxBindingBytes: 2048 };
    await checkGroupBy(device(), type, someIds(type, 2000, random), { tuning });
    if (isFloat(type)) {
      await checkGroupBy(device(), type, someIds(type, 2000, random), { tuning, signedZero: 'distinct' });
      return;
    }
    const numbers = Array.from({ length: 2000 }, () => random.below(120) - (type.startsWith('i') ? 9 : 0));
    await checkGroupBy(device(), type, idBytes(type, numbers), { tuning, groups: 100 });
  });

  it('joins batches where a binding holds fewer groups than there are', async () => {
    const tuning = { maxBindingBytes: 2048 };
    const numbers = Array.from({ length: 1500 }, () => random.below(1300) - 100);
    await checkGroupBy(device(), 'i32', idBytes('i32', numbers), { tuning, groups: 1000 });
    await checkGroupBy(device(), 'i64', idBytes('i64', numbers), { tuning, groups: 1000 });
  });
});
