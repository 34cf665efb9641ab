/** Parses the user's table and keeps it, outside the page's thread. */
import { arrowTable, type Pair, pairOf, type Table, type TableFacts, tableFacts, textTable } from './parse.ts';

export interface TableCalls {
  /** The table of a text or of a file, which becomes the table of later calls. */
  read(source: string | ArrayBuffer): Promise<TableFacts & { readonly isArrow: boolean }>;
  pair(columns: { value: string; group: string }): Pair;
  /** The first rows as a text for the program to copy. */
  head(rows: number): string;
}

let table: Table | undefined;
let text: string | undefined;

const ARROW_FILE = 'ARROW1';

/** An IPC file begins with its name, an IPC stream with a marker or a length; text does not hold zero bytes. */
function isArrow(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 64);
  return new TextDecoder('latin1').decode(head).startsWith(ARROW_FILE) || head.includes(0);
}

const calls: TableCalls = {
  async read(source) {
    const binary = typeof source !== 'string' && isArrow(new Uint8Array(source));
    text = binary ? undefined : typeof source === 'string' ? source : new TextDecoder().decode(source);
    table = binary ? await arrowTable(source as ArrayBuffer) : textTable(text as string);
    return { ...tableFacts(table), isArrow: binary };
  },
  pair({ value, group }) {
    if (!table) throw new Error('There is no table yet.');
    return pairOf(table, value, group);
  },
  head(rows) {
    if (text !== undefined) return text.split(/\r?\n/, rows + 1).join('\n');
    const { names, count, cell } = table as Table;
    const quoted = (value: unknown) =>
      /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value;
    const lines = Array.from({ length: Math.min(rows, count) }, (_, row) =>
      names.map((_name, i) => quoted(cell(row, i) ?? '')).join(','),
    );
    return [names.map(quoted).join(','), ...lines].join('\n');
  },
};

self.onmessage = async ({ data }: MessageEvent<{ id: number; call: keyof TableCalls; argument: never }>) => {
  try {
    postMessage({ id: data.id, result: await calls[data.call](data.argument) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
