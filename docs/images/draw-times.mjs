/**
 * Draws the times of sorts: `node docs/images/draw-times.mjs`, after a change of the tables that it reads. Measured
 * times are filled, predicted ones hollow.
 */
import { writeFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { JSDOM } from 'jsdom';
import { sortTimes } from '../measured-times.mjs';

const { window } = new JSDOM('');
const INK = '#1b1f27';

const SERIES = [
  { key: 'predicted', text: 'this library, H200, now: predicted', color: '#1f5fbf', symbol: 'circle', hollow: true },
  { key: 'h200', text: 'this library, H200, 2026-11-26: measured', color: '#1f5fbf', symbol: 'circle' },
  { key: 'cub', text: 'CUB, H200: measured', color: '#a2480a', symbol: 'square' },
  { key: 'torch', text: 'PyTorch, H200, f32 with indices: measured', color: '#8a2be2', symbol: 'star' },
  { key: 'js', text: 'this library without a GPU: measured', color: '#17683a', symbol: 'triangle' },
  { key: 'plain', text: 'plain JS, one core: measured', color: '#6b7280', symbol: 'diamond' },
];

const rows = sortTimes();
const dots = SERIES.flatMap((series) =>
  rows.filter((row) => row[series.key]).map((row) => ({ ...series, title: row.title, time: row[series.key] })),
);
const WIDTH = 640;
const MARGINS = { marginLeft: 110, marginRight: 20, marginTop: 10 };
const ROW = 34;
const legendY = (i) => MARGINS.marginTop + rows.length * ROW + 52 + 20 * i;
const height = legendY(SERIES.length) + 2;
const shape = {
  symbol: 'symbol',
  r: 6,
  stroke: 'color',
  strokeWidth: 2,
  fill: (d) => (d.hollow ? '#f5f6f8' : d.color),
};
const svg = Plot.plot({
  document: window.document,
  ...{ width: WIDTH, height, ...MARGINS, marginBottom: height - MARGINS.marginTop - rows.length * ROW },
  ariaLabel: 'Milliseconds of a sort of 4,194,304 u32 keys, by the length of the segments',
  style: { fontFamily: 'system-ui, sans-serif', fontSize: '13px', color: INK, background: '#f5f6f8' },
  x: {
    type: 'log',
    domain: [0.03, 400],
    label: null,
    ticks: [0.1, 1, 10, 100],
    tickFormat: (d) => `${d} ms`,
    grid: true,
  },
  y: { type: 'band', domain: rows.map(({ title }) => title), label: null, tickSize: 0 },
  color: { type: 'identity' },
  symbol: { type: 'identity' },
  marks: [
    Plot.dot(dots, { x: 'time', y: 'title', ...shape }),
    ...SERIES.map((series, i) => {
      const y = legendY(i) - MARGINS.marginTop;
      const place = { frameAnchor: 'top-left', dy: y };
      return [
        Plot.dot([series], { ...shape, ...place, dx: -90 }),
        Plot.text([series], { ...place, dx: -78, text: 'text', textAnchor: 'start', lineAnchor: 'middle', fill: INK }),
      ];
    }),
  ],
});
svg.setAttribute('role', 'img');
writeFileSync(new URL('times.svg', import.meta.url), `${new window.XMLSerializer().serializeToString(svg)}\n`);
window.close();
