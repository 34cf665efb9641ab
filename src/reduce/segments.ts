import type { Grid, Pass } from '../record/plan.ts';
import { pieces } from '../template/pieces.ts';
import { groupParts, LEAF, operatorParts, type ReduceBin, type ReduceContext } from './context.ts';

/** The pass that folds the segments of one small or medium bin. */
export function segmentsPass(context: ReduceContext, bin: ReduceBin, index: number, grid: Grid): Pass {
  const { workgroup } = context.table.reduce;
  const group = groupParts(context, { lanes: bin.lanes, workgroup, leaf: LEAF, longest: bin.maxLength });
  const operator = operatorParts(context);
  return {
    kernel: {
      name: `reduce/${bin.name} ${bin.maxLength}`,
      subgroups: group.subgroups,
      constants: { ...group.constants, ...operator.constants, BIN: index },
      bindings: ['state', 'spans', 'input', 'output'],
      pieces: [
        ...pieces('reduce/segments', 'reduce/source_input'),
        ...group.pieces,
        ...operator.pieces,
        ...pieces('state/layout', 'state/lists', 'state/workgroup_index'),
      ],
    },
    grid,
    resources: {},
    bin: index,
  };
}
