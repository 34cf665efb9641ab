/**
 * The results of groupBy: the rows of each distinct rank of an id, ascending, or of each number. All NaNs have one rank.
 * Shares no code with the library.
 */
import { bitsAt, isNan, type KeyType, rankOf, widthOf } from './typed-oracle.ts';

export interface GroupHow {
  readonly groups?: number;
  readonly signedZero?: 'distinct' | 'equal';
}

/** The rows of each group, and the bits of its id. */
export interface ExpectedGroup {
  readonly id: bigint;
  readonly rows: readonly number[];
}

/** The id as a number, for types of integers. */
function numberAt(type: KeyType, bytes: Uint8Array, row: number): bigint {
  const bits = bitsAt(type, bytes, row);
  const width = widthOf(type);
  return type[0] === 'i' ? BigInt.asIntN(width, bits) : bits;
}

export function expectedGroups(
  type: KeyType,
  bytes: Uint8Array,
  { groups, signedZero = 'equal' }: GroupHow,
): ExpectedGroup[] {
  const rowsOf = new Map<number | bigint, number[]>();
  const ranked = rankOf(type, bytes, { signedZero });
  const rank = (row: number) => (isNan(type, bitsAt(type, bytes, row)) ? Number.POSITIVE_INFINITY : ranked(row));
  const count = (8 * bytes.length) / widthOf(type);
  for (let row = 0; row < count; row++) {
    const key = groups === undefined ? rank(row) : numberAt(type, bytes, row);
    const rows = rowsOf.get(key) ?? [];
    rows.push(row);
    rowsOf.set(key, rows);
  }
  if (groups !== undefined) {
    return Array.from({ length: groups }, (_, id) => ({ id: BigInt(id), rows: rowsOf.get(BigInt(id)) ?? [] }));
  }
  const ranks = [...rowsOf.keys()].sort((a, b) => (a < b ? -1 : 1));
  return ranks.map((key) => {
    const rows = rowsOf.get(key)!;
    return { id: bitsAt(type, bytes, rows[0]!), rows };
  });
}

/** The groups as arrays: offsets, rows, and the bytes of the ids. */
export function groupArrays(type: KeyType, groups: readonly ExpectedGroup[]) {
  const offsets = [0];
  for (const { rows } of groups) offsets.push(offsets.at(-1)! + rows.length);
  const itemBytes = widthOf(type) / 8;
  const keys = new Uint8Array(groups.length * itemBytes);
  groups.forEach(({ id }, i) => {
    for (let k = 0; k < itemBytes; k++) keys[i * itemBytes + k] = Number((id >> BigInt(8 * k)) & 255n);
  });
  return { keys, offsets, rows: groups.flatMap(({ rows }) => rows) };
}
