import { SegmentedError } from '../errors.ts';
import { type HostItems, hostItems } from '../host/arrays.ts';
import { requireOneOf } from '../host/options.ts';
import { hostCall, requireNotAborted, uploadSegments } from '../host/run.ts';
import {
  type BatchLimits,
  type CheckedSegments,
  checkSegments,
  type HostSegments,
  lengthsHeld,
} from '../host/segments.ts';
import { requireDevice } from '../record/device_state.ts';
import { requireTuning } from '../tuning/check.ts';
import type { Tuning } from '../tuning/tuning.ts';
import { type ChunkedSegment, planBatches } from './batches.ts';
import type { Compare } from './compare.ts';
import { ownKeysOf, VALUE_BYTES, type ValueBytes } from './context.ts';
import { SORT_KEY_TYPES, type SortKeyType, type SortOrder } from './keys.ts';
import { type ItemBytes, mergeChunks } from './merge.ts';
import { sortOfLengths, sortOrder } from './operation.ts';
import type { OrderBy } from './order_by.ts';
import type { CompareKeyType } from './own_keys.ts';

/** Options of the sorts on host arrays. */
export interface SortOptions {
  /** Default `'ascending'`. Descending is the exact reverse, ties still in input order. */
  order?: SortOrder;
  /** Sort by bits beginBit … endBit − 1 of the plain radix map (half-open). Default: all bits. */
  beginBit?: number;
  endBit?: number;
  /** `'equal'`: -0 and +0 tie, in input order, signs kept. Default `'distinct'`: -0 comes first. */
  signedZero?: 'distinct' | 'equal';
  /** An order of your own, in WGSL: which of two keys goes first. */
  compare?: Compare;
  /** An order of your own, in WGSL: the number that a key goes by. Not beside `compare`. */
  orderBy?: OrderBy;
  tuning?: Tuning;
  /** Told of the items done, after each batch. */
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Ends the call with 'aborted'; its GPU buffers are freed. */
  signal?: AbortSignal;
}

type KeyType = SortKeyType | CompareKeyType;

/** The sort's options without what is only the host's. */
function sortDescriptor(keyType: KeyType, options: SortOptions) {
  const { order, beginBit, endBit, signedZero, compare, orderBy, tuning } = options;
  return {
    keyType,
    ...(order === undefined ? {} : { order }),
    ...(beginBit === undefined ? {} : { beginBit }),
    ...(endBit === undefined ? {} : { endBit }),
    ...(signedZero === undefined ? {} : { signedZero }),
    ...(compare === undefined ? {} : { compare }),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(tuning === undefined ? {} : { tuning }),
  };
}

/** What one call can hold: every item takes at most so many bytes in any one buffer. */
function batchLimits(device: GPUDevice, itemBytes: number, tuning: Tuning | undefined): BatchLimits {
  const most = Math.min(device.limits.maxStorageBufferBindingSize, tuning?.maxBindingBytes ?? Number.POSITIVE_INFINITY);
  // Scratch ranges are rounded up to 256 bytes.
  return { items: Math.floor((most - 512) / itemBytes), segments: Math.floor((most - 512) / 8) };
}

/** Sorts a batch's keys and values, each in its place. */
async function sortBatch(
  device: GPUDevice,
  keyType: KeyType,
  keys: ItemBytes,
  values: ItemBytes | undefined,
  batch: { firstItem: number; itemCount: number; segments: CheckedSegments },
  options: SortOptions,
): Promise<void> {
  const { firstItem, itemCount, segments } = batch;
  const descriptor = {
    ...sortDescriptor(keyType, options),
    ...(values ? { valueType: { bytes: values.itemBytes as ValueBytes } } : {}),
    maxItems: itemCount,
    maxSegments: segments.count,
    maxSegmentSize: segments.longest,
  };
  const sort = await sortOfLengths(device, descriptor, lengthsHeld(segments));
  const range = ({ bytes, itemBytes }: ItemBytes) =>
    bytes.subarray(firstItem * itemBytes, (firstItem + itemCount) * itemBytes);
  try {
    await hostCall(
      device,
      (call) => {
        const sides = (name: string, items: ItemBytes) => {
          const input = call.upload(`${name} in`, range(items));
          const output = call.storage(`${name} out`, input.size);
          // Items outside every segment come back as they were.
          if (!segments.coversAll) call.encoder.copyBufferToBuffer(input, 0, output, 0, input.size);
          return { input, output };
        };
        const key = sides('keys', keys);
        const value = values && sides('values', values);
        sort.encode(call.encoder, {
          keysIn: key.input,
          keysOut: key.output,
          ...(value ? { valuesIn: value.input, valuesOut: value.output } : {}),
          segments: uploadSegments(call, segments),
          itemCount,
        });
        const sortedKeys = call.readback(key.output, itemCount * keys.itemBytes);
        const sortedValues = value && values && call.readback(value.output, itemCount * values.itemBytes);
        return () => {
          range(keys).set(sortedKeys());
          if (values && sortedValues) range(values).set(sortedValues());
        };
      },
      options.signal,
    );
  } finally {
    sort.destroy();
  }
}

