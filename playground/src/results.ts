/** Shows a run on the page. */
import { type Column, column, type Workload } from './columns.ts';
import { showGroups } from './groups.ts';
import { takenFrom } from './items.ts';
import type { Measured } from './measure.ts';
import { drawBins, drawItems, drawResults, drawTaken, shownRange, shownRows } from './picture.ts';
import { lengthBins, lengthPlot, passPlot, type WayTime, wayPlot } from './plots.ts';
import { isMap, isSort, operatorsOf, type Settings } from './settings.ts';

export interface Run {
  readonly settings: Settings;
  readonly workload: Workload;
  readonly measured: Measured;
  readonly plainMs: number;
  /** What differs from plain JavaScript, in words. */
  readonly wrong: string | undefined;
  /** Statistics of every group of the user's table. */
  readonly statistics: readonly Column[];
  /** What the page left out of the user's table, in words. */
  readonly notes: readonly string[];
}

const $ = (id: string) => document.getElementById(id) as HTMLElement;

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toPrecision(2) : Math.round(time).toLocaleString('en')} ms`;
}

function ratio(time: number, plain: number): string {
  const factor = Math.max(time, plain) / Math.min(time, plain);
  if (factor < 1.05) return 'the same as plain JS';
  const text = factor < 100 ? factor.toPrecision(2) : Math.round(factor).toLocaleString('en');
  return `${text} × ${time < plain ? 'faster' : 'slower'} than plain JS`;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function bytes(count: number): string {
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: 'byte',
    notation: 'compact',
    unitDisplay: 'narrow',
  }).format(count);
}

/** Times of fewer items say more about the clock than about the library. */
const LEAST_FOR_RATIO = 1e5;

/** Rows of name, figure and note. */
function figures({ settings, workload, measured, plainMs }: Run): [string, string, string][] {
  const { runs, callMs, firstMs, temporaryBytes, last } = measured;
  const items = workload.items.length;
  const what = isSort(settings) ? 'keys' : 'items';
  const beside = (time: number) => (items < LEAST_FOR_RATIO ? '' : ratio(time, plainMs));
  const gpu = runs.length > 0 ? median(runs) : undefined;
  const ran = last?.ran === 'js' ? 'in JavaScript' : 'on the GPU';
  return [
    ['call on arrays', milliseconds(callMs), [ran, beside(callMs)].filter(Boolean).join('; ')],
    ...(gpu === undefined
      ? []
      : ([
          ['data on the GPU', milliseconds(gpu), beside(gpu)],
          [`${what} per second`, compact.format((items / gpu) * 1000), `median of ${runs.length} runs`],
        ] as [string, string, string][])),
    ['plain JS', milliseconds(plainMs), 'one worker'],
    ['first call', milliseconds(firstMs), last?.ran === 'js' ? 'loads its code' : 'compiles the kernels'],
    ...(gpu === undefined ? [] : ([['scratch', bytes(temporaryBytes), 'GPU memory']] as [string, string, string][])),
  ];
}

/** Where the call on arrays ran, and why. */
const placeNote = ({ last }: Measured) =>
  last ? [`The call on arrays ran ${last.ran === 'js' ? 'in JavaScript' : 'on the GPU'}: ${last.why}.`] : [];

function element(tag: string, content: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = content;
  if (className) made.className = className;
  return made;
}

function showFigures(run: Run): void {
  $('figures').replaceChildren(
    ...figures(run).map(([name, figure, note]) => {
      const card = document.createElement('div');
      card.append(element('dt', name), element('dd', figure, 'figure'), element('dd', note, 'note'));
      return card;
    }),
  );
  const { wrong, workload, measured } = run;
  const verdict = $('verdict');
  const items = workload.items.length.toLocaleString('en');
  const segments = (workload.offsets.length - 1).toLocaleString('en');
  verdict.textContent = wrong
    ? `✗ Wrong: ${wrong}.`
    : `✓ Checked against plain JS: ${items} items in ${segments} segments${exactness(run.settings)}.`;
  verdict.className = wrong ? 'wrong' : 'right';
  $('notes').replaceChildren(
    ...[...run.notes, ...placeNote(measured), ...measured.notes].map((note) => element('li', note)),
  );
}

function exactness(settings: Settings): string {
  const { operation, operator, type, transform } = settings;
  const isShift = operation === 'transform' && transform === 'shift';
  if (isSort(settings) || isShift || operation === 'top-k' || operation === 'unique') return ', bit for bit';
  if (operation === 'rank' || operation === 'mode' || operation === 'histogram') return ', exactly';
  if (operation === 'transform' && transform === 'diff')
    return type.startsWith('f') ? ', within rounding' : ', exactly';
  if (operation === 'quantile' || operation === 'transform') return ', within rounding';
  const operators: readonly string[] = operation === 'scan' ? [operator] : operatorsOf(settings);
  const rounds = (name: string) => type.startsWith('f') && (name === 'sum' || name === 'product');
  return operators.some((name) => rounds(name) || ['mean', 'variance', 'std', 'logsumexp'].includes(name))
    ? ', within rounding'
    : ', exactly';
}

const plotWidth = (id: string) => Math.max(240, $(id).clientWidth);

function showPlots({ workload, measured, plainMs }: Run): void {
  const classes = measured.description?.classes ?? [];
  const bins = lengthBins(workload.offsets, classes);
  $('lengths-segments').replaceChildren(lengthPlot(bins, 'segments', plotWidth('lengths-segments')));
  $('lengths-items').replaceChildren(lengthPlot(bins, 'items', plotWidth('lengths-items')));
  // Classes and kernels are those of a plan.
  for (const id of ['classes', 'kernels']) $(id).hidden = !measured.description;
  $('class-table').replaceChildren(...classRows(bins, measured));
  const { runs, passes, callMs } = measured;
  const ways: WayTime[] = [
    ...(runs.length > 0 ? [{ way: 'data on the GPU', milliseconds: median(runs) }] : []),
    { way: 'call on arrays', milliseconds: callMs },
    { way: 'plain JS', milliseconds: plainMs },
  ];
  $('ways').replaceChildren(wayPlot(ways, plotWidth('ways')));
  $('passes').replaceChildren(...(passes ? [passPlot(passes, plotWidth('passes'))] : passList(measured)));
}

/** Without times: the recorded kernels, in order. */
function passList({ description }: Measured): HTMLElement[] {
  const names = [...new Set((description?.passes ?? []).map(({ kernel }) => kernel))];
  return [element('p', `Recorded kernels, without times: ${names.join(' · ')}`)];
}

function classRows(bins: ReturnType<typeof lengthBins>, { description }: Measured): HTMLElement[] {
  const names = ['empty', 'small', 'medium', 'large'] as const;
  return names.flatMap((name) => {
    const ofClass = bins.filter((bin) => bin.name === name);
    const classes = description?.classes.filter((c) => c.name === name) ?? [];
    if (ofClass.length === 0 && classes.length === 0) return [];
    const row = document.createElement('tr');
    const head = element('th', name);
    head.setAttribute('scope', 'row');
    head.className = `class-${name}`;
    const last = classes.at(-1)?.maxLength ?? 0;
    const to = last > 2 ** 31 ? 'and up' : `to ${last.toLocaleString('en')}`;
    const range = name === 'empty' ? '0' : classes[0] ? `${classes[0].minLength.toLocaleString('en')} ${to}` : '';
    const sum = (of: 'segments' | 'items') => ofClass.reduce((total, bin) => total + bin[of], 0).toLocaleString('en');
    row.append(head, ...[range, sum('segments'), sum('items')].map((text) => element('td', text)));
    return [row];
  });
}

/** The picture after a call, and its title. */
function drawAfter(
  canvas: HTMLCanvasElement,
  { settings, workload, measured }: Run,
  rows: ReturnType<typeof shownRows>,
): string {
  const { type, operation, order, k } = settings;
  const { items, offsets } = workload;
  const { found } = measured;
  const range = shownRange(type, items, offsets, rows);
  if (operation === 'top-k') {
    const threshold = (column(found, 'indices') as Column).array as Uint32Array;
    drawTaken(canvas, type, items, offsets, rows, range, threshold);
    return `kept: the ${k} ${order === 'descending' ? 'greatest' : 'least'} of each segment, where they stand`;
  }
  if (operation === 'histogram') {
    drawBins(canvas, found, rows);
    return 'after: the counts of each segment, bin by bin';
  }
  if (operation === 'unique') {
    const [keys, starts] = ['keys', 'offsets'].map((name) => column(found, name)) as [Column, Column];
    drawItems(canvas, type, keys.array, starts.array as Uint32Array, rows, range);
    return 'after: the distinct keys of each segment';
  }
  const perItem = found.find(({ per }) => per === 'item');
  if (!perItem) {
    const of = found[0] as Column;
    drawResults(canvas, of.type, of.array, rows);
    return `after: the ${of.name} of each segment`;
  }
  const rowsFound = operation === 'argsort' ? (perItem.array as Uint32Array) : undefined;
  const array = rowsFound ? takenFrom(items, rowsFound) : perItem.array;
  const after = rowsFound ? type : perItem.type;
  const own = isMap(settings) ? shownRange(after, array, offsets, rows) : range;
  drawItems(canvas, after, array, offsets, rows, own);
  if (operation === 'rank') return 'after: the rank of each item';
  return operation === 'scan'
    ? `after: the running ${perItem.name}`
    : isMap(settings)
      ? `after: ${perItem.name}`
      : 'after';
}

function showPicture(run: Run): void {
  const { settings, workload } = run;
  const rows = shownRows(workload.offsets);
  const range = shownRange(settings.type, workload.items, workload.offsets, rows);
  const [before, after] = [$('before') as HTMLCanvasElement, $('after') as HTMLCanvasElement];
  drawItems(before, settings.type, workload.items, workload.offsets, rows, range);
  const title = drawAfter(after, run, rows);
  after.setAttribute('aria-label', `${title}, one row per segment`);
  $('after-title').textContent = title;
  $('picture-note').textContent = pictureNote(workload, rows.ids);
}

function pictureNote({ offsets, names }: Workload, ids: readonly number[]): string {
  const count = offsets.length - 1;
  const shown = ids.length < count ? `${ids.length} of ${count.toLocaleString('en')} segments` : `${count} segments`;
  const groups = names
    ? ` Groups, from the top: ${ids
        .slice(0, 12)
        .map((id) => names[id])
        .join(', ')}${ids.length > 12 ? ', …' : ''}.`
    : '';
  return `${shown}, one row each. A row is the whole segment from left to right, as wide as the logarithm of its length. Dark is low, light is high, grey is NaN.${groups}`;
}

let last: Run | undefined;

export function showRun(run: Run): void {
  last = run;
  $('results').hidden = false;
  markStale(false);
  showFigures(run);
  showPlots(run);
  showPicture(run);
  showGroups({ ...run, found: run.measured.found });
  const title = $('result-title');
  title.focus({ preventScroll: true });
  title.scrollIntoView({ block: 'start', behavior: 'instant' });
}

/** Results of other settings are marked. */
export function markStale(isStale: boolean): void {
  $('stale').hidden = !isStale;
  $('results').classList.toggle('stale', isStale);
}

/** After an error nothing of an earlier run is left. */
export function clearRun(): void {
  last = undefined;
  $('results').hidden = true;
}

/** Draws the plots again at the page's new width. */
export function redraw(): void {
  if (last) showPlots(last);
}
