/** Groups and reduces by key on host arrays, compared with tests/support/group-oracle.ts and reduce-oracle.ts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { offsetsOf, Random } from '../support/cases.ts';
import { idBytes, someIds } from '../support/group-cases.ts';
import {
  type ExpectedGroup,
  expectedColumns,
  expectedGroups,
  groupArrays,
  groupOfRows,
} from '../support/group-oracle.ts';
import { expectBytes } from '../support/recorded-call.ts';
import { itemKind, reduceItems } from '../support/reduce-cases.ts';
import { ReduceExpectation } from '../support/reduce-expectation.ts';
import type { OpName } from '../support/reduce-oracle.ts';
import { bytesOf, keysOf } from '../support/typed-cases.ts';
import { widthOf } from '../support/typed-oracle.ts';
import { hostCall, type SoakRow } from './call.ts';
import { itemsAt, seeds, tunings, types } from './draw.ts';
import { checkResults } from './reduces.ts';

const choices = fc.record({
  name: fc.constantFrom('groupBy' as const, 'reduceByKey' as const),
  type: types,
  numbered: fc.boolean(),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  valueType: fc.constantFrom('u32' as const, 'f32' as const, 'i64' as const),
  ops: fc.constantFrom<readonly OpName[]>(['sum'], ['max'], ['count'], ['argmin'], ['mean', 'max']),
  tuning: tunings,
});
type Choice = typeof choices extends fc.Arbitrary<infer T> ? T : never;

const counts = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3000 }));

/** The ids, and the options of their call. */
function drawnIds({ type, numbered, signedZero }: Choice, count: number, random: Random) {
  if (type.startsWith('f') || !numbered) return { ids: someIds(type, count, random), options: { signedZero } };
  const groups = 1 + random.below(type.endsWith('8') ? 100 : 300);
  const numbers = Array.from({ length: count }, () => random.below(groups + 9) - (type[0] === 'u' ? 0 : 4));
  return { ids: idBytes(type, numbers), options: { groups } };
}

function reduceExpectation({ valueType: type, ops }: Choice, values: Uint8Array, groups: readonly ExpectedGroup[]) {
  const { offsets, rows } = groupArrays('u32', groups);
  const bounds = groups.map((_, i) => [offsets[i]!, offsets[i + 1]!] as const);
  const input = itemsAt(values, widthOf(type) / 8, rows);
  const told = { type, ops, bounds, list: ops.length > 1, initials: [], wrapped: false };
  return new ReduceExpectation({ ...told, what: 'reduceByKey', accuracy: 'pairwise' }, input);
}

function groupCall(choice: Choice, count: number, seed: number) {
  const { name, type, valueType, ops, tuning } = choice;
  const random = new Random(seed);
  const { ids, options } = drawnIds(choice, count, random);
  const groups = expectedGroups(type, ids, options);
  const { keys, offsets, rows } = groupArrays(type, groups);
  const call = { tuning, options, segments: groups.length };
  if (name === 'groupBy') {
    const check = (result: never) => {
      const found = result as Record<'offsets' | 'rows' | 'groups', Uint32Array> & { keys: Uint8Array };
      expect([...found.offsets]).toEqual(offsets);
      expect([...found.rows]).toEqual(rows);
      expect(bytesOf(found.keys)).toEqual(keys);
      const wanted = groups.map(({ rows }) => rows);
      expect([...found.groups]).toEqual(groupOfRows(count, wanted));
    };
    const inverse = { ...call, options: { ...options, inverse: true } };
    return hostCall({ ...inverse, name, args: [keysOf(type, ids)], check });
  }
  const values = reduceItems(valueType, itemKind(valueType, ops), count, random);
  const expectation = reduceExpectation(choice, values, groups);
  const check = ({ result }: { result: unknown }) => checkResults(expectation, result);
  const op = ops.length > 1 ? ops : ops[0];
  return hostCall({ ...call, name, args: [keysOf(type, ids), keysOf(valueType, values), op], check: check as never });
}

const columnChoices = fc.record({
  name: fc.constantFrom('groupBy' as const, 'reduceByKey' as const),
  columns: fc.array(fc.record({ type: types, few: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  tuning: tunings,
});
type Columns = typeof columnChoices extends fc.Arbitrary<infer T> ? T : never;

/** Ids of several columns, with each row's group. */
function columnsCall({ name, columns, signedZero, tuning }: Columns, count: number, seed: number) {
  const random = new Random(seed);
  const ids = columns.map(({ type, few }) => {
    if (!few || type.startsWith('f')) return { type, bytes: someIds(type, count, random) };
    const numbers = Array.from({ length: count }, () => random.below(5) - (type[0] === 'u' ? 0 : 2));
    return { type, bytes: idBytes(type, numbers) };
  });
  const groups = expectedColumns(ids, { signedZero });
  const first = groups.map(([row]) => row!);
  const list = ids.map(({ type, bytes }) => keysOf(type, bytes));
  const checkKeys = (keys: readonly Uint8Array[]) => {
    for (const [i, { type, bytes }] of ids.entries()) {
      expectBytes(
        `keys of column ${i}`,
        bytesOf(keys[i]!),
        itemsAt(bytes, widthOf(type) / 8, first),
        widthOf(type) / 8,
      );
    }
  };
  const call = { tuning, segments: groups.length };
  if (name === 'groupBy') {
    const check = (result: never) => {
      const found = result as Record<'offsets' | 'rows' | 'groups', Uint32Array> & { keys: Uint8Array[] };
      checkKeys(found.keys);
      expect([...found.offsets]).toEqual([...offsetsOf(groups.map(({ length }) => length))]);
      expect([...found.rows]).toEqual(groups.flat());
      expect([...found.groups]).toEqual(groupOfRows(count, groups));
    };
    return hostCall({ ...call, name, args: [list], options: { signedZero, inverse: true }, check });
  }
  const values = Uint32Array.from({ length: count }, () => random.word());
  const sums = groups.map((rows) => rows.reduce((sum, row) => (sum + values[row]!) >>> 0, 0));
  const check = (result: never) => {
    const found = result as { keys: Uint8Array[]; result: Uint32Array };
    checkKeys(found.keys);
    expect([...found.result]).toEqual(sums);
  };
  return hostCall({ ...call, name, args: [list, values, 'sum'], options: { signedZero }, check });
}

export const groupRows: fc.Arbitrary<SoakRow> = fc.oneof(
  choices.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc.tuple(counts, seeds).map(([count, seed]) => groupCall(choice, count, seed)),
  })),
  columnChoices.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc.tuple(counts, seeds).map(([count, seed]) => columnsCall(choice, count, seed)),
  })),
);
