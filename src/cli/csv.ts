/** CSV and TSV input, by the optional package `papaparse`. The text is read whole. */
import { constants } from 'node:buffer';
import * as arrow from 'apache-arrow';
import { flatData } from '../arrow/build.ts';
import { missing } from './codecs.ts';
import { batchOf, type Column } from './columns.ts';
import { badData } from './exit.ts';

/** Whether bytes may begin a text in UTF-8. An Arrow stream begins with bytes that no text has. */
export function isText(start: Uint8Array): boolean {
  return start.every((byte) => (byte >= 32 && byte !== 255) || byte === 9 || byte === 10 || byte === 13);
}

const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|Infinity)$|^NaN$/;
const INTEGER = /^[+-]?\d+$/;
/** Such as 007: a code, of which a number would lose the zeros. */
const PADDED = /^[+-]?0\d/;

const isSafe = (cell: string) => Number.isSafeInteger(Number(cell));
const isLong = (cell: string) => BigInt.asIntN(64, BigInt(cell.replace('+', ''))) === BigInt(cell.replace('+', ''));

/** The type of a column: doubles, integers of 64 bits where doubles are too coarse, or texts. Empty cells are nulls. */
function typeOf(cells: readonly string[]): arrow.DataType {
  const filled = cells.filter((cell) => cell !== '');
  if (!filled.every((cell) => NUMBER.test(cell) && !PADDED.test(cell))) return new arrow.Utf8();
  if (!filled.every((cell) => INTEGER.test(cell)) || filled.every(isSafe)) return new arrow.Float64();
  return filled.every(isLong) ? new arrow.Int64() : new arrow.Utf8();
}

function columnOf(name: string, cells: readonly string[]): Column {
  const type = typeOf(cells);
  const field = new arrow.Field(name, type, true);
  if (arrow.DataType.isUtf8(type)) {
    const texts = arrow.vectorFromArray(
      cells.map((cell) => (cell === '' ? null : cell)),
      type,
    );
    return { field, data: texts.data[0] as arrow.Data };
  }
  const valid = Uint8Array.from(cells, (cell) => Number(cell !== ''));
  const values = arrow.DataType.isInt(type)
    ? BigInt64Array.from(cells, (cell) => BigInt(cell.replace('+', '') || 0))
    : Float64Array.from(cells, Number);
  return { field, data: flatData(type, values, valid) };
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw badData(`${bytes.length} bytes of CSV; allowed: ${constants.MAX_STRING_LENGTH}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw badData('text that is not UTF-8; allowed: an Arrow stream or file, a Parquet file, or CSV in UTF-8', cause);
  }
}

async function rowsOf(text: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse').catch((cause) => {
    throw missing('CSV', 'papaparse', cause);
  });
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true });
  // A column alone has no delimiter.
  const wrong = errors.find(({ code }) => code !== 'UndetectableDelimiter');
  if (wrong) throw badData(`not of Arrow's format, and as CSV: ${wrong.message} in row ${(wrong.row ?? 0) + 1}`);
  return data;
}

/** Reads a table with a head, as one batch. */
export async function openCsv(bytes: Uint8Array) {
  const [head = [], ...rows] = await rowsOf(textOf(bytes));
  const names = head.map((name) => name.trim());
  const wrong = names.find((name, i) => name === '' || names.indexOf(name) < i);
  if (wrong !== undefined) throw badData(`CSV whose columns are ${names.join(', ')}; allowed: a name for each column`);
  const ragged = rows.findIndex((row) => row.length !== names.length);
  if (ragged >= 0) {
    throw badData(`row ${ragged + 2} of CSV has ${rows[ragged]?.length} cells; allowed: ${names.length}, as its head`);
  }
  const columns = names.map((name, i) => {
    const cells = rows.map((row) => (row[i] as string).trim());
    return columnOf(name, cells);
  });
  const batch = batchOf(columns, rows.length);
  let left = rows.length > 0;
  return {
    ...{ schema: batch.schema, isText: true },
    next(): IteratorResult<arrow.RecordBatch> {
      if (!left) return { done: true, value: undefined };
      left = false;
      return { done: false, value: batch };
    },
  };
}
