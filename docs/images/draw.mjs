/**
 * Draws the pictures of the pages with Observable Plot: `node docs/images/draw.mjs`. They are as narrow as a phone's
 * page, so that their text stays legible there. Their ground is light on dark pages too.
 */
import { writeFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('');
const WIDTH = 400;
const INK = '#1b1f27';
const LINE = '#8a93a3';
const COLOURS = { empty: '#a3abb8', small: '#2f7ed8', medium: '#e08a1e', large: '#a23db5' };

/** A box `{ x, y, width, height }`, in pixels. */
const BOX = { x1: 'x', y1: 'y', x2: ({ x, width }) => x + width, y2: ({ y, height }) => y + height };
const boxes = (data, options) => Plot.rect(data, { ...BOX, rx: 3, ...options });

/** Text in the middle of boxes. */
const boxTexts = (data, options) =>
  Plot.text(data, { x: ({ x, width }) => x + width / 2, y: ({ y, height }) => y + height / 2, ...options });

/** Lines `{ x, y, text }`, from there to the right. */
const texts = (data, options) => Plot.text(data, { x: 'x', y: 'y', text: 'text', textAnchor: 'start', ...options });

function save(name, height, ariaLabel, marks) {
  const svg = Plot.plot({
    document: window.document,
    ...{ width: WIDTH, height, margin: 0, ariaLabel },
    style: { fontFamily: 'system-ui, sans-serif', fontSize: '13px', color: INK, background: 'transparent' },
    x: { type: 'identity', axis: null },
    y: { type: 'identity', axis: null },
    marks: [Plot.frame({ fill: '#f5f6f8', stroke: 'none', rx: 8 }), ...marks],
  });
  svg.setAttribute('role', 'img');
  writeFileSync(new URL(name, import.meta.url), `${new window.XMLSerializer().serializeToString(svg)}\n`);
}

/** Blue for low keys, yellow for high ones. */
function keyColour(key) {
  const mix = (a, b) => Math.round(a + ((b - a) * key) / 9);
  return `rgb(${mix(150, 250)} ${mix(185, 205)} ${mix(240, 90)})`;
}

function drawSegments() {
  const keys = [8, 6, 7, 5, 3, 0, 9, 1, 4, 2];
  const offsets = [0, 3, 3, 8, 10];
  const sorted = offsets.slice(1).flatMap((end, s) => keys.slice(offsets[s], end).sort((a, b) => a - b));
  const at = (index) => 68 + index * 31.5;
  const cells = (row, y) => row.map((key, i) => ({ key, x: at(i), y, width: 31.5, height: 34 }));
  const all = [...cells(keys, 52), ...cells(sorted, 108)];
  const names = offsets.slice(1).flatMap((end, s) => {
    const begin = offsets[s];
    return end > begin ? [{ x: at((begin + end) / 2), y: 36, text: `segment ${s}` }] : [];
  });
  const bounds = offsets.map((offset) => ({ x: at(offset), text: String(offset) }));
  bounds[1].text = '3, 3';
  bounds.splice(2, 1);
  save('segments.svg', 176, 'An array cut into four segments by offsets 0, 3, 3, 8, 10, before and after the sort', [
    boxes(all, { inset: 1, fill: ({ key }) => keyColour(key) }),
    boxTexts(all, { text: ({ key }) => String(key), fontSize: 14 }),
    Plot.ruleX(bounds, { x: 'x', y1: 46, y2: 150, stroke: INK, strokeWidth: 2.5 }),
    texts(names, { textAnchor: 'middle' }),
    texts([{ x: at(3), y: 16, text: 'segment 1 is empty' }], { textAnchor: 'middle' }),
    Plot.link([0], { x1: at(3), y1: 24, x2: at(3), y2: 46, stroke: INK }),
    texts([
      { x: 8, y: 69, text: 'keys' },
      { x: 8, y: 125, text: 'sorted' },
      { x: 8, y: 162, text: 'offsets' },
    ]),
    Plot.text(bounds, { x: 'x', y: 162, text: 'text' }),
  ]);
}

function drawClasses() {
  const lengths = [2, 14, 0, 3, 70, 26, 1, 2, 50, 0, 4, 15];
  const bins = [
    { limit: 2, name: 'small, ≤ 2', by: 'some lanes\neach', class: 'small' },
    { limit: 4, name: 'small, ≤ 4', by: 'some lanes\neach', class: 'small' },
    { limit: 30, name: 'medium', by: 'a workgroup\neach', class: 'medium' },
    { limit: Infinity, name: 'large', by: 'tiles, by all\nworkgroups', class: 'large' },
  ].map((bin, i) => ({ ...bin, x: 14 + i * 94, y: 198, members: 0 }));
  let x = 14;
  const segments = lengths.map((length) => {
    const bin = length > 0 ? bins.find(({ limit }) => length <= limit) : undefined;
    const segment = { x, y: 36, width: Math.max(4, length * 1.25), height: 20, fill: COLOURS[bin?.class ?? 'empty'] };
    x += segment.width + 10;
    return { ...segment, bin };
  });
  const listed = segments
    .filter(({ bin }) => bin)
    .map((segment) => ({
      ...segment,
      from: segment,
      x: segment.bin.x,
      y: 122 + 22 * segment.bin.members++,
      height: 18,
    }));
  save('classes.svg', 252, 'Segments are put into bins by length; empty ones are in none', [
    texts([{ x: 14, y: 20, text: 'segments in the array; grey: empty, in no bin' }]),
    Plot.link(listed, {
      x1: ({ from }) => from.x + from.width / 2,
      y1: 58,
      x2: (segment) => segment.x + segment.width / 2,
      y2: ({ y }) => y,
      ...{ curve: 'bump-y', stroke: LINE, strokeWidth: 1.2 },
    }),
    boxes([...segments, ...listed], { fill: 'fill' }),
    Plot.text(bins, { x: 'x', y: 'y', text: 'name', textAnchor: 'start', fontWeight: 600 }),
    Plot.text(bins, { x: 'x', y: 'y', dy: 12, text: 'by', textAnchor: 'start', lineAnchor: 'top', fontSize: 12 }),
  ]);
}

function drawTiles() {
  const fills = [1, 1, 1, 1, 0.4, 1, 1, 0.7];
  const left = (i) => 14 + i * 38 + (i >= 5 ? 28 : 0);
  const parts = fills.map((part, i) => ({ x: left(i), y: 36, width: 36 * part, height: 28 }));
  const tiles = fills.map((_, i) => ({ text: `tile ${i}`, x: 14 + i * 46.5, y: 104, width: 44, height: 24 }));
  const steps = [
    'upsweep: each tile counts its digits',
    'scan: a prefix sum by segment, digit, tile',
    'downsweep: each tile writes its items',
  ].map((text, i) => ({ text, x: 14, y: 142 + i * 36, width: 370, height: 30 }));
  save('tiles.svg', 256, 'Two large segments cut into eight tiles; three steps go over all tiles at once', [
    texts([
      { x: left(0), y: 20, text: 'segment 4' },
      { x: left(5), y: 20, text: 'segment 8' },
    ]),
    boxes(parts, { fill: COLOURS.large }),
    Plot.link(parts, {
      x1: ({ x, width }) => x + width / 2,
      y1: 66,
      x2: (_, i) => tiles[i].x + 22,
      y2: 103,
      ...{ curve: 'bump-y', stroke: LINE, strokeWidth: 1.2 },
    }),
    boxes(tiles, { fill: '#e3d3e8' }),
    boxTexts(tiles, { text: 'text', fontSize: 12 }),
    boxes(steps, { fill: '#ffffff', stroke: LINE }),
    boxTexts(steps, { text: 'text' }),
  ]);
}

function drawArchitecture() {
  const half = { width: 180, height: 56 };
  const whole = { x: 14, width: 372, height: 56 };
  const host = [
    { ...half, x: 14, y: 34, title: 'arrays', text: 'src/api: checks, batches' },
    { ...half, x: 206, y: 34, title: 'buffers and an encoder', text: 'operation.ts: checks' },
    { ...whole, y: 112, title: 'src/sort, src/reduce: a plan, as data', text: 'passes, scratch ranges, size classes' },
    {
      ...whole,
      y: 190,
      title: 'src/plan/link.ts: a kernel for each pass',
      text: 'WGSL: an entry, choices, what these need',
    },
    {
      ...whole,
      y: 268,
      title: 'src/gpu: the only code that touches a device',
      text: 'pipelines, bind groups, recorder',
    },
  ];
  const passes = [
    ['setup', 'numbers of the call'],
    ['convert', 'narrow items to words'],
    ['partition', 'count, scan, finish, scatter: lists by bin'],
    ['classes', 'small: a kernel for each bin'],
    ['', 'medium; large: in tiles'],
    ['convert', 'words to narrow items, and results'],
  ].map(([name, text], i) => ({ name, text, y: 392 + i * 22 }));
  const arrows = [
    [104, 90, 110],
    [296, 90, 110],
    [200, 168, 188],
    [200, 246, 266],
    [200, 324, 350],
  ].map(([x, y1, y2]) => ({ x, y1, y2 }));
  const gpu = [{ x: 14, y: 352, width: 372, height: 166 }];
  save('architecture.svg', 532, 'From arrays or buffers to a plan, its kernels, and the passes on the GPU', [
    texts([{ x: 14, y: 18, text: 'on the host' }], { fontWeight: 600 }),
    boxes(host, { fill: '#ffffff', stroke: LINE }),
    boxTexts(host, { text: 'title', dy: -10, fontWeight: 600 }),
    boxTexts(host, { text: 'text', dy: 11 }),
    Plot.arrow(arrows, { x1: 'x', y1: 'y1', x2: 'x', y2: 'y2', stroke: INK, headLength: 6 }),
    boxes(gpu, { fill: '#e8f0fb', stroke: LINE }),
    texts([{ x: 26, y: 368, text: 'on the GPU, in one submission' }], { fontWeight: 600 }),
    texts(passes.map(({ name, y }) => ({ x: 26, y, text: name }))),
    texts(passes.map(({ text, y }) => ({ x: 96, y, text }))),
  ]);
}

drawSegments();
drawClasses();
drawTiles();
drawArchitecture();
window.close();
