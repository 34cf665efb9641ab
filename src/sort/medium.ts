import { blockPiece } from '../partition/plan.ts';
import type { Grid, Kernel, Pass } from '../record/plan.ts';
import {
  accessBindings,
  accessPieces,
  digitConstants,
  digitsOf,
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

/** The passes that sort one medium bin. */
export function mediumPasses(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  const { key, item } = movedBytes(context);
  if (context.family === 'gpu') {
    const traffic = { segment: SPAN_BYTES, item: 2 * item };
    return [{ kernel: workgroupKernel(context, bin, index), grid, resources: {}, bin: index, traffic }];
  }
  const kernel = loneKernel(context, bin, index);
  // Keys are read once for their digits.
  const traffic = { segment: SPAN_BYTES, item: key + 2 * item };
  return digitPasses(context).map(({ move }) => ({ kernel, grid, resources: move, bin: index, traffic }));
}

function loneKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      BIN: index,
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
