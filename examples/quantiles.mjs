/**
 * Computes the median and other quantiles per group. Rows of (group, value) come in any order. The host groups them,
 * and one call sorts every group. A quantile then needs one or two items of its sorted group.
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
import { openPlace, segmentedSort } from 'webgpu-segmented/auto';

/** Groups rows: gives the values group by group, and the offset of each group. Reads the rows twice, does not sort. */
export function grouped(groups, values, groupCount) {
  const offsets = new Uint32Array(groupCount + 1);
  for (const group of groups) offsets[group + 1]++;
  for (let group = 0; group < groupCount; group++) offsets[group + 1] += offsets[group];
  const next = offsets.slice();
  const byGroup = new values.constructor(values.length);
  values.forEach((value, row) => {
    byGroup[next[groups[row]]++] = value;
  });
  return { byGroup, offsets };
}

/**
 * Quantiles of every group, interpolated between neighbours as in numpy. An empty group gives NaN.
 *
 * @param fractions 0.5 is the median
 * @returns an array for each group, with one number per fraction
 */
export async function quantiles(place, values, offsets, fractions) {
  const sorted = await segmentedSort(place, values, offsets);
  return Array.from({ length: offsets.length - 1 }, (_, group) => {
    const begin = offsets[group];
    const last = offsets[group + 1] - begin - 1;
    return fractions.map((fraction) => {
      if (last < 0) return Number.NaN;
      const rank = fraction * last;
      const below = sorted[begin + Math.floor(rank)];
      const above = sorted[begin + Math.ceil(rank)];
      return below + (above - below) * (rank % 1);
    });
  });
}

export async function main(place, print = console.log) {
  const servers = [2, 0, 0, 3, 0, 2, 0, 0, 2, 3, 0, 2, 0, 0, 3, 2];
  const millis = Float32Array.of(35, 90, 212, 7, 100, 42, 240, 80, 31, 7, 120, 38.5, 70, 130, 7, 30);
  const { byGroup, offsets } = grouped(servers, millis, 4);
  const rows = await quantiles(place, byGroup, offsets, [0.5, 0.9, 0.99]);

  const line = (...cells) =>
    print(cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(6) : `${cell}`.padStart([0, 10, 8, 6, 6][i]))).join(''));
  line('server', 'requests', 'median', '90 %', '99 %');
  rows.forEach((found, server) => {
    const cells = found.map((value) => (Number.isNaN(value) ? '-' : Number(value.toPrecision(3))));
    line(server, offsets[server + 1] - offsets[server], ...cells);
  });
}

// As a program: node examples/quantiles.mjs
if (globalThis.process?.argv[1]?.endsWith('quantiles.mjs')) await main(await openPlace());
