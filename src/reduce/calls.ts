import { type CallOptions, checkedCall, itemsOf } from '../api/array_call.ts';
import { type HalfArray, type HostArray, type HostItems, hostItems, rowWidth, type TypedItems } from '../api/arrays.ts';
import { type OptionNames, REDUCE_OPTIONS } from '../api/options.ts';
import type { HostSegments } from '../api/segments.ts';
import { readMembers, requireObject, taken } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import { type ItemType, scalarOf } from '../item_types.ts';
import type { EmptyResults, Initial } from '../operators/initial.ts';
import {
  type Accuracy,
  type CustomReduceOp,
  hasOwnForm,
  type OpOf,
  type ReduceOp,
  type ReduceType,
  type TypeAndOp,
} from '../operators/operators.ts';
import { copiedTuning } from '../tuning/tuning.ts';
import { reduceHost } from './array_call.ts';
import { type LoadedRequest, reduceRequest, type SegmentedReduceDescriptor } from './descriptor.ts';
import { reduceFacts } from './kernels.ts';
import { loadRecord, loadReduce } from './load.ts';
import type { SegmentedReduce } from './record.ts';

/** Options of `segmentedReduce`. */
export interface ReduceOptions extends CallOptions {
  /**
   * Start value of every fold: it is combined on the left, and it is the result of an empty segment. With a list of
   * operators this is a list of the same length, and `undefined` stands for no start value.
   */
  initial?: Initial;
  /**
   * Result of a segment that is empty, or has only NaNs with `nan: 'omit'`: a number, or for argmin and argmax
   * `{ value, index }`. With a list of operators a list of the same length. Default: `initial`, or else the identity.
   */
  whenEmpty?: EmptyResults;
  /**
   * `'compensated'` gives float sums twice the precision for about four times the arithmetic. Default: `'pairwise'`.
   */
  accuracy?: Accuracy;
  /** Variance and std divide by the number of items less this: 1 for a sample. Default: 0. */
  ddof?: number;
  /** `true`: sums and products of integers of 8 and 16 bits have 32 bits. Default: they wrap in their type. */
  widen?: boolean;
  /** `'omit'`: NaNs are as if they were not there, but indices count them. Default: `'propagate'`. */
  nan?: 'propagate' | 'omit';
  /**
   * With 'sum' of f16 or f32: a factor for each row of a segment, in the order of the segments' items. A product is
   * rounded before it is added. Items without `width` are rows of one element.
   */
  weights?: Float32Array;
}

/** Results of argmin and argmax: the extreme value of each segment, and its index from the segment's start. */
export interface ReducedAt<V> {
  values: V;
  indices: Uint32Array<ArrayBuffer>;
}

/** Integers of 8 and 16 bits as those of 32 bits. */
type Widened<V> = V extends Uint8Array | Uint16Array | { type: 'u8' | 'u16' }
  ? Uint32Array<ArrayBuffer>
  : V extends Int8Array | Int16Array | { type: 'i8' | 'i16' }
    ? Int32Array<ArrayBuffer>
    : V;

/** Results in the form of the input. Sums and products of f16 are f32, those of narrow integers by `widen` wide. */
export type ReducedOwn<V, Op = 'sum', O = unknown> = Op extends 'sum' | 'product'
  ? O extends { readonly widen: true }
    ? ReducedOwn<Widened<V>, Op>
    : V extends HalfArray | { type: 'f16' }
      ? Float32Array<ArrayBuffer>
      : V extends TypedItems
        ? 'f16' extends V['type']
          ? V | Float32Array<ArrayBuffer>
          : V
        : V
  : V;

/** Results of a custom operator: an array of the operator's type. */
type ReducedBy<Type> = Type extends 'f32'
  ? Float32Array<ArrayBuffer>
  : Type extends 'u32'
    ? Uint32Array<ArrayBuffer>
    : Type extends 'i32'
      ? Int32Array<ArrayBuffer>
      : Type extends 'f64'
        ? Float64Array<ArrayBuffer>
        : Type extends `vec${string}`
          ? TypedItems
          :
              | Uint32Array<ArrayBuffer>
              | Int32Array<ArrayBuffer>
              | Float32Array<ArrayBuffer>
              | Float64Array<ArrayBuffer>
              | TypedItems;

/** Means, variances and their roots: f64 for items of 64 bits, otherwise f32. */
type ReducedMoment<V> = V extends Wide | { type: 'f64' | 'u64' | 'i64' }
  ? Float64Array<ArrayBuffer>
  : V extends TypedItems
    ? [Extract<V['type'], 'f64' | 'u64' | 'i64'>] extends [never]
      ? Float32Array<ArrayBuffer>
      : Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
    : Float32Array<ArrayBuffer>;

