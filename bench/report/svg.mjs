// Pictures from panels of Observable Plot, one below the other under a title and a legend.
import * as Plot from '@observablehq/plot';

const SVG = 'http://www.w3.org/2000/svg';
const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
export const INK = '#1f2933';
const MUTED = '#52606d';

// Okabe and Ito's colours, which the colour-blind tell apart, less the yellow that white swallows; every series has a
// symbol of its own besides.
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#7b7b7b', '#8c510a'];
const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star', 'wye', 'hexagon', 'diamond2'];

const OWN = /^webgpu-segmented( \(cpu\))?$/;
const LIBS = ['', 'global-sort', 'jax-js', 'tfjs', 'duckdb', 'polars', 'cub', 'plain JS', 'webgpu-segmented (gpu)'];

/** How a series looks: the same in every picture, libraries by their name. */
export function look(name, index) {
  const known = OWN.test(name) ? 0 : LIBS.indexOf(name);
  const at = known < 0 ? index : known;
  return { color: COLORS[at % COLORS.length], symbol: SYMBOLS[at % SYMBOLS.length] };
}

const WIDTH = 840;
const HEAD_HEIGHT = 62;
const LEGEND_GAP = 8;
const LEGEND_LINE = 22;
const LEGEND_LEFT = 20;

/** 1, 2 and 5 times the powers of ten inside of a range. */
function decades([least, most]) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    for (const factor of [1, 2, 5]) ticks.push(Number(`${factor}e${power}`));
  }
  return ticks.filter((tick) => tick >= least && tick <= most);
}

/** A range on a logarithmic scale with some air around the values. */
export function logRange(values) {
  return [Math.min(...values) / 1.25, Math.max(...values) * 1.25];
}

/** One panel: `title` stands above its left edge. A logarithmic y axis with a line at every tick. */
export function panel(document, { title, height, x, range, marks, marginBottom = 34 }) {
  const ticks = decades(range);
  return Plot.plot({
    document,
    width: WIDTH,
    height,
    marginTop: 30,
    marginRight: 28,
    marginBottom,
    marginLeft: 60,
    style: { fontFamily: FONT, fontSize: '12px', color: MUTED, background: 'transparent' },
    x: { labelArrow: 'none', labelAnchor: 'center', tickSize: 0, ...x },
    y: { type: 'log', domain: range, axis: null },
    marks: [
      // Not an axis of Plot's: those leave out every label but those of 1, 2 and 10 on a logarithmic scale.
      Plot.text(ticks, { y: Number, text: String, frameAnchor: 'left', textAnchor: 'end', dx: -10 }),
      Plot.gridY(ticks, { stroke: '#cbd2d9', strokeOpacity: 0.7 }),
      Plot.text([title], {
        frameAnchor: 'top-left',
        dx: -40,
        dy: -22,
        fill: INK,
        fontWeight: 600,
        textAnchor: 'start',
      }),
      ...marks,
    ],
  });
}

/** The legend: symbols and names from left to right, as many lines as they need. */
function legend(document, series) {
  const place = { x: LEGEND_LEFT, line: 0 };
  const items = series.map((item) => {
    const width = 40 + 7 * item.name.length;
    if (place.x + width > WIDTH) Object.assign(place, { x: LEGEND_LEFT, line: place.line + 1 });
    const at = { ...item, x: place.x, line: place.line };
    place.x += width;
    return at;
  });
  const height = LEGEND_LINE * (place.line + 1) + LEGEND_GAP;
  return Plot.plot({
    document,
    width: WIDTH,
    height,
    margin: 0,
    style: { fontFamily: FONT, fontSize: '12px', color: INK, background: 'transparent' },
    x: { axis: null, domain: [0, WIDTH] },
    y: { axis: null, domain: [height, 0] },
    marks: items.flatMap(({ name, color, symbol, x, line }) => {
      const y = LEGEND_LINE * (line + 0.5);
      return [
        Plot.dot([0], { x: [x + 8], y: [y], r: 4.5, fill: color, symbol }),
        Plot.text([name], { x: [x + 20], y: [y], textAnchor: 'start', fill: INK }),
      ];
    }),
  });
}

function element(document, name, attributes, children = []) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** The picture as text. Its background is white, so that it reads on dark pages too. */
export function picture(window, { title, subtitle, series, panels }) {
  const { document } = window;
  const names = legend(document, series);
  const parts = [names, ...panels];
  let bottom = HEAD_HEIGHT;
  for (const part of parts) {
    part.setAttribute('y', String(bottom));
    bottom += Number(part.getAttribute('height'));
  }
  const text = (attributes, content) => element(document, 'text', { x: 20, ...attributes }, [content]);
  const size = { width: WIDTH, height: bottom, viewBox: `0 0 ${WIDTH} ${bottom}` };
  const svg = element(document, 'svg', { ...size, role: 'img', 'font-family': FONT }, [
    element(document, 'title', {}, [`${title}. ${subtitle}`]),
    element(document, 'rect', { width: WIDTH, height: bottom, fill: '#ffffff' }),
    text({ y: 28, 'font-size': 18, 'font-weight': 600, fill: INK }, title),
    text({ y: 49, 'font-size': 13, fill: MUTED }, subtitle),
    ...parts,
  ]);
  return `${new window.XMLSerializer().serializeToString(svg)}\n`;
}
