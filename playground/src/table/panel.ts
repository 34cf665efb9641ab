/** The part of the form for the user's own table: text, file, drop, what was found, questions, and the two columns. */
import { fieldOf } from '../form.ts';
import { type Remote, remote } from '../remote.ts';
import { ENCODINGS } from './encoding.ts';
import { type ColumnFacts, type CopiedColumn, type Pair, questionOf, SEPARATORS, type TableFacts } from './parse.ts';
import { READING_NAMES, type Reading } from './readings.ts';
import type { ReadFacts, TableCalls } from './worker.ts';

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

export type OwnTable = ReadFacts & { readonly file: string | undefined };

export interface TablePanel {
  /** The table that was read last, once it is read. Its columns have the readings that the user chose. */
  facts(): OwnTable | undefined;
  settled(): Promise<OwnTable | undefined>;
  /** What the page must know before it can use the column, in words; the field of the answer gets the focus. */
  question(value: string): string | undefined;
  pair(value: string, group: string): Promise<Pair>;
  /** Whole rows of the table of the last pair. */
  rows(rows: Uint32Array): Promise<CopiedColumn[]>;
  head(rows: number): Promise<string>;
}

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;

/** The list of a column's kind: its name, and how its numbers are written where that is not JavaScript's way. */
function kindText({ name, reading, isPlain, unit, units, decidedBy, choices }: ColumnFacts): string {
  if (!reading) return `${name} (${choices.map((one) => READING_NAMES[one.reading]).join(' or ')}?)`;
  const signs = units.filter(Boolean);
  const kind = unit ? `${READING_NAMES[reading]}: ${unit} since 1970-01-01` : isPlain ? '' : READING_NAMES[reading];
  const why = decidedBy && choices.length > 0 ? `as '${decidedBy}' has it` : '';
  const parts = [kind, why, signs.length === 1 && units.length === 1 ? signs[0] : ''].filter(Boolean);
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : name;
}

/** How many cells of a column are read, unless all are. */
function readText({ name, numbers, blanks, others, firstOther }: ColumnFacts, rows: number): string[] {
  if (numbers === rows) return [];
  const count = (n: number) => n.toLocaleString('en');
  const parts = [`'${name}': ${count(numbers)} of ${count(rows)} cells read`];
  if (blanks > 0) parts.push(`${count(blanks)} blank`);
  if (firstOther) parts.push(`${count(others)} unread (the first: '${firstOther.text}', ${firstOther.place})`);
  return [`${parts.join(', ')}.`];
}

interface Fact {
  readonly text: string;
  /** Something that the user should look at. */
  readonly isWarning?: boolean;
}

/** What the table has, or what it lacks. */
function factsOf(table: OwnTable, source: string): Fact[] {
  const { rows, columns, separator, missing, notes, encoding, sample } = table;
  if (missing.length > 0) {
    const quoted = source.trim().slice(0, 30);
    const what = quoted ? `“${quoted}” is not a table yet.` : 'There is no table yet.';
    return [{ text: `${what} Missing: ${missing.join('; ')}.`, isWarning: true }];
  }
  const numeric = columns.filter(({ isNumeric }) => isNumeric);
  const others = columns.filter(({ isNumeric }) => !isNumeric);
  const how = table.format
    ? table.format
    : separator
      ? `separator: ${SEPARATORS[separator] ?? separator}`
      : 'one column';
  const coded = encoding && encoding !== 'utf-8' ? `, ${ENCODINGS[encoding] ?? encoding.toUpperCase()}` : '';
  const count = `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, ${columns.length} columns (${how}${coded}).`;
  const blank = others
    .filter((one) => one.blanks > 0)
    .map((one) => `${one.blanks.toLocaleString('en')} in '${one.name}'`);
  const partial = columns.filter(({ numbers }) => numbers > 0).flatMap((one) => readText(one, rows));
  const mixed = numeric.filter(({ units }) => units.length > 1);
  return [
    { text: count },
    ...(numeric.length > 0 ? [{ text: `Numbers: ${numeric.map(kindText).join(', ')}.` }] : []),
    ...partial.map((text) => ({ text, isWarning: text.includes('unread') })),
    ...(blank.length > 0 ? [{ text: `Blank cells: ${blank.join(', ')}.` }] : []),
    ...mixed.map(({ name, units }) => ({
      text: `'${name}' has numbers in ${units
        .slice(0, 6)
        .map((unit) => unit || 'no unit')
        .join(', ')}: the page does not convert them.`,
      isWarning: true,
    })),
    ...(sample === undefined ? [] : [{ text: `The encoding is a guess: is “${sample}” right?`, isWarning: true }]),
    ...notes.map((text) => ({ text, isWarning: true })),
  ];
}

function showFacts(facts: readonly Fact[]): void {
  const lines = facts.flatMap(({ text, isWarning }) => {
    const line = document.createElement('span');
    line.textContent = text;
    if (isWarning) line.className = 'wrong';
    return [line, ' '];
  });
  $('own-facts').replaceChildren(...lines.slice(0, -1));
}

