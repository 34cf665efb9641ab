/**
 * Draws the pictures of concepts.md: `node docs/images/draw.mjs`. Each has a background, for light and dark pages.
 */
import { writeFileSync } from 'node:fs';

const COLOURS = {
  empty: '#a3abb8',
  small: '#2f7ed8',
  medium: '#e08a1e',
  large: '#a23db5',
  line: '#8a93a3',
  text: '#1b1f27',
};

const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="${fill}" ${more}/>`;
const text = (x, y, words, more = '') => `<text x="${x}" y="${y}" ${more}>${words}</text>`;
const middle = 'text-anchor="middle"';
const line = (x1, y1, x2, y2) =>
  `<path d="M${x1} ${y1} C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}" fill="none" stroke="${COLOURS.line}" stroke-width="1.2"/>`;

function save(name, width, height, title, parts) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="14" fill="${COLOURS.text}">
<title>${title}</title>
<rect width="${width}" height="${height}" rx="8" fill="#f5f6f8"/>
${parts.flat(9).join('\n')}
</svg>
`;
  writeFileSync(new URL(name, import.meta.url), svg);
}

/** Blue for low keys, yellow for high ones. */
function keyColour(key) {
  const mix = (a, b) => Math.round(a + ((b - a) * key) / 9);
  return `rgb(${mix(150, 250)} ${mix(185, 205)} ${mix(240, 90)})`;
}

function cells(keys, x, y) {
  return keys.map((key, i) => [
    rect(x + i * 44, y, 42, 36, keyColour(key)),
    text(x + i * 44 + 21, y + 24, key, middle),
  ]);
}

function drawSegments() {
  const keys = [8, 6, 7, 5, 3, 0, 9, 1, 4, 2];
  const offsets = [0, 3, 3, 8, 10];
  const sorted = offsets.slice(1).flatMap((end, s) => keys.slice(offsets[s], end).sort((a, b) => a - b));
  const left = 110;
  const bounds = [...new Set(offsets)].map(
    (at) => `<path d="M${left + at * 44 - 1} 40 V156" stroke="${COLOURS.text}" stroke-width="2.5"/>`,
  );
  save('segments.svg', 620, 200, 'An array cut into four segments by offsets 0, 3, 3, 8, 10, before and after', [
    text(20, 73, 'keys'),
    cells(keys, left, 50),
    text(20, 133, 'sorted'),
    cells(sorted, left, 110),
    bounds,
    text(20, 184, 'offsets'),
    offsets.map((at, i) => text(left + at * 44 + (i === 1 ? -9 : i === 2 ? 9 : 0), 184, i === 1 ? '3,' : at, middle)),
    text(left, 28, 'segment 0'),
    text(left + 3 * 44 + 4, 28, '2 (segment 1 is empty)'),
    text(left + 8 * 44 + 4, 28, '3'),
  ]);
}

function drawClasses() {
  const lengths = [2, 14, 0, 3, 120, 30, 1, 2, 60, 0, 4, 15];
  const classOf = (n) => (n === 0 ? 'empty' : n <= 4 ? 'small' : n <= 30 ? 'medium' : 'large');
  const width = (n) => Math.max(4, n * 2);
  const bins = [
    ['small, ≤ 2', (n) => n > 0 && n <= 2],
    ['small, ≤ 4', (n) => n > 2 && n <= 4],
    ['medium', (n) => n > 4 && n <= 30],
    ['large', (n) => n > 30],
  ].map(([name, takes], i) => ({ name, takes, x: 30 + i * 172, fill: i * 4, y: 160 }));
  let x = 30;
  const parts = [text(30, 30, 'segments, in the array’s order')];
  for (const n of lengths) {
    const bin = bins.find(({ takes }) => takes(n));
    parts.push(rect(x, 42, width(n), 30, COLOURS[classOf(n)]));
    if (bin) {
      const binX = bin.at ?? bin.x;
      bin.at = binX + (bin.name === 'large' ? width(n) / 3 : width(n)) + 4;
      const shown = bin.name === 'large' ? width(n) / 3 : width(n);
      parts.push(line(x + width(n) / 2, 74, binX + shown / 2, 156), rect(binX, 160, shown, 30, COLOURS[classOf(n)]));
    }
    x += width(n) + 5;
  }
  const notes = ['some lanes each', 'some lanes each', 'a workgroup each', 'tiles, all workgroups'];
  save('classes.svg', 720, 250, 'Segments are put into bins by length; empty ones are in none', [
    parts,
    bins.map(({ name, x: at }, i) => [text(at, 212, name, 'font-weight="600"'), text(at, 232, notes[i])]),
    text(690, 30, 'grey: empty, in no bin', 'text-anchor="end"'),
  ]);
}

function drawTiles() {
  const segments = [
    { name: 'segment 4', tiles: [1, 1, 1, 1, 0.4], x: 30 },
    { name: 'segment 8', tiles: [1, 1, 0.7], x: 420 },
  ];
  const TILE = 70;
  let id = 0;
  const parts = [];
  for (const { name, tiles, x } of segments) {
    parts.push(text(x, 30, name, 'font-weight="600"'));
    tiles.forEach((filled, i) => {
      const left = x + i * (TILE + 2);
      parts.push(
        rect(left, 40, TILE * filled, 32, COLOURS.large),
        line(left + (TILE * filled) / 2, 74, 65 + id * 84, 112),
      );
      parts.push(rect(30 + id * 84, 114, 74, 26, '#e3d3e8'), text(67 + id * 84, 132, `tile ${id}`, middle));
      id++;
    });
  }
  const steps = [
    'upsweep: each tile counts its digits',
    'scan: one prefix sum over all counters, by segment, digit, tile',
    'downsweep: each tile writes its items to their slots',
  ];
  parts.push(
    steps.map((words, i) => [
      rect(30, 156 + i * 34, 662, 28, '#ffffff', `stroke="${COLOURS.line}"`),
      text(361, 175 + i * 34, words, middle),
    ]),
  );
  save('tiles.svg', 722, 276, 'Two large segments cut into eight tiles; three steps go over all tiles at once', parts);
}

drawSegments();
drawClasses();
drawTiles();
