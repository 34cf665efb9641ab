import { type CallOptions, checkedCall, itemsOf } from '../api/array_call.ts';
import { type HostArray, hostItems } from '../api/arrays.ts';
import { type OptionNames, SCAN_OPTIONS } from '../api/options.ts';
import type { HostSegments } from '../api/segments.ts';
import { requireObject, taken } from '../checks.ts';
import { deviceFacts, requireDevice } from '../gpu/device.ts';
import type { OpOf, ReduceType, TypeAndOp } from '../operators/operators.ts';
import type { Reduced } from '../reduce/calls.ts';
import { copiedTuning, familyOf } from '../tuning/tuning.ts';
import type { ScanForm, ScanOp, SegmentedScanDescriptor } from './descriptor.ts';
import { loadScan, loadScanArrays } from './load.ts';
import type { SegmentedScan } from './record.ts';

/** Options of `segmentedScan`. */
export interface ScanOptions extends CallOptions, ScanForm {
  /**
   * `'omit'`: NaNs are as if they were not there. The result at a NaN is that of the item before it, in an exclusive
   * scan what its place would have without it. Default: `'propagate'`.
   */
  nan?: 'propagate' | 'omit';
}

/**
 * Scans every segment of `values` by an operator. Returns one result an item: the combination of its segment's items up
 * to its own. With `exclusive: true` the item itself is left out, and the first result is `initial` or the identity.
 * With `reverse: true` the scan runs from each segment's last item to its first.
 *
 * Results have the input's form, with these exceptions. Sums and products of f16 are Float32Array. A custom operator
 * gives an array of its type. Items outside every segment are returned in the results' type, unchanged.
 *
 * A result has the bits that `segmentedReduce` gives for the same items: float sums and products, and custom operators,
 * follow its fixed tree, counted from where the scan begins. So results have the same bits on every run, adapter and
 * subgroup size; a subnormal result of f32 may be 0 where a device flushes. The error of a float sum grows with the
 * logarithm of the position. Integer sums and products wrap in the input's type. In min and max NaN wins, -0 and +0 are
 * equal, and the first of equal values wins. A custom operator must be associative. It need not be commutative: `a` is
 * the earlier accumulator in the order of the scan.
 *
 * The call copies its inputs before it returns the promise, and never changes them. Arrays that are too long for one
 * buffer binding of the device run in batches of whole segments. A segment that is too long for one binding runs in
 * windows. The results are the same. Cost: O(items + segments). Method: reduce, then scan, over tiles of items,
 * which may cut segments (segmented scan: Sengupta, Harris, Zhang and Owens 2007).
 *
 * @param device a device that is not lost; any features and limits do
 * @param values any typed array except Uint8ClampedArray, or `{ type, data }`; vectors only with custom operators
 * @param segments segmentCount + 1 offsets into `values`, where segment i is offsets[i] to offsets[i + 1]; or `{ begin,
 *   end }`, with gaps and in any order, but no item in two segments; or `{ size, count? }`; or `{ lengths }`; or
 *   `{ offsets, rows }`, which scans the gathered array `values[rows[0]]`, `values[rows[1]]`, … and returns one result
 *   a row
 * @param op 'sum', 'product', 'min', 'max', 'and', 'or', 'xor', or a custom operator
 * @param options none is required
 * @throws SegmentedError naming the argument, the value found and the value allowed: 'offsets-not-monotonic',
 *   'offsets-out-of-range', 'segments-overlap', 'length-mismatch', 'unsupported-type', 'invalid-option',
 *   'limit-exceeded', 'shader-compile', 'device-lost', 'out-of-memory', 'aborted'
 * @example
 * const running = await segmentedScan(device, new Float32Array([1, 2, 3, 4]), [0, 3, 4], 'sum'); // 1 3 6 4
 * const lengths = new Uint32Array([2, 5, 1]);
 * const starts = await segmentedScan(device, lengths, [0, 3], 'sum', { exclusive: true }); // 0 2 7
 */
export async function segmentedScan<V extends HostArray, const Op extends OpOf<V, ScanOp>, const O extends ScanOptions>(
  device: GPUDevice,
  values: V,
  segments: HostSegments,
  op: Op,
  options: O = {} as O,
): Promise<Reduced<V, Op, O>> {
  const items = hostItems('values', values);
  requireObject('options', options);
  const rules = { mayOverlap: false, options: SCAN_OPTIONS satisfies OptionNames<ScanOptions> };
  const call = checkedCall(device, items.length, segments, options, rules);
  const { exclusive, reverse, initial, widen, nan } = options;
  const given = {
    ...{ exclusive, reverse, widen, nan },
    op: taken(op),
    initial: taken(initial),
  };
  requireDevice(device);
  const loading = loadScanArrays(familyOf(deviceFacts(device), call.tuning));
  const [input, { scanArrays, stages }] = await Promise.all([itemsOf(call, items), loading]);
  return scanArrays(call, input, given, stages) as Promise<Reduced<V, Op, O>>;
}

/**
 * Makes a segmented scan that the caller records into a command encoder. After this call nothing is submitted, read
 * back or allocated by size of the data.
 *
 * `output` gets one result an item, packed as the input is. Items outside every segment are not written. Results have
 * the same bits as those of `segmentedScan`. `output` may be the range of `input`, unless results are wider than
 * elements.
 *
 * Cost of a recorded call: O(items + segments) work.
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const scan = await createSegmentedScan(device, { type: 'f32', op: 'sum', exclusive: true, ...room });
 * const encoder = device.createCommandEncoder();
 * scan.encode(encoder, { input, output, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedScan<const T extends ReduceType>(
  device: GPUDevice,
  descriptor: SegmentedScanDescriptor & TypeAndOp<T, ScanOp>,
): Promise<SegmentedScan> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  const tuning = copiedTuning(given.tuning);
  requireDevice(device);
  const { makeScan, stages } = await loadScan(familyOf(deviceFacts(device), tuning));
  return makeScan(device, given, stages, tuning);
}
