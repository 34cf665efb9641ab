/** Measurements as a page to read: results of the self-test, plots, tables, the tuned table. Several lie side by side. */
import * as Plot from '@observablehq/plot';
import {
  cellText,
  labAnswers,
  type Measurement,
  namesOf,
  powerText,
  sideBySide,
} from '../../../bench/report/measurement.mjs';

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = '', className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function section(title: string, ...content: (Element | string)[]): HTMLElement {
  const made = element('section');
  made.append(element('h2', title), ...content);
  return made;
}

/** In a box of its own, which scrolls sideways. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[], label: string): HTMLElement {
  const [box, table, top, body] = [element('div', '', 'scroll'), element('table'), element('tr'), element('tbody')];
  table.append(element('caption', label));
  top.append(...head.map((text) => Object.assign(element('th', text), { scope: 'col' })));
  for (const [first = '', ...rest] of rows) {
    const row = element('tr');
    row.append(Object.assign(element('th', first), { scope: 'row' }), ...rest.map((text) => element('td', text)));
    body.append(row);
  }
  const thead = element('thead');
  thead.append(top);
  table.append(thead, body);
  box.tabIndex = 0;
  box.append(table);
  return box;
}

function verdicts(measurements: readonly Measurement[], names: readonly string[]): HTMLElement[] {
  return measurements.flatMap(({ selfTest: { calls, wrong } }, i) => {
    const who = measurements.length > 1 ? `${names[i]}: ` : '';
    if (calls === 0) return [element('p', `${who}The self-test was skipped.`)];
    const right = `✓ ${who}${calls.toLocaleString('en')} calls agree with plain JS.`;
    const differ = `✗ ${who}${wrong.length} of ${calls.toLocaleString('en')} calls differ from plain JS:`;
    const line = element('p', wrong.length ? differ : right, wrong.length ? 'wrong' : 'right');
    const list = element('ul');
    list.append(...wrong.map(({ call, says }) => element('li', `${call}: ${says}`)));
    return wrong.length ? [line, list] : [line];
  });
}

interface Point {
  readonly op: string;
  readonly n: number;
  readonly series: string;
  readonly value: number;
}

/** One report: a line per workload. Several: a line per report, of one workload. */
function pointsOf(
  measurements: readonly Measurement[],
  names: readonly string[],
  workload: string,
  of: (row: { n: number; ms: number; share?: number }) => number | undefined,
): Point[] {
  return measurements.flatMap(({ rows }, i) =>
    rows.flatMap((row) => {
      const value = row.lib === 'webgpu-segmented' && row.ok ? of(row) : undefined;
      if (value === undefined || (measurements.length > 1 && row.workload !== workload)) return [];
      const series = measurements.length > 1 ? (names[i] as string) : row.workload;
      return [{ op: row.op, n: row.n, series, value }];
    }),
  );
}

function linePlot(points: readonly Point[], op: string, label: string, width: number, percent: boolean): Element {
  const of = points.filter((point) => point.op === op);
  const sizes = [...new Set(of.map(({ n }) => n))].sort((a, b) => a - b);
  return Plot.plot({
    ...{
      width,
      height: 230,
      marginLeft: 52,
      marginTop: 28,
      marginBottom: 42,
      style: { background: 'none', fontSize: '12px' },
    },
    ariaLabel: `${op}: ${label} by number of items`,
    x: { type: 'point', domain: sizes, tickFormat: powerText, label: 'items', labelOffset: 36 },
    y: percent
      ? { label: `${op}: ${label}`, grid: true, zero: true, percent: true }
      : { label: `${op}: ${label}`, grid: true, zero: true, tickFormat: '~s' },
    color: { scheme: 'Observable10', domain: [...new Set(points.map(({ series }) => series))] },
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(of, { x: 'n', y: 'value', stroke: 'series', z: 'series' }),
      Plot.dot(of, {
        x: 'n',
        y: 'value',
        fill: 'series',
        r: 3,
        title: ({ series, value }: Point) =>
          `${series}: ${percent ? `${Math.round(100 * value)}%` : Math.round(value).toLocaleString('en')}`,
      }),
    ],
  });
}

function plots(
  measurements: readonly Measurement[],
  names: readonly string[],
  workload: string,
  width: number,
): Element[] {
  const kinds = [
    { title: 'items per second', of: ({ n, ms }: { n: number; ms: number }) => (n / ms) * 1000, percent: false },
    { title: "share of a copy's bandwidth, %", of: ({ share }: { share?: number }) => share, percent: true },
  ];
  return kinds.map(({ title, of, percent }) => {
    const points = pointsOf(measurements, names, workload, of);
    const domain = [...new Set(points.map(({ series }) => series))];
    const box = element('div', '', 'two');
    const columns = width > 600 ? width / 2 - 8 : width;
    box.append(...[...new Set(points.map(({ op }) => op))].map((op) => linePlot(points, op, title, columns, percent)));
    const legend = domain.length > 0 ? [Plot.legend({ color: { scheme: 'Observable10', domain } })] : [];
    return section(`By size: ${title}`, ...(legend as Element[]), box);
  });
}

