import { blockPiece } from '../partition/plan.ts';
import type { Grid, Kernel, Pass } from '../record/plan.ts';
import { pieces } from '../template/pieces.ts';
import { accessBindings, accessPieces, KEY_BITS, type SortBin, type SortContext } from './context.ts';
import { KEY_BINDINGS, KEY_PIECES } from './keys.ts';
import { digitPasses, moveBindings, movePieces } from './passes.ts';

/** The passes that sort one medium bin. */
export function mediumPasses(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  if (context.family === 'gpu') return [{ kernel: workgroupKernel(context, bin, index), grid, resources: {} }];
  const kernel = loneKernel(context, bin, index);
  return digitPasses().map(({ move }) => ({ kernel, grid, resources: move }));
}

function loneKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    constants: { WORKGROUP: context.table.sort.medium.workgroup, BIN: index },
    bindings: ['state', 'offsets', ...moveBindings(context), ...KEY_BINDINGS],
    pieces: [
      ...pieces('sort/medium/lone', 'sort/digits', 'state/layout', 'state/workgroup_index', 'segments/offsets'),
      ...movePieces(context, 'sort/move'),
      ...KEY_PIECES,
    ],
  };
}

function workgroupKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    aliases: { Scanned: 'u32' },
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      ITEMS: bin.items,
      BIN: index,
      KEY_BITS,
    },
    bindings: ['state', 'offsets', ...accessBindings(context), ...KEY_BINDINGS],
    pieces: [
      ...pieces('sort/medium/workgroup', 'workgroup/radix_tile'),
      ...movePieces(context, 'sort/medium/workgroup'),
      ...pieces(context.pairs ? 'workgroup/payload_value' : 'workgroup/payload_none'),
      blockPiece(true),
      ...pieces('state/layout', 'state/workgroup_index', 'segments/offsets'),
      ...KEY_PIECES,
      ...accessPieces(context),
    ],
  };
}
