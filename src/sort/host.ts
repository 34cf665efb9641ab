import { refused } from '../errors.ts';
import { type HostItems, hostItems } from '../host/arrays.ts';
import {
  type Batch,
  bindingBytes,
  inBatches,
  type LongSegment,
  type OnProgress,
  planBatches,
  type Report,
  roomyLimits,
} from '../host/batches.ts';
import { requireBounds, requireObject, requireOneOf } from '../host/options.ts';
import { wholeRange } from '../host/ranges.ts';
import { hostCall, requireWork, uploadSegments } from '../host/run.ts';
import {
  type BatchLimits,
  type CheckedSegments,
  checkSegments,
  type HostSegments,
  lengthsHeld,
} from '../host/segments.ts';
import { requireDevice } from '../record/device_state.ts';
import { lackOfRoom } from '../record/operation.ts';
import type { BufferRange } from '../record/record.ts';
import { requireTuning } from '../tuning/check.ts';
import type { Tuning } from '../tuning/tuning.ts';
import type { Compare } from './compare.ts';
import { ownKeysOf, type SortSpec, VALUE_BYTES } from './context.ts';
import type { SortOrder } from './keys.ts';
import { APART, plannedSort, recordSort, sortOfLengths, sortOrder } from './operation.ts';
import type { OrderBy } from './order_by.ts';

/** Options of the sorts on host arrays. */
export interface SortOptions {
  /** Default `'ascending'`. Descending is the exact reverse, ties still in input order. */
  order?: SortOrder;
  /** Sort by bits beginBit … endBit − 1 of the plain radix map (half-open). Default: all bits. */
  beginBit?: number;
  /** One past the last bit. Default: the key's width. */
  endBit?: number;
  /** `'equal'`: -0 and +0 tie, in input order, signs kept. Default `'distinct'`: -0 comes first. */
  signedZero?: 'distinct' | 'equal';
  /** An order of your own, in WGSL: which of two keys goes first. */
  compare?: Compare;
  /** An order of your own, in WGSL: the number that a key goes by. Not beside `compare`. */
  orderBy?: OrderBy;
  /** Parameters of the kernels: see docs/tuning.md. Default: by the device. */
  tuning?: Tuning;
  /** Told of the items done, after each batch. */
  onProgress?: OnProgress;
  /** Ends the call with 'aborted'; its GPU buffers are freed. */
  signal?: AbortSignal;
}

/** Items of an array as bytes: keys, or values. */
export interface ItemBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly itemBytes: number;
}

/** What one call can hold: every item takes at most so many bytes in any one buffer. */
function batchLimits(device: GPUDevice, itemBytes: number, tuning: Tuning | undefined): BatchLimits {
  const most = bindingBytes(device, tuning);
  return { items: Math.floor(most / itemBytes), segments: Math.floor(most / 8) };
}

/** What the batches of a call have in common, as it was when the call was made. */
interface HostWork {
  readonly device: GPUDevice;
  readonly spec: Omit<SortSpec, keyof ReturnType<typeof requireBounds>>;
  readonly tuning: Tuning;
  /** Keys, and values if there are any: sorted where they lie. */
  readonly sides: Readonly<Partial<Record<'keys' | 'values', ItemBytes>>>;
  readonly signal: AbortSignal | undefined;
}

/** Sorts a batch's keys and values, each in its place. */
async function sortBatch(
  { device, spec, tuning, sides, signal }: HostWork,
  { firstItem, itemCount, segments }: Omit<Batch, 'ids'>,
): Promise<void> {
  const bounds = { maxItems: itemCount, maxSegments: segments.count, maxSegmentSize: segments.longest };
  // Keys alone are sorted where they were uploaded; of a few bits of them an odd pass more might be the price.
  const keysInPlace = !sides.values && !ownKeysOf(spec) && (spec.endBit - spec.beginBit) % 16 === 0;
  const access = { ...APART, keysInPlace };
  const sort = await sortOfLengths(device, { ...spec, ...bounds }, tuning, lengthsHeld(segments), access);
  try {
    await hostCall(
      device,
      (call) => {
        const ranges: Record<string, BufferRange> = {};
        const outputs = Object.entries(sides).map(([name, { bytes, itemBytes }]) => {
          const range = bytes.subarray(firstItem * itemBytes, (firstItem + itemCount) * itemBytes);
          const input = call.upload(`${name} in`, range);
          const output = keysInPlace ? input : call.storage(`${name} out`, input.size);
          // Items outside every segment come back as they were.
          if (!keysInPlace && !segments.coversAll) call.encoder.copyBufferToBuffer(input, 0, output, 0, input.size);
          ranges[`${name}In`] = wholeRange(input);
          ranges[`${name}Out`] = wholeRange(output);
          return { output, range };
        });
        recordSort(sort, call.encoder, ranges, itemCount, uploadSegments(call, segments));
        const sorted = outputs.map(({ output, range }) => ({ range, read: call.readback(output, range.length) }));
        return () => {
          for (const { range, read } of sorted) range.set(read());
        };
      },
      signal,
    );
  } finally {
    sort.operation.destroy();
  }
}

