import { requireBounds } from '../api/array_call.ts';
import type { HostArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import { requireObject, requireOneOf, taken } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import { copiedTuning } from '../tuning/tuning.ts';
import {
  checkedValues,
  type ItemBytes,
  indicesCall,
  type MadeIndices,
  type SortOptions,
  sortHost,
} from './array_call.ts';
import { type SegmentedSortDescriptor, valuesOf } from './descriptor.ts';
import { loadRecord, loadSort, sortOrder } from './load.ts';
import type { SegmentedSort } from './record.ts';

/** Sorted keys and their values, each an array of the same class as its input. */
export interface SortedPairs<K, V> {
  /** The keys, sorted segment by segment. */
  keys: K;
  /** The values: `values[i]` belongs to `keys[i]`. */
  values: V;
}

/**
 * Sorts every segment of `keys` independently and returns a new array of the same class. The sort is stable.
 *
 * Floats are ordered -inf … -0, +0 … +inf, then NaNs. The sort moves bits and never changes them. Items outside every
 * segment are copied. The call reads its inputs before it returns the promise, and never writes to them. An array that
 * is too long for one buffer binding of the device is sorted in batches of whole segments. A segment longer than a
 * batch is sorted in chunks.
 *
 * Cost: the upload and the readback of all items, and the GPU work given at {@link createSegmentedSort}, which also
 * names the method. The first call of a kind compiles its kernels.
 *
 * @param device a device that is not lost; any features and limits do
 * @param keys any typed array except Uint8ClampedArray, or `{ type, data }`
 * @param segments segmentCount + 1 offsets into `keys`, counted in items (segment i is offsets[i] to offsets[i + 1]),
 *   `{ begin, end }`, `{ size, count? }` or `{ lengths }`. With `{ offsets, rows }` the call sorts the gathered array
 *   `keys[rows[0]]`, `keys[rows[1]]`, …, and the result has one item per row.
 * @param options none is required
 * @throws SegmentedError, which names the argument, the value found and the value allowed: 'offsets-not-monotonic',
 *   'offsets-out-of-range', 'segments-overlap', 'length-mismatch', 'unsupported-type', 'invalid-option',
 *   'limit-exceeded', 'shader-compile', 'device-lost', 'out-of-memory', 'aborted'
 * @example
 * const sorted = await segmentedSort(device, new Uint32Array([3, 1, 2, 9, 8]), [0, 3, 5]);   // 1 2 3 | 8 9
 */
export async function segmentedSort<K extends HostArray>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<K> {
  const sorted = await sortHost(device, keys, segments, options, () => undefined);
  return sorted.keys.like(sorted.keys.bytes) as K;
}

/**
 * Sorts as {@link segmentedSort} does, under the name that promises stability: keys that tie keep their input order.
 * Keys tie if their bits `beginBit` … `endBit` − 1 are equal. With `signedZero: 'equal'` -0 and +0 tie as well.
 *
 * @param device a device that is not lost; any features and limits do
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const sorted = await segmentedStableSort(device, new Float32Array([2, -1, 0.5]), [0, 3]);
 */
export async function segmentedStableSort<K extends HostArray>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<K> {
  return segmentedSort(device, keys, segments, options);
}

/**
 * Sorts every segment of `keys` independently and moves each value with its key. Returns new arrays of the same
 * classes. Order, cost and method are those of {@link segmentedSort}.
 *
 * @param device a device that is not lost; any features and limits do
 * @param values one value per key, each of 1, 2, 4, 8, 12 or 16 bytes: a typed array, or
 *   `{ type: { bytes: 12 }, data }`. The sort moves their bits and never changes them.
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const keys = new Float32Array([0.5, 0.1, 0.9]);
 * const sorted = await segmentedSortByKey(device, keys, new Uint32Array([0, 1, 2]), [0, 3]);   // values 1 0 2
 */
export async function segmentedSortByKey<K extends HostArray, V extends HostArray>(
  device: GPUDevice,
  keys: K,
  values: V,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<SortedPairs<K, V>> {
  const sorted = await sortHost(device, keys, segments, options, (...given) => checkedValues(values, ...given));
  return {
    keys: sorted.keys.like(sorted.keys.bytes) as K,
    values: sorted.values.like(sorted.values.bytes) as V,
  };
}

/**
 * Sorts as {@link segmentedSortByKey} does, under the name that promises stability: values whose keys tie keep their
 * input order.
 *
 * @param device a device that is not lost; any features and limits do
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const [keys, rows] = [new Uint32Array([7, 7, 1]), new Uint32Array([0, 1, 2])];
 * const { values } = await segmentedStableSortByKey(device, keys, rows, [0, 3]);   // 2 0 1
 */
export async function segmentedStableSortByKey<K extends HostArray, V extends HostArray>(
  device: GPUDevice,
  keys: K,
  values: V,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<SortedPairs<K, V>> {
  return segmentedSortByKey(device, keys, values, segments, options);
}

/** Options of `segmentedArgsort`. */
export interface ArgsortOptions extends SortOptions {
  /**
   * Where the indices count from: the start of the whole array (default), or of the gathered array where segments have
   * rows, or the start of each segment.
   */
  indexFrom?: 'array' | 'segment';
}

/**
 * Returns the permutation that sorts every segment of `keys`: item i of the sorted array is `keys[result[i]]`. The sort
 * is stable. An item outside every segment has its index in the array as its result. Order and method are those of
 * {@link segmentedSort}, and so is the cost, but only keys are uploaded, and only indices are read back.
 *
 * With segments of `{ offsets, rows }` the indices are those of the gathered array, as in every result:
 * `rows[result[i]]` is the row in `keys`.
 *
 * @param device a device that is not lost; any features and limits do
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const order = await segmentedArgsort(device, new Float32Array([0.5, 0.1, 0.9, 7, 3]), [0, 3, 5]);   // 1 0 2 | 4 3
 */
export async function segmentedArgsort(
  device: GPUDevice,
  keys: HostArray,
  segments: HostSegments,
  options: ArgsortOptions = {},
): Promise<Uint32Array<ArrayBuffer>> {
  requireObject('options', options);
  const { indexFrom = 'array' } = options;
  requireOneOf('indexFrom', indexFrom, ['array', 'segment'], 'invalid-option');
  const indices = async (_: unknown, { itemCount }: { readonly itemCount: number }): Promise<ItemBytes> => {
    const made: MadeIndices = {
      from: indexFrom,
      callOf: (of) => indicesCall(of(indexFrom), of(), indexFrom),
    };
    return { bytes: new Uint8Array(4 * itemCount), itemBytes: 4, made };
  };
  const sorted = await sortHost(device, keys, segments, options, indices, ['indexFrom']);
  return new Uint32Array(sorted.values.bytes.buffer);
}

/**
 * Makes a segmented sort that is recorded into the caller's command encoder. After this call it reads nothing back,
 * submits nothing and allocates nothing that grows with the data.
 *
 * Cost of a segment of m items: a small segment takes O(m log² m) comparisons in registers. A medium or large segment
 * takes O(m) per pass of 8 bits, or O(m log m) where runs are merged. With `compare` it takes O(m log m) comparisons.
 *
 * Method: small segments are sorted by sorting networks (Batcher 1968), medium segments by radix sort or merge sort.
 * All large segments are sorted together, by one radix sort over their tiles: upsweep, scan and downsweep for each
 * digit. With `compare` one merge sort does it. See docs/architecture.md.
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const sort = await createSegmentedSort(device, { keyType: 'u32', maxItems: 1 << 20, maxSegments: 1 << 16 });
 * const encoder = device.createCommandEncoder();
 * sort.encode(encoder, { keysIn, keysOut, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 *
 * @example
 * // Each sorted key's index in its segment. The kernels compute the indices, so there is no valuesIn.
 * const indices = { valueType: 'index', indexFrom: 'segment' } as const;
 * const bounds = { maxItems: 1 << 20, maxSegments: 1 << 10 };
 * const argsort = await createSegmentedSort(device, { keyType: 'f32', ...indices, ...bounds });
 * argsort.encode(encoder, { keysIn, keysOut, valuesOut, segments: { size: 1000, count: 1000 }, itemCount: 1_000_000 });
 */
export async function createSegmentedSort(
  device: GPUDevice,
  descriptor: SegmentedSortDescriptor,
): Promise<SegmentedSort> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  const tuning = copiedTuning(given.tuning);
  const spec = { ...(await sortOrder(given)), ...valuesOf(given), ...requireBounds(given) };
  requireDevice(device);
  const [stages, { makeSort }] = await Promise.all([loadSort(device, tuning, spec), loadRecord()]);
  return makeSort(device, given, spec, stages, tuning);
}
