/**
 * Orders splats by depth in each screen tile, so that they can be blended front to back. Every splat is in the list of
 * each tile that its square touches. One call sorts all tiles' lists by depth.
 *
 * Run: `node examples/splats.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   tile 0,0: 2 at 1.5, 0 at 4
 *   tile 1,0: 2 at 1.5, 3 at 2, 0 at 4
 *   tile 0,1: 1 at 3
 *   tile 1,1: 3 at 2
 */
import { openPlace, segmentedSortByKey } from 'webgpu-segmented/auto';

/** The tiles that a splat's square touches. Tiles are numbered row by row. */
function* tilesOf({ x, y, radius }, { columns, rows, size }) {
  const from = (center) => Math.max(Math.floor((center - radius) / size), 0);
  const to = (center, count) => Math.min(Math.floor((center + radius) / size), count - 1);
  for (let row = from(y); row <= to(y, rows); row++) {
    for (let column = from(x); column <= to(x, columns); column++) yield row * columns + column;
  }
}

/**
 * The splats of every tile, the nearest first. Splats of one depth keep their input order.
 *
 * @param splats { x, y, radius } in pixels and { depth }
 * @param grid { columns, rows } of tiles, and their { size } in pixels
 * @returns { offsets, order, depths }: tile t has the splats order[offsets[t]] to order[offsets[t + 1]]
 */
export async function depthOrder(place, splats, grid) {
  const tiles = grid.columns * grid.rows;
  const offsets = new Uint32Array(tiles + 1);
  for (const splat of splats) for (const tile of tilesOf(splat, grid)) offsets[tile + 1]++;
  for (let tile = 0; tile < tiles; tile++) offsets[tile + 1] += offsets[tile];

  const next = offsets.slice();
  const depths = new Float32Array(offsets[tiles]);
  const listed = new Uint32Array(offsets[tiles]);
  splats.forEach((splat, i) => {
    for (const tile of tilesOf(splat, grid)) {
      depths[next[tile]] = splat.depth;
      listed[next[tile]++] = i;
    }
  });
  const sorted = await segmentedSortByKey(place, depths, listed, offsets);
  return { offsets, order: sorted.values, depths: sorted.keys };
}

export async function main(place, print = console.log) {
  const grid = { columns: 2, rows: 2, size: 16 };
  const splats = [
    { x: 15, y: 6, radius: 3, depth: 4 },
    { x: 5, y: 24, radius: 4, depth: 3 },
    { x: 16, y: 5, radius: 2, depth: 1.5 },
    { x: 25, y: 14, radius: 5, depth: 2 },
  ];
  const { offsets, order, depths } = await depthOrder(place, splats, grid);
  for (let tile = 0; tile < grid.columns * grid.rows; tile++) {
    const cells = [];
    for (let i = offsets[tile]; i < offsets[tile + 1]; i++) cells.push(`${order[i]} at ${depths[i]}`);
    print(`tile ${tile % grid.columns},${Math.floor(tile / grid.columns)}: ${cells.join(', ')}`);
  }
}

// As a program: node examples/splats.mjs
if (globalThis.process?.argv[1]?.endsWith('splats.mjs')) await main(await openPlace());
