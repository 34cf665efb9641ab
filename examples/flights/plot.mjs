// The SVG: delay quantiles by hour of departure over the number of flights in that hour.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as Plot from '@observablehq/plot';
import { JSDOM } from 'jsdom';
import { quantile } from './statistics.mjs';

const SVG = 'http://www.w3.org/2000/svg';
const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
const INK = '#1f2933';
const MUTED = '#616e7c';

const WIDTH = 840;
const HEADER_HEIGHT = 96;
const DELAY_HEIGHT = 350;
const FLIGHTS_HEIGHT = 130;
const MARGIN = { marginLeft: 64, marginRight: 28 };
const LABEL_OFFSET = 44; // puts the labels of both y axes under the title's left edge

const DELAY_TICKS = [-50, -20, -10, 0, 10, 20, 50, 100, 200, 500, 1000];

// From the latest flights (top line) to the earliest: warm colours above the median, cool ones below it.
const LINES = [
  { q: 0.9, label: '90 %', color: '#c2410c', width: 1.75 },
  { q: 0.75, label: '75 %', color: '#f59e0b', width: 1.75 },
  { q: 0.5, label: '50 % (median)', color: INK, width: 2.75 },
  { q: 0.25, label: '25 %', color: '#38bdf8', width: 1.75 },
  { q: 0.1, label: '10 %', color: '#1d4ed8', width: 1.75 },
];

// The airline day: hardly any flight departs at four. Flights that depart at two are mostly late ones of the evening.
const FIRST_HOUR = 4;
/** Quantiles of fewer flights say little: the plots mark such hours. */
export const FEW_FLIGHTS = 1000;

export const HOURS = Array.from({ length: 24 }, (_, i) => (FIRST_HOUR + i) % 24);

/**
 * @param {string} file
 * @param {Uint32Array} offsets 24 segments, one per hour
 * @param {import('./statistics.mjs').Quantiles} quantiles
 * @param {string} subtitle
 */
