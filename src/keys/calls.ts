import { checkedCall, itemsOf } from '../api/array_call.ts';
import { type HostArray, type HostItems, hostItems } from '../api/arrays.ts';
import { HISTOGRAM_OPTIONS, MODE_OPTIONS, type OptionNames, RANK_OPTIONS, UNIQUE_OPTIONS } from '../api/options.ts';
import type { HostSegments } from '../api/segments.ts';
import { readMembers, requireObject, taken } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import { copiedTuning } from '../tuning/tuning.ts';
import type {
  HistogramOptions,
  ModeOptions,
  Modes,
  RankOptions,
  Ranks,
  SegmentedHistogramDescriptor,
  SegmentedModeDescriptor,
  SegmentedRankDescriptor,
  SegmentedUniqueDescriptor,
  UniqueKeys,
  UniqueOptions,
} from './descriptor.ts';
import type { SegmentedHistogram } from './histogram/record.ts';
import type { SegmentedMode, SegmentedRank, SegmentedUnique } from './runs/record.ts';

type Runs = typeof import('./runs/array_call.ts');

/** Checks a call on keys, copies its arguments and loads its code. */
async function called<O extends object>(
  device: GPUDevice,
  given: HostItems,
  segments: HostSegments,
  options: O,
  names: readonly string[],
) {
  requireObject('options', options);
  const call = checkedCall(device, given.length, segments, options, { mayOverlap: false, options: names });
  const copy = readMembers(options);
  requireDevice(device);
  return { call, copy, items: itemsOf(call, given), runs: (await import('./runs/array_call.ts')) as Runs };
}

/** Checks what all plans share, copies a descriptor and loads its code. */
async function described<D extends { tuning?: unknown }>(device: GPUDevice, descriptor: D) {
  requireObject('descriptor', descriptor);
  const copy = taken(descriptor);
  const tuning = copiedTuning(copy.tuning as Parameters<typeof copiedTuning>[0]);
  requireDevice(device);
  return { copy, tuning, ...(await import('./runs/record.ts')) };
}

/**
 * The rank of each item in its segment, from 1: where it stands in the sorted segment. Items outside every segment have
 * rank 0.
 *
 * The call copies its inputs before it returns the promise, and never changes them. Arrays that are too long for one
 * buffer binding of the device run in batches of whole segments. A segment that is too long for one binding is sorted
 * as `segmentedSort` does, and ranked on the host. Cost: a stable sort with indices, and one pass; for ties two more
 * passes and a scan.
 *
 * @param keys any typed array of numbers except Uint8ClampedArray, or `{ type, data }`
 * @param segments as in `segmentedSort`: no item in two segments
 * @throws SegmentedError 'offsets-not-monotonic', 'offsets-out-of-range', 'segments-overlap', 'length-mismatch',
 *   'unsupported-type', 'invalid-option', 'limit-exceeded', 'device-lost', 'out-of-memory', 'aborted'
 * @example
 * const points = new Float32Array([70, 90, 70, 5, 8]);
 * const ranks = await segmentedRank(device, points, [0, 3, 5], { ties: 'min', order: 'descending' });   // 2 1 2 | 2 1
 */
export async function segmentedRank<const O extends RankOptions = Record<never, never>>(
  device: GPUDevice,
  keys: HostArray,
  segments: HostSegments,
  options: O = {} as O,
): Promise<Ranks<O>> {
  const names = RANK_OPTIONS satisfies OptionNames<RankOptions>;
  const { call, copy, items, runs } = await called(device, hostItems('keys', keys), segments, options, names);
  return runs.rankArrays(call, items, copy) as Promise<Ranks<O>>;
}

/**
 * The distinct keys of each segment, ascending, and how often each occurs. Keys are equal as in `groupBy`: all NaNs are
 * one key, and −0 and +0 are one unless `signedZero` is `'distinct'`. A key has the bits of its first item.
 *
 * Inputs, batches and long segments are as for {@link segmentedRank}. Cost: a stable sort with indices, four passes and
 * a scan.
 *
 * @throws SegmentedError as {@link segmentedRank}
 * @example
 * const unique = await segmentedUnique(device, new Uint32Array([7, 3, 7, 9, 9]), [0, 3, 5]);
 * // keys 3 7 | 9 · counts 1 2 | 2 · offsets 0 2 3
 */
export async function segmentedUnique<K extends HostArray>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  options: UniqueOptions = {},
): Promise<UniqueKeys<K>> {
  const names = UNIQUE_OPTIONS satisfies OptionNames<UniqueOptions>;
  const { call, copy, items, runs } = await called(device, hostItems('keys', keys), segments, options, names);
  return runs.uniqueArrays(call, items, copy) as Promise<UniqueKeys<HostArray>> as Promise<UniqueKeys<K>>;
}

/**
 * The most frequent key of each segment, the lowest of several, and how often it occurs. Keys are equal as in
 * {@link segmentedUnique}. A segment without items has the value 0 and the count 0.
 *
 * Inputs, batches and long segments are as for {@link segmentedRank}. Cost: a stable sort with indices, six passes and
 * a scan.
 *
 * @throws SegmentedError as {@link segmentedRank}
 * @example
 * const mode = await segmentedMode(device, new Uint32Array([7, 3, 7, 9, 4]), [0, 3, 5]);   // values 7 4 · counts 2 1
 */
export async function segmentedMode<K extends HostArray>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  options: ModeOptions = {},
): Promise<Modes<K>> {
  const names = MODE_OPTIONS satisfies OptionNames<ModeOptions>;
  const { call, copy, items, runs } = await called(device, hostItems('keys', keys), segments, options, names);
  return runs.modeArrays(call, items, copy) as Promise<Modes<HostArray>> as Promise<Modes<K>>;
}

