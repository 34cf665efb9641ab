/**
 * Sorts the entries of every row of a sparse matrix (CSR) by column, then multiplies the matrix by a vector: one sum
 * that gathers vector elements by column and weighs them by the entries.
 *
 * Run: `node examples/csr.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   row 0: 4 at 0, -1 at 1
 *   row 1: -1 at 0, 4 at 1, -1 at 2
 *   row 2:
 *   row 3: -1 at 1, 2.5 at 3
 *   A x = 2, 4, 0, 8
 */
import { openPlace, segmentedReduce, segmentedSortByKey } from 'webgpu-segmented/auto';

/** Sorts the entries of each row by column. */
export async function withSortedRows(place, { offsets, columns, entries }) {
  const sorted = await segmentedSortByKey(place, columns, entries, offsets);
  return { offsets, columns: sorted.keys, entries: sorted.values };
}

/** y = A x: one float per row. An entry gathers its vector element and weighs it; `x` has rows of one number. */
export async function multiply(place, { offsets, columns, entries }, x) {
  const segments = { offsets, rows: columns };
  return (await segmentedReduce(place, { type: 'f32', width: 1, data: x }, segments, 'sum', { weights: entries })).data;
}

export async function main(place, print = console.log) {
  const matrix = await withSortedRows(place, {
    offsets: Uint32Array.of(0, 2, 5, 5, 7),
    columns: Uint32Array.of(1, 0, 2, 0, 1, 3, 1),
    entries: Float32Array.of(-1, 4, -1, -1, 4, 2.5, -1),
  });
  const { offsets, columns, entries } = matrix;
  for (let row = 0; row + 1 < offsets.length; row++) {
    const cells = Array.from(
      entries.subarray(offsets[row], offsets[row + 1]),
      (entry, i) => `${entry} at ${columns[offsets[row] + i]}`,
    );
    print(`row ${row}: ${cells.join(', ')}`.trim());
  }
  print(`A x = ${(await multiply(place, matrix, Float32Array.of(1, 2, 3, 4))).join(', ')}`);
}

// As a program: node examples/csr.mjs
if (globalThis.process?.argv[1]?.endsWith('csr.mjs')) await main(await openPlace());
