import { blockPiece } from '../partition/plan.ts';
import type { Grid, Kernel, Pass } from '../record/plan.ts';
import { accessBindings, accessPieces, type SortBin, type SortContext } from './context.ts';
import { keyAliases, keyBindings, keyPieces } from './keys.ts';
import { digitPasses, moveBindings, movePieces } from './passes.ts';
import { pieces } from './pieces.ts';

/** The passes that sort one medium bin. */
export function mediumPasses(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  if (context.family === 'gpu')
    return [{ kernel: workgroupKernel(context, bin, index), grid, resources: {}, bin: index }];
  const kernel = loneKernel(context, bin, index);
  return digitPasses(context).map(({ move }) => ({ kernel, grid, resources: move, bin: index }));
}

function loneKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    constants: { WORKGROUP: context.table.sort.medium.workgroup, BIN: index },
    aliases: keyAliases(context),
    bindings: ['state', 'spans', ...moveBindings(context), ...keyBindings(context)],
    pieces: [
      ...pieces('sort/medium/lone', 'sort/digits', 'state/layout', 'state/lists', 'state/workgroup_index'),
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
