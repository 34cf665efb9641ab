/** Items that kernels compute instead of reading them. Only a sort that has such items loads this code. */
import keysIndex from '../../wgsl/sort/access/keys_index.wgsl';
import valuesIndex from '../../wgsl/sort/access/values_index.wgsl';
import valuesIndexInSegment from '../../wgsl/sort/access/values_index_in_segment.wgsl';
import singletonIndex from '../../wgsl/sort/singleton/index.wgsl';
import singletonIndexInSegment from '../../wgsl/sort/singleton/index_in_segment.wgsl';
import type { ComputedModules } from './stages.ts';

export const COMPUTED: ComputedModules = {
  key: keysIndex,
  value: { array: valuesIndex, segment: valuesIndexInSegment },
  singleton: { array: singletonIndex, segment: singletonIndexInSegment },
};
