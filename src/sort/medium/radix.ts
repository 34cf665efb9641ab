import blockCooperative from '../../../wgsl/scan/block.gpu.wgsl';
import mediumWorkgroup from '../../../wgsl/sort/medium/radix.gpu.wgsl';
import mediumLone from '../../../wgsl/sort/medium/radix.software.wgsl';
import mediumWorkgroupKey from '../../../wgsl/sort/medium/store_key.gpu.wgsl';
import mediumWorkgroupPair from '../../../wgsl/sort/medium/store_pair.gpu.wgsl';
import payloadNone from '../../../wgsl/sort/radix/payload_none.gpu.wgsl';
import payloadValue from '../../../wgsl/sort/radix/payload_value.gpu.wgsl';
import type { Kernel } from '../../plan/module.ts';
import type { Grid, Pass } from '../../plan/plan.ts';
import {
  accessModules,
  digitConstants,
  digitsOf,
  type GridOf,
  movedBytes,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { digitPasses, moveModule } from '../radix/passes.ts';

/** Most bits that a workgroup sorts its tile by at once: 16 counters a lane. */
const LOCAL_BITS_MOST = 4;

/** What the kernels of a workgroup's tile know of digits. */
export function localDigits(context: SortContext) {
  return { ...digitConstants(context), LOCAL_BITS: Math.min(digitsOf(context).bits, LOCAL_BITS_MOST) };
}

/** Family `gpu`: the pass that sorts one medium bin. */
export function mediumPass(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass {
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  return { kernel: workgroupKernel(context, bin, index), grid, bins: [index], traffic };
}

/** Family `cpu`: the passes that sort all medium bins, a digit each. */
export function mediumDigitPasses(context: SortContext, bins: readonly number[], gridOf: GridOf): Pass[] {
  if (bins.length === 0) return [];
  const { key, item } = movedBytes(context);
  const { workgroup } = context.table.sort.medium;
  const kernel = loneKernel(context, bins);
  const shares = Object.fromEntries(bins.map((bin) => [bin, 1]));
  const grid = gridOf({ shares, sharesPerWorkgroup: workgroup });
  // Keys are read once for their digits.
  const traffic = { segment: SPAN_BYTES, item: key + 2 * item };
  return digitPasses(context).map(({ move }) => ({ kernel, grid, resources: move, bins, traffic }));
}

/** The bins are neighbours. */
function loneKernel(context: SortContext, bins: readonly number[]): Kernel {
  return keyedKernel(context, {
    name: 'sort/medium',
    entry: mediumLone,
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

function workgroupKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return keyedKernel(context, {
    name: `sort/medium ${bin.maxLength}`,
    entry: mediumWorkgroup,
    modules: [
      ...(context.pairs ? [mediumWorkgroupPair, payloadValue] : [mediumWorkgroupKey, payloadNone]),
      ...accessModules(context),
      blockCooperative,
    ],
    aliases: { Scanned: 'u32' },
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      ITEMS: bin.items,
      BIN: index,
      ...localDigits(context),
    },
  });
}
