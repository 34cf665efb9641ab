/** Results as numbers: a table with one row per segment or group, sorted by any column, with a row's values. */
import { type Column, column, type Workload } from './columns.ts';
import { type Items, numberAt, takenFrom } from './items.ts';
import { isSort, type Settings } from './settings.ts';

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

export function groupRows({ workload, found, statistics }: GroupsRun): GroupRows {
  const { offsets, names } = workload;
  const count = offsets.length - 1;
  const lengths = Uint32Array.from({ length: count }, (_, s) => (offsets[s + 1] as number) - (offsets[s] as number));
  const perSegment = [...found, ...statistics].filter(({ per }) => per === 'segment');
  const columns = perSegment.filter(({ name }, i) => perSegment.findIndex((one) => one.name === name) === i);
  return { count, names, lengths, columns: columns.filter(({ name }) => name !== 'count') };
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

/** What a row's values are, in words, and the values. */
function rowValues(run: GroupsRun, s: number): { text: string; kept: string; rest: string } {
  const { settings, workload, found } = run;
  const { type, operation, operator } = settings;
  const begin = workload.offsets[s] as number;
  const end = workload.offsets[s + 1] as number;
  const texts = (array: Items, from: number, to: number, of = type) =>
    Array.from({ length: Math.max(0, Math.min(to - from, VALUES_SHOWN)) }, (_, i) =>
      numberText(of, array, from + i),
    ).join(', ');
  const more = (count: number) =>
    count > VALUES_SHOWN ? `, … (${(count - VALUES_SHOWN).toLocaleString('en')} more)` : '';
  if (operation === 'top-k') {
    const [keys, starts] = [column(found, 'keys') as Column, (column(found, 'offsets') as Column).array];
    const [from, to] = [Number(starts[s]), Number(starts[s + 1])];
    const left = end - begin - (to - from);
    const rest = `; ${left.toLocaleString('en')} left out of ${texts(workload.items, begin, end)}${more(end - begin)}`;
    return { text: 'kept: ', kept: texts(keys.array, from, to) + more(to - from), rest };
  }
  const items = column(found, 'keys') ?? (operation === 'scan' ? column(found, operator) : undefined);
  const rows = operation === 'argsort' ? column(found, 'rows') : undefined;
  const array = rows ? takenFrom(workload.items, (rows.array as Uint32Array).subarray(begin, end)) : items?.array;
  const shown =
    rows && array ? texts(array, 0, end - begin) : texts(array ?? workload.items, begin, end, items?.type ?? type);
  const what = isSort(settings) ? 'sorted: ' : operation === 'scan' ? `running ${operator}: ` : 'values: ';
  return { text: what, kept: '', rest: shown + more(end - begin) };
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

/** The first items of a top-k, as a cell. */
function keptText({ settings, found }: GroupsRun, s: number): string | undefined {
  if (settings.operation !== 'top-k') return undefined;
  const [keys, starts] = [column(found, 'keys') as Column, (column(found, 'offsets') as Column).array];
  const [from, to] = [Number(starts[s]), Number(starts[s + 1])];
  const texts = Array.from({ length: Math.min(3, to - from) }, (_, i) => numberText(keys.type, keys.array, from + i));
  return texts.join(', ') + (to - from > 3 ? ', …' : '');
}

function headRow({ rows, sortedBy, descending, run }: View): HTMLElement {
  const head = cell('tr');
  const titles = ['name', 'count', ...rows.columns.map(({ name }) => name)];
  for (const title of titles) {
    const th = cell('th');
    th.scope = 'col';
    const button = cell('button', title === 'name' ? (rows.names ? 'group' : 'segment') : title);
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
  if (keptText(run, 0) !== undefined) head.append(Object.assign(cell('th', 'kept'), { scope: 'col' }));
  return head;
}

function showValues(s: number, row: HTMLElement): void {
  if (!view) return;
  const { text, kept, rest } = rowValues(view.run, s);
  const tip = $('row-values');
  const strong = cell('strong', kept);
  tip.replaceChildren(`${view.rows.names?.[s] ?? `segment ${s}`}, ${text}`, ...(kept ? [strong] : []), rest);
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
  const kept = keptText(run, s);
  if (kept !== undefined) row.append(cell('td', kept));
  row.addEventListener('pointerenter', () => showValues(s, row));
  row.addEventListener('pointerleave', hideValues);
  name.addEventListener('focus', () => showValues(s, row));
  name.addEventListener('click', () => showValues(s, row));
  name.addEventListener('blur', hideValues);
  name.addEventListener('keydown', ({ key }) => key === 'Escape' && hideValues());
  return row;
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
    `${Math.min(shown, rows.count).toLocaleString('en')} of ${rows.count.toLocaleString('en')} ${unit}. A row's values appear when you point at it.`;
  $('groups-more').hidden = shown >= rows.count;
}

export function showGroups(run: GroupsRun): void {
  const rows = groupRows(run);
  const order = Uint32Array.from({ length: rows.count }, (_, s) => s);
  view = { run, rows, order, sortedBy: '', descending: false, shown: SHOWN };
  $('groups-title').textContent = rows.names ? 'Results by group' : 'Results by segment';
  draw();
}

export function showMore(): void {
  if (view) view.shown += 200;
  draw();
}

export const shownRun = (): GroupsRun | undefined => view?.run;