export function openPanel(form: HTMLFormElement, onTable: () => void): TablePanel {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const calls: Remote<TableCalls> = remote<TableCalls>(worker, ['read', 'pair', 'rows', 'head']);
  const field = $<HTMLTextAreaElement>('own-text');
  let table: OwnTable | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let latest = 0;
  /** The file whose encoding the user may choose. */
  let bytes: ArrayBuffer | undefined;
  /** The user's answers, by column. */
  const answers = new Map<string, Reading>();
  const valueField = fieldOf<HTMLSelectElement>(form, 'valueColumn');
  const readingField = $<HTMLSelectElement>('own-reading');
  const encodingField = $<HTMLSelectElement>('own-encoding');
  encodingField.replaceChildren(...Object.entries(ENCODINGS).map(([name, label]) => new Option(label, name)));

  const shown = (from: string | ArrayBuffer, file: string | undefined) =>
    typeof from === 'string' ? from : (file ?? '');

  async function read(from: string | ArrayBuffer, file: string | undefined, encoding?: string): Promise<void> {
    const mine = ++latest;
    $('own-facts').textContent = 'Reading…';
    try {
      const facts = { ...(await calls.read({ from, encoding })), file };
      if (mine !== latest) return;
      table = facts;
      answers.clear();
      showFacts(factsOf(facts, shown(from, file)));
      fillColumns(facts);
      ($('own-encoding-label') as HTMLElement).hidden = facts.sample === undefined;
      if (facts.encoding && facts.encoding in ENCODINGS) encodingField.value = facts.encoding;
    } catch (error) {
      if (mine !== latest) return;
      table = undefined;
      showFacts([{ text: `This file could not be read: ${(error as Error).message}.`, isWarning: true }]);
      $('own-encoding-label').hidden = true;
      $('own-reading-label').hidden = true;
    }
    onTable();
    // Of a file, what was read and the columns are in view. Who types a text goes on in it.
    if (file !== undefined) valueField.scrollIntoView({ block: 'nearest' });
  }

  function fillColumns({ columns, proposed, rows }: TableFacts): void {
    const groups = fieldOf<HTMLSelectElement>(form, 'groupColumn');
    const [oldValue, oldGroup] = [valueField, groups].map((one) => one.value || (one.dataset.wanted ?? ''));
    const some = columns.filter(({ numbers }) => numbers > 0);
    const label = ({ name, isNumeric, numbers }: ColumnFacts) =>
      isNumeric ? name : `${name} (${numbers.toLocaleString('en')} of ${rows.toLocaleString('en')} cells)`;
    valueField.replaceChildren(...some.map((one) => new Option(label(one), one.name)));
    groups.replaceChildren(
      ...columns.map(({ name }) => new Option(name, name)),
      new Option('no groups: all rows together', ''),
    );
    const has = (name: string | undefined) => columns.some((one) => one.name === name);
    const isNumbers = columns.some((one) => one.isNumeric && one.name === oldValue);
    valueField.value = isNumbers ? (oldValue as string) : proposed.value;
    groups.value = has(oldGroup) ? (oldGroup as string) : proposed.group;
    fillReadings();
  }

  const valueFacts = (name = valueField.value) => table?.columns.find((one) => one.name === name);

  /** Where two readings of the values fit, the page asks; what other columns say is proposed. */
  function fillReadings(): void {
    const { name = '', choices = [], reading: found } = valueFacts() ?? {};
    $('own-reading-label').hidden = choices.length === 0;
    $('own-reading-of').textContent = `'${name}'`;
    const answer = answers.get(name) ?? found;
    readingField.replaceChildren(
      ...(answer ? [] : [new Option('choose…', '')]),
      ...choices.map((choice) => new Option(choice.says, choice.reading)),
    );
    readingField.value = answer ?? '';
    readingField.removeAttribute('aria-invalid');
  }

  function answered(): OwnTable | undefined {
    if (!table) return undefined;
    const columns = table.columns.map((one) => ({ ...one, reading: answers.get(one.name) ?? one.reading }));
    return { ...table, columns };
  }

  /** Holds a text that the field shows only a part of. */
  function show(text: string, name: string | undefined): void {
    field.readOnly = name !== undefined || text.length > SHOWN;
    field.value =
      text.length > SHOWN ? `${text.slice(0, 1000)}\n… (${text.length.toLocaleString('en')} characters)` : text;
    bytes = undefined;
    reading = read(text, name);
  }

  async function readFile(file: File): Promise<void> {
    field.readOnly = true;
    field.value = `${file.name}, ${file.size.toLocaleString('en')} bytes`;
    reading = file.arrayBuffer().then((found) => {
      bytes = found;
      return read(found, file.name);
    });
    await reading;
  }

  encodingField.addEventListener('change', () => {
    if (bytes) reading = read(bytes, table?.file, encodingField.value);
  });
  readingField.addEventListener('change', () => {
    if (readingField.value) answers.set(valueField.value, readingField.value as Reading);
    fillReadings();
    onTable();
  });
  valueField.addEventListener('input', fillReadings);
  let timer = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    reading = new Promise((resolve) => {
      timer = window.setTimeout(() => resolve(read(field.value, undefined)), 150);
      bytes = undefined;
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
    facts: answered,
    async settled() {
      for (let seen: unknown; seen !== reading; ) {
        seen = reading;
        await reading;
      }
      return answered();
    },
    question(value) {
      const facts = valueFacts(value);
      if (!facts || facts.reading || answers.has(value)) return undefined;
      readingField.setAttribute('aria-invalid', 'true');
      readingField.focus();
      return questionOf(facts);
    },
    pair: (value, group) => calls.pair({ value, group, reading: answers.get(value) }),
    rows: (rows) => calls.rows(rows),
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