/** A host sort that is done: the bytes of keys and values are sorted. */
export interface HostSort<V> {
  readonly keys: HostItems;
  readonly values: V;
  readonly segments: CheckedSegments;
}

/**
 * Sorts a segment longer than a batch: chunks of half a batch, neighbours sorted together, odd and even pairs in turn, as
 * many rounds as there are chunks; each counts as one of them done. Every step is a stable sort of a range, so ties never
 * change places.
 */
async function sortChunks(
  { begin, length }: LongSegment,
  chunk: number,
  sort: (pair: Omit<Batch, 'ids'>) => Promise<void>,
  report: Report,
) {
  for (let round = 0; round * chunk < length; round++) {
    for (let first = (round % 2) * chunk; first + chunk < length; first += 2 * chunk) {
      const size = Math.min(2 * chunk, length - first);
      const segments = { count: 1, longest: size, coversAll: true, size };
      await sort({ firstItem: begin + first, itemCount: size, segments });
    }
    report(Math.min(chunk, length - round * chunk));
  }
}

/** The one way of all sorts on host arrays: check, batch, sort. `valuesOf` gives the values once keys are known. */
export async function sortHost<V extends ItemBytes | undefined>(
  device: GPUDevice,
  keysGiven: unknown,
  segmentsGiven: HostSegments,
  options: SortOptions,
  valuesOf: (keys: HostItems) => V,
): Promise<HostSort<V>> {
  requireObject('options', options);
  const { order, beginBit, endBit, signedZero, compare, orderBy, onProgress, signal, tuning: given } = options;
  const keys = hostItems('keys', keysGiven);
  const values = valuesOf(keys);
  const segments = checkSegments(segmentsGiven, keys.length, false);
  const tuning = requireTuning(given);
  const valueBytes = (values?.itemBytes ?? 0) as SortSpec['valueBytes'];
  const ordered = { keyType: keys.type, order, beginBit, endBit, signedZero, compare, orderBy };
  const spec = { ...sortOrder(ordered as Parameters<typeof sortOrder>[0], 'keys'), valueBytes };
  requireDevice(device);
  requireWork(options);
  if (segments.longest > 1) {
    const itemBytes = Math.max(keys.itemBytes, valueBytes, 4 * (spec.orderBy?.words ?? 1));
    const limits = roomyLimits(
      batchLimits(device, itemBytes, tuning),
      { items: keys.length, segments: segments.count },
      (maxItems, maxSegments) => {
        const bounds = requireBounds({ maxItems, maxSegments });
        return !lackOfRoom(device, plannedSort(device, { ...spec, ...bounds }, tuning));
      },
    );
    const work = { device, spec, tuning, sides: { keys, ...(values ? { values } : {}) }, signal };
    const sort = (batch: Omit<Batch, 'ids'>) => sortBatch(work, batch);
    await inBatches(planBatches(segments, keys.length, limits), onProgress, sort, (segment, report) =>
      sortChunks(segment, Math.floor(limits.items / 2), sort, report),
    );
  }
  return { keys, values, segments };
}

/** Values of a host sort: one a key. */
export function checkedValues(values: unknown, keys: HostItems): HostItems {
  const items = hostItems('values', values);
  if (items.length !== keys.length) {
    throw refused('length-mismatch', 'values', `${items.length} of them`, `one a key, ${keys.length}`);
  }
  requireOneOf('values', items.itemBytes, VALUE_BYTES, 'unsupported-type');
  return items;
}
