/** The size classes of plans, for tests of every class boundary. */
import { createSegmentedReduce, createSegmentedSort } from '../../src/index.ts';
import { type ReduceRow, type SortRow, tuningOf } from './cases.ts';
import type { SizeClass } from './compare.ts';

export type SortPlan = Awaited<ReturnType<typeof createSegmentedSort>>;
export type ReducePlan = Awaited<ReturnType<typeof createSegmentedReduce>>;

export function classesOf(plan: SortPlan | ReducePlan): readonly SizeClass[] {
  return plan.describe().classes as readonly SizeClass[];
}

/** Options of a plan for `row`, with room for `maxItems` items in `maxSegments` segments. */
export function planOptions(row: SortRow, maxItems: number, maxSegments: number) {
  return {
    keyType: row.keyType,
    ...(row.pairs && { valueType: 'u32' as const }),
    order: row.order,
    maxItems,
    maxSegments,
    tuning: tuningOf(row),
  };
}

/** The number of items of a large segment's tile, if a kernel names it. The sweep has tiles as well. */
export function tileOf(plan: { describe(): unknown }): string | undefined {
  const text = JSON.stringify(plan.describe());
  const tile = text.includes('reduce/sweep join') ? /\bMERGE_TILE = (\d+)/ : /\bTILE = (\d+)/;
  return tile.exec(text)?.[1];
}

/** The classes of a plan, with the tile size that the kernels of the large class have. */
export function classesWithTile(plan: SortPlan | ReducePlan): readonly SizeClass[] {
  const tile = tileOf(plan);
  if (tile === undefined) return classesOf(plan);
  return classesOf(plan).map((c) => (c.name === 'large' ? { ...c, tile: Number(tile) } : c));
}

function neededTile(classes: readonly SizeClass[]): readonly SizeClass[] {
  if (!classes.some(({ tile }) => tile !== undefined)) throw new Error('no kernel says how many items a tile has');
  return classes;
}

/** The size classes of a sort of this kind, read from a plan with room for all of them. */
export async function sortClasses(device: GPUDevice, row: SortRow): Promise<readonly SizeClass[]> {
  const plan = await createSegmentedSort(device, planOptions(row, 2 ** 20, 1000));
  const classes = neededTile(classesWithTile(plan));
  plan.destroy();
  return classes;
}

/** The size classes of a reduce. */
export async function reduceClasses(device: GPUDevice, row: ReduceRow): Promise<readonly SizeClass[]> {
  const { type, op } = row;
  const room = { maxItems: 2 ** 20, maxSegments: 1 };
  const plan = await createSegmentedReduce(device, { type, op, ...room, tuning: tuningOf(row) });
  const classes = neededTile(classesWithTile(plan));
  plan.destroy();
  return classes;
}
