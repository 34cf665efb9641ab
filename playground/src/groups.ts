/** Results as numbers: a table with one row per segment or group, sorted by any column, with a row's values. */
import { type Column, column, type Workload } from './columns.ts';
import { type Items, numberAt, takenFrom } from './items.ts';
import { isMap, isSort, type Settings } from './settings.ts';

export interface GroupsRun {
  readonly settings: Settings;
  readonly workload: Workload;
  /** Results of the operation. */
  readonly found: readonly Column[];
  /** Statistics of every group of the user's table. */
  readonly statistics: readonly Column[];
}

/** One row per segment: names, lengths, and every column that has one entry per segment. */
export interface GroupRows {
  readonly count: number;
  readonly names: readonly string[] | undefined;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly columns: readonly Column[];
}

const lengthsOf = (offsets: ArrayLike<number | bigint>) =>
  Uint32Array.from({ length: offsets.length - 1 }, (_, s) => Number(offsets[s + 1]) - Number(offsets[s]));

export function groupRows({ settings, workload, found, statistics }: GroupsRun): GroupRows {
  const { offsets, names } = workload;
  const count = offsets.length - 1;
  const lengths = lengthsOf(offsets);
  const starts = settings.operation === 'unique' ? column(found, 'offsets')?.array : undefined;
  const distinct: Column[] = starts
    ? [{ name: 'distinct', type: 'u32', per: 'segment', array: lengthsOf(starts) }]
    : [];
  const perSegment = [...distinct, ...found, ...statistics].filter(({ per }) => per === 'segment');
  const columns = perSegment.filter(({ name }, i) => perSegment.findIndex((one) => one.name === name) === i);
  const shown = columns.filter(({ name }) => name !== 'count');
  return { count, names, lengths, columns: shown.map((one) => inTable(one, workload)) };
}

/** An index of argmin or argmax counts from the segment's start. Of the user's table it becomes the table's row. */
function inTable(found: Column, { own, offsets }: Workload): Column {
  if (!own || !found.name.endsWith(' index')) return found;
  const rows = Uint32Array.from(
    found.array as Uint32Array,
    (index, s) => own.rows[(offsets[s] as number) + index] ?? 0,
  );
  return { ...found, name: found.name.replace(/index$/, 'row'), array: rows };
}

/** Positions of the items of a result with one entry per item; undefined for results without rows. */
export function positionsOf({ settings, workload, found }: GroupsRun): Uint32Array | undefined {
  if (settings.operation === 'top-k') return column(found, 'indices')?.array as Uint32Array;
  if (isMap(settings)) return Uint32Array.from({ length: workload.items.length }, (_, i) => i);
  return column(found, 'rows')?.array as Uint32Array | undefined;
}

const SHOWN = 50;
const VALUES_SHOWN = 24;
const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 8 });

/** A number as text; integers have all their digits. */
export function numberText(type: Column['type'], array: Items, i: number): string {
  const item = array[i] as number | bigint;
  if (typeof item === 'bigint' || !type.startsWith('f')) return item.toLocaleString('en');
  const value = numberAt(type, array, i);
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e15) ? value.toExponential(6) : precise.format(value);
}

interface RowValues {
  /** What the values are, in a word or two. */
  readonly what: string;
  /** The first values of the result. */
  readonly result: string;
  /** Of a top-k: what it left out. */
  readonly rest: string;
}

/** The first values of an array's range, and how many more there are. */
function valuesText({ type, array }: Pick<Column, 'type' | 'array'>, from: number, to: number, limit: number): string {
  const count = Math.max(0, Math.min(to - from, limit));
  const texts = Array.from({ length: count }, (_, i) => numberText(type, array, from + i)).join(', ');
  return to - from > limit ? `${texts}, … (${(to - from - limit).toLocaleString('en')} more)` : texts;
}