/** Arrays of items of 64 bits. */
type Wide = Float64Array | BigUint64Array | BigInt64Array;

/** Results of one operator, one element a segment. `O`: the options. */
export type Reduced<V, Op, O = unknown> = Op extends 'argmin' | 'argmax'
  ? ReducedAt<V>
  : Op extends 'count' | 'any' | 'all'
    ? Uint32Array<ArrayBuffer>
    : Op extends 'mean' | 'variance' | 'std' | 'logsumexp'
      ? ReducedMoment<V>
      : Op extends CustomReduceOp
        ? ReducedBy<Op extends { type: infer Type } ? Type : undefined>
        : ReducedOwn<V, Op, O>;

const CLASSES = { u32: Uint32Array, i32: Int32Array, f32: Float32Array, f64: Float64Array } as const;

/** Makes an array of results that does not have the input's form. */
function typedResult(type: ItemType, { buffer }: Uint8Array<ArrayBuffer>): HostArray {
  const name = String(type);
  const data = new CLASSES[scalarOf(name) as keyof typeof CLASSES](buffer);
  return name.startsWith('vec') ? { type, data } : data;
}

/** Returns the results of every operator in the form that `segmentedReduce` documents. */
export function resultsInForm(request: LoadedRequest, input: HostItems, bytes: readonly Uint8Array<ArrayBuffer>[]) {
  const { outputs } = reduceFacts(request).results;
  const byOperator = request.ops.map((op, i) => {
    const arrays = outputs.flatMap(({ operator, name, type }, k) => {
      if (operator !== i) return [];
      const found = bytes[k] as Uint8Array<ArrayBuffer>;
      const keepsForm = !hasOwnForm(op) && name === 'output' && type === input.type;
      return [keepsForm ? input.like(found) : typedResult(type, found)];
    });
    const [values, indices] = arrays;
    return indices === undefined ? values : { values, indices };
  });
  return request.listed ? byOperator : byOperator[0];
}

/**
 * Reduces every segment of `values` to one element by each operator. Returns arrays with one element a segment.
 *
 * Results have the input's form, with these exceptions. Sums and products of f16 are Float32Array. Means and variances
 * are Float32Array, of 64-bit items Float64Array; so are their roots, 'std'. Counts, 'any' and 'all' are Uint32Array.
 * Argmin and argmax give `{ values, indices }`. A custom operator gives an array of its type. A list of operators gives
 * a list of results, and the input is read once.
 *
 * Sums of floats follow one fixed tree of pairs. So they have the same bits on every run, adapter and subgroup size; a
 * subnormal result of f32 may be 0 where a device flushes. Their error grows with the logarithm of the segment's
 * length. Integer sums and products wrap in the input's type. In min, max, argmin and argmax NaN wins, -0 and +0 are
 * equal, and the first of equal values wins. Mean and population variance take one pass by Welford's method (merged as
 * in Chan, Golub and LeVeque 1979), by distances between items, which are taken in the items' type. A mean is infinite
 * or NaN as the sum is. A variance with an infinite item is NaN. `'any'` and `'all'` give 1 or 0: NaN is not 0, and -0
 * is.
 *
 * WGSL has no doubles. Kernels compute those of f64 with integers, rounded to nearest even (IEEE 754; after Hauser's
 * SoftFloat). So results are the bits of JavaScript's own arithmetic by the same tree, and any NaN gives the NaN
 * 0x7FF8000000000000. Means of u64 and i64 are exact sums, divided and rounded once. Variances of 64-bit items sum the
 * distances from the first item (shifted data, Chan, Golub and LeVeque 1983).
 *
 * `'logsumexp'` is the logarithm of the sum of exponentials, relative to the greatest item, so nothing overflows; f32,
 * to 4 units in the last place of the greater of the result and that item.
 *
 * An empty segment gives `whenEmpty`, or `initial`, or else the identity: 0 for sum, 1 for product, the type's largest
 * value or infinity for min, its smallest value or -infinity for max, index 0xFFFFFFFF, NaN for mean, variance and std,
 * NaN or 0 for first and last, 0 for any, 1 for all, -infinity for logsumexp.
 *
 * The call copies its inputs before it returns the promise, and never changes them. Arrays that are too long for one
 * buffer binding of the device run in batches of whole segments. A segment that is too long for one binding runs in
 * pieces. The results are the same. Cost: O(items + segments).
 *
 * @param device a device that is not lost; any features and limits do
 * @param values any typed array except Uint8ClampedArray, or `{ type, data }`; vectors only with custom operators and
 *   'count'
 * @param segments segmentCount + 1 offsets into `values`, where segment i is offsets[i] to offsets[i + 1]; or `{ begin,
 *   end }`, whose segments may overlap; or `{ size, count? }`; or `{ lengths }`; or `{ offsets, rows }`, which reduces
 *   the gathered array `values[rows[0]]`, `values[rows[1]]`, …
 * @param options none is required
 * @throws SegmentedError naming the argument, the value found and the value allowed: 'offsets-not-monotonic',
 *   'offsets-out-of-range', 'length-mismatch', 'unsupported-type', 'invalid-option', 'limit-exceeded',
 *   'shader-compile', 'device-lost', 'out-of-memory', 'aborted'
 * @example
 * const sums = await segmentedReduce(device, new Float32Array([1, 2, 3, 4]), [0, 3, 3, 4], 'sum');   // 6 0 4
 * const [mins, maxs] = await segmentedReduce(device, new Int32Array([5, -2, 7]), [0, 2, 3], ['min', 'max']);
 */
