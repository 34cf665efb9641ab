/**
 * Moves rows of columns of every Arrow type that apache-arrow reads, by offsets and bytes. Values are not decoded, so
 * all their bits stay. Arrow's own builders lose lists, and copy other values one by one.
 */
import { type Data, type DataType, type Dictionary, makeData, type Union, Vector } from 'apache-arrow';
import { badData } from './exit.ts';
import { keysIn } from './keys.ts';

/** Rows of chunks: row `row[i]` of chunk `chunk[i]`, or of the only chunk. */
interface Rows {
  readonly row: Uint32Array;
  readonly chunk?: Uint32Array;
}

type Mover = (chunks: readonly Data[], rows: Rows) => Data;

const MAX_INT32 = 2 ** 31 - 1;
/** A view holds up to 12 bytes itself. Longer values are in a buffer. */
const VIEW_BYTES = 16;
const INLINE_BYTES = 12;

const chunkAt = (chunks: readonly Data[], { chunk }: Rows, i: number) =>
  chunks[chunk ? (chunk[i] as number) : 0] as Data;

/** The chunk and the row there of rows that index all chunks together. */
function locate(chunks: readonly Data[], rows: Uint32Array): Rows {
  if (chunks.length === 1) return { row: rows };
  const begins = new Float64Array(chunks.length + 1);
  chunks.forEach(({ length }, i) => {
    begins[i + 1] = (begins[i] as number) + length;
  });
  const chunk = new Uint32Array(rows.length);
  const row = new Uint32Array(rows.length);
  let at = 0;
  for (let i = 0; i < rows.length; i++) {
    const wanted = rows[i] as number;
    // Neighbours are often in one chunk.
    if (wanted < (begins[at] as number) || wanted >= (begins[at + 1] as number)) at = chunkOf(begins, wanted);
    chunk[i] = at;
    row[i] = wanted - (begins[at] as number);
  }
  return { row, chunk };
}