/** The result's values of a row: sorted, kept, running, or the row's items as they are. */
function rowValues({ settings, workload, found }: GroupsRun, s: number, limit: number): RowValues {
  const { type, operation, operator, transform } = settings;
  const [begin, end] = [workload.offsets[s] as number, workload.offsets[s + 1] as number];
  const items = { type, array: workload.items };
  if (operation === 'top-k') {
    const [keys, starts] = [column(found, 'keys') as Column, (column(found, 'offsets') as Column).array];
    const [from, to] = [Number(starts[s]), Number(starts[s + 1])];
    const left = (end - begin - (to - from)).toLocaleString('en');
    const rest = `; ${left} left out of ${valuesText(items, begin, end, limit)}`;
    return { what: 'kept', result: valuesText(keys, from, to, limit), rest };
  }
  if (operation === 'argsort') {
    const order = (column(found, 'rows') as Column).array as Uint32Array;
    const array = takenFrom(workload.items, order.subarray(begin, Math.min(end, begin + limit)));
    const shown = valuesText({ type, array }, 0, array.length, limit);
    const more = end - begin > limit ? `, … (${(end - begin - limit).toLocaleString('en')} more)` : '';
    return { what: 'sorted', result: shown + more, rest: '' };
  }
  if (operation === 'unique') return distinctValues(found, s, limit);
  const maps: Readonly<Record<string, string>> = { scan: `running ${operator}`, rank: 'ranks', transform };
  const what = isSort(settings) ? 'sorted' : (maps[operation] ?? 'values');
  const of = isSort(settings) ? column(found, 'keys') : isMap(settings) ? found[0] : undefined;
  return { what, result: valuesText(of ?? items, begin, end, limit), rest: '' };
}

/** Distinct keys, and how often each occurs. */
function distinctValues(found: readonly Column[], s: number, limit: number): RowValues {
  const [keys, counts] = ['keys', 'counts'].map((name) => column(found, name)) as [Column, Column];
  const starts = (column(found, 'offsets') as Column).array;
  const [from, to] = [Number(starts[s]), Number(starts[s + 1])];
  const texts = Array.from({ length: Math.max(0, Math.min(to - from, limit)) }, (_, i) => {
    const times = Number(counts.array[from + i]).toLocaleString('en');
    return `${numberText(keys.type, keys.array, from + i)} × ${times}`;
  });
  const more = to - from > limit ? `, … (${(to - from - limit).toLocaleString('en')} more)` : '';
  return { what: 'keys', result: texts.join(', ') + more, rest: '' };
}

interface View {
  readonly run: GroupsRun;
  readonly rows: GroupRows;
  /** Segments in the order of the table. */
  order: Uint32Array;
  sortedBy: string;
  descending: boolean;
  shown: number;
}

let view: View | undefined;

/** Sorts by a column; NaNs last. Ties keep the order of the segments. */
function sortRows(by: string): void {
  if (!view) return;
  const { rows } = view;
  view.descending = view.sortedBy === by ? !view.descending : by !== 'name';
  view.sortedBy = by;
  const sign = view.descending ? -1 : 1;
  const of = column(rows.columns, by);
  const order = Array.from({ length: rows.count }, (_, s) => s);
  const { names } = rows;
  if (by === 'name' && names) {
    const collator = new Intl.Collator('en', { numeric: true });
    order.sort((a, b) => sign * collator.compare(names[a] as string, names[b] as string) || a - b);
  } else {
    const keys = Float64Array.from(order, (s) =>
      by === 'name' ? s : of ? numberAt(of.type, of.array, s) : (rows.lengths[s] as number),
    );
    const last = (s: number) => Number(Number.isNaN(keys[s]));
    order.sort((a, b) => last(a) - last(b) || sign * ((keys[a] as number) - (keys[b] as number)) || a - b);
  }
  view.order = Uint32Array.from(order);
  view.shown = SHOWN;
  draw();
}

