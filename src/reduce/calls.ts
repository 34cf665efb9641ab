import { hostItems, type NumberArray } from '../host/arrays.ts';
import { requireOneOf, requireTuning } from '../host/options.ts';
import { hostCall, uploadSegments } from '../host/run.ts';
import { checkSegments, type HostSegments } from '../host/segments.ts';
import { requireDevice } from '../record/device_state.ts';
import type { Tuning } from '../tuning.ts';
import type { ReduceOp, ReduceType } from './context.ts';
import { createSegmentedReduce, REDUCE_OPS, REDUCE_TYPES } from './operation.ts';

function requireReduceType(type: unknown): ReduceType {
  requireOneOf('values', typeof type === 'string' ? type : 'opaque bytes', REDUCE_TYPES, 'unsupported-type');
  return type as ReduceType;
}

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
  const input = hostItems('values', values);
  const type = requireReduceType(input.type);
  const checked = checkSegments(segments, input.length, true);
  requireOneOf('op', op, REDUCE_OPS, 'unsupported-type');
  requireTuning(options.tuning);
  requireDevice(device);
  if (checked.count === 0) return input.like(new Uint8Array(0)) as V;
  const reduce = await createSegmentedReduce(device, {
    type,
    op,
    maxItems: input.length,
    maxSegments: checked.count,
    maxSegmentSize: checked.longest,
    ...(options.tuning ? { tuning: options.tuning } : {}),
  });
  try {
    const bytes = await hostCall(device, (call) => {
      const output = call.storage('output', checked.count * 4);
      reduce.encode(call.encoder, {
        input: call.upload('input', input.bytes),
        output,
        segments: uploadSegments(call, checked),
        itemCount: input.length,
      });
      return call.readback(output, checked.count * 4);
    });
    return input.like(bytes) as V;
  } finally {
    reduce.destroy();
  }
}