function chunkOf(begins: Float64Array, wanted: number): number {
  let [low, high] = [0, begins.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((begins[middle] as number) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a row is valid, by the chunk's bits. */
function isValid({ nullBitmap, offset }: Data, row: number): boolean {
  const bit = offset + row;
  return Boolean(((nullBitmap as Uint8Array)[bit >> 3] as number) & (1 << (bit & 7)));
}

/** The validity of rows: bits, and how many are null. */
function validity(chunks: readonly Data[], rows: Rows): { nullBitmap?: Uint8Array; nullCount: number } {
  if (chunks.every(({ nullCount }) => nullCount <= 0)) return { nullCount: 0 };
  const { length } = rows.row;
  const nullBitmap = new Uint8Array(Math.ceil(length / 8));
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    const chunk = chunkAt(chunks, rows, i);
    if (chunk.nullCount <= 0 || isValid(chunk, rows.row[i] as number)) {
      nullBitmap[i >> 3] = (nullBitmap[i >> 3] as number) | (1 << (i & 7));
    } else nullCount++;
  }
  return nullCount === 0 ? { nullCount } : { nullBitmap, nullCount };
}

/** A chunk of rows. `parts` are its buffers and children by Arrow's names. */
function made(chunks: readonly Data[], rows: Rows, parts: object): Data {
  const { type } = chunks[0] as Data;
  return makeData({ type, length: rows.row.length, ...validity(chunks, rows), ...parts } as never) as Data;
}

function requireLength(found: number, wanted: number, { type, length }: Data, what: string): void {
  if (found >= wanted) return;
  throw badData(`${found} ${what} of ${type} for ${length} rows; allowed: ${wanted}`);
}

/** Rows that need a value. Writers may leave out the values of a chunk whose rows are all null. */
const filled = ({ length, nullCount }: Data) => (nullCount >= length ? 0 : length);

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Values as whole numbers of up to 32 bits. As floats their NaNs would lose bits. */
function wordsOf(values: Uint8Array): Numbers {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: bytes } = values;
  if (bytes === 1) return new Uint8Array(buffer, byteOffset, byteLength);
  if (bytes === 2) return new Uint16Array(buffer, byteOffset, byteLength / 2);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

const fixedWidth: Mover = (chunks, rows) => {
  const { type, stride } = chunks[0] as Data;
  for (const chunk of chunks) requireLength(chunk.values?.length ?? 0, filled(chunk) * stride, chunk, 'values');
  const sources = chunks.map(({ values }) => wordsOf(values ?? new Uint8Array(0)));
  const data = new (type.ArrayType as new (length: number) => Uint8Array)(rows.row.length * stride);
  const words = wordsOf(data);
  const perRow = stride * Math.max(1, data.BYTES_PER_ELEMENT / 4);
  for (let i = 0; i < rows.row.length; i++) {
    const source = sources[rows.chunk ? (rows.chunk[i] as number) : 0] as Numbers;
    const from = (rows.row[i] as number) * perRow;
    for (let k = 0; k < perRow; k++) words[i * perRow + k] = source[from + k] as number;
  }
  return made(chunks, rows, { data });
};

const bits: Mover = (chunks, rows) => {
  const data = new Uint8Array(Math.ceil(rows.row.length / 8));
  for (const chunk of chunks)
    requireLength((chunk.values?.length ?? 0) * 8 - chunk.offset, filled(chunk), chunk, 'bits');
  for (let i = 0; i < rows.row.length; i++) {
    const { values, offset } = chunkAt(chunks, rows, i);
    const bit = offset + (rows.row[i] as number);
    if (((values as Uint8Array)[bit >> 3] as number) & (1 << (bit & 7)))
      data[i >> 3] = (data[i >> 3] as number) | (1 << (i & 7));
  }
  return made(chunks, rows, { data });
};

/** New offsets, and the begin of each row in its chunk. Null rows are empty. `limit`: the length of a chunk's child. */
function offsetsOf(chunks: readonly Data[], rows: Rows, what: string, limit: (chunk: Data) => number) {
  const { length } = rows.row;
  const begins = new Float64Array(length);
  const ends = new Float64Array(length + 1);
  for (const chunk of chunks) requireLength((chunk.valueOffsets?.length ?? 1) - 1, filled(chunk), chunk, 'lengths');
  for (let i = 0; i < length; i++) {
    const chunk = chunkAt(chunks, rows, i);
    const row = rows.row[i] as number;
    ends[i + 1] = ends[i] as number;
    if (chunk.nullCount > 0 && !isValid(chunk, row)) continue;
    const offsets = chunk.valueOffsets as unknown as ArrayLike<number | bigint>;
    const [begin, end] = [Number(offsets[row]), Number(offsets[row + 1])];
    if (!(begin >= 0 && begin <= end && end <= limit(chunk))) {
      throw badData(`row ${row} goes from ${begin} to ${end}; allowed: 0 to ${limit(chunk)}, ascending`);
    }
    begins[i] = begin;
    ends[i + 1] = (ends[i] as number) + end - begin;
  }
  const { type, valueOffsets } = chunks[0] as Data;
  const isWide = (valueOffsets as unknown) instanceof BigInt64Array;
  const total = ends[length] as number;
  const allowed = isWide ? 2 ** 32 - 1 : MAX_INT32;
  if (total > allowed) throw badData(`${total} ${what} of ${type} in one batch; allowed: at most ${allowed}`);
  return { begins, ends, valueOffsets: isWide ? BigInt64Array.from(ends, BigInt) : Int32Array.from(ends) };
}

/** Copies bytes. Few bytes are copied one by one, which is faster. */
function copy(to: Uint8Array, at: number, from: Uint8Array, begin: number, length: number): void {
  if (length > 32) to.set(from.subarray(begin, begin + length), at);
  else for (let k = 0; k < length; k++) to[at + k] = from[begin + k] as number;
}

const bytes: Mover = (chunks, rows) => {
  const { begins, ends, valueOffsets } = offsetsOf(chunks, rows, 'bytes', ({ values }) => values.length);
  const data = new Uint8Array(ends[rows.row.length] as number);
  for (let i = 0; i < rows.row.length; i++) {
    const at = ends[i] as number;
    copy(data, at, chunkAt(chunks, rows, i).values as Uint8Array, begins[i] as number, (ends[i + 1] as number) - at);
  }
  return made(chunks, rows, { data, valueOffsets });
};

/** The bytes of a long view in its buffer. */
function viewed({ variadicBuffers }: Data, view: DataView): Uint8Array {
  const [size, index, begin] = [view.getInt32(0, true), view.getInt32(8, true), view.getInt32(12, true)];
  const buffer = variadicBuffers[index];
  if (buffer && begin >= 0 && begin + size <= buffer.length) return buffer.subarray(begin, begin + size);
  throw badData(`a view of ${size} bytes from ${begin} of buffer ${index}; allowed: 0 to ${buffer?.length ?? 0}`);
}

const views: Mover = (chunks, rows) => {
  const { length } = rows.row;
  const data = new Uint8Array(length * VIEW_BYTES);
  const moved = new DataView(data.buffer);
  for (const chunk of chunks) requireLength(chunk.values?.length ?? 0, filled(chunk) * VIEW_BYTES, chunk, 'bytes');
  const sizes: number[] = [];
  for (let i = 0; i < length; i++) {
    const chunk = chunkAt(chunks, rows, i);
    const row = rows.row[i] as number;
    if (chunk.nullCount > 0 && !isValid(chunk, row)) continue;
    copy(data, i * VIEW_BYTES, chunk.values as Uint8Array, row * VIEW_BYTES, VIEW_BYTES);
    const size = moved.getInt32(i * VIEW_BYTES, true);
    if (size < 0) throw badData(`a view of ${size} bytes; allowed: from 0`);
    if (size <= INLINE_BYTES) continue;
    if (sizes.length === 0 || (sizes.at(-1) as number) + size > MAX_INT32) sizes.push(0);
    sizes[sizes.length - 1] = (sizes.at(-1) as number) + size;
  }
  const buffers = sizes.map((size) => new Uint8Array(size));
  let [buffer, at] = [0, 0];
  for (let i = 0; i < length; i++) {
    const size = moved.getInt32(i * VIEW_BYTES, true);
    if (size <= INLINE_BYTES) continue;
    if (at + size > (sizes[buffer] as number)) [buffer, at] = [buffer + 1, 0];
    (buffers[buffer] as Uint8Array).set(
      viewed(chunkAt(chunks, rows, i), new DataView(data.buffer, i * VIEW_BYTES)),
      at,
    );
    moved.setInt32(i * VIEW_BYTES + 8, buffer, true);
    moved.setInt32(i * VIEW_BYTES + 12, at, true);
    at += size;
  }
  return made(chunks, rows, { views: data, variadicBuffers: buffers });
};

const childrenOf = (chunks: readonly Data[], index: number) => chunks.map(({ children }) => children[index] as Data);

/** The items of lists as rows of the chunks' children. */
function itemRows(rows: Rows, begins: Float64Array, ends: Float64Array): Rows {
  const total = ends[rows.row.length] as number;
  const row = new Uint32Array(total);
  const chunk = rows.chunk && new Uint32Array(total);
  for (let i = 0; i < rows.row.length; i++) {
    const [first, end] = [ends[i] as number, ends[i + 1] as number];
    for (let k = first; k < end; k++) row[k] = (begins[i] as number) + k - first;
    if (rows.chunk) chunk?.fill(rows.chunk[i] as number, first, end);
  }
  return chunk ? { row, chunk } : { row };
}

const lists: Mover = (chunks, rows) => {
  const { begins, ends, valueOffsets } = offsetsOf(chunks, rows, 'items', ({ children }) => children[0]?.length ?? 0);
  return made(chunks, rows, { valueOffsets, child: moved(childrenOf(chunks, 0), itemRows(rows, begins, ends)) });
};

/** Lists of one size. A null row has items as well. */
const fixedSizeLists: Mover = (chunks, rows) => {
  const { stride } = chunks[0] as Data;
  for (const chunk of chunks) requireLength(chunk.children[0]?.length ?? 0, chunk.length * stride, chunk, 'items');
  const begins = Float64Array.from(rows.row, (row) => row * stride);
  const ends = Float64Array.from({ length: rows.row.length + 1 }, (_, i) => i * stride);
  return made(chunks, rows, { child: moved(childrenOf(chunks, 0), itemRows(rows, begins, ends)) });
};

/** Structs, and unions of which each member has all rows. */
function members(chunks: readonly Data[], rows: Rows): Data[] {
  return (chunks[0] as Data).children.map((_, index) => {
    for (const chunk of chunks)
      requireLength(chunk.children[index]?.length ?? 0, chunk.length, chunk, 'rows of a member');
    return moved(childrenOf(chunks, index), rows);
  });
}

const structs: Mover = (chunks, rows) => made(chunks, rows, { children: members(chunks, rows) });

/** Unions have no validity of their own. */
const unions: Mover = (chunks, rows) => {
  const { type } = chunks[0] as Data<Union>;
  const { length } = rows.row;
  const typeIds = Int8Array.from(rows.row, (row, i) => chunkAt(chunks, rows, i).typeIds[row] as number);
  const memberOf = (i: number) => {
    const member = type.typeIdToChildIndex[typeIds[i] as number];
    if (member !== undefined) return member;
    throw badData(`type ${typeIds[i]} in a row of ${type}; allowed: ${[...type.typeIds].join(', ')}`);
  };
  if (!(chunks[0] as Data).valueOffsets) {
    return makeData({ type, length, nullCount: 0, typeIds, children: members(chunks, rows) } as never) as Data;
  }
  const own = type.children.map(() => ({ row: [] as number[], chunk: [] as number[] }));
  const valueOffsets = Int32Array.from(typeIds, (_, i) => {
    const found = own[memberOf(i)] as (typeof own)[number];
    const at = chunkAt(chunks, rows, i);
    const row = at.valueOffsets[rows.row[i] as number] as number;
    const { length: allowed } = at.children[memberOf(i)] as Data;
    if (!(row >= 0 && row < allowed)) throw badData(`row ${row} of a member of ${type}; allowed: 0 to ${allowed - 1}`);
    found.chunk.push(rows.chunk?.[i] ?? 0);
    return found.row.push(row) - 1;
  });
  const children = own.map(({ row, chunk }, member) =>
    moved(childrenOf(chunks, member), { row: Uint32Array.from(row), chunk: Uint32Array.from(chunk) }),
  );
  return makeData({ type, length, nullCount: 0, typeIds, valueOffsets, children } as never) as Data;
};

/** One dictionary for several: the longest one if it begins with all others, else their distinct entries. */
function joinedDictionary(all: readonly Vector[]): { dictionary: Vector; slots: Uint32Array[] } | Vector {
  const longest = all.reduce((a, b) => (b.data.length > a.data.length ? b : a));
  if (all.every(({ data }) => data.every((chunk, i) => chunk === longest.data[i]))) return longest;
  const ids = new Map<unknown, number>();
  const entries: number[] = [];
  let at = 0;
  const slots = all.map(({ data, length }) => {
    const own = new Uint32Array(length);
    let i = 0;
    for (const chunk of data) {
      const key = keysIn(chunk, true);
      for (let row = 0; row < chunk.length; row++, at++) {
        const entry = key(row);
        const id = ids.get(entry) ?? entries.push(at) - 1;
        ids.set(entry, id);
        own[i++] = id;
      }
    }
    return own;
  });
  const chunks = all.flatMap(({ data }) => data);
  return { dictionary: new Vector([moved(chunks, locate(chunks, Uint32Array.from(entries)))]), slots };
}

const dictionaries: Mover = (chunks, rows) => {
  const indices = fixedWidth(chunks.map((chunk) => chunk.clone((chunk.type as Dictionary).indices)) as Data[], rows);
  const { values } = indices;
  const distinct = [...new Set(chunks.map(({ dictionary }) => dictionary as Vector))];
  const joined = joinedDictionary(distinct);
  if (joined instanceof Vector) return made(chunks, rows, { data: values, dictionary: joined });
  const { dictionary, slots } = joined;
  const allowed =
    2 **
    (8 * values.BYTES_PER_ELEMENT - Number(/^Int/.test(values.constructor.name) || values.BYTES_PER_ELEMENT === 8));
  if (dictionary.length > allowed) {
    const { type } = chunks[0] as Data;
    throw badData(`${dictionary.length} entries of the dictionaries of ${type}; allowed: ${allowed}`);
  }
  const ofChunk = chunks.map((chunk) => slots[distinct.indexOf(chunk.dictionary as Vector)] as Uint32Array);
  const isBig = values.BYTES_PER_ELEMENT === 8;
  for (let i = 0; i < values.length; i++) {
    // The index of a null row may be anything.
    const slot = (ofChunk[rows.chunk?.[i] ?? 0] as Uint32Array)[Number(values[i])] ?? 0;
    (values as unknown as unknown[])[i] = isBig ? BigInt(slot) : slot;
  }
  return made(chunks, rows, { data: values, dictionary });
};

const nulls: Mover = (chunks, { row: { length } }) =>
  makeData({ type: (chunks[0] as Data).type, length } as never) as Data;

/** By the numbers of types in the Arrow format. Older versions of apache-arrow have fewer names. */
const MOVERS: Readonly<Record<number, Mover>> = {
  [-1]: dictionaries,
  1: nulls,
  ...{ 2: fixedWidth, 3: fixedWidth, 7: fixedWidth, 8: fixedWidth, 9: fixedWidth, 10: fixedWidth, 11: fixedWidth },
  ...{ 15: fixedWidth, 18: fixedWidth },
  ...{ 4: bytes, 5: bytes, 19: bytes, 20: bytes },
  6: bits,
  ...{ 12: lists, 17: lists, 21: lists },
  13: structs,
  14: unions,
  16: fixedSizeLists,
  ...{ 23: views, 24: views },
};

function moved(chunks: readonly Data[], rows: Rows): Data {
  const { type } = chunks[0] as Data;
  const move = MOVERS[type.typeId];
  if (!move) throw unmovable(type);
  return move(chunks, rows);
}

const unmovable = (type: DataType) => badData(`${type}, whose rows cannot be moved; allowed: other types of Arrow`);

/** The types in a type: itself, those of its children, and that of its dictionary. */
function typesIn(type: DataType): DataType[] {
  const { dictionary, children } = type as { dictionary?: DataType; children?: readonly { type: DataType }[] | null };
  return [type, ...(dictionary ? typesIn(dictionary) : (children ?? []).flatMap((child) => typesIn(child.type)))];
}

/** Refuses a type whose rows cannot be moved. */
export function requireMovable(type: DataType): void {
  const wrong = typesIn(type).find(({ typeId }) => !MOVERS[typeId]);
  if (wrong) throw unmovable(wrong);
}

/** Takes rows of the chunks of a column of any type. `rows` index all chunks together. */
export function takenRows(chunks: readonly Data[], rows: Uint32Array): Data {
  return moved(chunks, locate(chunks, rows));
}

/** Types of which Arrow's writer writes slices wrongly, also in lists: Null, Union, BinaryView and Utf8View. */
const SLICED_WRONGLY: readonly number[] = [1, 14, 23, 24];

/** A chunk that Arrow's writer writes as it is. */
export function writable(data: Data): Data {
  if (!typesIn(data.type).some(({ typeId }) => SLICED_WRONGLY.includes(typeId))) return data;
  return takenRows(
    [data],
    Uint32Array.from({ length: data.length }, (_, i) => i),
  );
}