function facts(measurements: readonly Measurement[], names: readonly string[]): HTMLElement {
  const subgroups = ({ adapter: { subgroupMinSize: min, subgroupMaxSize: max }, features }: Measurement) =>
    features.includes('subgroups') ? (min === max ? `${min}` : `${min} to ${max}`) : 'none';
  const lines: [string, (one: Measurement) => string][] = [
    ['browser', ({ browser }) => browser],
    ['version of webgpu-segmented', ({ library }) => library],
    ['day', ({ date }) => date],
    ['vendor, architecture', ({ adapter }) => [adapter.vendor, adapter.architecture].filter(Boolean).join(', ')],
    ['software adapter', ({ adapter }) => (adapter.software ? 'yes' : 'no')],
    ['subgroup size', subgroups],
    ['largest binding', ({ limits }) => (limits.maxStorageBufferBindingSize ?? 0).toLocaleString('en')],
    ['workgroup memory', ({ limits }) => (limits.maxComputeWorkgroupStorageSize ?? 0).toLocaleString('en')],
    ['features', ({ features }) => features.join(', ')],
    ['seconds', ({ seconds }) => `${seconds}`],
  ];
  const rows = lines.map(([name, of]) => [name, ...measurements.map(of)]);
  return section('Adapters', tableOf(['fact', ...names], rows, 'What was measured, and where'));
}

/** Times of fewer items say more about the clock than about the kernels. */
const LEAST_FOR_RATIO = 1e5;

type Row = Measurement['rows'][number];

/** How many times as fast as plain JavaScript, where that was timed. */
function beside({ rows }: Measurement, cell: Row | undefined): string {
  if (!cell?.ok || cell.n < LEAST_FOR_RATIO) return '';
  const { op, workload, n } = cell;
  const plain = rows.find((row) => row.lib === 'plain JS' && row.op === op && row.workload === workload && row.n === n);
  if (!plain) return '';
  const factor = plain.ms / cell.ms;
  return `, ${factor < 10 ? factor.toPrecision(2) : Math.round(factor)} × plain JS`;
}

function times(measurements: readonly Measurement[], names: readonly string[]): HTMLElement {
  const rows = sideBySide(measurements).map(({ op, workload, n, rows: cells }) => [
    `${op}, ${workload}, ${powerText(n)}`,
    ...cells.map((cell, i) => `${cellText(cell)}${beside(measurements[i] as Measurement, cell)}`),
  ]);
  const label =
    "Milliseconds; in brackets the share of a copy's bandwidth; × plain JS: how many times as fast, data on the GPU";
  const skipped = measurements.flatMap(({ skipped: list }, i) => list.map((text) => `${names[i]}: ${text}`));
  const left = element('details');
  left.append(element('summary', `${skipped.length} not timed`), ...skipped.map((text) => element('p', text, 'note')));
  return section('Times', tableOf(['call', ...names], rows, label), ...(skipped.length ? [left] : []));
}

function tuned(measurements: readonly Measurement[], names: readonly string[]): Element[] {
  return measurements.flatMap(({ tuning }, i) => {
    if (!tuning) return [];
    const taken = element('ul');
    taken.append(...tuning.taken.map((text) => element('li', text)));
    const said = tuning.taken.length
      ? `Of ${tuning.tried} candidates these were taken:`
      : `No candidate was faster; tried: ${tuning.tried}.`;
    const table = element('pre', JSON.stringify(tuning.table, null, 2));
    return [section(`Tuning: ${names[i]}`, element('p', said), taken, table)];
  });
}

function answered(measurements: readonly Measurement[], names: readonly string[]): Element[] {
  return measurements.flatMap((measurement, i) => {
    const lines = labAnswers(measurement);
    if (lines.length === 0) return [];
    const parts = lines.map(({ experiment, answers = [], ran, of }) => {
      const part = element('details');
      const list = element('ul');
      list.append(...answers.map((text) => element('li', text)));
      const cut = ran === of ? '' : `, ${ran} of ${of} variants`;
      part.append(element('summary', `${experiment}${cut}`), list);
      return part;
    });
    return [section(`Experiments: ${names[i]}`, ...parts)];
  });
}

/** @param workload the one that plots of several measurements show */
export function showMeasurements(target: HTMLElement, measurements: readonly Measurement[], workload: string): void {
  const names = namesOf(measurements);
  const width = Math.max(260, target.clientWidth - 34);
  const found = section('Self-test', ...verdicts(measurements, names));
  target.replaceChildren(
    found,
    ...plots(measurements, names, workload, width),
    times(measurements, names),
    ...tuned(measurements, names),
    ...answered(measurements, names),
    facts(measurements, names),
  );
}