function cell<K extends keyof HTMLElementTagNameMap>(tag: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function headRow({ rows, sortedBy, descending, run }: View): HTMLElement {
  const head = cell('tr');
  const titles = ['name', 'count', ...rows.columns.map(({ name }) => name)];
  for (const title of titles) {
    const th = cell('th');
    th.scope = 'col';
    const button = cell(
      'button',
      title === 'name' ? (rows.names ? run.workload.own?.group || 'group' : 'segment') : title,
    );
    button.type = 'button';
    button.addEventListener('click', () => {
      sortRows(title);
      $('groups-table').querySelectorAll('button')[titles.indexOf(title)]?.focus();
    });
    const isSorted = sortedBy === title;
    th.ariaSort = isSorted ? (descending ? 'descending' : 'ascending') : 'none';
    th.append(button);
    head.append(th);
  }
  const { what } = rowValues(run, 0, 0);
  head.append(Object.assign(cell('th', `${what}, the first`), { scope: 'col' }));
  return head;
}

function showValues(s: number, row: HTMLElement): void {
  if (!view) return;
  const { what, result, rest } = rowValues(view.run, s, VALUES_SHOWN);
  const tip = $('row-values');
  tip.replaceChildren(`${view.rows.names?.[s] ?? `segment ${s}`}, ${what}: `, cell('strong', result), rest);
  tip.hidden = false;
  const section = $('groups').getBoundingClientRect();
  tip.style.top = `${row.getBoundingClientRect().bottom - section.top}px`;
}

const hideValues = () => {
  $('row-values').hidden = true;
};

function bodyRow({ rows, run }: View, s: number): HTMLElement {
  const row = cell('tr');
  const th = cell('th');
  th.scope = 'row';
  const name = cell('button', rows.names?.[s] ?? s.toLocaleString('en'));
  name.type = 'button';
  name.setAttribute('aria-describedby', 'row-values');
  th.append(name);
  row.append(th, cell('td', (rows.lengths[s] as number).toLocaleString('en')));
  row.append(...rows.columns.map(({ type, array }) => cell('td', numberText(type, array, s))));
  row.append(cell('td', rowValues(run, s, 3).result.replace(/ \(.*/, '')));
  row.addEventListener('pointerenter', () => showValues(s, row));
  row.addEventListener('pointerleave', hideValues);
  name.addEventListener('focus', () => showValues(s, row));
  name.addEventListener('click', () => showValues(s, row));
  name.addEventListener('blur', hideValues);
  name.addEventListener('keydown', ({ key }) => key === 'Escape' && hideValues());
  return row;
}

/** What a row's number is, where the page or a file shows one. */
function rowsNote({ run, rows }: View): string {
  const hasRows = positionsOf(run) !== undefined || rows.columns.some(({ name }) => name.endsWith(' row'));
  return run.workload.own && hasRows ? ' Row 0 is the first row of your table.' : '';
}

function draw(): void {
  if (!view) return;
  const { rows, order, shown } = view;
  const [head, body] = [cell('thead'), cell('tbody')];
  head.append(headRow(view));
  for (const s of order.subarray(0, shown)) body.append(bodyRow(view, s));
  $('groups-table').replaceChildren(head, body);
  hideValues();
  const unit = rows.names ? 'groups' : 'segments';
  $('groups-count').textContent =
    `${Math.min(shown, rows.count).toLocaleString('en')} of ${rows.count.toLocaleString('en')} ${unit}. A row's values appear when you point at it.${rowsNote(view)}`;
  $('groups-more').hidden = shown >= rows.count;
}

export function showGroups(run: GroupsRun): void {
  const rows = groupRows(run);
  const order = Uint32Array.from({ length: rows.count }, (_, s) => s);
  view = { run, rows, order, sortedBy: '', descending: false, shown: SHOWN };
  $('groups-title').textContent = rows.names ? 'Results by group' : 'Results by segment';
  const hasRows = run.workload.own !== undefined && positionsOf(run) !== undefined;
  $('whole-rows-label').hidden = !hasRows;
  draw();
}

export function showMore(): void {
  if (view) view.shown += 200;
  draw();
}

export const shownRun = (): GroupsRun | undefined => view?.run;
