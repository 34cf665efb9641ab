/** Results as text: CSV, or a JSON array with a row a line. */
import { type Data, DataType, DateUnit, type RecordBatch, type Schema, TimeUnit, Vector } from 'apache-arrow';
import { listKind } from '../arrow/types.ts';
import { columnsOf, listBounds } from './columns.ts';
import type { Output, Sink } from './output.ts';

export type TextFormat = 'csv' | 'json';

/** A value that JSON has, or a number that JSON has as text. */
type Plain = null | boolean | number | bigint | string | readonly Plain[] | { readonly [name: string]: Plain };

type Read = (row: number) => Plain;

/** The fewest digits that are this number in 32 or 16 bits. */
function fewest(value: number, digits: number): number {
  for (let count = digits - 3; count < digits; count++) {
    const short = Number(value.toPrecision(count));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return Number(value.toPrecision(digits));
}

const DECIMALS: Readonly<Record<number, number>> = {
  [TimeUnit.SECOND]: 0,
  [TimeUnit.MILLISECOND]: 3,
  [TimeUnit.MICROSECOND]: 6,
  [TimeUnit.NANOSECOND]: 9,
};

/** A time since 1970 with all decimals of its unit. Years that ISO's form does not have stay numbers. */
function timeText(ticks: bigint, decimals: number, zoned: boolean): Plain {
  const unit = 10n ** BigInt(decimals);
  const rest = ((ticks % unit) + unit) % unit;
  const date = new Date(Number((ticks - rest) / unit) * 1000);
  if (Number.isNaN(date.getTime())) return ticks;
  const fraction = decimals === 0 ? '' : `.${String(rest).padStart(decimals, '0')}`;
  return `${date.toISOString().slice(0, -'.000Z'.length)}${fraction}${zoned ? 'Z' : ''}`;
}

function decimalText(digits: string, scale: number): string {
  const [sign, whole] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  if (scale <= 0) return `${digits}${'0'.repeat(-scale)}`;
  const padded = whole.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** A value of a type without a reader of its own, such as a union's. */
function plain(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (value instanceof Vector) return [...value].map(plain);
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(
    Object.entries((value as { toJSON?(): object }).toJSON?.() ?? value).map(([name, each]) => [name, plain(each)]),
  );
}

function listRead(data: Data): Read {
  const items = reader(data.children[0] as Data);
  const at = listBounds(data);
  return (row) => Array.from({ length: at(row + 1) - at(row) }, (_, i) => items(at(row) + i));
}

function structRead({ type, children }: Data): Read {
  const parts = children.map((child, i) => [type.children[i]?.name as string, reader(child)] as const);
  return (row) => Object.fromEntries(parts.map(([name, part]) => [name, part(row)]));
}

function readOf(data: Data): Read {
  const { type } = data;
  const values = new Vector([data]);
  if (listKind(type)) return listRead(data);
  if (DataType.isStruct(type)) return structRead(data);
  if (DataType.isTimestamp(type)) {
    const decimals = DECIMALS[type.unit] as number;
    return (row) => timeText((data.values as BigInt64Array)[row] as bigint, decimals, Boolean(type.timezone));
  }
  if (DataType.isDate(type)) {
    const length = type.unit === DateUnit.DAY ? 'yyyy-mm-dd'.length : undefined;
    return (row) => new Date(Number(values.get(row))).toISOString().slice(0, length);
  }
  if (DataType.isDecimal(type)) return (row) => decimalText(String(values.get(row)), type.scale);
  if (DataType.isFloat(type) && type.precision < 2) {
    return (row) => fewest(values.get(row) as number, 9);
  }
  return (row) => plain(values.get(row));
}

function reader(data: Data): Read {
  if (DataType.isNull(data.type)) return () => null;
  const read = readOf(data);
  return (row) => (data.getValid(row) ? read(row) : null);
}

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

/** JSON has no NaN and no infinity: they are texts. */
function jsonText(value: Plain): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`);
  return `{${members.join(',')}}`;
}

/** A text is quoted where a reader could take it for something else. A null is nothing, an empty text two quotes. */
const quoted = (text: string) => (/^$|[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csvCell(value: Plain): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'object' ? quoted(jsonText(value)) : quoted(String(value));
}

const csvLine = (cells: readonly Plain[]) => `${cells.map(csvCell).join(',')}\n`;

/** Rows of one write. */
const ROWS = 4096;

/** Writes record batches as text. */
export class TextOutput implements Output {
  readonly #sink: Sink;
  readonly #format: TextFormat;
  #names: readonly string[] | undefined;
  #rows = 0;

  constructor(sink: Sink, format: TextFormat) {
    this.#sink = sink;
    this.#format = format;
  }

  async begin({ fields }: Schema): Promise<void> {
    if (this.#names) return;
    this.#names = fields.map(({ name }) => name);
    await this.#write(this.#format === 'csv' ? csvLine(this.#names) : '[');
  }

  async write(batch: RecordBatch): Promise<void> {
    await this.begin(batch.schema);
    const columns = columnsOf(batch).map(({ data }) => reader(data));
    for (let from = 0; from < batch.numRows; from += ROWS) {
      const lines = [];
      for (let row = from; row < Math.min(from + ROWS, batch.numRows); row++) {
        lines.push(this.#line(columns.map((read) => read(row))));
      }
      await this.#write(lines.join(''));
    }
  }

  #line(cells: readonly Plain[]): string {
    if (this.#format === 'csv') return csvLine(cells);
    const members = cells.map((cell, i) => [(this.#names as readonly string[])[i], cell] as const);
    return `${this.#rows++ === 0 ? '' : ','}\n${jsonText(Object.fromEntries(members))}`;
  }

  async seal(): Promise<void> {
    if (this.#format === 'json') await this.#write('\n]\n');
    await this.#sink.seal();
  }

  publish(): Promise<void> {
    return this.#sink.publish();
  }

  abandon(): Promise<void> {
    return this.#sink.abandon();
  }

  #write(text: string): Promise<void> {
    return this.#sink.write(Buffer.from(text));
  }
}
