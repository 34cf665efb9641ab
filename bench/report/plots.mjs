// The rows as pictures: one SVG per kind of data of an adapter.
import * as Plot from '@observablehq/plot';
import { JSDOM } from 'jsdom';
import { MAIN } from '../operations.mjs';
import { edgeRows, fixedLength, isOwn, isPeer, mainSizes, nsPerKey, peerSizes, scalingRows } from './rows.mjs';
import { INK, logScale, look, panel, picture } from './svg.mjs';

/** @returns the pictures of an adapter as SVG text, by name, without pictures that have no rows */
export function pictures(adapter) {
  const { window } = new JSDOM('');
  const made = {
    ratio: ratioPicture(window, adapter),
    peers: peersPicture(window, adapter),
    scaling: scalingPicture(window, adapter),
    edges: edgesPicture(window, adapter),
  };
  window.close();
  return Object.fromEntries(Object.entries(made).filter(([, svg]) => svg !== undefined));
}

const subtitleOf = ({ name, adapter }) => (adapter && adapter !== name ? `${name}: ${adapter}` : name);

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const asPower = (exponent) => `2${[...String(exponent)].map((digit) => SUPERSCRIPTS[digit]).join('')}`;

/** Pixels by which a series is moved from the middle of its line, so that equal values do not hide each other. */
const shift = (index, count) => (index - (count - 1) / 2) * Math.min(5, 18 / count);

function named(names) {
  return names.map((name, index) => ({ name, ...look(name, index) }));
}

/** Workloads from top to bottom. */
function workloadPanel(window, { title, workloads, values, marks }) {
  return panel(window.document, {
    title,
    height: 56 + 24 * workloads.length,
    marginLeft: 84,
    x: logScale(values),
    y: { type: 'point', domain: workloads, label: null, padding: 0.6, tickSize: 0 },
    marks,
  });
}

/** Bars from 1, the speed of plain JS: right is faster. */
function ratioPicture(window, adapter) {
  const [lib] = adapter.libs.filter(isOwn);
  const sizes = mainSizes(adapter);
  const rows = adapter.rows.filter(
    (row) =>
      row.lib === lib &&
      row.ratio &&
      sizes.includes(row.n) &&
      MAIN.includes(row.op) &&
      fixedLength(row.workload) === undefined,
  );
  if (rows.length === 0) return undefined;
  const series = named(sizes.map((n) => `${asPower(Math.log2(n))} items`));
  const panels = MAIN.filter((op) => rows.some((row) => row.op === op)).map((op) =>
    workloadPanel(window, {
      title: `${op}: times as fast as plain JS`,
      workloads: adapter.workloads,
      values: [1, ...rows.map(({ ratio }) => ratio)],
      marks: [
        Plot.ruleX([1], { stroke: INK, strokeWidth: 1.25 }),
        ...series.flatMap(({ color, symbol }, index) => {
          const of = rows.filter((row) => row.op === op && row.n === sizes[index]);
          const at = { y: 'workload', dy: shift(index, sizes.length) };
          return [
            Plot.ruleY(of, { ...at, x1: 1, x2: 'ratio', stroke: color, strokeWidth: 1.5 }),
            Plot.dot(of, { ...at, x: 'ratio', fill: color, symbol, r: 3.5 }),
          ];
        }),
      ],
    }),
  );
  const title = 'Compared with plain JS: right is faster';
  return picture(window, { title, subtitle: subtitleOf(adapter), series, panels });
}

function peersPicture(window, adapter) {
  const n = peerSizes(adapter).at(-1);
  const rows = adapter.rows.filter((row) => row.n === n && fixedLength(row.workload) === undefined);
  const operations = MAIN.filter((op) => rows.some((row) => row.op === op && isPeer(row.lib)));
  if (operations.length === 0) return undefined;
  const series = named(adapter.libs.filter((lib) => rows.some((row) => row.lib === lib)));
  const panels = operations.map((op) => {
    const block = rows.filter((row) => row.op === op);
    return workloadPanel(window, {
      title: `${op}: ms`,
      workloads: adapter.workloads,
      values: block.map(({ ms }) => ms),
      marks: series.map(({ name, color, symbol }, index) =>
        Plot.dot(
          block.filter(({ lib }) => lib === name),
          { x: 'ms', y: 'workload', dy: shift(index, series.length), fill: color, symbol, r: 4 },
        ),
      ),
    });
  });
  const title = `Median time, ${asPower(Math.log2(n))} items: left is faster`;
  return picture(window, { title, subtitle: subtitleOf(adapter), series, panels });
}

