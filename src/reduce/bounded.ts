import type { BoundedOperation, CheckedCall } from '../api/array_call.ts';
import { type Bounds, requireBounds } from '../api/options.ts';

import type { BufferRange } from '../gpu/ranges.ts';
import { type LoadedReduce, reduceOperation } from './operation.ts';
import { recordReduce } from './record.ts';
import type { Phase } from './spec.ts';

/**
 * Compiles one phase of a reduce for calls within some bounds. The input is the argument `input`. The outputs are the
 * request's results, or accumulators. `elements` is the length of the segment in the phase `finish`.
 */
export async function boundedReduce(
  { device, tuning }: CheckedCall,
  { request, stages }: LoadedReduce,
  phase: Phase,
  bounds: Bounds,
  elements?: number,
): Promise<BoundedOperation> {
  const counted = elements === undefined ? {} : { elements };
  const spec = { ...request, ...requireBounds(bounds), phase, ...counted };
  const reduce = await reduceOperation(device, stages, spec, tuning);
  return {
    record: (encoder, { ranges, items, segments }) => {
      const named = ranges as typeof ranges & { readonly input: BufferRange };
      recordReduce(reduce, encoder, { ranges: named, items, call: segments });
    },
    destroy: () => reduce.operation.destroy(),
  };
}
