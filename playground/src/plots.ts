/** The plots of a run. They use the page's colours, which follow light and dark. */
import * as Plot from '@observablehq/plot';
import type { PassProfile, PlanDescription } from 'webgpu-segmented';

const CLASS_COLOURS = {
  domain: ['empty', 'small', 'medium', 'large'],
  range: ['var(--empty)', 'var(--small)', 'var(--medium)', 'var(--large)'],
};

export type SizeClass = 'empty' | 'small' | 'medium' | 'large';

/** The class that the plan puts a length in. A plan for short segments has no classes for long ones. */
export function classOf(classes: PlanDescription['classes'], length: number): SizeClass {
  if (length === 0) return 'empty';
  return classes.find((c) => length >= c.minLength && length <= c.maxLength)?.name ?? 'small';
}

export interface LengthBin {
  /** Lengths from this one to twice of it; 0 for empty segments. */
  readonly from: number;
  readonly name: SizeClass;
  readonly segments: number;
  readonly items: number;
}

/** Segments and items by length, in bins of powers of two, cut where a class ends. */
export function lengthBins(offsets: ArrayLike<number>, classes: PlanDescription['classes']): LengthBin[] {
  const bins = new Map<string, { from: number; name: SizeClass; segments: number; items: number }>();
  for (let s = 0; s + 1 < offsets.length; s++) {
    const length = (offsets[s + 1] as number) - (offsets[s] as number);
    const from = length === 0 ? 0 : 2 ** Math.floor(Math.log2(length));
    const name = classOf(classes, length);
    const bin = bins.get(`${from} ${name}`) ?? { from, name, segments: 0, items: 0 };
    bin.segments += 1;
    bin.items += length;
    bins.set(`${from} ${name}`, bin);
  }
  return [...bins.values()].sort((a, b) => a.from - b.from);
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const text = (n: number) => short.format(n);
/** Only ticks at whole numbers have a label, because these are counts. */
const whole = (n: number) => (Number.isInteger(n) ? text(n) : '');
const binName = (from: number) => (from < 2 ? `${from}` : from < 1024 ? `${from}+` : `${from / 1024}Ki+`);

/** Groups of marks have no role, so they may not have a name either. */
function plot(options: Plot.PlotOptions): Element {
  const drawn = Plot.plot(options);
  for (const group of drawn.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
  return drawn;
}

function emptyNote(words: string): HTMLElement {
  const note = document.createElement('p');
  note.textContent = words;
  return note;
}

/** Bars by length: `of` segments or items. */
export function lengthPlot(bins: readonly LengthBin[], of: 'segments' | 'items', width: number): Element {
  if (bins.length === 0) return emptyNote('No segments.');
  const names = [...new Set(bins.map(({ from }) => binName(from)))];
  return plot({
    ...{
      width,
      height: 195,
      marginLeft: 46,
      marginTop: 26,
      marginBottom: 42,
      style: { background: 'none', fontSize: '12px' },
    },
    ariaLabel: `${of} by segment length`,
    x: { domain: names, label: null, tickRotate: names.length * 34 > width - 46 ? -45 : 0, padding: 0.12 },
    y: { label: `${of}, by segment length`, ticks: 4, tickFormat: whole, grid: true, nice: true },
    color: CLASS_COLOURS,
    marks: [
      Plot.barY(bins, {
        x: ({ from }: LengthBin) => binName(from),
        y: of,
        fill: 'name',
        title: (bin: LengthBin) => `${bin[of].toLocaleString('en')} ${of}, length ${binName(bin.from)}, ${bin.name}`,
      }),
      Plot.ruleY([0]),
    ],
  });
}

interface PassRow {
  readonly name: string;
  readonly of: string;
  readonly milliseconds: number;
  readonly bytes: number | undefined;
  readonly count: number;
}

/** Passes in the order of their first run. Passes of one kernel and class, such as radix passes, are one row. */
export function passRows(passes: readonly PassProfile[]): PassRow[] {
  const rows = new Map<string, PassRow>();
  for (const { kernel, milliseconds, bytes, class: bin } of passes) {
    const of = bin?.name ?? 'other';
    // The partition and the radix passes of the large class use the same scan.
    const name = of === 'other' || kernel.includes(of) ? kernel : `${kernel}, ${of}`;
    const old = rows.get(name);
    rows.set(name, {
      ...{ name, of, milliseconds: milliseconds + (old?.milliseconds ?? 0), count: 1 + (old?.count ?? 0) },
      bytes: bytes === undefined ? old?.bytes : bytes + (old?.bytes ?? 0),
    });
  }
  return [...rows.values()].map((row) => (row.count > 1 ? { ...row, name: `${row.name} × ${row.count}` } : row));
}

const figure = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

function passLabel({ milliseconds, bytes }: PassRow, wide: boolean): string {
  const time = `${figure.format(milliseconds)} ms`;
  return wide && bytes && milliseconds > 0 ? `${time}, ${figure.format(bytes / milliseconds / 1e6)} GB/s` : time;
}

/** One bar per kernel. */
export function passPlot(passes: readonly PassProfile[], width: number): Element {
  const rows = passRows(passes);
  const longest = Math.max(...rows.map(({ milliseconds }) => milliseconds));
  const wide = width > 480;
  const marginLeft = 12 + (wide ? 6.6 : 5.8) * Math.max(...rows.map(({ name }) => name.length));
  return plot({
    ...{
      width,
      height: 40 + 22 * rows.length,
      marginLeft,
      style: { background: 'none', fontSize: wide ? '12px' : '10.5px' },
    },
    ariaLabel: 'time of each kernel',
    x: { label: 'ms', ticks: wide ? 4 : 2, grid: true, domain: [0, longest * (wide ? 1.45 : 1.9)] },
    y: { domain: rows.map(({ name }) => name), label: null, padding: 0.2 },
    color: {
      domain: ['small', 'medium', 'large', 'other'],
      range: ['var(--small)', 'var(--medium)', 'var(--large)', 'var(--other)'],
    },
    marks: [
      Plot.barX(rows, { x: 'milliseconds', y: 'name', fill: 'of' }),
      Plot.text(rows, {
        x: 'milliseconds',
        y: 'name',
        text: (row: PassRow) => passLabel(row, wide),
        textAnchor: 'start',
        dx: 5,
      }),
    ],
  });
}

export interface WayTime {
  readonly way: string;
  readonly milliseconds: number;
}

/** This library compared with plain JavaScript. */
export function wayPlot(ways: readonly WayTime[], width: number): Element {
  const longest = Math.max(...ways.map(({ milliseconds }) => milliseconds));
  const label = ({ milliseconds }: WayTime) =>
    `${milliseconds < 10 ? milliseconds.toPrecision(2) : Math.round(milliseconds).toLocaleString('en')} ms`;
  return plot({
    ...{ width, height: 40 + 30 * ways.length, marginLeft: 118, style: { background: 'none', fontSize: '13px' } },
    ariaLabel: 'time compared with plain JavaScript',
    x: { label: 'ms', ticks: 4, grid: true, domain: [0, longest * 1.25 || 1] },
    y: { domain: ways.map(({ way }) => way), label: null, padding: 0.25 },
    marks: [
      Plot.barX(ways, {
        x: 'milliseconds',
        y: 'way',
        fill: ({ way }: WayTime) => (way === 'plain JS' ? 'var(--other)' : 'var(--accent)'),
      }),
      Plot.text(ways, { x: 'milliseconds', y: 'way', text: label, textAnchor: 'start', dx: 5 }),
    ],
  });
}

/** 256 colours from low to high, as pixels of an image. */
export function keyColours(): Uint32Array {
  const scale = Plot.scale({ color: { type: 'linear', domain: [0, 255], scheme: 'viridis' } });
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return Uint32Array.from({ length: 256 }, (_, i) => {
    if (!context) return 0xff888888;
    // A canvas converts every notation of a colour.
    context.fillStyle = String(scale.apply(i));
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] as number;
  });
}
