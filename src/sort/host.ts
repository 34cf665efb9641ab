import { SegmentedError } from '../errors.ts';
import { type HostItems, hostItems } from '../host/arrays.ts';
import { requireOneOf, requireTuning } from '../host/options.ts';
import { hostCall, requireNotAborted, uploadSegments } from '../host/run.ts';
import { type CheckedSegments, checkSegments, type HostSegments } from '../host/segments.ts';
import { requireDevice } from '../record/device_state.ts';
import type { Tuning } from '../tuning.ts';
import { type BatchLimits, planBatches } from './batches.ts';
import { VALUE_BYTES, type ValueBytes } from './context.ts';
import { SORT_KEY_TYPES, type SortKeyType, type SortOrder } from './keys.ts';
import { type ItemBytes, mergeChunks } from './merge.ts';
import { createSegmentedSort, keyOrder } from './operation.ts';

/** Options of the sorts on host arrays. */
export interface SortOptions {
  /** Default `'ascending'`. Descending is the exact reverse, ties still in input order. */
  order?: SortOrder;
  /** Sort by bits beginBit … endBit − 1 of the plain radix map (half-open). Default: all bits. */
  beginBit?: number;
  endBit?: number;
  /** `'equal'`: -0 and +0 tie, in input order, signs kept. Default `'distinct'`: -0 comes first. */
  signedZero?: 'distinct' | 'equal';
  tuning?: Tuning;
  /** Told of the items done, after each batch. */
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Ends the call with 'aborted'; its GPU buffers are freed. */
  signal?: AbortSignal;
}

/** The sort's options without what is only the host's. */
function sortDescriptor(keyType: SortKeyType, options: SortOptions) {
  const { order, beginBit, endBit, signedZero, tuning } = options;
  return {
    keyType,
    ...(order === undefined ? {} : { order }),
    ...(beginBit === undefined ? {} : { beginBit }),
    ...(endBit === undefined ? {} : { endBit }),
    ...(signedZero === undefined ? {} : { signedZero }),
    ...(tuning === undefined ? {} : { tuning }),
  };
}

/** What one call can hold: every item takes at most so many bytes in any one buffer. */
function batchLimits(device: GPUDevice, key: HostItems, valueBytes: number, tuning: Tuning | undefined): BatchLimits {
  const most = Math.min(device.limits.maxStorageBufferBindingSize, tuning?.maxBindingBytes ?? Number.POSITIVE_INFINITY);
  const itemBytes = Math.max(key.itemBytes, valueBytes, 4);
  // Scratch ranges are rounded up to 256 bytes.
  return { items: Math.floor((most - 512) / itemBytes), segments: Math.floor((most - 512) / 8) };
}

/** Items a call moves: the bytes it reads, and the bytes it answers with. */
interface Moved extends ItemBytes {
  readonly result: Uint8Array<ArrayBuffer>;
}

async function sortBatch(
  device: GPUDevice,
  keyType: SortKeyType,
  keys: Moved,
  values: Moved | undefined,
  batch: { firstItem: number; itemCount: number; segments: CheckedSegments },
  options: SortOptions,
): Promise<void> {
  const { firstItem, itemCount, segments } = batch;
  const sort = await createSegmentedSort(device, {
    ...sortDescriptor(keyType, options),
    ...(values ? { valueType: { bytes: values.itemBytes as ValueBytes } } : {}),
    maxItems: itemCount,
    maxSegments: segments.count,
    maxSegmentSize: segments.longest,
  });
  const range = (items: Moved, array: Uint8Array<ArrayBuffer>) =>
    array.subarray(firstItem * items.itemBytes, (firstItem + itemCount) * items.itemBytes);
  try {
    await hostCall(
      device,
      (call) => {
        const sides = (name: string, items: Moved) => {
          const input = call.upload(`${name} in`, range(items, items.bytes));
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
          range(keys, keys.result).set(sortedKeys());
          if (values && sortedValues) range(values, values.result).set(sortedValues());
        };
      },
      options.signal,
    );
  } finally {
    sort.destroy();
  }
}

/** Keys and values of a host sort, checked, and what they are sorted into. */
export interface HostSort {
  readonly keys: HostItems;
  readonly segments: CheckedSegments;
  /** Sorted keys and values, as bytes. */
  readonly sortedKeys: Uint8Array<ArrayBuffer>;
  readonly sortedValues: Uint8Array<ArrayBuffer> | undefined;
}

function requireKeyType(type: unknown): SortKeyType {
  requireOneOf('keys', typeof type === 'string' ? type : 'opaque bytes', SORT_KEY_TYPES, 'unsupported-type');
  return type as SortKeyType;
}

/** Items outside every segment and short segments are in their places from the start. */
function moved({ bytes, itemBytes }: ItemBytes): Moved {
  return { bytes, itemBytes, result: bytes.slice() };
}

/** The one way of all sorts on host arrays: check, batch, sort, merge. `values` gives the values once keys are known. */
export async function sortHost(
  device: GPUDevice,
  keysGiven: unknown,
  segmentsGiven: HostSegments,
  options: SortOptions,
  values: (keys: HostItems) => ItemBytes | undefined,
): Promise<HostSort> {
  const keys = hostItems('keys', keysGiven);
  const keyType = requireKeyType(keys.type);
  const value = values(keys);
  const segments = checkSegments(segmentsGiven, keys.length, false);
  requireTuning(options.tuning);
  const order = keyOrder(sortDescriptor(keyType, options));
  requireDevice(device);
  requireNotAborted(options.signal);
  const key = moved(keys);
  const movedValue = value && moved(value);
  if (segments.longest > 1) {
    const limits = batchLimits(device, keys, value?.itemBytes ?? 0, options.tuning);
    const { batches, chunked } = planBatches(segments, keys.length, limits);
    for (const batch of batches) {
      await sortBatch(device, keyType, key, movedValue, batch, options);
      options.onProgress?.({ done: batch.firstItem + batch.itemCount, total: keys.length });
    }
    for (const segment of chunked) {
      requireNotAborted(options.signal);
      const results = [key, movedValue].flatMap((items) => (items ? [{ ...items, bytes: items.result }] : []));
      mergeChunks(segment, order, results[0] as ItemBytes, results.slice(1));
    }
  }
  return { keys, segments, sortedKeys: key.result, sortedValues: movedValue?.result };
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
