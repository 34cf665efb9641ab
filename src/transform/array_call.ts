/** Transforms of arrays. */
import {
  type ArrayCall,
  type BoundedOperation,
  type Bounds,
  type CheckedCall,
  runArrayCall,
} from '../api/array_call.ts';
import type { HostArray, HostItems } from '../api/arrays.ts';
import type { CheckedSegments } from '../api/segments.ts';
import { deviceFacts } from '../gpu/device.ts';
import { halfNumber } from '../item_types.ts';
import { resultBytes } from './kernels.ts';
import { type GivenTransform, type ReadyTransform, readyTransform } from './load.ts';
import { type TransformSpec, transformPlan } from './plan.ts';
import { COMMON, recordTransform, transformOperation } from './record.ts';

/** Compiles a transform for calls within some bounds. */
async function boundedTransform(
  { device, tuning }: CheckedCall,
  ready: ReadyTransform,
  bounds: Bounds,
): Promise<BoundedOperation> {
  const spec: TransformSpec = { ...ready.request, ...bounds };
  const transform = await transformOperation(device, ready, spec, tuning);
  return {
    record: (encoder, { ranges, items, segments }) => recordTransform(transform, encoder, ranges, items, segments),
    destroy: () => transform.operation.destroy(),
  };
}

/** Describes a transform of arrays to the code that runs all calls on arrays. */
function transformCall(
  call: CheckedCall,
  ready: ReadyTransform,
  { bytes, itemBytes }: HostItems,
  found: Uint8Array<ArrayBuffer>,
): ArrayCall {
  const { request, stages } = ready;
  const keepsItems = request.name === 'diff' || request.name === 'shift';
  const entryBytes = resultBytes(request);
  return {
    ...call,
    inputs: [{ argument: 'input', per: 'item', entryBytes: itemBytes, bytes }],
    outputs: [
      {
        ...({ argument: 'output', per: 'item', entryBytes, bytes: found } as const),
        ...(keepsItems ? { base: { input: 'input', inPlace: false } } : {}),
      },
    ],
    minLength: 1,
    scratch: { itemBytes: 0, segmentBytes: 16 },
    plan: (maxItems, maxSegments) => {
      const spec = { ...request, maxItems, maxSegments, maxSegmentSize: call.segments.longest };
      return transformPlan(stages, spec, COMMON, deviceFacts(call.device), call.tuning);
    },
    make: (bounds) => boundedTransform(call, ready, bounds),
    long: async (segment, long) => {
      const { transformLong } = await import('./long.ts');
      await transformLong(call, ready, bytes, found, segment, long);
    },
  };
}

type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

const RESULTS = { f32: Float32Array, u32: Uint32Array, i32: Int32Array } as const;
const ITEMS = {
  ...RESULTS,
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  f16: Uint16Array,
} as const;

/** Calls `each` with the range of every segment that has items. */
function eachSpan(
  { count, offsets, ranges, size = 0 }: CheckedSegments,
  each: (begin: number, end: number) => void,
): void {
  if (!ranges) {
    const begin = offsets ? (offsets[0] as number) : 0;
    const end = offsets ? (offsets[count] as number) : count * size;
    each(begin, end);
    return;
  }
  for (let i = 0; i < count; i++) each(ranges.begin[i] as number, ranges.end[i] as number);
}

/** The items as numbers of the results' type, with the results of those that are in segments. */
function withItemsOutside(segments: CheckedSegments, items: HostItems, results: Numbers): Numbers {
  const type = items.type as keyof typeof ITEMS;
  const { buffer, byteOffset } = items.bytes;
  const given = new ITEMS[type](buffer, byteOffset, items.length);
  const all = results.slice();
  all.set(type === 'f16' ? Float32Array.from(given, halfNumber) : given);
  eachSpan(segments, (begin, end) => {
    if (begin < end) all.set(results.subarray(begin, end), begin);
  });
  return all;
}

/** Transforms arrays: `segmentedTransform` calls it. `items`: in the order of the call's segments. */
export async function transformArrays(
  call: CheckedCall,
  items: HostItems,
  given: Omit<GivenTransform, 'type'>,
): Promise<HostArray> {
  const ready = await readyTransform(call.device, { ...given, type: items.type }, call.tuning, 'values');
  const { name, type } = ready.request;
  const keepsType = name === 'diff' || name === 'shift';
  const found = keepsType ? items.bytes.slice() : new Uint8Array(resultBytes(ready.request) * items.length);
  await runArrayCall(transformCall(call, ready, items, found));
  if (keepsType) return items.like(found);
  const results = new RESULTS[type as keyof typeof RESULTS](found.buffer) as Numbers;
  return call.segments.coversAll ? results : withItemsOutside(call.segments, items, results);
}
