/** Each row's group, and groups by several columns: loaded by the first call that asks for either. */
import { groupedByColumns } from '../../group/columns.ts';
import type { KeyOrder } from '../../sort/kernels.ts';
import type { MappedKeys } from '../sort/key_map.ts';
import type { GroupedRows, Grouping } from './array_call.ts';

export { groupsOfRows, requireColumns } from '../../group/columns.ts';

/** Groups by several columns, whose ids are packed into one. */
export async function groupedByList(
  all: readonly Grouping[],
  groupNumbers: (of: Grouping) => MappedKeys,
  groupedBy: (of: Grouping) => GroupedRows,
): Promise<GroupedRows> {
  const [{ order, sorted }] = all as [Grouping];
  return groupedByColumns(
    all.map(({ ids }) => ids),
    {
      numbersOf: (_, i) => groupNumbers(all[i]!).low,
      // A column after the first need not ascend, even if the rows do.
      groupedBy: (_, i) => groupedBy({ ...all[i]!, sorted: false }),
      groupedByPacked: (ids, groups) => {
        const keyType = ids.type as KeyOrder['keyType'];
        const packed = { ...order, keyType, endBit: 8 * ids.itemBytes, zerosTie: false };
        return groupedBy({ ids, sorted, groups, order: packed });
      },
    },
  );
}
