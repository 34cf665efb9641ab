/**
 * Works on ragged tensors: one array of values, and the offset where each row begins. TensorFlow's row_splits,
 * PyTorch's nested tensors and Awkward Array have this form. The program sorts, normalizes and reduces rows. It then
 * reduces a batch of documents, each made of sentences of scores, level by level.
 *
 * Run: `npm run example -- ragged` in the repository; elsewhere `await main(device)`.
 *
 * Prints:
 *   sorted: [1, 3, 8] [] [-2, 5] [7]
 *   softmax: [0.007, 0.992, 0.001] [] [0.999, 0.001] [1]
 *   padded with 0: [3, 8, 1] [0, 0, 0] [5, -2, 0] [7, 0, 0]
 *   longest sentence of each document: 3, 1
 *   best score of each document: 8, 7
 */
import { segmentedReduce, segmentedSort } from 'webgpu-segmented';

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

export async function sortRows(device, { values, splits }) {
  return { values: await segmentedSort(device, values, splits), splits };
}

/** Softmax of every row. One reduce gives each row's maximum, a second one the sums of exponentials. */
export async function softmaxRows(device, { values, splits }) {
  const largest = await segmentedReduce(device, values, splits, 'max');
  const powers = eachItem({ values, splits }, (value, row) => Math.exp(value - largest[row]));
  const sums = await segmentedReduce(device, powers, splits, 'sum');
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
export async function reduceLevels(device, { values, splits, outer }, op) {
  return segmentedReduce(device, await segmentedReduce(device, values, splits, op), outer, op);
}

export async function main(device, print = console.log) {
  const scores = ragged([[3, 8, 1], [], [5, -2], [7]]);
  const text = (rows) =>
    rows.map((row) => `[${Array.from(row, (value) => Number(value.toFixed(3))).join(', ')}]`).join(' ');
  print(`sorted: ${text(lists(await sortRows(device, scores)))}`);
  print(`softmax: ${text(lists(await softmaxRows(device, scores)))}`);
  const { dense, width } = padded(scores, 0);
  print(`padded with 0: ${text(lists({ values: dense, splits: [0, 1, 2, 3, 4].map((row) => row * width) }))}`);
  const outer = [0, 3, 4];
  const lengths = await segmentedReduce(device, scores.values, scores.splits, 'count');
  print(`longest sentence of each document: ${(await segmentedReduce(device, lengths, outer, 'max')).join(', ')}`);
  print(`best score of each document: ${(await reduceLevels(device, { ...scores, outer }, 'max')).join(', ')}`);
}
