/** The keys of flat rows. Rows are in one segment if all their keys are equal. */
import type { Data } from 'apache-arrow';
import { Vector } from 'apache-arrow';

type Key = string | number | bigint | boolean | null | undefined;

/** A value of a column in a form that `Object.is` and `Map` compare. Null is a key as well. */
function keyOf(value: unknown): Key {
  if (value === null || typeof value !== 'object') return value as Key;
  if (value instanceof Date) return value.getTime();
  if (ArrayBuffer.isView(value)) return `[${(value as Uint8Array).join()}]`;
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
}

/** The key of each row of a chunk. */
export function keysIn(data: Data): (row: number) => Key {
  const values = data.values as ArrayLike<Key> | undefined;
  const plain = data.nullCount === 0 && data.stride === 1 && values && ArrayBuffer.isView(values);
  // Numbers are read from their array, because a vector gives an object for a date.
  if (plain && data.children.length === 0 && !data.dictionary && !data.valueOffsets) {
    if (!isBits(data)) return (row) => values[row];
  }
  const vector = new Vector([data]);
  return (row) => keyOf(vector.get(row));
}

/** Whether a chunk stores a row in less than one element, as for booleans. */
const isBits = ({ values, length }: Data) => (values as ArrayLike<unknown>).length < length;

/** The rows of a batch that begin a segment, other than row 0. */
export function startsIn(keys: readonly Data[], rows: number): number[] {
  const columns = keys.map(keysIn);
  const starts: number[] = [];
  for (let row = 1; row < rows; row++) {
    if (columns.some((key) => !Object.is(key(row), key(row - 1)))) starts.push(row);
  }
  return starts;
}

/** Whether a row of one batch and a row of another have equal keys. */
export function sameKeys(a: readonly Data[], rowOfA: number, b: readonly Data[], rowOfB: number): boolean {
  return a.every((data, i) => Object.is(keysIn(data)(rowOfA), keysIn(b[i] as Data)(rowOfB)));
}

/** A key for `Map`, which would treat -0 and +0 as one key. */
const forMap = (key: Key) => (Object.is(key, -0) ? '-0' : key);

/**
 * Numbers the keys of rows in the order of their first rows.
 *
 * @param columns the chunks of each key column
 */
export function numberedKeys(columns: readonly (readonly Data[])[], rows: number): { ids: Uint32Array; count: number } {
  let ids = new Uint32Array(rows);
  let count = Math.min(rows, 1);
  for (const chunks of columns) {
    const known = new Map<number, Map<unknown, number>>();
    const next = new Uint32Array(rows);
    let row = 0;
    count = 0;
    for (const data of chunks) {
      const key = keysIn(data);
      for (let i = 0; i < data.length; i++, row++) {
        const group = ids[row] as number;
        const within = known.get(group) ?? new Map<unknown, number>();
        known.set(group, within);
        const value = forMap(key(i));
        const id = within.get(value) ?? count++;
        within.set(value, id);
        next[row] = id;
      }
    }
    ids = next;
  }
  return { ids, count };
}
