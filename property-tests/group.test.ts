/** Properties of any grouping, checked by other calls of the library: a stable sort, and a reduce over the groups. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupBy,
  type HostArray,
  type ReduceOpName,
  reduceByKey,
  segmentedReduce,
  segmentedStableSortByKey,
} from '../src/index.ts';
import { runParameters, seeds } from '../tests/support/arbitraries.ts';
import { fill, Random, summable } from '../tests/support/cases.ts';
import { idBytes, someIds } from '../tests/support/group-cases.ts';
import { bytesOf, keysOf } from '../tests/support/typed-cases.ts';
import type { KeyType } from '../tests/support/typed-oracle.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/** One type of each width and kind. */
const TYPES: readonly KeyType[] = ['u8', 'i16', 'f16', 'f32', 'u32', 'i64', 'f64'];

/** Numbers of rows: none, those of one workgroup, and those of several. */
const counts = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 40 }), weight: 2 },
  { arbitrary: fc.integer({ min: 41, max: 3000 }), weight: 3 },
  { arbitrary: fc.integer({ min: 3001, max: 9000 }), weight: 1 },
);

const tunings = fc.constantFrom({ family: 'software' } as const, { family: 'gpu', subgroups: false } as const);

const data = (array: HostArray) => ('data' in array ? array.data : array) as Uint8Array;

/** The items of some rows. */
function gathered(array: HostArray, rows: Uint32Array): Uint8Array {
  const from = bytesOf(data(array));
  const width = data(array).BYTES_PER_ELEMENT;
  const found = new Uint8Array(rows.length * width);
  rows.forEach((row, i) => {
    found.set(from.subarray(row * width, (row + 1) * width), i * width);
  });
  return found;
}

/** Bytes of ids, in which all NaNs are one NaN and -0 is +0: ids of one group are equal then. */
function unified(type: KeyType, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const own = bytes.slice();
  if (type[0] !== 'f') return own;
  const width = Number(type.slice(1)) / 8;
  const magnitudeMask = (1n << BigInt(8 * width - 1)) - 1n;
  const infinity = { f16: 0x7c00n, f32: 0x7f800000n, f64: 0x7ff0000000000000n }[type as 'f16' | 'f32' | 'f64'];
  for (let at = 0; at < own.length; at += width) {
    let bits = 0n;
    for (let k = width - 1; k >= 0; k--) bits = (bits << 8n) | BigInt(own[at + k] as number);
    const magnitude = bits & magnitudeMask;
    if (magnitude !== 0n && magnitude <= infinity) continue;
    const one = magnitude === 0n ? 0n : infinity | 1n;
    for (let k = 0; k < width; k++) own[at + k] = Number((one >> BigInt(8 * k)) & 255n);
  }
  return own;
}

describe('any grouping', () => {
  it('gathered by its rows is the stable sort, cut where the ids change', async () => {
    const given = fc.record({ type: fc.constantFrom(...TYPES), count: counts, seed: seeds, tuning: tunings });
    const property = fc.asyncProperty(given, async ({ type, count, seed, tuning }) => {
      const ids = keysOf(type, someIds(type, count, new Random(seed)));
      const { keys, offsets, rows } = await groupBy(device(), ids, { tuning });
      const order = Uint32Array.from({ length: count }, (_, row) => row);
      const likeIds = keysOf(type, unified(type, bytesOf(data(ids))));
      const sorted = await segmentedStableSortByKey(device(), likeIds, order, [0, count]);
      expect(rows).toEqual(sorted.values);
      expect(unified(type, gathered(ids, rows))).toEqual(bytesOf(data(sorted.keys)));
      // Groups have ascending ids, and each row has its group's id.
      const ofRows = new Uint32Array(count);
      for (let group = 0; group + 1 < offsets.length; group++) {
        expect(offsets[group + 1]).toBeGreaterThan(offsets[group] as number);
        ofRows.fill(group, offsets[group], offsets[group + 1]);
      }
      expect(unified(type, gathered(keys, ofRows))).toEqual(bytesOf(data(sorted.keys)));
      // A group's key is the id of its first row.
      expect(bytesOf(data(keys))).toEqual(
        gathered(
          ids,
          rows.filter((_, i) => offsets.includes(i)),
        ),
      );
      expect(offsets.at(-1)).toBe(count);
    });
    await fc.assert(property, runParameters(45));
  });

  it('by number has every group, and drops the ids outside', async () => {
    const given = fc.record({
      type: fc.constantFrom<KeyType>('u8', 'i16', 'u32', 'i64'),
      count: counts,
      groups: fc.integer({ min: 1, max: 200 }),
      seed: seeds,
      tuning: tunings,
    });
    const property = fc.asyncProperty(given, async ({ type, count, groups: wanted, seed, tuning }) => {
      const groups = Math.min(wanted, type === 'u8' ? 256 : 200);
      const random = new Random(seed);
      const numbers = Array.from({ length: count }, () => random.below(groups + 9) - (type[0] === 'u' ? 0 : 4));
      const array = keysOf(type, idBytes(type, numbers));
      const { offsets, rows } = await groupBy(device(), array, { groups, tuning });
      expect(offsets.length).toBe(groups + 1);
      const kept = numbers.map((id, row) => ({ id, row })).filter(({ id }) => id >= 0 && id < groups);
      const expected = kept.toSorted((a, b) => a.id - b.id || a.row - b.row);
      expect([...rows]).toEqual(expected.map(({ row }) => row));
      for (let id = 0; id < groups; id++) {
        expect((offsets[id + 1] as number) - (offsets[id] as number)).toBe(
          kept.filter((each) => each.id === id).length,
        );
      }
    });
    await fc.assert(property, runParameters(30));
  });
});

describe('any reduce by key', () => {
  it('is groupBy, then segmentedReduce, bit for bit', async () => {
    const OPS: readonly (ReduceOpName | readonly ReduceOpName[])[] = ['sum', ['mean', 'max'], 'argmin'];
    const given = fc.record({
      type: fc.constantFrom(...TYPES),
      op: fc.constantFrom(...OPS),
      count: counts,
      seed: seeds,
      tuning: tunings,
    });
    const property = fc.asyncProperty(given, async ({ type, op, count, seed, tuning }) => {
      const random = new Random(seed);
      const ids = keysOf(type, someIds(type, count, random));
      const values = fill('f32', count, random, summable) as Float32Array;
      const { keys, offsets, rows } = await groupBy(device(), ids, { tuning });
      const result = await segmentedReduce(device(), values, { offsets, rows }, op as 'sum', { tuning });
      expect(await reduceByKey(device(), ids, values, op as 'sum', { tuning })).toEqual({ keys, result });
    });
    await fc.assert(property, runParameters(30));
  });

  it('by number is the same with and without a sort', async () => {
    const OPS = ['sum', 'max', 'xor', 'count'] as const;
    const given = fc.record({ op: fc.constantFrom(...OPS), count: counts, groups: fc.integer({ min: 1, max: 3000 }) });
    const property = fc.asyncProperty(given, seeds, async ({ op, count, groups }, seed) => {
      const random = new Random(seed);
      const ids = Uint32Array.from({ length: count }, () => random.below(groups + 5));
      const values = Int32Array.from({ length: count }, () => random.below(2 ** 32));
      // Two operators take the sort; one takes atomic operations.
      const [sorted] = (await reduceByKey(device(), ids, values, [op, 'min'], { groups })).result;
      expect((await reduceByKey(device(), ids, values, op, { groups })).result).toEqual(sorted);
    });
    await fc.assert(property, runParameters(30));
  });
});
