import { blockPiece } from '../partition/plan.ts';
import type { Grid, Kernel, Pass } from '../record/plan.ts';
import {
  accessBindings,
  accessPieces,
  type BinRange,
  digitConstants,
  digitsOf,
  type GridOf,
  movedBytes,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './context.ts';
import { keyAliases, keyBindings, keyPieces } from './keys.ts';
import { digitPasses, moveBindings, movePieces } from './passes.ts';
import { pieces } from './pieces.ts';

/** Most bits that a workgroup sorts its tile by at once: 16 counters a lane. */
const LOCAL_BITS_MOST = 4;

/** What the kernels of a workgroup's tile know of digits. */
export function localDigits(context: SortContext) {
  return { ...digitConstants(context), LOCAL_BITS: Math.min(digitsOf(context).bits, LOCAL_BITS_MOST) };
}

/** Family `gpu`: the pass that sorts one medium bin. */
export function mediumPass(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass {
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  return { kernel: workgroupKernel(context, bin, index), grid, resources: {}, bins: [index], traffic };
}

/** Family `cpu`: the passes that sort all medium bins, a digit each. */
export function mediumDigitPasses(context: SortContext, range: BinRange, gridOf: GridOf): Pass[] {
  const { first, count } = range;
  if (count === 0) return [];
  const { key, item } = movedBytes(context);
  const { workgroup } = context.table.sort.medium;
  const bins = Array.from({ length: count }, (_, i) => first + i);
  const kernel = loneKernel(context, range);
  const shares = Object.fromEntries(bins.map((bin) => [bin, 1]));
  const grid = gridOf({ shares, sharesPerWorkgroup: workgroup });
  // Keys are read once for their digits.
  const traffic = { segment: SPAN_BYTES, item: key + 2 * item };
  return digitPasses(context).map(({ move }) => ({ kernel, grid, resources: move, bins, traffic }));
}

function loneKernel(context: SortContext, { first, count }: BinRange): Kernel {
  return {
    name: 'sort/medium',
    subgroups: false,
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      FIRST_BIN: first,
      MEDIUM_BINS: count,
      CHECK_ORDER: false,
      ...digitConstants(context),
    },
    aliases: keyAliases(context),
    bindings: ['state', 'spans', ...moveBindings(context), ...keyBindings(context)],
    pieces: [
      ...pieces(
        'sort/medium/lone',
        'sort/digits',
        'sort/lone_digits',
        'sort/lone_moves',
        'state/layout',
        'state/lists',
        'state/workgroup_index',
      ),
      ...movePieces(context, 'sort/move'),
      ...keyPieces(context),
    ],
  };
}

function workgroupKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    aliases: { ...keyAliases(context), Scanned: 'u32' },
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      ITEMS: bin.items,
      BIN: index,
      ...localDigits(context),
    },
    bindings: ['state', 'spans', ...accessBindings(context), ...keyBindings(context)],
    pieces: [
      ...pieces('sort/medium/workgroup', 'workgroup/radix_tile'),
      ...movePieces(context, 'sort/medium/workgroup'),
      ...pieces(context.pairs ? 'workgroup/payload_value' : 'workgroup/payload_none'),
      blockPiece(true),
      ...pieces('state/layout', 'state/lists', 'state/workgroup_index'),
      ...keyPieces(context),
      ...accessPieces(context),
    ],
  };
}
