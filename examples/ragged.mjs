/**
 * Works on ragged tensors: one array of values, and the offset where each row begins. TensorFlow's row_splits,
 * PyTorch's nested tensors and Awkward Array have this form. The program sorts, normalizes and reduces rows. It then
 * reduces a batch of documents, each made of sentences of scores, level by level.
 *
 * Run: `node examples/ragged.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   sorted: [1, 3, 8] [] [-2, 5] [7]
 *   softmax: [0.007, 0.992, 0.001] [] [0.999, 0.001] [1]
 *   padded with 0: [3, 8, 1] [0, 0, 0] [5, -2, 0] [7, 0, 0]
 *   longest sentence of each document: 3, 1
 *   best score of each document: 8, 7
 */
import { openPlace, segmentedReduce, segmentedSort } from 'webgpu-segmented/auto';

/** Makes a ragged tensor of two levels from lists of numbers. */
export function ragged(lists) {
  const splits = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    splits[i + 1] = splits[i] + list.length;
  });
  return { values: Float32Array.from(lists.flat()), splits };
}

/** Makes lists of numbers from a ragged tensor. */
export function lists({ values, splits }) {
  return Array.from({ length: splits.length - 1 }, (_, i) => Array.from(values.subarray(splits[i], splits[i + 1])));
}

/** Makes a dense row-major array as wide as the longest row. Fills the rest of short rows with `filler`. */
export function padded({ values, splits }, filler) {
  const rows = splits.length - 1;
  let width = 0;
  for (let i = 0; i < rows; i++) width = Math.max(width, splits[i + 1] - splits[i]);
  const dense = new Float32Array(rows * width).fill(filler);
  for (let i = 0; i < rows; i++) dense.set(values.subarray(splits[i], splits[i + 1]), i * width);
  return { dense, width };
}

export async function sortRows(place, { values, splits }) {
  return { values: await segmentedSort(place, values, splits), splits };
}

/** Softmax of every row. One reduce gives each row's maximum, a second one the sums of exponentials. */
export async function softmaxRows(place, { values, splits }) {
  const largest = await segmentedReduce(place, values, splits, 'max');
  const powers = eachItem({ values, splits }, (value, row) => Math.exp(value - largest[row]));
  const sums = await segmentedReduce(place, powers, splits, 'sum');
  return { values: eachItem({ values: powers, splits }, (value, row) => value / sums[row]), splits };
}

function eachItem({ values, splits }, change) {
  const changed = new Float32Array(values.length);
  for (let row = 0; row + 1 < splits.length; row++) {
    for (let i = splits[row]; i < splits[row + 1]; i++) changed[i] = change(values[i], row);
  }
  return changed;
}

/** One number per outer row: reduces the inner rows, then reduces their results by the outer splits. */
export async function reduceLevels(place, { values, splits, outer }, op) {
  return segmentedReduce(place, await segmentedReduce(place, values, splits, op), outer, op);
}

export async function main(place, print = console.log) {
  const scores = ragged([[3, 8, 1], [], [5, -2], [7]]);
  const text = (rows) =>
    rows.map((row) => `[${Array.from(row, (value) => Number(value.toFixed(3))).join(', ')}]`).join(' ');
  print(`sorted: ${text(lists(await sortRows(place, scores)))}`);
  print(`softmax: ${text(lists(await softmaxRows(place, scores)))}`);
  const { dense, width } = padded(scores, 0);
  print(`padded with 0: ${text(lists({ values: dense, splits: [0, 1, 2, 3, 4].map((row) => row * width) }))}`);
  const outer = [0, 3, 4];
  const lengths = await segmentedReduce(place, scores.values, scores.splits, 'count');
  print(`longest sentence of each document: ${(await segmentedReduce(place, lengths, outer, 'max')).join(', ')}`);
  print(`best score of each document: ${(await reduceLevels(place, { ...scores, outer }, 'max')).join(', ')}`);
}

// As a program: node examples/ragged.mjs
if (globalThis.process?.argv[1]?.endsWith('ragged.mjs')) await main(await openPlace());
