import type { FamilyTuning } from '../tuning/tuning.ts';

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
