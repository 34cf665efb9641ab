/** groupBy and reduceByKey by several columns, and each row's group, on a GPU and in JavaScript. */
import { describe, expect, it } from 'vitest';
import { type GroupByOptions, groupBy, type HostArray, reduceByKey } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { Random, ROWS, SEED, tuningOf } from '../support/cases.ts';
import { GROUP_VARIANTS, idBytes, someIds } from '../support/group-cases.ts';
import { expectedColumns, groupOfRows } from '../support/group-oracle.ts';
import { expectRefusal } from '../support/refusal.ts';
import { bytesOf, keysOf } from '../support/typed-cases.ts';
import { type KeyType, permuted, widthOf } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(SEED);

interface Column {
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const few = (type: KeyType, count: number, below: number): Column => ({
  type,
  bytes: idBytes(
    type,
    Array.from({ length: count }, () => random.below(below) - (type.startsWith('i') ? 3 : 0)),
  ),
});
const any = (type: KeyType, count: number): Column => ({ type, bytes: someIds(type, count, random) });

/** Columns whose ids take 0 to 32 bits each, together up to 64 bits and more. */
const LISTS: Readonly<Record<string, (count: number) => Column[]>> = {
  'one column': (count) => [any('f32', count)],
  'few ids of i8 and u16': (count) => [few('i8', count, 5), few('u16', count, 9)],
  'f32 and u32 of all bits': (count) => [any('f32', count), any('u32', count)],
  'a column with one id between others': (count) => [few('u8', count, 4), few('i32', count, 1), any('f16', count)],
  'three columns of 32 bits': (count) => [few('i32', count, 4), any('u32', count), any('f32', count)],
  'doubles, integers of 64 bits and f16': (count) => [any('f64', count), few('i64', count, 6), any('f16', count)],
  'five columns': (count) => ['u16', 'i16', 'f16', 'u16', 'i16'].map((type) => any(type as KeyType, count)),
};

const data = ({ type, bytes }: Column) => keysOf(type, bytes) as HostArray;

type Call = (ids: readonly HostArray[], options: GroupByOptions) => ReturnType<typeof groupBy<HostArray[]>>;
const CALLS: readonly (readonly [string, Call])[] = [
  ...GROUP_VARIANTS.map((variant): [string, Call] => [
    `by ${variant.family} kernels`,
    (ids, options) => groupBy(device(), ids as HostArray[], { tuning: tuningOf(variant), ...options }),
  ]),
  [
    'in batches',
    (ids, options) => groupBy(device(), ids as HostArray[], { tuning: { maxBindingBytes: 2048 }, ...options }),
  ],
  ['in JavaScript', (ids, options) => js.groupBy(null, ids as HostArray[], options)],
];

async function check(call: Call, columns: readonly Column[], options: GroupByOptions = {}): Promise<void> {
  const expected = expectedColumns(columns, options);
  const found = await call(columns.map(data), { ...options, inverse: true });
  expect(found.rows).toEqual(Uint32Array.from(expected.flat()));
  let end = 0;
  expect([...found.offsets]).toEqual([0, ...expected.map(({ length }) => (end += length))]);
  const [{ type, bytes }] = columns as [Column];
  const { groups } = found as unknown as { groups: Uint32Array };
  expect([...groups]).toEqual(groupOfRows((8 * bytes.length) / widthOf(type), expected));
  const first = Uint32Array.from(expected, (rows) => rows[0]!);
  columns.forEach((column, i) => {
    const itemBytes = widthOf(column.type) / 8;
    const keys = permuted(column.bytes, itemBytes, first).subarray(0, first.length * itemBytes);
    expect([...bytesOf(found.keys[i] as never)], `column ${i}`).toEqual([...keys]);
  });
}

describe.each(CALLS)('%s', (name, call) => {
  const counts = ROWS === 'quick' ? [0, 1, 300] : [0, 1, 2, 63, 64, 65, 300, 2000];
  const lists = Object.entries(LISTS).filter((_, i) => ROWS !== 'quick' || name === 'in JavaScript' || i % 3 === 2);

  it.each(lists)('groups by %s', async (_, columns) => {
    for (const count of counts) await check(call, columns(count));
  });

  it('tells zeros apart if asked, in every column', async () => {
    await check(call, [few('u8', 300, 2), any('f32', 300)], { signedZero: 'distinct' });
    await check(call, [any('f64', 300), any('f16', 300)], { signedZero: 'distinct' });
  });

  it('takes rows that ascend, whose later columns need not', async () => {
    const columns = [few('i16', 400, 20), any('f64', 400), few('u32', 400, 3)];
    const order = Uint32Array.from(expectedColumns(columns, {}).flat());
    const ascending = columns.map(({ type, bytes }) => ({
      type,
      bytes: new Uint8Array(permuted(bytes, widthOf(type) / 8, order)),
    }));
    await check(call, ascending, { sorted: true });
    const falls = [Uint8Array.of(1, 1, 2), Int16Array.of(0, -1, 5)];
    await expectRefusal(() => call(falls, { sorted: true }), 'offsets-not-monotonic', ['id 1', 'id 0']);
  });

  it('refuses lists that are no columns', async () => {
    const ids = Uint8Array.of(1, 2);
    await expectRefusal(() => call([], {}), 'unsupported-type', ['ids', 'an empty list']);
    await expectRefusal(() => call([ids, [1, 2] as never], {}), 'unsupported-type', ['ids[1]', 'Array']);
    await expectRefusal(() => call([ids, new Uint8Array(3)], {}), 'length-mismatch', ['ids[1]: 3 ids', '2']);
    const opaque = { type: { bytes: 4 }, data: new Uint32Array(2) } as const;
    await expectRefusal(() => call([ids, opaque], {}), 'unsupported-type', ['ids[1]', 'opaque']);
    await expectRefusal(() => call([ids, ids], { groups: 3 }), 'invalid-option', ['groups: 3', 'one column']);
    await expectRefusal(() => call([ids], { inverse: 1 as never }), 'invalid-option', ['inverse: 1', 'true']);
  });
});

describe('each row’s group', () => {
  it('is none for a row that is dropped', async () => {
    const ids = Int32Array.of(2, -1, 0, 2, 9);
    for (const sorted of [false, true]) {
      const given = sorted ? ids.slice().sort() : ids;
      const options = { groups: 3, inverse: true, sorted } as const;
      const wanted = Uint32Array.from(given, (id) => (id < 0 || id > 2 ? 0xffffffff : id));
      expect((await groupBy(device(), given, options)).groups).toEqual(wanted);
      expect((await js.groupBy(null, given, options)).groups).toEqual(wanted);
    }
  });
});

describe('reduceByKey of several columns', () => {
  it('gives the keys as a list, and the bits of groupBy and a reduce', async () => {
    const columns = [few('u8', 500, 6), any('f64', 500)].map(data);
    const values = Float32Array.from({ length: 500 }, () => random.below(1000) / 7);
    const { keys, offsets, rows } = await js.groupBy(null, columns);
    const result = await js.segmentedReduce(null, values, { offsets, rows }, ['sum', 'max']);
    expect(await reduceByKey(device(), columns, values, ['sum', 'max'])).toEqual({ keys, result });
    expect(await js.reduceByKey(null, columns, values, ['sum', 'max'])).toEqual({ keys, result });
    const wide = { type: 'f32', width: 2, data: values } as const;
    const halves = columns.map((each) => (each as Float64Array).slice(0, 250));
    const byRows = await js.reduceByKey(null, halves, wide, 'max');
    expect(await reduceByKey(device(), halves, wide, 'max')).toEqual(byRows);
    const groups = await js.groupBy(null, halves);
    expect(byRows).toEqual({ keys: groups.keys, result: await js.segmentedReduce(null, wide, groups, 'max') });
  });

  it('refuses values of another length, and `inverse`', async () => {
    const ids = [Uint8Array.of(1, 2), Uint8Array.of(3, 4)];
    for (const call of [reduceByKey, js.reduceByKey]) {
      const run =
        (values: HostArray, options = {}) =>
        () =>
          (call as typeof js.reduceByKey)(device() as never, ids, values, 'sum', options);
      await expectRefusal(run(Uint8Array.of(1)), 'length-mismatch', ['values: 1 values', '2']);
      await expectRefusal(run(ids[0]!, { inverse: true }), 'invalid-option', ["'inverse'"]);
    }
  });
});
