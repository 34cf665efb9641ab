import moveKey from '../../../wgsl/sort/radix/move_key.software.wgsl';
import movePair from '../../../wgsl/sort/radix/move_pair.software.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { movedValueModule, type SortContext } from '../context.ts';

/** The modules that move one item. */
export function moveModules(context: SortContext, isFirst: boolean): WgslModule[] {
  return context.pairs ? [movePair, movedValueModule(context, isFirst)] : [moveKey];
}
