import type { CheckedCall } from '../api/array_call.ts';
import { type Bounds, requireBounds } from '../api/options.ts';
import type { BoundedOperation } from '../api/run.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import type { ReduceRequest, Stage } from './context.ts';
import { recordReduce, reduceOperation, stageSpec } from './operation.ts';

/**
 * A stage of a reduce, for the calls of some bounds. Its input is `input`, its outputs are the spec's, or
 * accumulators.
 */
export async function boundedStage(
  { device, tuning }: CheckedCall,
  request: ReduceRequest,
  stage: Stage,
  bounds: Bounds,
): Promise<BoundedOperation> {
  const reduce = await reduceOperation(device, stageSpec(request, stage, requireBounds(bounds)), tuning);
  return {
    record: (encoder, { ranges, items, segments }) => {
      const named = ranges as typeof ranges & { readonly input: BufferRange };
      recordReduce(reduce, encoder, { ranges: named, items, call: segments });
    },
    destroy: () => reduce.operation.destroy(),
  };
}
