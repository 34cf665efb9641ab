import { SegmentedError } from '../errors.ts';
import { type HostNumbers, hostNumbers, type NumberArray, typedArray } from '../host/arrays.ts';
import { requireOneOf, requireTuning } from '../host/options.ts';
import { hostCall } from '../host/run.ts';
import { type CheckedSegments, checkSegments, type HostSegments } from '../host/segments.ts';
import { requireDevice } from '../record/device_state.ts';
import type { Tuning } from '../tuning.ts';
import type { SortOrder } from './context.ts';
import { createSegmentedSort } from './operation.ts';

/** Options of the sorts on host arrays. */
export interface SortOptions {
  /** Default `'ascending'`. Descending is the exact reverse, ties still in input order. */
  order?: SortOrder;
  tuning?: Tuning;
}

/** Sorted keys and their values, in arrays of the inputs' classes. */
export interface SortedPairs<K, V> {
  keys: K;
  values: V;
}

async function sortOnGpu(
  device: GPUDevice,
  keys: HostNumbers,
  values: HostNumbers | undefined,
  segments: CheckedSegments,
  options: SortOptions,
): Promise<{ keys: Uint32Array<ArrayBuffer>; values: Uint32Array<ArrayBuffer> | undefined }> {
  const items = keys.length;
  const sort = await createSegmentedSort(device, {
    keyType: keys.type,
    ...(values ? { valueType: 'u32' as const } : {}),
    order: options.order ?? 'ascending',
    maxItems: items,
    maxSegments: segments.count,
    maxSegmentSize: segments.longest,
    ...(options.tuning ? { tuning: options.tuning } : {}),
  });
  try {
    return await hostCall(device, (call) => {
      const argument = (name: string, words: Uint32Array) => {
        const input = call.upload(`${name} in`, words);
        const output = call.storage(`${name} out`, words.byteLength);
        // Items outside every segment come back as they were.
        if (!segments.coversAll) call.encoder.copyBufferToBuffer(input, 0, output, 0, words.byteLength);
        return { input, output };
      };
      const key = argument('keys', keys.words);
      const value = values && argument('values', values.words);
      sort.encode(call.encoder, {
        keysIn: key.input,
        keysOut: key.output,
        ...(value ? { valuesIn: value.input, valuesOut: value.output } : {}),
        segments: { offsets: call.upload('offsets', segments.offsets), count: segments.count },
        itemCount: items,
      });
      const sortedKeys = call.readback(key.output, items);
      const sortedValues = value && call.readback(value.output, items);
      return () => ({ keys: sortedKeys(), values: sortedValues?.() });
    });
  } finally {
    sort.destroy();
  }
}

async function sortHost(
  device: GPUDevice,
  keys: unknown,
  values: unknown,
  segments: HostSegments,
  options: SortOptions,
  pairs: boolean,
): Promise<SortedPairs<NumberArray, NumberArray | undefined>> {
  const key = hostNumbers('keys', keys);
  const value = pairs ? hostNumbers('values', values) : undefined;
  if (value && value.length !== key.length) {
    throw new SegmentedError('length-mismatch', `values: ${value.length} of them; allowed: one a key, ${key.length}`);
  }
  const checked = checkSegments(segments, key.length);
  checkOptions(options);
  requireDevice(device);
  // Nothing to move: no segment has two items.
  const sorted =
    checked.longest < 2
      ? {
          keys: key.words.slice() as Uint32Array<ArrayBuffer>,
          values: value?.words.slice() as Uint32Array<ArrayBuffer>,
        }
      : await sortOnGpu(device, key, value, checked, options);
  return {
    keys: typedArray(key.type, sorted.keys),
    values: value && sorted.values && typedArray(value.type, sorted.values),
  };
}

function checkOptions(options: SortOptions): void {
  const { order = 'ascending' } = options;
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  requireTuning(options.tuning);
}

/**
 * Sorts every segment of `keys` on its own and returns a new array of the same class.
 *
 * Floats: -inf … -0, +0 … +inf, then NaNs; bits are moved, never changed. Items outside every segment are copied.
 *
 * @param segments segmentCount + 1 offsets into `keys`: segment i is offsets[i] to offsets[i + 1]
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const sorted = await segmentedSort(device, new Uint32Array([3, 1, 2, 9, 8]), [0, 3, 5]);   // 1 2 3 | 8 9
 */
export async function segmentedSort<K extends NumberArray>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<K> {
  return (await sortHost(device, keys, undefined, segments, options, false)).keys as K;
}

/**
 * {@link segmentedSort} that keeps the order of equal keys. Keys that are equal have equal bits here, so the results are
 * the same.
 *
 * @example
 * const sorted = await segmentedStableSort(device, new Float32Array([2, -1, 0.5]), [0, 3]);
 */
export async function segmentedStableSort<K extends NumberArray>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<K> {
  return segmentedSort(device, keys, segments, options);
}

/**
 * Sorts every segment of `keys` on its own and moves `values` along; returns new arrays of the same classes.
 *
 * @param values one a key, any array of 4-byte numbers; their bits are moved
 * @example
 * const keys = new Float32Array([0.5, 0.1, 0.9]);
 * const sorted = await segmentedSortByKey(device, keys, new Uint32Array([0, 1, 2]), [0, 3]);   // values 1 0 2
 */
export async function segmentedSortByKey<K extends NumberArray, V extends NumberArray>(
  device: GPUDevice,
  keys: K,
  values: V,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<SortedPairs<K, V>> {
  return (await sortHost(device, keys, values, segments, options, true)) as SortedPairs<K, V>;
}

/**
 * {@link segmentedSortByKey} that keeps the order of values whose keys are equal.
 *
 * @example
 * const { values } = await segmentedStableSortByKey(device, new Uint32Array([7, 7, 1]), new Uint32Array([0, 1, 2]), [0, 3]);
 * // values 2 0 1
 */
export async function segmentedStableSortByKey<K extends NumberArray, V extends NumberArray>(
  device: GPUDevice,
  keys: K,
  values: V,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<SortedPairs<K, V>> {
  return segmentedSortByKey(device, keys, values, segments, options);
}
