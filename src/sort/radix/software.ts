import moves from '../../../wgsl/sort/radix/moves.software.wgsl';
import { section, type WgslModule } from '../../plan/module.ts';
import { movedValueModule, type SortContext } from '../context.ts';

/** The modules that move one item. */
export function moveModules(context: SortContext, isFirst: boolean): WgslModule[] {
  return context.pairs
    ? [section(moves, 'store', 'pairs'), movedValueModule(context, isFirst)]
    : [section(moves, 'store', 'keys')];
}
