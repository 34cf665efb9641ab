import mediumRadix from '../../../wgsl/sort/medium/radix.software.wgsl';
import type { Kernel } from '../../plan/module.ts';
import type { Pass } from '../../plan/plan.ts';
import { digitConstants, firstAndOthers, type GridOf, movedBytes, type SortContext, SPAN_BYTES } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { digitPasses } from '../radix/passes.ts';
import { moveModules } from '../radix/software.ts';

/** One invocation sorts a segment by one digit. The bins are consecutive. */
function digitKernel(context: SortContext, bins: readonly number[], isFirst: boolean): Kernel {
  return keyedKernel(context, {
    name: isFirst ? 'sort/medium first' : 'sort/medium',
    entry: mediumRadix,
    modules: moveModules(context, isFirst),
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      FIRST_BIN: bins[0] as number,
      MEDIUM_BINS: bins.length,
      CHECK_ORDER: false,
      ...digitConstants(context),
    },
  });
}

/** The passes that sort medium bins, one pass per digit for all of the bins. */
export function mediumDigitPasses(context: SortContext, bins: readonly number[], gridOf: GridOf): Pass[] {
  if (bins.length === 0) return [];
  const { key, item, first } = movedBytes(context);
  const [firstKernel, kernel] = firstAndOthers(context, (isFirst) => digitKernel(context, bins, isFirst));
  const tasksPerSegment = Object.fromEntries(bins.map((bin) => [bin, 1]));
  const grid = gridOf({ tasksPerSegment, tasksPerWorkgroup: context.table.sort.medium.workgroup });
  // A pass reads keys once more to count their digits.
  const traffic = (read: number) => ({ segment: SPAN_BYTES, item: key + read + item });
  return digitPasses(context).map(({ move, isFirst }) => ({
    kernel: isFirst ? firstKernel : kernel,
    grid,
    resources: move,
    bins,
    traffic: traffic(isFirst ? first : item),
  }));
}
