import type { Grid, Pass } from '../record/plan.ts';
import { piece, pieces } from '../template/pieces.ts';
import { accessBindings, accessPieces, type SortBin, type SortContext } from './context.ts';
import { KEY_BINDINGS, KEY_PIECES } from './keys.ts';
import { networkPiece } from './network.ts';

/**
 * Shapes of the small bins, capacities 2, 4, 8, … : as few lanes as hold `itemsWanted` items each, as many items as
 * `itemsMost` where a subgroup has too few lanes.
 */
export function smallShapes(context: SortContext): { lanes: number; items: number }[] {
  const { itemsWanted, lanesMost, lanesMostEmulated, lengthMost } = context.table.sort.small;
  const itemsMost = context.table.sort.small[context.pairs ? 'itemsMostPairs' : 'itemsMost'];
  // Without subgroups lanes exchange through workgroup memory: one lane holds what it can before a second one joins.
  const wanted = context.subgroups ? itemsWanted : itemsMost;
  const lanesSure = context.subgroups ? Math.min(context.lanes, lanesMost) : lanesMostEmulated;
  const shapes: { lanes: number; items: number }[] = [];
  for (let capacity = 2; capacity <= lengthMost; capacity *= 2) {
    const lanes = Math.max(1, Math.min(lanesSure, capacity / wanted));
    const items = capacity / lanes;
    if (items > itemsMost) break;
    shapes.push({ lanes, items });
  }
  return shapes;
}

/** The pass that sorts one small bin in registers. */
export function smallPass(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass {
  const exchanges = bin.lanes > 1;
  const exchange = context.subgroups ? 'sort/small/exchange_subgroup' : 'sort/small/exchange_workgroup';
  return {
    kernel: {
      name: `sort/small ${bin.maxLength}`,
      subgroups: exchanges && context.subgroups,
      constants: {
        WORKGROUP: context.table.sort.small.workgroup,
        LANES: bin.lanes,
        ITEMS: bin.items,
        BIN: index,
      },
      bindings: ['state', 'offsets', ...accessBindings(context), ...KEY_BINDINGS],
      pieces: [
        ...pieces('sort/small/kernel', 'state/layout', 'state/workgroup_index', 'segments/offsets'),
        ...KEY_PIECES,
        ...accessPieces(context),
        piece(context.pairs ? 'sort/small/item_pair' : 'sort/small/item_key'),
        ...(exchanges ? [piece(exchange)] : []),
        networkPiece(bin.lanes, bin.items),
      ],
    },
    grid,
    resources: {},
  };
}
