/** Parses the user's table and keeps it, outside the page's thread. */
import Papa from 'papaparse';
import { decoded, encodingOf, foreignFile, isParquet } from './encoding.ts';
import { arrowTable, isJson, jsonTable, parquetTable } from './formats.ts';
import {
  type Chosen,
  type CopiedColumn,
  copiedRows,
  type Pair,
  pairOf,
  type Table,
  type TableFacts,
  tableFacts,
  textTable,
} from './parse.ts';

export interface Source {
  /** A text, or a file. */
  readonly from: string | ArrayBuffer;
  /** Of a file: the encoding that the user chose. */
  readonly encoding: string | undefined;
}

export interface ReadFacts extends TableFacts {
  /** Undefined for a text of cells. */
  readonly format: 'Arrow' | 'Parquet' | 'JSON' | undefined;
  /** Of a file of text. */
  readonly encoding: string | undefined;
  /** Where the bytes do not tell the encoding: the first word that shows whether it is right. */
  readonly sample: string | undefined;
}

export interface TableCalls {
  /** The table of a text or of a file, which becomes the table of later calls. */
  read(source: Source): Promise<ReadFacts>;
  /** Values and groups of the table, whose rows `rows` copies from then on. */
  pair(chosen: Chosen): Pair;
  /** Whole rows of the table of the last pair. */
  rows(rows: Uint32Array): CopiedColumn[];
  /** The first rows as a text for the program to copy. */
  head(rows: number): string;
}

interface Read {
  readonly table: Table;
  readonly facts: TableFacts;
}

let current: Read | undefined;
let paired: Read | undefined;

const ARROW_FILE = 'ARROW1';

/** An IPC file begins with its name, an IPC stream with a marker or a length. Text of 8 bits has no zero bytes. */
function isArrow(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 64);
  if (encodingOf(head)?.startsWith('utf-16')) return false;
  return new TextDecoder('latin1').decode(head).startsWith(ARROW_FILE) || head.includes(0);
}

async function tableOf({
  from,
  encoding,
}: Source): Promise<[Table, Pick<ReadFacts, 'format' | 'encoding' | 'sample'>]> {
  const text = { format: undefined, encoding: undefined, sample: undefined };
  const json = { ...text, format: 'JSON' } as const;
  if (typeof from === 'string') return isJson(from) ? [jsonTable(from), json] : [textTable(from), text];
  const bytes = new Uint8Array(from);
  const foreign = foreignFile(bytes);
  if (foreign) throw new Error(`it is ${foreign}; allowed: CSV, TSV, JSON, Arrow, Parquet`);
  if (isParquet(bytes)) return [await parquetTable(from), { ...text, format: 'Parquet' }];
  if (isArrow(bytes)) return [await arrowTable(from), { ...text, format: 'Arrow' }];
  const found = decoded(bytes, encoding);
  if (isJson(found.text)) return [jsonTable(found.text), json];
  const sample = found.isGuess ? /[^\s,;|"]*\P{ASCII}[^\s,;|"]*/u.exec(found.text)?.[0].slice(0, 30) : undefined;
  return [textTable(found.text), { format: undefined, encoding: found.encoding, sample }];
}

const calls: TableCalls = {
  async read(source) {
    const [table, how] = await tableOf(source);
    current = { table, facts: tableFacts(table) };
    return { ...current.facts, ...how };
  },
  pair(chosen) {
    if (!current) throw new Error('There is no table yet.');
    const pair = pairOf(current.table, current.facts, chosen);
    paired = current;
    return pair;
  },
  rows(rows) {
    const { table, facts } = paired as Read;
    return copiedRows(table, facts, rows);
  },
  head(rows) {
    const { names, count, cell, separator } = (current as Read).table;
    const lines = Array.from({ length: Math.min(rows, count) }, (_, row) =>
      names.map((_name, i) => String(cell(row, i) ?? '')),
    );
    return Papa.unparse([[...names], ...lines], { delimiter: separator ?? ',', newline: '\n' });
  },
};

self.onmessage = async ({ data }: MessageEvent<{ id: number; call: keyof TableCalls; argument: never }>) => {
  try {
    postMessage({ id: data.id, result: await calls[data.call](data.argument) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
