import type { FamilyTuning } from '../tuning/tuning.ts';

/** Tiles that a plan keeps when its tiles grow: enough that every GPU has work for all its cores. */
const TILES_KEPT = 512;

/**
 * The table with tiles for a plan of up to `maxItems` items. Larger tiles have fewer counters an item. So a tile grows
 * up to `maxTile` where there are items for many tiles.
 */
export function tableWithTiles(table: FamilyTuning, keyWords: 1 | 2, maxItems: number): FamilyTuning {
  const fitted = tableOnGpu(table, keyWords);
  const { large } = fitted.sort;
  let { tile } = large;
  while (2 * tile <= large.maxTile && maxItems >= 2 * tile * TILES_KEPT) tile *= 2;
  return { ...fitted, sort: { ...fitted.sort, large: { ...large, tile } } };
}

/** Adapts the table to the key size: a workgroup's memory holds half as many keys of two words. */
export function tableOnGpu(table: FamilyTuning, keyWords: 1 | 2): FamilyTuning {
  if (keyWords === 1) return table;
  const { medium, large } = table.sort;
  const max = (medium.limits.at(-1) ?? 0) >> 1;
  const limits = [...new Set(medium.limits.map((limit) => Math.min(limit, max)))];
  return {
    ...table,
    sort: { ...table.sort, medium: { ...medium, limits }, large: { ...large, tile: large.tile / 2 } },
  };
}
