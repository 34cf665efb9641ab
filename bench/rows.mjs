/**
 * Times reduces of rows by webgpu-segmented/js and loops of plain JavaScript, in turn, in CPU time:
 *
 *   node bench/rows.mjs [--only sum,max,'gathered sum'] [--widths 1,16] [--lengths 1,8] [--size 20] [--repeats 15]
 *
 * A figure is the loop's time over that of `js`, from lower quartiles: 1 is the loop's speed. Needs `npm run build`.
 */
import { parseArgs } from 'node:util';
import { segmentedReduce } from '../dist/js.js';
import { aligned } from './table.mjs';

/** Adds each number to a row of results, as most programs would. */
function plainSums({ x, width, offsets }) {
  const out = new Float32Array((offsets.length - 1) * width);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      for (let c = 0; c < width; c++) out[s * width + c] += x[i * width + c];
    }
  }
  return out;
}

function plainMeans({ x, width, offsets }) {
  const out = new Float32Array((offsets.length - 1) * width);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      for (let c = 0; c < width; c++) out[s * width + c] += x[i * width + c];
    }
    for (let c = 0; c < width; c++) out[s * width + c] /= offsets[s + 1] - offsets[s];
  }
  return out;
}

function plainMaxima({ x, width, offsets }) {
  const out = new Float32Array((offsets.length - 1) * width).fill(-Infinity);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      for (let c = 0; c < width; c++) if (x[i * width + c] > out[s * width + c]) out[s * width + c] = x[i * width + c];
    }
  }
  return out;
}

function plainWeighted({ x, width, offsets, weights }) {
  const out = new Float32Array((offsets.length - 1) * width);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      const weight = weights[i];
      for (let c = 0; c < width; c++) out[s * width + c] += x[i * width + c] * weight;
    }
  }
  return out;
}

function plainGathered({ x, width, offsets, rows }) {
  const out = new Float32Array((offsets.length - 1) * width);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      const row = rows[i];
      for (let c = 0; c < width; c++) out[s * width + c] += x[row * width + c];
    }
  }
  return out;
}

function plainWeightedGathered({ x, width, offsets, rows, weights }) {
  const out = new Float32Array((offsets.length - 1) * width);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      const [row, weight] = [rows[i], weights[i]];
      for (let c = 0; c < width; c++) out[s * width + c] += x[row * width + c] * weight;
    }
  }
  return out;
}

const data = ({ x, width }) => ({ type: 'f32', width, data: x });
const gathered = ({ offsets, rows }) => ({ offsets, rows });
const WORKS = {
  sum: [plainSums, (of) => segmentedReduce(null, data(of), of.offsets, 'sum')],
  mean: [plainMeans, (of) => segmentedReduce(null, data(of), of.offsets, 'mean')],
  max: [plainMaxima, (of) => segmentedReduce(null, data(of), of.offsets, 'max')],
  'weighted sum': [plainWeighted, (of) => segmentedReduce(null, data(of), of.offsets, 'sum', { weights: of.weights })],
  'gathered sum': [plainGathered, (of) => segmentedReduce(null, data(of), gathered(of), 'sum')],
  'gathered, weighted sum': [
    plainWeightedGathered,
    (of) => segmentedReduce(null, data(of), gathered(of), 'sum', { weights: of.weights }),
  ],
};

const { values: given } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: Object.keys(WORKS)
        .filter((name) => !name.includes(','))
        .join(','),
    },
    widths: { type: 'string', default: '1,2,4,16,64' },
    lengths: { type: 'string', default: '1,2,8,64,1024' },
    size: { type: 'string', default: '20' },
    repeats: { type: 'string', default: '15' },
  },
});

/** Rows of 2^size numbers, in segments of half to one and a half times a mean length: of 1 to 3 rows for 2. */
function inputOf(size, width, length) {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const count = 2 ** size / width;
  const offsets = [0];
  for (let end = 0; end < count; ) {
    const rows = length === 2 ? 1 + Math.floor(3 * random()) : Math.round(length * (0.5 + random()));
    end = Math.min(end + (length === 1 ? 1 : rows), count);
    offsets.push(end);
  }
  return {
    width,
    offsets: Uint32Array.from(offsets),
    x: Float32Array.from({ length: count * width }, () => random() - 0.5),
    rows: Uint32Array.from({ length: count }, () => Math.floor(random() * count)),
    weights: Float32Array.from({ length: count }, random),
  };
}

/** The lower quartile of milliseconds of CPU time of each, in turn. The first three calls of each warm up. */
async function quartiles(works, repeats) {
  const times = works.map(() => []);
  for (let call = -3; call < repeats; call++) {
    for (const [i, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      if (call >= 0) times[i].push((user + system) / 1000);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[each.length >> 2]);
}

const numbers = (text) => text.split(',').map(Number);
const names = given.only.split(/,(?! )/);
const rows = [['width, mean length', ...names]];
for (const width of numbers(given.widths)) {
  for (const length of numbers(given.lengths)) {
    const of = inputOf(Number(given.size), width, length);
    const cells = [];
    for (const name of names) {
      const [plain, js] = WORKS[name];
      const [loop, ours] = await quartiles([() => plain(of), () => js(of)], Number(given.repeats));
      cells.push(`${(loop / ours).toFixed(2)} (${ours.toFixed(1)})`);
    }
    rows.push([`${width}, ${length}`, ...cells]);
  }
}
console.log(aligned(rows));
