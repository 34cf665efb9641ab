import { checkedCall, itemsOf } from '../api/array_call.ts';
import { type HostArray, hostItems } from '../api/arrays.ts';
import { type OptionNames, TRANSFORM_OPTIONS } from '../api/options.ts';
import type { HostSegments } from '../api/segments.ts';
import { requireObject, taken } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import { copiedTuning } from '../tuning/tuning.ts';
import type {
  CustomTransform,
  SegmentedTransformDescriptor,
  Transformed,
  TransformName,
  TransformOptions,
} from './descriptor.ts';
import type { SegmentedTransform } from './record.ts';

/**
 * One result an item, made of the item and of numbers of its segment: `'softmax'`, `'logSoftmax'`, `'normalize'` (by
 * the sum), `'center'`, `'standardize'`, `'diff'` (minus the item `lag` earlier), `'shift'` (the item `lag` earlier),
 * or a function of the caller's in WGSL. Results are f32, except that `'diff'` and `'shift'` keep the type of the
 * items. Items outside every segment stay, as numbers of the results' type.
 *
 * A segment with a NaN, or with −∞ only, has NaN as softmax. This is what torch gives. Results are within 4 units in
 * the last place of the definition in doubles, and have the same bits in every run on an adapter. Differences of near
 * numbers keep the rounding of their terms. Sums, and squares of distances from the mean, must be finite in f32.
 *
 * The call copies its inputs before it returns the promise, and never changes them. Arrays that are too long for one
 * buffer binding of the device run in batches of whole segments. A longer segment is cut, and uploaded for each read.
 * Cost: O(items + segments). Method: a reduce, whose accumulator for softmax is the greatest score with the sum of the
 * exponentials (Milakov and Gimelshein 2018), then one kernel over the items.
 *
 * @param values any typed array of numbers except Uint8ClampedArray, or `{ type, data }`
 * @param segments as in `segmentedScan`: no item in two segments
 * @param transform a name, or `{ of, wgsl, type }`: operators of a reduce, whose results are `a`, `b`, `c`, `d`, and
 *   the body of a function of `x`, these numbers, `before`, `index` and `length`. `x` and `before` are u32, i32 or f32
 *   as the items are. Counts are u32, means and variances f32, other numbers as `x`
 * @throws SegmentedError 'offsets-not-monotonic', 'offsets-out-of-range', 'segments-overlap', 'length-mismatch',
 *   'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost', 'out-of-memory', 'aborted'
 * @example
 * const scores = new Float32Array([1, 1, 0, 5]);
 * const p = await segmentedTransform(device, scores, [0, 2, 4], 'softmax');   // 0.5 0.5 | 0.0067 0.9933
 * const ofMax = { of: 'max', wgsl: 'return x / a;' } as const;
 * const share = await segmentedTransform(device, scores, [0, 2, 4], ofMax);   // 1 1 | 0 1
 */
export async function segmentedTransform<V extends HostArray, const T extends TransformName | CustomTransform>(
  device: GPUDevice,
  values: V,
  segments: HostSegments,
  transform: T,
  options: TransformOptions = {},
): Promise<Transformed<V, T>> {
  const items = hostItems('values', values);
  requireObject('options', options);
  const rules = { mayOverlap: false, options: TRANSFORM_OPTIONS satisfies OptionNames<TransformOptions> };
  const call = checkedCall(device, items.length, segments, options, rules);
  const { lag, fill, ddof } = options;
  const given = { transform: taken(transform), lag, fill, ddof };
  requireDevice(device);
  const [input, { transformArrays }] = await Promise.all([itemsOf(call, items), import('./array_call.ts')]);
  return transformArrays(call, input, given) as Promise<unknown> as Promise<Transformed<V, T>>;
}

/**
 * Makes a transform that the caller records into a command encoder. After this call nothing is submitted, read back or
 * allocated by size of the data.
 *
 * `output` gets one result an item, packed as the input is. Items outside every segment are not written. Results have
 * the same bits as those of `segmentedTransform`. `output` may be the range of `input`, if results are as wide as items
 * and no result depends on another item: not for `'diff'`, `'shift'`, and functions of `before`.
 *
 * Cost of a recorded call: O(items + segments) work. Dispatches: those of a reduce and one; twice that for
 * `'standardize'`; one for `'diff'` and `'shift'`. Segments by begin and end need a few more.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const softmax = await createSegmentedTransform(device, { type: 'f32', transform: 'softmax', ...room });
 * const encoder = device.createCommandEncoder();
 * softmax.encode(encoder, { input: scores, output: scores, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedTransform(
  device: GPUDevice,
  descriptor: SegmentedTransformDescriptor,
): Promise<SegmentedTransform> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  const tuning = copiedTuning(given.tuning);
  requireDevice(device);
  const { makeTransform } = await import('./record.ts');
  return makeTransform(device, given, tuning);
}
