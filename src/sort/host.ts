import { refused } from '../errors.ts';
import { type HostItems, hostItems, NUMBER_TYPES } from '../host/arrays.ts';
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
import { lackOfRoom } from '../record/operation.ts';
import { requireTuning } from '../tuning/check.ts';
import type { Tuning } from '../tuning/tuning.ts';
import type { Compare } from './compare.ts';
import { VALUE_BYTES, type ValueBytes } from './context.ts';
import type { SortKeyType, SortOrder } from './keys.ts';
import { plannedSort, sortOfLengths, sortOrder } from './operation.ts';
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
  onProgress?: OnProgress;
  /** Ends the call with 'aborted'; its GPU buffers are freed. */
  signal?: AbortSignal;
}

type KeyType = SortKeyType | CompareKeyType;

/** Items of an array as bytes: keys, or values. */
export interface ItemBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly itemBytes: number;
}

/** What the batches of a call have in common, as it was when the call was made. */
function sortDescriptor(
  keyType: KeyType,
  values: ItemBytes | undefined,
  { order, beginBit, endBit, signedZero, compare, orderBy, tuning }: SortOptions,
) {
  // Left out or undefined: the same.
  const own = { order, beginBit, endBit, signedZero, compare, orderBy, tuning } as Omit<
    SortOptions,
    'onProgress' | 'signal'
  >;
  return { keyType, ...own, ...(values ? { valueType: { bytes: values.itemBytes as ValueBytes } } : {}) };
}

/** What one call can hold: every item takes at most so many bytes in any one buffer. */
function batchLimits(device: GPUDevice, itemBytes: number, tuning: Tuning | undefined): BatchLimits {
  const most = bindingBytes(device, tuning);
  return { items: Math.floor(most / itemBytes), segments: Math.floor(most / 8) };
}

/** Sorts a batch's keys and values, each in its place. */
async function sortBatch(
  device: GPUDevice,
  shared: ReturnType<typeof sortDescriptor>,
  keys: ItemBytes,
  values: ItemBytes | undefined,
  { firstItem, itemCount, segments }: Omit<Batch, 'ids'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bounds = { maxItems: itemCount, maxSegments: segments.count, maxSegmentSize: segments.longest };
  const sort = await sortOfLengths(device, { ...shared, ...bounds }, lengthsHeld(segments));
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
      signal,
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
    requireOneOf('keys', typeof type === 'string' ? type : 'opaque bytes', NUMBER_TYPES, 'unsupported-type');
  }
  return type as KeyType;
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
  const keys = hostItems('keys', keysGiven);
  const keyType = requireKeyType(keys.type, options);
  const values = valuesOf(keys);
  const segments = checkSegments(segmentsGiven, keys.length, false);
  requireTuning(options.tuning);
  const shared = sortDescriptor(keyType, values, options);
  const order = sortOrder(shared);
  requireDevice(device);
  requireNotAborted(options.signal);
  if (segments.longest > 1) {
    const itemBytes = Math.max(keys.itemBytes, values?.itemBytes ?? 0, 4 * (order.orderBy?.words ?? 1));
    const limits = roomyLimits(
      batchLimits(device, itemBytes, options.tuning),
      { items: keys.length, segments: segments.count },
      (maxItems, maxSegments) => !lackOfRoom(device, plannedSort(device, { ...shared, maxItems, maxSegments })),
    );
    const sort = (batch: Omit<Batch, 'ids'>) => sortBatch(device, shared, keys, values, batch, options.signal);
    await inBatches(planBatches(segments, keys.length, limits), options.onProgress, sort, (segment, report) =>
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
  requireOneOf('values', String(items.itemBytes), VALUE_BYTES.map(String), 'unsupported-type');
  return items;
}