export async function plotQuantilesByHour(file, offsets, quantiles, subtitle) {
  const { window } = new JSDOM('');
  const { document } = window;
  const hours = HOURS.map((hour, position) => {
    const flights = offsets[hour + 1] - offsets[hour];
    return { position, flights, delays: LINES.map(({ q }) => quantile(quantiles, hour, q)) };
  }).filter(({ flights }) => flights > 0);
  const svg = frame(document);
  svg.append(...header(document, subtitle));
  svg.append(placed(delayPanel(document, hours), HEADER_HEIGHT));
  svg.append(placed(flightsPanel(document, hours), HEADER_HEIGHT + DELAY_HEIGHT));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${new window.XMLSerializer().serializeToString(svg)}\n`);
  window.close();
}

/** An hour scale that both panels share. */
const hourScale = (options) => ({ type: 'linear', domain: [-0.5, 23.5], ...options });

/** A grey ground under hours of few flights. */
function fewFlights(hours) {
  const few = hours.filter(({ flights }) => flights < FEW_FLIGHTS);
  const x1 = (hour) => hour.position - 0.5;
  const x2 = (hour) => hour.position + 0.5;
  return Plot.rect(few, { x1, x2, fill: INK, fillOpacity: 0.1, title: () => 'fewer than 1,000 flights' });
}

function delayPanel(document, hours) {
  const [p90, p75, p50, p25, p10] = LINES.map((_, i) => (hour) => hour.delays[i]);
  const band = (y1, y2, fill, fillOpacity) => Plot.areaY(hours, { x: 'position', y1, y2, fill, fillOpacity });
  const all = hours.flatMap(({ delays }) => delays);
  const ticks = DELAY_TICKS.filter((tick) => tick >= Math.min(0, ...all) && tick <= Math.max(0, ...all));
  const line = (y, i) => Plot.lineY(hours, { x: 'position', y, stroke: LINES[i].color, strokeWidth: LINES[i].width });
  return Plot.plot({
    document,
    width: WIDTH,
    height: DELAY_HEIGHT,
    ...MARGIN,
    marginTop: 28,
    marginBottom: 12,
    style: { fontFamily: FONT, fontSize: '12px', color: MUTED, background: 'transparent' },
    x: hourScale({ axis: null }),
    y: {
      // The few night flights are hours late, the rest minutes. A linear scale would flatten the day.
      type: 'symlog',
      constant: 20,
      label: 'arrival delay (minutes, symmetric logarithmic scale)',
      labelArrow: 'none',
      labelOffset: LABEL_OFFSET,
      ticks: DELAY_TICKS,
      tickFormat: (tick) => String(tick).replace('-', '−'),
      tickSize: 0,
    },
    marks: [
      fewFlights(hours),
      Plot.gridY(ticks, { stroke: '#cbd2d9', strokeOpacity: 0.6 }),
      Plot.ruleY([0], { stroke: MUTED, strokeWidth: 1 }),
      band(p50, p90, '#f59e0b', 0.1),
      band(p50, p75, '#f59e0b', 0.14),
      band(p10, p50, '#38bdf8', 0.12),
      band(p25, p50, '#38bdf8', 0.14),
      ...[p90, p75, p25, p10].map((y, i) => line(y, i < 2 ? i : i + 1)),
      line(p50, 2),
    ],
  });
}

function flightsPanel(document, hours) {
  return Plot.plot({
    document,
    width: WIDTH,
    height: FLIGHTS_HEIGHT,
    ...MARGIN,
    marginTop: 26,
    marginBottom: 44,
    style: { fontFamily: FONT, fontSize: '12px', color: MUTED, background: 'transparent' },
    x: hourScale({
      label: 'hour of actual departure (local time, from 04:00 to 03:59 of the next morning)',
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: HOURS.map((_, position) => position),
      tickFormat: (position) => String(HOURS[position]).padStart(2, '0'),
      tickSize: 0,
    }),
    y: {
      label: 'flights (thousands)',
      labelArrow: 'none',
      labelOffset: LABEL_OFFSET,
      ticks: 2,
      tickSize: 0,
      transform: (n) => n / 1000,
    },
    marks: [
      fewFlights(hours),
      Plot.gridY({ stroke: '#cbd2d9', strokeOpacity: 0.6, ticks: 2 }),
      Plot.rectY(hours, {
        x1: (hour) => hour.position - 0.38,
        x2: (hour) => hour.position + 0.38,
        y: 'flights',
        fill: '#9aa5b1',
      }),
      Plot.ruleY([0], { stroke: MUTED }),
    ],
  });
}

/** The outer element. It has a fixed background for dark pages, and a viewBox so that it scales. */
function frame(document) {
  const height = HEADER_HEIGHT + DELAY_HEIGHT + FLIGHTS_HEIGHT;
  return element(
    document,
    'svg',
    { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'font-family': FONT },
    [
      element(document, 'title', {}, ['Flight delays by hour of departure']),
      element(document, 'rect', { width: WIDTH, height, fill: '#ffffff' }),
    ],
  );
}

/** Title, subtitle and the legend. */
function header(document, subtitle) {
  const x = 20;
  const text = (attributes, content) => element(document, 'text', { x, ...attributes }, [content]);
  const legend = element(document, 'g', { 'font-size': 12, fill: INK }, [
    text({ y: 82, fill: MUTED }, 'flights with at most this delay:'),
  ]);
  let swatchX = 226;
  for (const { label, color, width } of [...LINES].reverse()) {
    const line = { x1: swatchX, x2: swatchX + 22, y1: 78, y2: 78, stroke: color, 'stroke-width': width + 0.75 };
    legend.append(element(document, 'line', line), text({ x: swatchX + 28, y: 82 }, label));
    swatchX += 28 + label.length * 7 + 16;
  }
  legend.append(element(document, 'rect', { x: swatchX, y: 71, width: 22, height: 14, fill: INK, opacity: 0.1 }));
  legend.append(text({ x: swatchX + 28, y: 82 }, `fewer than ${FEW_FLIGHTS.toLocaleString('en-US')} flights`));
  return [
    text({ y: 32, 'font-size': 19, 'font-weight': 600, fill: INK }, 'Flight delays by hour of departure'),
    text({ y: 54, 'font-size': 13, fill: MUTED }, subtitle),
    legend,
  ];
}

/** Moves a panel down inside the outer element. */
function placed(panel, y) {
  panel.setAttribute('y', String(y));
  return panel;
}

/**
 * @param {Document} document
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(string | Node)[]} [children]
 */
function element(document, name, attributes, children = []) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}
