/** Ids for tests of groups, and the check of their results. */
import { expect } from 'vitest';
import { createGroupBy, type GroupByOptions, groupBy } from '../../src/index.ts';
import { type Random, SEED, tuningOf, type Variant } from './cases.ts';
import { expectedGroups, type GroupHow, groupArrays, groupOfRows } from './group-oracle.ts';
import { Workspace } from './run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from './small-tunings.ts';
import { bytesOf, keyBytes, keysOf } from './typed-cases.ts';
import { type KeyType, permuted, widthOf } from './typed-oracle.ts';

/** The rows of one block and of several blocks in the small tunings, ±1, where kernels behave differently. */
export const ROW_COUNTS = [1, 2, 63, 64, 65, 223, 224, 225, 1000];

/** Both families, with tiles of few rows. */
export const GROUP_VARIANTS: readonly Variant[] = [
  { family: 'software', subgroups: true, tuning: SMALL_SOFTWARE },
  { family: 'gpu', subgroups: false, tuning: SMALL_GPU },
];

/** The bytes of a number, lowest first. */
function littleEndian(bits: bigint, itemBytes: number): number[] {
  return Array.from({ length: itemBytes }, (_, k) => Number((bits >> BigInt(8 * k)) & 255n));
}

/** Numbers as little-endian ids. */
export function idBytes(type: KeyType, numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const itemBytes = widthOf(type) / 8;
  const bytes = new Uint8Array(numbers.length * itemBytes);
  numbers.forEach((number, i) => {
    bytes.set(littleEndian(BigInt.asUintN(8 * itemBytes, BigInt(number)), itemBytes), i * itemBytes);
  });
  return bytes;
}

/** Bit patterns of floats that form one group, and of those next to it: infinities, and NaNs of each sign. */
export function edgeFloats(type: KeyType): bigint[] {
  const width = BigInt(widthOf(type));
  const sign = 1n << (width - 1n);
  const infinity = sign - (1n << ({ f16: 10n, f32: 23n, f64: 52n }[type as 'f16'] ?? 0n));
  const magnitudes = [
    0n,
    1n,
    infinity - 1n,
    infinity,
    infinity + 1n,
    infinity + 2n,
    (infinity + sign) >> 1n,
    sign - 1n,
  ];
  return magnitudes.flatMap((magnitude) => [magnitude, magnitude + sign]);
}

/**
 * Ids of many bits, and few distinct ones, so that each type has groups of several rows and of one. Floats have all of
 * `edgeFloats`.
 */
export function someIds(type: KeyType, count: number, random: Random): Uint8Array<ArrayBuffer> {
  const itemBytes = widthOf(type) / 8;
  const known = keyBytes(type, Math.max(1, count >> 2), random);
  const bytes = keyBytes(type, count, random);
  for (let row = 0; row < count; row++) {
    if (random.below(3) === 0) continue;
    const from = random.below(known.length / itemBytes) * itemBytes;
    bytes.set(known.subarray(from, from + itemBytes), row * itemBytes);
  }
  if (!type.startsWith('f')) return bytes;
  const edges = edgeFloats(type);
  for (let row = 1; row < count; row += 4) {
    bytes.set(littleEndian(edges[random.below(edges.length)] as bigint, itemBytes), row * itemBytes);
  }
  return bytes;
}

/** The ids in ascending order: group by group, and in a group as they were. So NaNs of all bits are mixed. */
export function sortedIds(type: KeyType, bytes: Uint8Array, how: GroupHow): Uint8Array<ArrayBuffer> {
  const order = expectedGroups(type, bytes, how).flatMap(({ rows }) => rows);
  return new Uint8Array(permuted(bytes, widthOf(type) / 8, Uint32Array.from(order)));
}