export async function segmentedReduce<
  V extends HostArray,
  const Ops extends readonly OpOf<V, ReduceOp>[],
  const O extends ReduceOptions,
>(
  device: GPUDevice,
  values: V,
  segments: HostSegments,
  op: Ops,
  options?: O,
): Promise<{ -readonly [K in keyof Ops]: Reduced<V, Ops[K], O> }>;
export async function segmentedReduce<
  V extends HostArray,
  const Op extends OpOf<V, ReduceOp>,
  const O extends ReduceOptions,
>(device: GPUDevice, values: V, segments: HostSegments, op: Op, options?: O): Promise<Reduced<V, Op, O>>;
export async function segmentedReduce(
  device: GPUDevice,
  values: HostArray,
  segments: HostSegments,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceOptions = {},
): Promise<unknown> {
  const input = hostItems('values', values, false, ['width']);
  requireObject('options', options);
  const { weights } = options;
  const width = rowWidth(values, input, weights);
  const request = reduceRequest('values', { ...readMembers(options), type: input.type, op });
  const rules = { mayOverlap: true, options: REDUCE_OPTIONS satisfies OptionNames<ReduceOptions> };
  const call = checkedCall(device, input.length / (width ?? 1), segments, options, rules);
  if (width) {
    const factors = weights === undefined ? undefined : hostItems('weights', weights);
    const { loaded, results } = await (await import('./rows/array_call.ts')).reduceRows(
      call,
      request,
      input,
      width,
      factors,
    );
    return resultsInForm(loaded.request, input, results);
  }
  const [items, loaded] = await Promise.all([itemsOf(call, input), loadReduce(device, request, call.tuning)]);
  return resultsInForm(loaded.request, input, await reduceHost(call, loaded, items));
}

/** Whether items are rows, or have weights. */
const isOfRows = ({ width, rows, weights }: SegmentedReduceDescriptor) =>
  [width, rows, weights].some((given) => given !== undefined);

/**
 * Makes a segmented reduce that the caller records into a command encoder. After this call nothing is submitted, read
 * back or allocated by size of the data.
 *
 * Several operators together read the input once. Results of 8 and 16 bits are packed in their outputs, as in inputs.
 * Segments may overlap. An empty segment gives the operator's identity, or `initial`. Sums have the same bits on every
 * adapter and in every run; a subnormal result of f32 may be 0 where a device flushes.
 *
 * Cost of a recorded call: O(items + segments) work. Method: segments by offsets are cut evenly by the merge path
 * (Merrill and Garland 2016); segments by begin and end are sorted into bins by length.
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const reduce = await createSegmentedReduce(device, { type: 'f32', op: 'sum', ...room });
 * const encoder = device.createCommandEncoder();
 * reduce.encode(encoder, { input, output, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedReduce<const T extends ReduceType>(
  device: GPUDevice,
  descriptor: SegmentedReduceDescriptor & TypeAndOp<T, ReduceOp>,
): Promise<SegmentedReduce> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  const request = reduceRequest('type', given);
  const tuning = copiedTuning(given.tuning);
  requireDevice(device);
  if (isOfRows(given)) {
    const [loaded, { makeRows }] = await Promise.all([loadReduce(device, request, tuning), import('./rows/record.ts')]);
    return makeRows(device, given, loaded, tuning);
  }
  const [loaded, { makeReduce }] = await Promise.all([loadReduce(device, request, tuning), loadRecord()]);
  return makeReduce(device, given, loaded, tuning);
}
