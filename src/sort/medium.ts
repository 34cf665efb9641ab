import { blockPiece } from '../partition/plan.ts';
import type { Grid, Kernel, Pass } from '../record/plan.ts';
import { pieces } from '../template/pieces.ts';
import { accessBindings, accessPieces, DIGIT_BITS, KEY_BITS, keyPieces, type SortBin, type SortContext } from './context.ts';

/** The pass that sorts one medium bin. */
export function mediumPass(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass {
  const kernel = context.family === 'cpu' ? loneKernel(context, bin, index) : workgroupKernel(context, bin, index);
  return { kernel, grid, resources: {} };
}

function loneKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  const { pairs } = context;
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    constants: { WORKGROUP: context.table.sort.medium.workgroup, BIN: index, PASSES: KEY_BITS / DIGIT_BITS },
    bindings: [
      'state',
      'offsets',
      ...accessBindings(context),
      'scratchKeys',
      ...(pairs ? (['scratchValues'] as const) : []),
    ],
    pieces: [
      ...pieces('sort/medium/lone', pairs ? 'sort/medium/lone_move_pair' : 'sort/medium/lone_move_key', 'sort/digits'),
      ...pieces('state/layout', 'state/workgroup_index', 'segments/offsets'),
      ...keyPieces(context),
      ...accessPieces(context),
    ],
  };
}

function workgroupKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  const { pairs } = context;
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
    bindings: ['state', 'offsets', ...accessBindings(context)],
    pieces: [
      ...pieces('sort/medium/workgroup', pairs ? 'sort/medium/workgroup_pair' : 'sort/medium/workgroup_key'),
      ...pieces('workgroup/radix_tile', pairs ? 'workgroup/payload_value' : 'workgroup/payload_none'),
      blockPiece(true),
      ...pieces('state/layout', 'state/workgroup_index', 'segments/offsets'),
      ...keyPieces(context),
      ...accessPieces(context),
    ],
  };
}
