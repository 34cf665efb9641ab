/** reduceByKey has the bits of groupBy followed by segmentedReduce, by every method. */
import { describe, expect, it } from 'vitest';
import {
  type CustomReduceOp,
  groupBy,
  type HostArray,
  type ReduceByKeyOptions,
  type ReduceOp,
  type ReduceOpName,
  reduceByKey,
  segmentedReduce,
} from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { Random, ROWS, SEED, summable } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { keyBytes, keysOf } from '../support/typed-cases.ts';
import type { KeyType } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(SEED);
const COUNT = 900;
const ids = Int32Array.from({ length: COUNT }, () => random.below(60) - 5);
const floats = new Float32Array(Uint32Array.from({ length: COUNT }, () => summable(random, 0)).buffer);
const small = { maxBindingBytes: 2048 };

async function expectSteps(
  ids: HostArray,
  values: HostArray,
  op: ReduceOp | readonly ReduceOp[],
  { groups, signedZero, ...options }: ReduceByKeyOptions = {},
): Promise<void> {
  const how = { ...(groups === undefined ? {} : { groups }), ...(signedZero ? { signedZero } : {}) };
  const { keys, offsets, rows } = await groupBy(device(), ids, how);
  const { tuning: _, sorted: __, ...reducing } = options;
  const result = await segmentedReduce(device(), values, { offsets, rows }, op as ReduceOp, reducing);
  expect(await reduceByKey(device(), ids, values, op as ReduceOp, { ...how, ...options })).toEqual({ keys, result });
}

describe('reduceByKey', () => {
  it.each([{}, { tuning: small }, { groups: 50 }, { groups: 50, tuning: small }])(
    'gives what groupBy and segmentedReduce give: %o',
    async (options) => {
      await expectSteps(ids, floats, 'sum', options);
      await expectSteps(ids, floats, ['mean', 'argmax', 'count'], options);
      await expectSteps(ids, new Int16Array(floats.buffer, 0, COUNT), ['min', 'xor'], options);
      await expectSteps(
        ids,
        new Float64Array(COUNT).map((_, i) => 1 / (i + 1)),
        'max',
        options,
      );
    },
  );

  it('combines rows in input order, and starts at `initial`', async () => {
    const joins: CustomReduceOp = { wgsl: 'return a * 3u + b;', identity: 0, type: 'u32' };
    const order = await reduceByKey(device(), Uint8Array.of(2, 1, 2, 2), Uint32Array.of(1, 5, 2, 4), joins);
    expect([...order.keys]).toEqual([1, 2]);
    await expectSteps(ids, new Uint32Array(floats.buffer), 'sum', { initial: 7, groups: 80 });
    await expectSteps(ids, floats, 'argmin', { whenEmpty: { value: 1, index: 5 }, groups: 80 });
  });

  /** In `npm test` one type of each width in a kernel, and some operators. */
  const atomic: readonly (readonly [KeyType, readonly ReduceOpName[]])[] =
    ROWS === 'quick'
      ? [
          ['i8', ['min']],
          ['u32', ['sum', 'and']],
        ]
      : (['u8', 'i8', 'u16', 'i16', 'u32', 'i32'] as const).map((type) => [
          type,
          ['sum', 'min', 'max', 'and', 'or', 'xor', 'count'],
        ]);
  it.each(atomic)('gives the same by atomic operations on %s: %o', async (type, ops) => {
    const values = keysOf(type, keyBytes(type, COUNT, random));
    for (const op of ops) {
      for (const groups of op === 'min' ? [0, 50, 2049] : [50]) await expectSteps(ids, values, op, { groups });
    }
  });

  it('gives the same by atomic operations on ids of every width', async () => {
    const values = new Int32Array(floats.buffer);
    for (const ids64 of [BigInt64Array.from(ids, BigInt), Int8Array.from(ids), Uint16Array.from(ids)]) {
      await expectSteps(ids64, values, 'max', { groups: 40 });
      await expectSteps(ids64, floats, 'count', { groups: 40 });
    }
    const [many, ones] = [new Uint32Array(40_000).map((_, row) => row % 3), new Uint32Array(40_000).fill(7)];
    expect([...(await reduceByKey(device(), many, ones, 'sum', { groups: 3 })).result]).toEqual([93338, 93331, 93331]);
  });

  it('does not depend on rows of other groups', async () => {
    const [first, second] = [ids.map((id) => id % 3), Int32Array.from(ids.keys(), (row) => row % 2)];
    const of = async (others: Int32Array) => {
      const mixed = Int32Array.from({ length: 2 * COUNT }, (_, row) => {
        return row % 2 === 0 ? 7 : 100 + (others[row >> 1] as number);
      });
      const values = Float32Array.from({ length: 2 * COUNT }, (_, row) => floats[row >> 1] as number);
      const { keys, result } = await reduceByKey(device(), mixed, values, 'sum');
      return result[keys.indexOf(7)];
    };
    expect(await of(first)).toBe(await of(second));
  });

  it('takes ids that ascend, also where some are dropped', async () => {
    const sorted = ids.toSorted();
    await expectSteps(sorted, floats, 'sum', { sorted: true });
    await expectSteps(sorted, floats, ['sum', 'count'], { sorted: true, groups: 30 });
    await expectSteps(new Int32Array(0), new Float32Array(0), 'max', { groups: 3 });
    await expectSteps(new Int32Array(0), new Float32Array(0), 'max');
  });

  it('reports its progress up to the end', async () => {
    for (const options of [{}, { tuning: small }]) {
      const seen: number[] = [];
      await reduceByKey(device(), ids, floats, 'sum', {
        ...options,
        onProgress: ({ done, total }) => seen.push(done / total),
      });
      expect(seen.at(-1)).toBe(1);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    }
  });

  it('refuses at once more groups than memory of the host can hold', async () => {
    const [few, three] = [Uint32Array.of(1, 5, 1), Float32Array.of(1, 2, 3)];
    const says = ['groups: 1000000000', '12000000000 bytes', 'at most 178956970'];
    const given = { groups: 1e9 };
    await expectRefusal(() => reduceByKey(device(), few, three, 'sum', given), 'limit-exceeded', says);
    await expectRefusal(() => js.reduceByKey(null, few, three, 'sum', given), 'limit-exceeded', says);
    const two = ['16000000000 bytes', 'at most 134217728'];
    await expectRefusal(() => js.reduceByKey(null, few, three, ['sum', 'count'], given), 'limit-exceeded', two);
    await expectRefusal(() => groupBy(device(), few, { groups: 5e8 }), 'limit-exceeded', ['groups: 500000000']);
    await expectRefusal(() => js.groupBy(null, few, { groups: 5e8 }), 'limit-exceeded', ['groups: 500000000']);
  });

  it('groups by more numbers than a batch has rows', async () => {
    const sparse = Uint32Array.from({ length: 700 }, (_, row) => (row * 37) % 480);
    await expectSteps(sparse, floats.slice(0, 700), 'sum', { groups: 490, tuning: small });
  });

  it('refuses values of another length', async () => {
    await expectRefusal(() => reduceByKey(device(), ids, new Float32Array(3), 'sum'), 'length-mismatch', [
      'values: 3 values',
      `${COUNT}`,
    ]);
  });
});
