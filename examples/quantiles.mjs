/**
 * Computes the median and other quantiles per group. Rows of (group, value) come in any order. One call groups them,
 * and one gives all quantiles, interpolated between neighbours as in numpy. An empty group has NaN.
 *
 * Run: `node examples/quantiles.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   server  requests  median  90 %  99 %
 *   0              8     110   220   238
 *   1              0       -     -     -
 *   2              5      35  40.6  41.9
 *   3              3       7     7     7
 */
import { groupBy, openPlace, segmentedQuantile } from 'webgpu-segmented/auto';

export async function main(place, print = console.log) {
  const servers = Uint8Array.of(2, 0, 0, 3, 0, 2, 0, 0, 2, 3, 0, 2, 0, 0, 3, 2);
  const millis = Float32Array.of(35, 90, 212, 7, 100, 42, 240, 80, 31, 7, 120, 38.5, 70, 130, 7, 30);
  const { keys, offsets, rows } = await groupBy(place, servers, { groups: 4 });
  const quantiles = [0.5, 0.9, 0.99];
  const found = await segmentedQuantile(place, millis, { offsets, rows }, quantiles);

  const line = (...cells) =>
    print(cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(6) : `${cell}`.padStart([0, 10, 8, 6, 6][i]))).join(''));
  line('server', 'requests', 'median', '90 %', '99 %');
  keys.forEach((server, i) => {
    const own = Array.from(found.subarray(quantiles.length * i, quantiles.length * (i + 1)));
    const cells = own.map((value) => (Number.isNaN(value) ? '-' : Number(value.toPrecision(3))));
    line(server, offsets[i + 1] - offsets[i], ...cells);
  });
}

// As a program: node examples/quantiles.mjs
if (globalThis.process?.argv[1]?.endsWith('quantiles.mjs')) await main(await openPlace());
