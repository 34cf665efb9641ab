/** The part of the form for the user's own table: text, file, drop, what was found, and the two columns. */
import { fieldOf } from '../form.ts';
import { type Remote, remote } from '../remote.ts';
import { type Pair, SEPARATORS, type TableFacts } from './parse.ts';
import type { TableCalls } from './worker.ts';

export const SAMPLE = `city,day,price
Lyon,Mon,7.5
Oslo,Mon,12
Lyon,Tue,6.25
Pisa,Mon,3.5
Oslo,Tue,9.75
Lyon,Wed,8
"Pisa, Torre",Tue,4
Oslo,Wed,11.5
Pisa,Wed,2.25
Lyon,Thu,7
`;

/** A longer text would make the field slow, so it shows only the first lines. */
const SHOWN = 20_000;

export type OwnTable = TableFacts & { readonly isArrow: boolean; readonly file: string | undefined };

export interface TablePanel {
  /** The table that was read last, once it is read. */
  facts(): OwnTable | undefined;
  settled(): Promise<OwnTable | undefined>;
  pair(value: string, group: string): Promise<Pair>;
  head(rows: number): Promise<string>;
}

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;

/** What the table has, or what it lacks. */
function factsText(table: OwnTable, source: string): string {
  const { rows, columns, separator, missing, notes } = table;
  if (missing.length > 0) {
    const quoted = source.trim().slice(0, 30);
    return `${quoted ? `“${quoted}” is not a table yet.` : 'There is no table yet.'} Missing: ${missing.join('; ')}.`;
  }
  const numeric = columns.filter(({ isNumeric }) => isNumeric).map(({ name }) => name);
  const how = table.isArrow ? 'Arrow' : separator ? `separator: ${SEPARATORS[separator]}` : 'one column';
  const count = `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, ${columns.length} columns (${how}).`;
  const blanks = columns.filter((one) => one.blanks > 0);
  const blank = blanks.map((one) => `${one.blanks.toLocaleString('en')} in '${one.name}'`).join(', ');
  return [count, `Numbers: ${numeric.join(', ')}.`, blank && `Blank cells: ${blank}.`, ...notes]
    .filter(Boolean)
    .join(' ');
}

export function openPanel(form: HTMLFormElement, onTable: () => void): TablePanel {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const calls: Remote<TableCalls> = remote<TableCalls>(worker, ['read', 'pair', 'head']);
  const field = $<HTMLTextAreaElement>('own-text');
  let table: OwnTable | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let latest = 0;

  async function read(source: string | ArrayBuffer, file: string | undefined): Promise<void> {
    const mine = ++latest;
    $('own-facts').textContent = 'Reading…';
    try {
      const facts = { ...(await calls.read(source)), file };
      if (mine !== latest) return;
      table = facts;
      $('own-facts').textContent = factsText(facts, typeof source === 'string' ? source : (file ?? ''));
      $('own-facts').className = facts.missing.length > 0 ? 'note wrong' : 'note';
      fillColumns(facts);
    } catch (error) {
      if (mine !== latest) return;
      table = undefined;
      $('own-facts').textContent = `This file could not be read: ${(error as Error).message}`;
      $('own-facts').className = 'note wrong';
    }
    onTable();
  }

  function fillColumns({ columns, proposed }: TableFacts): void {
    const values = fieldOf<HTMLSelectElement>(form, 'valueColumn');
    const groups = fieldOf<HTMLSelectElement>(form, 'groupColumn');
    const [oldValue, oldGroup] = [values, groups].map((one) => one.value || (one.dataset.wanted ?? ''));
    const numeric = columns.filter(({ isNumeric }) => isNumeric).map(({ name }) => name);
    values.replaceChildren(...numeric.map((name) => new Option(name, name)));
    groups.replaceChildren(
      ...columns.map(({ name }) => new Option(name, name)),
      new Option('no groups: all rows together', ''),
    );
    const names = columns.map(({ name }) => name);
    values.value = numeric.includes(oldValue as string) ? (oldValue as string) : proposed.value;
    groups.value = names.includes(oldGroup as string) ? (oldGroup as string) : proposed.group;
  }

  /** Holds a text that the field shows only a part of. */
  function show(text: string, name: string | undefined): void {
    field.readOnly = name !== undefined || text.length > SHOWN;
    field.value =
      text.length > SHOWN ? `${text.slice(0, 1000)}\n… (${text.length.toLocaleString('en')} characters)` : text;
    reading = read(text, name);
  }

  async function readFile(file: File): Promise<void> {
    field.readOnly = true;
    field.value = `${file.name}, ${file.size.toLocaleString('en')} bytes`;
    reading = file.arrayBuffer().then((bytes) => read(bytes, file.name));
    await reading;
  }

  let timer = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    reading = new Promise((resolve) => {
      timer = window.setTimeout(() => resolve(read(field.value, undefined)), 150);
    });
  });
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= SHOWN) return;
    event.preventDefault();
    show(text, undefined);
  });
  $('own-clear').addEventListener('click', () => {
    $<HTMLInputElement>('own-file').value = '';
    show('', undefined);
    field.focus();
  });
  $('own-file').addEventListener('change', (event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) void readFile(file);
  });
  acceptDrops(form, (file) => {
    fieldOf<HTMLSelectElement>(form, 'data').value = 'own';
    fieldOf<HTMLSelectElement>(form, 'data').dispatchEvent(new Event('input', { bubbles: true }));
    void readFile(file);
  });
  show(SAMPLE, undefined);
  return {
    facts: () => table,
    async settled() {
      for (let seen: unknown; seen !== reading; ) {
        seen = reading;
        await reading;
      }
      return table;
    },
    pair: (value, group) => calls.pair({ value, group }),
    head: (rows) => calls.head(rows),
  };
}

/** A file may be dropped anywhere on the page. */
function acceptDrops(form: HTMLFormElement, take: (file: File) => void): void {
  const area = form.querySelector('#drop') as HTMLElement;
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files');
  window.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    area.classList.add('over');
  });
  window.addEventListener('dragleave', () => area.classList.remove('over'));
  window.addEventListener('drop', (event) => {
    area.classList.remove('over');
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}
