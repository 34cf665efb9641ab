import mediumRadix from '../../../wgsl/sort/medium/radix.software.wgsl';
import type { Kernel } from '../../plan/module.ts';
import type { Pass } from '../../plan/plan.ts';
import { digitConstants, type GridOf, movedBytes, type SortContext, SPAN_BYTES } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { digitPasses } from '../radix/passes.ts';
import { moveModule } from '../radix/software.ts';

/** An invocation a segment. The bins are neighbours. */
function digitKernel(context: SortContext, bins: readonly number[]): Kernel {
  return keyedKernel(context, {
    name: 'sort/medium',
    entry: mediumRadix,
    modules: [moveModule(context)],
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      FIRST_BIN: bins[0] as number,
      MEDIUM_BINS: bins.length,
      CHECK_ORDER: false,
      ...digitConstants(context),
    },
  });
}

/** The passes that sort medium bins digit by digit, all bins in each. */
export function mediumDigitPasses(context: SortContext, bins: readonly number[], gridOf: GridOf): Pass[] {
  if (bins.length === 0) return [];
  const { key, item } = movedBytes(context);
  const kernel = digitKernel(context, bins);
  const tasksPerSegment = Object.fromEntries(bins.map((bin) => [bin, 1]));
  const grid = gridOf({ tasksPerSegment, tasksPerWorkgroup: context.table.sort.medium.workgroup });
  // Keys are read once for their digits.
  const traffic = { segment: SPAN_BYTES, item: key + 2 * item };
  return digitPasses(context).map(({ move }) => ({ kernel, grid, resources: move, bins, traffic }));
}
