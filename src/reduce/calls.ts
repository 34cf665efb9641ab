import { hostNumbers, type NumberArray, typedArray } from '../host/arrays.ts';
import { requireOneOf, requireTuning } from '../host/options.ts';
import { hostCall } from '../host/run.ts';
import { checkSegments, type HostSegments } from '../host/segments.ts';
import { requireDevice } from '../record/device_state.ts';
import type { Tuning } from '../tuning.ts';
import type { ReduceOp } from './context.ts';
import { createSegmentedReduce, REDUCE_OPS } from './operation.ts';

/** Options of `segmentedReduce`. */
export interface ReduceOptions {
  tuning?: Tuning;
}

/**
 * Reduces every segment of `values` to one element and returns them in an array of the same class.
 *
 * Sums of floats follow one fixed tree: the same bits on every run and at every subgroup size, with an error that grows
 * with the logarithm of a segment's length. Integer sums wrap. In min and max NaN wins, and the first of equals. An empty
 * segment gives 0, or the type's largest (min) or smallest (max) value, infinite for floats.
 *
 * @param segments segmentCount + 1 offsets into `values`: segment i is offsets[i] to offsets[i + 1]
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const sums = await segmentedReduce(device, new Float32Array([1, 2, 3, 4]), [0, 3, 3, 4], 'sum');   // 6 0 4
 */
export async function segmentedReduce<V extends NumberArray>(
  device: GPUDevice,
  values: V,
  segments: HostSegments,
  op: ReduceOp,
  options: ReduceOptions = {},
): Promise<V> {
  const input = hostNumbers('values', values);
  const checked = checkSegments(segments, input.length);
  requireOneOf('op', op, REDUCE_OPS, 'unsupported-type');
  requireTuning(options.tuning);
  requireDevice(device);
  if (checked.count === 0) return typedArray(input.type, new Uint32Array(0)) as V;
  const reduce = await createSegmentedReduce(device, {
    type: input.type,
    op,
    maxItems: input.length,
    maxSegments: checked.count,
    maxSegmentSize: checked.longest,
    ...(options.tuning ? { tuning: options.tuning } : {}),
  });
  try {
    const words = await hostCall(device, (call) => {
      const output = call.storage('output', checked.count * 4);
      reduce.encode(call.encoder, {
        input: call.upload('input', input.words),
        output,
        segments: { offsets: call.upload('offsets', checked.offsets), count: checked.count },
        itemCount: input.length,
      });
      return call.readback(output, checked.count);
    });
    return typedArray(input.type, words) as V;
  } finally {
    reduce.destroy();
  }
}
