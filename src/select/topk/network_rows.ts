/** Orders the selected items of large segments in a network, where k fits one. */
import largeRows from '../../../wgsl/select/topk/large_rows.wgsl';
import loadSelected from '../../../wgsl/select/topk/selected_loaded.wgsl';
import { counted, type Pass } from '../../plan/plan.ts';
import type { SmallShape } from '../../sort/network_form.ts';
import { smallShapes } from '../../sort/small/plan.ts';
import { hasLarge, keyed, type SelectContext } from '../context.ts';
import type { Search } from '../radix/plan.ts';
import { fullNetwork } from '../small/plan.ts';
import type { RowUse } from './tournament.ts';

/** The smallest network that holds `maxK` items. Undefined if none does, or if no segment is selected by digits. */
export function rowNetwork(context: SelectContext, maxK: number): SmallShape | undefined {
  if (context.best > 0 || !hasLarge(context)) return undefined;
  const { key } = context;
  return smallShapes({ ...context, key: { ...key, lossless: true } }).find(({ lanes, items }) => lanes * items >= maxK);
}

/** The pass that orders the selected items of each large segment. */
export function networkRowsPass(context: SelectContext, shape: SmallShape, search: Search, use: RowUse): Pass {
  const { workgroup } = context.table.sort.small;
  const { lanes, items } = shape;
  const minLength = context.bins.at(-1)?.minLength ?? 1;
  return {
    kernel: keyed(
      context,
      {
        name: `select/network of rows ${lanes * items}`,
        entry: largeRows,
        modules: [loadSelected, ...use.row, ...use.item, ...fullNetwork(context, shape, true)],
        constants: {
          ...search.constants,
          ...use.constants,
          WORKGROUP: workgroup,
          LANES: lanes,
          ITEMS: items,
          STORED: lanes * items,
          LARGE_BIN: context.bins.length - 1,
          TILE: context.table.sort.large.tile,
        },
      },
      false,
    ),
    grid: counted(minLength > 1 ? 'items' : 'segments', minLength, workgroup / lanes),
    resources: use.resources,
  };
}
