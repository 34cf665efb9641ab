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

/** Sorts a batch's keys and values, each in its place. */
async function sortBatch(
  device: GPUDevice,
  keyType: SortKeyType,
  keys: ItemBytes,
  values: ItemBytes | undefined,
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

function requireKeyType(type: unknown): SortKeyType {
  requireOneOf('keys', typeof type === 'string' ? type : 'opaque bytes', SORT_KEY_TYPES, 'unsupported-type');
  return type as SortKeyType;
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
  const keyType = requireKeyType(keys.type);
  const values = valuesOf(keys);
  const segments = checkSegments(segmentsGiven, keys.length, false);
  requireTuning(options.tuning);
  const order = keyOrder(sortDescriptor(keyType, options));
  requireDevice(device);
  requireNotAborted(options.signal);
  if (segments.longest > 1) {
    const limits = batchLimits(device, keys, values?.itemBytes ?? 0, options.tuning);
    const { batches, chunked } = planBatches(segments, keys.length, limits);
    for (const batch of batches) {
      await sortBatch(device, keyType, keys, values, batch, options);
      options.onProgress?.({ done: batch.firstItem + batch.itemCount, total: keys.length });
    }
    for (const segment of chunked) {
      requireNotAborted(options.signal);
      mergeChunks(segment, order, keys, values ? [values] : []);
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