/** A host sort that is done: the bytes of keys and values are sorted. */
export interface HostSort<V> {
  readonly keys: HostItems;
  readonly values: V;
  readonly segments: CheckedSegments;
}

function requireKeyType(type: unknown, { compare, orderBy }: SortOptions): KeyType {
  // Keys of any type, and opaque bytes, may have an order of the caller's own.
  if (compare === undefined && orderBy === undefined) {
    requireOneOf('keys', typeof type === 'string' ? type : 'opaque bytes', SORT_KEY_TYPES, 'unsupported-type');
  }
  return type as KeyType;
}

/**
 * Sorts a segment longer than a batch by an order that only the GPU knows: chunks of half a batch, neighbours sorted
 * together, odd and even pairs in turn, as many rounds as there are chunks. Every step is a stable sort of a range, so
 * ties never change places.
 */
async function sortChunks(
  { begin, end, chunk }: ChunkedSegment,
  sort: (first: number, count: number) => Promise<void>,
) {
  const chunks = Math.ceil((end - begin) / chunk);
  for (let round = 0; round < chunks; round++) {
    for (let first = begin + (round % 2) * chunk; first + chunk < end; first += 2 * chunk) {
      await sort(first, Math.min(2 * chunk, end - first));
    }
  }
}

/** The one way of all sorts on host arrays: check, batch, sort, merge. `valuesOf` gives the values once keys are known. */
export async function sortHost<V extends ItemBytes | undefined>(
  device: GPUDevice,
  keysGiven: unknown,
  segmentsGiven: HostSegments,
  options: SortOptions,
  valuesOf: (keys: HostItems) => V,
): Promise<HostSort<V>> {
  const keys = hostItems('keys', keysGiven);
  const keyType = requireKeyType(keys.type, options);
  const values = valuesOf(keys);
  const segments = checkSegments(segmentsGiven, keys.length, false);
  requireTuning(options.tuning);
  const order = sortOrder(sortDescriptor(keyType, options));
  requireDevice(device);
  requireNotAborted(options.signal);
  if (segments.longest > 1) {
    const own = ownKeysOf(order) !== undefined;
    const itemBytes = Math.max(keys.itemBytes, values?.itemBytes ?? 0, 4 * (order.orderBy?.words ?? 1));
    const limits = batchLimits(device, itemBytes, options.tuning);
    // Two chunks at a time are sorted by an order that only the GPU knows.
    const chunk = own ? Math.floor(limits.items / 2) : limits.items;
    const { batches, chunked } = planBatches(segments, keys.length, limits, chunk);
    for (const batch of batches) {
      await sortBatch(device, keyType, keys, values, batch, options);
      options.onProgress?.({ done: batch.firstItem + batch.itemCount, total: keys.length });
    }
    for (const segment of chunked) {
      requireNotAborted(options.signal);
      if (!own) {
        mergeChunks(segment, order, keys, values ? [values] : []);
        continue;
      }
      await sortChunks(segment, (firstItem, itemCount) => {
        const whole = { count: 1, longest: itemCount, coversAll: true, size: itemCount };
        return sortBatch(device, keyType, keys, values, { firstItem, itemCount, segments: whole }, options);
      });
    }
  }
  return { keys, values, segments };
}

/** Values of a host sort: one a key. */
export function checkedValues(values: unknown, keys: HostItems): HostItems {
  const items = hostItems('values', values);
  if (items.length !== keys.length) {
    throw new SegmentedError('length-mismatch', `values: ${items.length} of them; allowed: one a key, ${keys.length}`);
  }
  requireOneOf('values', String(items.itemBytes), VALUE_BYTES.map(String), 'unsupported-type');
  return items;
}
