/**
 * Columns of any Arrow library, recognized by their members: `apache-arrow` of another copy or version, the copy inside
 * duckdb-wasm, and flechette, which arquero uses. All their types have the numbers of the Arrow format.
 */
import * as arrow from 'apache-arrow';
import type { NumberArray } from '../api/arrays.ts';
import { SegmentedError } from '../checks.ts';

/** A column of any Arrow library. */
export interface ColumnLike {
  readonly type: { readonly typeId: number };
  readonly data: readonly object[];
  readonly length: number;
}

/** A type of another library. Members that a type lacks are undefined. */
interface GivenType {
  readonly typeId: number;
  readonly children?:
    | readonly { readonly name: string; readonly type: GivenType; readonly nullable?: boolean }[]
    | null;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  readonly signed?: boolean;
  readonly precision?: number;
  readonly unit?: number;
  readonly timezone?: string | null;
  /** Length of the lists of a FixedSizeList. */
  readonly listSize?: number;
  readonly stride?: number;
}

/**
 * A chunk of another library: it has `valueOffsets` and `nullBitmap` in apache-arrow, `offsets` and `validity` in
 * flechette.
 */
interface GivenChunk {
  readonly length: number;
  readonly nullCount: number;
  readonly offset?: number;
  readonly valueOffsets?: ArrayLike<number | bigint>;
  readonly offsets?: ArrayLike<number | bigint>;
  readonly values?: NumberArray;
  readonly nullBitmap?: Uint8Array;
  readonly validity?: Uint8Array;
  readonly children?: readonly GivenChunk[];
  readonly dictionary?: unknown;
}

/** A chunk as this entry reads it. */
export interface Chunk {
  readonly length: number;
  readonly nullCount: number;
  /** Index of the first element in the validity bits. */
  readonly offset: number;
  readonly offsets: ArrayLike<number | bigint>;
  readonly values: NumberArray;
  readonly validity: Uint8Array | undefined;
  readonly children: readonly Chunk[];
  /** The column of a Dictionary's entries. `values` are indices into it. */
  readonly dictionary: unknown;
}

/** A column as this entry reads it. Its types are those of the `apache-arrow` that this entry imports. */
export interface Column {
  readonly type: arrow.DataType;
  readonly length: number;
  readonly chunks: readonly Chunk[];
}

const ALLOWED = 'an Arrow column of lists: an object with type.typeId and data';

function chunkOf(given: GivenChunk): Chunk {
  const { length, nullCount, offset = 0, valueOffsets, offsets, values, nullBitmap, validity, children } = given;
  return {
    ...{ length, nullCount, offset, validity: nullBitmap ?? validity, dictionary: given.dictionary },
    offsets: valueOffsets ?? offsets ?? [],
    values: values ?? new Uint8Array(0),
    children: (children ?? []).map(chunkOf),
  };
}

/** What messages call a value that is no column. */
function called(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  const name = Array.isArray(value) ? 'a plain array' : Object.prototype.toString.call(value).slice(8, -1);
  return `${name} without type.typeId and data`;
}

/** Whether a value is a column of any Arrow library. */
export function isColumn(value: unknown): value is ColumnLike {
  const { type, data } = Object(value) as { type?: Partial<GivenType>; data?: unknown };
  return typeof type?.typeId === 'number' && Array.isArray(data);
}

/** Reads a column. Throws 'unsupported-type' for other values. `name`: its name in messages. */
export function columnOf(value: unknown, name = 'column', allowed = ALLOWED): Column {
  if (!isColumn(value)) {
    throw new SegmentedError('unsupported-type', `${name}: ${called(value)}; allowed: ${allowed}`);
  }
  const { type, data, length } = value as { type: GivenType; data: unknown; length?: number };
  const chunks = (data as GivenChunk[]).map(chunkOf);
  const rows = length ?? chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { type: ownType(type), length: rows, chunks };
}

/** A type with the class of the `apache-arrow` that this entry imports. Its functions know only their own classes. */
function ownType(given: GivenType): arrow.DataType {
  if (given instanceof arrow.DataType) return given;
  const { typeId, children, bitWidth = 64, timezone } = given;
  // A type of apache-arrow that has no children has null.
  const [item] = (children ?? []).map(
    ({ name, type, nullable }) => new arrow.Field(name, ownType(type), nullable ?? true),
  );
  switch (typeId) {
    case arrow.Type.Int:
      return new arrow.Int((given.isSigned ?? given.signed) as never, bitWidth as never);
    case arrow.Type.Float:
      return new arrow.Float((given.precision ?? 0) as never);
    case arrow.Type.Bool:
      return new arrow.Bool();
    case arrow.Type.Date:
      return new arrow.Date_(given.unit as never);
    case arrow.Type.Time:
      return new arrow.Time(given.unit as never, bitWidth as never);
    case arrow.Type.Timestamp:
      return new arrow.Timestamp(given.unit as never, timezone);
    case arrow.Type.Duration:
      return new arrow.Duration(given.unit as never);
    case arrow.Type.List:
      return new arrow.List(item as arrow.Field);
    case arrow.Type.FixedSizeList:
      return new arrow.FixedSizeList((given.listSize ?? given.stride) as number, item as arrow.Field);
    case LARGE_LIST:
      return largeList(item as arrow.Field);
    default:
      // Messages name it, and groups need no more of a text's type. No other column of such a type is read.
      return given as unknown as arrow.DataType;
  }
}

/** Number of the type LargeList in the Arrow format. Not every version of `apache-arrow` has the type. */
const LARGE_LIST = 21;

function largeList(item: arrow.Field): arrow.DataType {
  const { LargeList } = arrow as unknown as Record<string, (new (item: arrow.Field) => arrow.DataType) | undefined>;
  if (LargeList) return new LargeList(item);
  const allowed = 'List, FixedSizeList, or a newer apache-arrow';
  throw new SegmentedError('unsupported-type', `column: LargeList; allowed: ${allowed}`);
}