/** A linear axis of exponents of two, with a tick at each. */
function exponentAxis(values) {
  const domain = [Math.log2(Math.min(...values)), Math.log2(Math.max(...values))];
  const first = Math.ceil(domain[0]);
  const ticks = Array.from({ length: Math.floor(domain[1]) - first + 1 }, (_, i) => first + i);
  return {
    domain,
    ticks,
    tickFormat: asPower,
    tickSize: 0,
    inset: 8,
    labelAnchor: 'center',
    labelArrow: 'none',
    labelOffset: 36,
  };
}

/** A line with symbols. `xOf` gives the value on the axis of exponents. */
function curve(points, { color, symbol }, xOf, strokeDasharray) {
  const data = points.map((point) => ({ x: Math.log2(xOf(point)), y: nsPerKey(point) }));
  return [
    Plot.line(data, { x: 'x', y: 'y', stroke: color, strokeWidth: 1.75, strokeDasharray }),
    Plot.dot(data, { x: 'x', y: 'y', fill: color, symbol, r: 4 }),
  ];
}

function scalingPicture(window, adapter) {
  const blocks = scalingRows(adapter).filter(({ op }) => MAIN.includes(op));
  if (blocks.length === 0) return undefined;
  const names = adapter.workloads.filter((name) =>
    blocks.some(({ series }) => series.some(({ workload }) => workload === name)),
  );
  const series = named(names);
  const axis = exponentAxis(blocks.flatMap((block) => block.series.flatMap(({ points }) => points.map(({ n }) => n))));
  const panels = blocks.map(({ op, series: of }) =>
    panel(window.document, {
      title: `${op}: ns per key`,
      height: 260,
      marginBottom: 52,
      x: { ...axis, label: 'items' },
      y: logScale(of.flatMap(({ points }) => points.map(nsPerKey))),
      marks: of.flatMap(({ workload, points }) =>
        curve(
          points,
          series.find(({ name }) => name === workload),
          ({ n }) => n,
        ),
      ),
    }),
  );
  const title = 'Time per key by items: lower is faster';
  return picture(window, { title, subtitle: subtitleOf(adapter), series, panels });
}

/** For every operation, the largest size that was measured by length. */
function edgesPicture(window, adapter) {
  const all = edgeRows(adapter);
  const blocks = all.filter(({ op, n }) => !all.some((other) => other.op === op && other.n > n));
  if (blocks.length === 0) return undefined;
  const libs = adapter.libs.filter((lib) => blocks.some(({ points }) => points.some((row) => row.lib === lib)));
  const series = named(libs);
  const axis = exponentAxis(blocks.flatMap((block) => block.lengths));
  const panels = blocks.map(({ op, n, points }) =>
    panel(window.document, {
      title: `${op}, ${asPower(Math.log2(n))} items: ns per key`,
      height: 260,
      marginBottom: 52,
      x: { ...axis, label: 'items in each segment' },
      y: logScale(points.map(nsPerKey)),
      marks: series.flatMap((of) => {
        const own = isOwn(of.name) ? undefined : '5 3';
        const rows = points.filter(({ lib }) => lib === of.name);
        return rows.length === 0 ? [] : curve(rows, of, ({ length }) => length, own);
      }),
    }),
  );
  const title = 'Time per key by length: lower is faster';
  return picture(window, { title, subtitle: subtitleOf(adapter), series, panels });
}

export const PICTURE_TEXTS = {
  ratio: 'Times as fast as plain JS, by workload',
  peers: 'Times of the library and its peers, by workload',
  scaling: 'Time per key by number of items',
  edges: 'Time per key by length of segment',
};
