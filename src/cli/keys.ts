/** The keys of flat rows. Rows are in one segment if all their keys are equal. */
import { type Data, Type, type Union, Vector } from 'apache-arrow';

/** Numbers of types in the Arrow format. Not every version of `apache-arrow` names them. */
const [LARGE_LIST, BINARY_VIEW, UTF8_VIEW] = [21, 23, 24];

type Key = string | number | bigint | boolean | null;
type KeyOf = (row: number) => Key;

/** Bytes as text, one character each. Two texts are equal if their bytes are. */
const asText = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, length).toString('latin1');

/** A key in another key. Quotes keep `["a,b"]` and `["a", "b"]` apart, and null and 'null'. */
const quoted = (key: Key) => (typeof key === 'string' ? JSON.stringify(key) : String(key));

/** The keys of items from `begin` to `end`, as one key. */
function joined(key: KeyOf, begin: number, end: number): string {
  let text = '[';
  for (let i = begin; i < end; i++) text += `${quoted(key(i))},`;
  return text;
}

/** A float's key. All NaNs have one. -0 has that of 0, or its own if `exact`. */
function floats(data: Data, exact: boolean): KeyOf {
  const vector = new Vector([data]);
  return (row) => {
    const value = vector.get(row) as number;
    return value === 0 ? (exact && Object.is(value, -0) ? '-0' : 0) : value;
  };
}

/** The bytes of each row, for types whose values are several numbers or texts. */
function bytesOf(data: Data): KeyOf {
  const { values, valueOffsets: offsets, stride } = data;
  if (offsets) {
    const bytes = values as Uint8Array;
    return (row) => asText(bytes.subarray(Number(offsets[row]), Number(offsets[row + 1])));
  }
  return (row) => (values as Int32Array).subarray(row * stride, (row + 1) * stride).join();
}

/** Keys of rows that are not null. */
function keysOfValid(data: Data, exact: boolean): KeyOf {
  const { type, values, valueOffsets: offsets, children } = data;
  const inChild = (index: number) => keysIn(children[index] as Data, exact);
  const typeId = type.typeId as number;
  switch (typeId) {
    case Type.Float:
      return floats(data, exact);
    case Type.Int:
    case Type.Date:
    case Type.Time:
    case Type.Timestamp:
    case Type.Duration:
      return (row) => values[row] as Key;
    case Type.List:
    case Type.Map:
    case LARGE_LIST: {
      const key = inChild(0);
      return (row) => joined(key, Number(offsets[row]), Number(offsets[row + 1]));
    }
    case Type.FixedSizeList: {
      const key = inChild(0);
      return (row) => joined(key, row * data.stride, (row + 1) * data.stride);
    }
    case Type.Struct: {
      const keys = children.map((_, index) => inChild(index));
      return (row) => keys.reduce((text, key) => `${text}${quoted(key(row))},`, '[');
    }
    case Type.Union: {
      const { typeIdToChildIndex } = type as Union;
      const keys = children.map((_, index) => inChild(index));
      return (row) => {
        const id = data.typeIds[row] as number;
        const key = keys[typeIdToChildIndex[id] as number] as KeyOf;
        return `${id}:${quoted(key(offsets ? (offsets[row] as number) : row))}`;
      };
    }
    case Type.Dictionary:
      return ofEntries(data, exact);
    case Type.Bool:
    case BINARY_VIEW:
    case UTF8_VIEW: {
      const vector = new Vector([data]);
      return (row) => {
        const value = vector.get(row) as boolean | string | Uint8Array;
        return typeof value === 'object' ? asText(value) : value;
      };
    }
    default:
      return bytesOf(data);
  }
}

/** The keys of a dictionary's entries, each read once. */
function ofEntries({ values, dictionary }: Data, exact: boolean): KeyOf {
  const { data } = dictionary as Vector;
  const keys: Key[] = [];
  for (const chunk of data) {
    const key = keysIn(chunk, exact);
    for (let row = 0; row < chunk.length; row++) keys.push(key(row));
  }
  return (row) => keys[Number(values[row])] ?? null;
}

/**
 * The key of each row of a chunk. `Map` and `Object.is` compare keys. Null is a key as well. All NaNs are one key, and
 * so are -0 and 0, unless keys are `exact`.
 */
export function keysIn(data: Data, exact = false): KeyOf {
  if (data.type.typeId === Type.Null) return () => null;
  const key = keysOfValid(data, exact);
  // Each member of a union has its own nulls.
  if (data.type.typeId === Type.Union || data.nullCount === 0) return key;
  return (row) => (data.getValid(row) ? key(row) : null);
}

/** The rows of a batch that begin a segment, other than row 0. */
export function startsIn(keys: readonly Data[], rows: number): number[] {
  const columns = keys.map((data) => keysIn(data));
  const starts: number[] = [];
  for (let row = 1; row < rows; row++) {
    if (columns.some((key) => !Object.is(key(row), key(row - 1)))) starts.push(row);
  }
  return starts;
}

/** The keys of rows, a text each. Two texts are equal if the keys are. */
export function keyTexts(keys: readonly Data[], rows: readonly number[]): string[] {
  const columns = keys.map((data) => keysIn(data));
  return rows.map((row) => columns.reduce((text, key) => `${text}${quoted(key(row))},`, ''));
}

/** Whether a row of one batch and a row of another have equal keys. */
export function sameKeys(a: readonly Data[], rowOfA: number, b: readonly Data[], rowOfB: number): boolean {
  return a.every((data, i) => Object.is(keysIn(data)(rowOfA), keysIn(b[i] as Data)(rowOfB)));
}

/**
 * Numbers the keys of rows in the order of their first rows.
 *
 * @param columns the chunks of each key column
 */
export function numberedKeys(columns: readonly (readonly Data[])[], rows: number): { ids: Uint32Array; count: number } {
  let ids = new Uint32Array(rows);
  let count = Math.min(rows, 1);
  for (const chunks of columns) {
    const known = new Map<number, Map<Key, number>>();
    const next = new Uint32Array(rows);
    let row = 0;
    count = 0;
    for (const data of chunks) {
      const key = keysIn(data);
      for (let i = 0; i < data.length; i++, row++) {
        const group = ids[row] as number;
        const within = known.get(group) ?? new Map<Key, number>();
        known.set(group, within);
        const value = key(i);
        const id = within.get(value) ?? count++;
        within.set(value, id);
        next[row] = id;
      }
    }
    ids = next;
  }
  return { ids, count };
}
