/**
 * Finds the nearest neighbours of every point within a radius. Points lie in cells as wide as the radius. The points of
 * the nine cells around a point are its candidates. One call sorts all candidates' distances, one segment per point.
 *
 * Run: `node examples/neighbours.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   point 0: 1 at 0.5, 2 at 1
 *   point 1: 0 at 0.5, 2 at 1.118
 *   point 2: 0 at 1, 1 at 1.118
 *   point 3: none
 *   point 4: 5 at 0.25
 *   point 5: 4 at 0.25
 */
import { openPlace, segmentedSortByKey } from 'webgpu-segmented/auto';

/** Points by cell. */
function cellsOf(points, radius) {
  const cells = new Map();
  points.forEach(([x, y], i) => {
    const key = `${Math.floor(x / radius)},${Math.floor(y / radius)}`;
    if (cells.has(key)) cells.get(key).push(i);
    else cells.set(key, [i]);
  });
  return cells;
}

/** All points except i in the nine cells around it. */
function candidatesOf(i, points, cells, radius) {
  const column = Math.floor(points[i][0] / radius);
  const row = Math.floor(points[i][1] / radius);
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => `${column + dx},${row + dy}`));
  return around.flatMap((key) => cells.get(key) ?? []).filter((other) => other !== i);
}

/**
 * At most k neighbours of every point that are no farther than `radius`; the nearest comes first.
 *
 * @param points pairs of coordinates
 * @returns lists of { point, distance }
 */
export async function nearest(place, points, radius, k) {
  const cells = cellsOf(points, radius);
  const offsets = [0];
  const candidates = [];
  for (let i = 0; i < points.length; i++) {
    candidates.push(...candidatesOf(i, points, cells, radius));
    offsets.push(candidates.length);
  }
  const distances = new Float32Array(candidates.length);
  for (let i = 0; i < points.length; i++) {
    for (let j = offsets[i]; j < offsets[i + 1]; j++) {
      const [x, y] = points[candidates[j]];
      distances[j] = Math.hypot(x - points[i][0], y - points[i][1]);
    }
  }
  const sorted = await segmentedSortByKey(place, distances, Uint32Array.from(candidates), offsets);
  return points.map((_, i) => {
    const found = [];
    for (let j = offsets[i]; j < Math.min(offsets[i + 1], offsets[i] + k); j++) {
      if (sorted.keys[j] <= radius) found.push({ point: sorted.values[j], distance: sorted.keys[j] });
    }
    return found;
  });
}

export async function main(place, print = console.log) {
  const points = [
    [0, 0],
    [0.5, 0],
    [0, 1],
    [5, 5],
    [-3, 2],
    [-3, 2.25],
  ];
  const found = await nearest(place, points, 2, 2);
  found.forEach((near, i) => {
    const cells = near.map(({ point, distance }) => `${point} at ${Number(distance.toFixed(3))}`);
    print(`point ${i}: ${cells.join(', ') || 'none'}`);
  });
}

// As a program: node examples/neighbours.mjs
if (globalThis.process?.argv[1]?.endsWith('neighbours.mjs')) await main(await openPlace());
