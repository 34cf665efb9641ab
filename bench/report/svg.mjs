// Pictures by Observable Plot: panels below each other, with a title and a legend. They are as narrow as a page on a
// phone, so that their text stays legible there. Their background is white, also on dark pages.
import * as Plot from '@observablehq/plot';

const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
export const INK = '#1f2933';
const MUTED = '#52606d';

// Okabe and Ito's colours, which people with colour blindness can distinguish, without the yellow, which is too light
// on white. Every series also has a different symbol.
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#7b7b7b', '#8c510a'];
const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star', 'wye', 'hexagon', 'diamond2'];

const OWN = /^webgpu-segmented( \(software\))?$/;
const LIBS = ['', 'global-sort', 'jax-js', 'tfjs', 'duckdb', 'polars', 'cub', 'plain JS', 'webgpu-segmented (gpu)'];

/** The colour and symbol of a series. They are the same in every picture, by the library's name. */
export function look(name, index) {
  const known = OWN.test(name) ? 0 : LIBS.indexOf(name);
  const at = known < 0 ? index : known;
  return { color: COLORS[at % COLORS.length], symbol: SYMBOLS[at % SYMBOLS.length] };
}

const WIDTH = 400;
const MARGIN = 14;
const LEGEND_LINE = 20;

const STYLE = { fontFamily: FONT, fontSize: '12px', color: MUTED, background: 'transparent' };

/** The products of these factors and powers of ten within a range. */
function multiples([least, most], factors) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    for (const factor of factors) ticks.push(Number(`${factor}e${power}`));
  }
  return ticks.filter((tick) => tick >= least && tick <= most);
}

/** A logarithmic scale with some space around the values, and a line at every tick. */
export function logScale(values) {
  const domain = [Math.min(...values) / 1.25, Math.max(...values) * 1.25];
  const fine = multiples(domain, [1, 2, 5]);
  const ticks = fine.length <= 9 ? fine : multiples(domain, [1]);
  return { type: 'log', domain, ticks, tickFormat: String, tickSize: 0, grid: true, label: null };
}

/** One panel below its title. `scales` are Plot's options `x` and `y`. */
export function panel(document, { title, height, marginLeft = 44, marginBottom = 26, marks, ...scales }) {
  const heading = { frameAnchor: 'top-left', textAnchor: 'start', dx: MARGIN - marginLeft, dy: -22 };
  return Plot.plot({
    ...{ document, width: WIDTH, height, marginLeft, marginBottom },
    ...{ marginTop: 30, marginRight: MARGIN, style: STYLE },
    ...scales,
    marks: [Plot.text([title], { ...heading, fill: INK, fontWeight: 600 }), ...marks],
  });
}

/** The positions of the legend's names, from left to right, on as many lines as they need. */
function legendItems(series) {
  let x = MARGIN;
  let line = 0;
  return series.map((item) => {
    const width = 34 + 6.6 * item.name.length;
    if (x > MARGIN && x + width > WIDTH) [x, line] = [MARGIN, line + 1];
    const at = { ...item, x, line };
    x += width;
    return at;
  });
}

/** The picture as text. */
export function picture(window, { title, subtitle, series, panels }) {
  const { document } = window;
  const items = legendItems(series);
  const legendTop = 58;
  let bottom = legendTop + LEGEND_LINE * (items.at(-1).line + 1) + 8;
  const placed = panels.map((panel) => {
    panel.setAttribute('y', String(bottom));
    bottom += Number(panel.getAttribute('height'));
    return () => panel;
  });
  const text = { frameAnchor: 'top-left', textAnchor: 'start', lineAnchor: 'top', dx: MARGIN };
  const names = { x: ({ x }) => x + 18, y: ({ line }) => legendTop + LEGEND_LINE * (line + 0.5) };
  const svg = Plot.plot({
    ...{ document, width: WIDTH, height: bottom, margin: 0, style: STYLE },
    ariaLabel: `${title}. ${subtitle}`,
    x: { type: 'identity', axis: null },
    y: { type: 'identity', axis: null },
    marks: [
      Plot.frame({ fill: '#ffffff', stroke: 'none', rx: 8 }),
      Plot.text([title], { ...text, dy: 12, fontSize: 15, fontWeight: 600, fill: INK, lineWidth: 25 }),
      Plot.text([subtitle], { ...text, dy: 36, fontSize: 11 }),
      ...items.map((item) =>
        Plot.dot([item], { ...names, x: ({ x }) => x + 7, r: 4.5, fill: item.color, symbol: item.symbol }),
      ),
      Plot.text(items, { ...names, text: 'name', textAnchor: 'start', fill: INK }),
      ...placed,
    ],
  });
  svg.setAttribute('role', 'img');
  return `${new window.XMLSerializer().serializeToString(svg)}\n`;
}