/** Runs groupBy on host arrays and compares all results with the oracle. */
export async function checkGroupBy(
  device: GPUDevice,
  type: KeyType,
  bytes: Uint8Array<ArrayBuffer>,
  options: GroupByOptions = {},
): Promise<void> {
  const { groups, signedZero } = options;
  const how = { ...(groups === undefined ? {} : { groups }), ...(signedZero ? { signedZero } : {}) };
  const expected = groupArrays(type, expectedGroups(type, bytes, how));
  const found = await groupBy(device, keysOf(type, bytes), { ...options, inverse: true });
  expect([...found.offsets]).toEqual(expected.offsets);
  expect([...found.rows]).toEqual(expected.rows);
  expect([...bytesOf(found.keys)]).toEqual([...expected.keys]);
  const rows = expectedGroups(type, bytes, how).map(({ rows }) => rows);
  expect([...found.groups]).toEqual(groupOfRows((8 * bytes.length) / widthOf(type), rows));
}

/** The options of a recorded call, besides its ids. */
export interface RecordedGroups extends GroupHow {
  readonly sorted?: boolean;
  readonly maxGroups?: number;
  readonly maxItems?: number;
  readonly withKeys?: boolean;
  readonly variant: Variant;
}

/**
 * Records createGroupBy into garbage, compares the results with the oracle, and checks that nothing else was written.
 */
export async function checkRecordedGroups(
  device: GPUDevice,
  type: KeyType,
  bytes: Uint8Array<ArrayBuffer>,
  { variant, withKeys = true, maxItems, ...how }: RecordedGroups,
): Promise<void> {
  const itemBytes = widthOf(type) / 8;
  const itemCount = bytes.length / itemBytes;
  const expected = expectedGroups(type, bytes, how);
  const most = how.groups ?? how.maxGroups ?? itemCount;
  const { keys, offsets, rows } = groupArrays(type, expected);
  const group = await createGroupBy(device, {
    ...how,
    keyType: type,
    maxItems: maxItems ?? itemCount,
    tuning: tuningOf(variant),
  });
  const space = new Workspace(device, SEED);
  const padded = new Uint8Array(4 * Math.max(1, Math.ceil(bytes.length / 4)));
  padded.set(bytes);
  const idsIn = space.input('idsIn', padded);
  const room = how.groups ?? Math.min(most, itemCount || most);
  const keysOut = space.output('keysOut', Math.max(1, Math.ceil((room * itemBytes) / 4)));
  const offsetsOut = space.output('offsetsOut', most + 1);
  const rowsOut = space.output('rowsOut', Math.max(1, itemCount));
  const countOut = space.output('countOut', 1);
  // Calls with an even number of rows want their groups as well.
  const groupOut = itemCount % 2 === 0 ? space.output('groupOut', Math.max(1, itemCount)) : undefined;
  const temporary = space.scratch('temporary', group.temporaryBytes);
  await space.submit((encoder) =>
    group.encode(encoder, {
      idsIn,
      ...(withKeys ? { keysOut } : {}),
      offsetsOut,
      rowsOut,
      ...(groupOut ? { groupOut } : {}),
      countOut,
      itemCount,
      temporary,
    }),
  );
  group.destroy();
  space.destroy();
  const written = Math.min(expected.length, most);
  expect(countOut.found[0]).toBe(expected.length);
  expect([...offsetsOut.found.subarray(0, written + 1)]).toEqual(offsets.slice(0, written + 1));
  expect(offsetsOut.found.subarray(written + 1)).toEqual(offsetsOut.before.subarray(written + 1));
  expect([...rowsOut.found.subarray(0, offsets[written])]).toEqual(rows.slice(0, offsets[written]));
  const rowsWritten = expected.slice(0, written).map(({ rows }) => rows);
  const groups = groupOut?.found.subarray(0, itemCount) ?? [];
  expect([...groups]).toEqual(groupOut ? groupOfRows(itemCount, rowsWritten) : []);
  const keysFound = bytesOf(keysOut.found);
  const keysWritten = withKeys ? written * itemBytes : 0;
  expect([...keysFound.subarray(0, keysWritten)]).toEqual([...keys.subarray(0, keysWritten)]);
  expect(keysFound.subarray(keysWritten)).toEqual(bytesOf(keysOut.before).subarray(keysWritten));
}
