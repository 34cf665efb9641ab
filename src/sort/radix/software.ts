import moveKey from '../../../wgsl/sort/radix/move_key.software.wgsl';
import movePair from '../../../wgsl/sort/radix/move_pair.software.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import type { SortContext } from '../context.ts';

/** The module that moves one item. */
export function moveModule({ pairs }: SortContext): WgslModule {
  return pairs ? movePair : moveKey;
}
