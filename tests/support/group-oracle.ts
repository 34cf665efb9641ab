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

/** The rows of each group of several columns: ascending by the rank of the first column, then of the next. */
export function expectedColumns(
  columns: readonly { readonly type: KeyType; readonly bytes: Uint8Array }[],
  how: Pick<GroupHow, 'signedZero'>,
): number[][] {
  const ranks = columns.map(({ type, bytes }) => {
    const ranked = rankOf(type, bytes, { signedZero: how.signedZero ?? 'equal' });
    return (row: number) => (isNan(type, bitsAt(type, bytes, row)) ? Number.POSITIVE_INFINITY : ranked(row));
  });
  const [{ type, bytes }] = columns as [(typeof columns)[number]];
  const rows = Array.from({ length: (8 * bytes.length) / widthOf(type) }, (_, row) => row);
  const compare = (a: number, b: number) => {
    const rank = ranks.find((of) => of(a) !== of(b));
    return rank === undefined ? 0 : rank(a) < rank(b) ? -1 : 1;
  };
  rows.sort((a, b) => compare(a, b) || a - b);
  const groups: number[][] = [];
  rows.forEach((row, i) => {
    if (i > 0 && compare(rows[i - 1]!, row) === 0) groups.at(-1)!.push(row);
    else groups.push([row]);
  });
  return groups;
}

/** Each row's group; 0xFFFFFFFF for rows of none. */
export function groupOfRows(count: number, groups: readonly (readonly number[])[]): number[] {
  const found = new Array<number>(count).fill(0xffffffff);
  groups.forEach((rows, group) => {
    for (const row of rows) found[row] = group;
  });
  return found;
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