/**
 * Counts the items of each segment in bins, row-major: segments × bins. The last bin includes its greatest number.
 * Items outside the bins and NaNs are not counted. Integers of 64 bits are rounded to doubles. Segments may overlap.
 * Source: numpy's `histogram`, whose bins these are, for every bit pattern of an item.
 *
 * The call copies its inputs before it returns the promise, and never changes them. Arrays that are too long for one
 * buffer binding of the device run in batches, also a segment longer than a batch. Segments that overlap have less than
 * 2^32 items together. Cost: one pass, with log2(bins) steps an item, and one over the counts.
 *
 * @param values any typed array of numbers except Uint8ClampedArray, or `{ type, data }`
 * @param options `{ bins, range }` or `{ edges }`
 * @throws SegmentedError as `segmentedReduce`
 * @example
 * const x = new Float32Array([0.1, 0.7, 1, 0.4]);
 * const counts = await segmentedHistogram(device, x, [0, 3, 4], { bins: 2, range: [0, 1] });   // 1 2 | 1 0
 */
export async function segmentedHistogram(
  device: GPUDevice,
  values: HostArray,
  segments: HostSegments,
  options: HistogramOptions,
): Promise<Uint32Array<ArrayBuffer>> {
  const given = hostItems('values', values);
  requireObject('options', options, '{ bins, range } or { edges }');
  const names = HISTOGRAM_OPTIONS satisfies OptionNames<HistogramOptions>;
  const call = checkedCall(device, given.length, segments, options, { mayOverlap: true, options: names });
  const own = { bins: options.bins, range: taken(options.range), edges: taken(options.edges), type: given.type };
  requireDevice(device);
  const { histogramArrays } = await import('./histogram/array_call.ts');
  return histogramArrays(call, itemsOf(call, given), own);
}

/**
 * Makes a histogram that the caller records. `output` gets the counts of {@link segmentedHistogram}: one u32 a segment
 * and bin, row-major. Dispatches of a call: 2; with segments by begin and end 6.
 *
 * @throws SegmentedError as {@link createSegmentedRank}
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 10 };
 * const histogram = await createSegmentedHistogram(device, { type: 'f32', bins: 64, range: [0, 1], ...room });
 * const encoder = device.createCommandEncoder();
 * histogram.encode(encoder, { input, output, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedHistogram(
  device: GPUDevice,
  descriptor: SegmentedHistogramDescriptor,
): Promise<SegmentedHistogram> {
  requireObject('descriptor', descriptor);
  const copy = taken(descriptor);
  const tuning = copiedTuning(descriptor.tuning);
  requireDevice(device);
  const { makeHistogram } = await import('./histogram/record.ts');
  return makeHistogram(device, copy as SegmentedHistogramDescriptor, tuning);
}

/**
 * Makes a ranking that the caller records into a command encoder. After this call nothing is submitted, read back or
 * allocated by size of the data.
 *
 * `ranksOut` gets the ranks of {@link segmentedRank}, one an item at the item's index: a u32, or with
 * `ties: 'average'` the 8 bytes of a double. Items outside every segment are not written. Dispatches of a call: those
 * of a stable sort with indices and 2; with other ties than `'ordinal'`, or `nan: 'omit'`, 5. Segments by begin and end
 * need 3 more.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'device-lost', 'out-of-memory'
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const rank = await createSegmentedRank(device, { keyType: 'f32', ties: 'min', ...room });
 * const encoder = device.createCommandEncoder();
 * rank.encode(encoder, { keysIn: scores, ranksOut: ranks, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedRank(
  device: GPUDevice,
  descriptor: SegmentedRankDescriptor,
): Promise<SegmentedRank> {
  const { copy, tuning, makeRank } = await described(device, descriptor);
  return makeRank(device, copy, tuning);
}

/**
 * Makes a list of distinct keys that the caller records. The results are those of {@link segmentedUnique}: `keysOut`
 * and `countsOut` have room for an entry an item, and `offsetsOut` says how many entries are written. So the next plan
 * can take `{ offsets: offsetsOut, count }` as segments of the keys.
 *
 * Dispatches of a call: those of a stable sort with indices and 6. Segments by begin and end need 3 more.
 *
 * @throws SegmentedError as {@link createSegmentedRank}
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const unique = await createSegmentedUnique(device, { keyType: 'u32', ...room });
 * const encoder = device.createCommandEncoder();
 * unique.encode(encoder, { keysIn, keysOut, countsOut, offsetsOut, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedUnique(
  device: GPUDevice,
  descriptor: SegmentedUniqueDescriptor,
): Promise<SegmentedUnique> {
  const { copy, tuning, makeUnique } = await described(device, descriptor);
  return makeUnique(device, copy, tuning);
}

/**
 * Makes a search for modes that the caller records. The results are those of {@link segmentedMode}: one key and one
 * count a segment.
 *
 * Dispatches of a call: those of a stable sort with indices and 8. Segments by begin and end need 3 more.
 *
 * @throws SegmentedError as {@link createSegmentedRank}
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const mode = await createSegmentedMode(device, { keyType: 'u32', ...room });
 * const encoder = device.createCommandEncoder();
 * mode.encode(encoder, { keysIn, valuesOut, countsOut, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedMode(
  device: GPUDevice,
  descriptor: SegmentedModeDescriptor,
): Promise<SegmentedMode> {
  const { copy, tuning, makeMode } = await described(device, descriptor);
  return makeMode(device, copy, tuning);
}
