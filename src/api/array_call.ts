/**
 * Calls on arrays: check, upload, record, read back, in batches where one binding holds too little. An `ArrayCall`
 * describes an operation. The operation copies its arrays (`hostItems`) and its segments (`checkedCall`) before the
 * first `await`. So callers may change their arrays as soon as they have the promise.
 */
import { MAX_ITEMS, refused, requireCount, requireMembers } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import { type HostCall, hostCall, requireNotAborted } from '../gpu/host_call.ts';
import { lackOfRoom } from '../gpu/operation.ts';
import { type BufferRange, wholeRange } from '../gpu/ranges.ts';
import type { Plan } from '../plan/plan.ts';
import { copiedTuning, type InternalTuning, type Tuning } from '../tuning/tuning.ts';
import { gathered, type HostItems } from './arrays.ts';
import type { Batch, LongSegment, OnProgress, Report } from './batches.ts';

import type { CallSegments } from './recorded.ts';
import { type BatchLimits, type CheckedSegments, checkSegments, requireCover } from './segments.ts';

/** Options of all calls on arrays. */
export interface CallOptions {
  /** `true`: the segments must cover the whole array, each item once. Default: `false`. */
  cover?: boolean;
  /** Parameters of the kernels: see docs/tuning.md. Default: the table for the device. */
  tuning?: Tuning;
  /** Receives the number of items done, after each batch and after each part of a segment longer than a batch. */
  onProgress?: OnProgress;
  /** Ends the call with the error 'aborted' and frees its GPU buffers. */
  signal?: AbortSignal;
}

/** Checks `onProgress` and `signal`. Throws 'aborted' if the signal is already aborted. */
export function requireWork({ onProgress, signal }: { onProgress?: unknown; signal?: AbortSignal | undefined }): void {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw refused('invalid-option', 'onProgress', onProgress, 'a function');
  }
  requireNotAborted(signal);
}

/** The bounds that a plan is made for. */
export interface Bounds {
  readonly maxItems: number;
  readonly maxSegments: number;
  /** Length of the longest segment allowed; Infinity where unknown. */
  readonly maxSegmentSize: number;
}

/** Checks the bounds that every plan is made for. */
export function requireBounds(descriptor: { maxItems: number; maxSegments: number; maxSegmentSize?: number }): Bounds {
  const { maxItems, maxSegments, maxSegmentSize } = descriptor;
  return {
    maxItems: requireCount('maxItems', maxItems, MAX_ITEMS),
    maxSegments: requireCount('maxSegments', maxSegments, MAX_ITEMS),
    maxSegmentSize:
      maxSegmentSize === undefined
        ? Number.POSITIVE_INFINITY
        : requireCount('maxSegmentSize', maxSegmentSize, Number.MAX_SAFE_INTEGER),
  };
}

/** The arguments of every call on arrays, checked and copied. */
export interface CheckedCall {
  readonly device: GPUDevice;
  /** The number of items, or of rows if the segments have them. */
  readonly itemCount: number;
  readonly segments: CheckedSegments;
  readonly tuning: InternalTuning;
  readonly onProgress: OnProgress | undefined;
  readonly signal: AbortSignal | undefined;
  readonly cover: unknown;
}

/** An array of a call on the host, with one entry for each item or for each segment. */
export interface CallArray {
  /** The array's name among the ranges that the operation records. */
  readonly argument: string;
  readonly per: 'item' | 'segment';
  readonly entryBytes: number;
  /** The entries of all items or segments. A call reads the entries of an input and writes those of an output. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The entries of a batch of an input, where they are not those of its items or segments. */
  of?(batch: Batch): Uint8Array;
}

export interface CallOutput extends CallArray {
  /**
   * The input whose items the output starts with. So items outside every segment stay as they were. `inPlace`: the
   * operation writes into the input's buffer.
   */
  readonly base?: { readonly input: string; readonly inPlace: boolean } | undefined;
  /** Bytes of a batch, and what takes them, where a segment has another number of entries than one. */
  readonly rows?: { bytesOf(batch: Batch): number; take(found: Uint8Array, batch: Batch): void };
}

/** What `ArrayCall.long` needs to process a segment longer than a batch. */
export interface LongCall {
  readonly limits: BatchLimits;
  /** Receives the number of items that have been finished since the last report. */
  readonly report: Report;
  /** Runs a range of items as a batch, of the call or of another. */
  runBatch(batch: Batch, of?: ArrayCall): Promise<void>;
}

/** An operation on arrays: all that `runArrayCall` needs to know. */
export interface ArrayCall extends CheckedCall {
  /** Inputs and outputs may be the same arrays: no batch writes what another batch reads. */
  readonly inputs: readonly CallArray[];
  readonly outputs: readonly CallOutput[];
  /** Shorter segments need no work. */
  readonly minLength: number;
  /** Bytes per item and bytes per segment, each in the widest array of the operation's scratch memory. */
  readonly scratch: { readonly itemBytes: number; readonly segmentBytes: number };
  /** The plan for these bounds, which is checked against the device's limits. */
  plan(maxItems: number, maxSegments: number): Plan;
  /** Compiles the operation for a batch. */
  make(bounds: Bounds, segments: CheckedSegments, batch: Batch): Promise<BoundedOperation>;
  /** Runs a segment longer than a batch, and reports its items. */
  long(segment: LongSegment, call: LongCall): Promise<void>;
}

const CALL_OPTIONS = ['cover', 'tuning', 'onProgress', 'signal'];

/** What {@link checkedCall} allows. `borrows`: {@link checkSegments}. */
interface CallRules {
  readonly mayOverlap: boolean;
  readonly options: readonly string[];
  readonly borrows?: boolean;
}

/**
 * Checks and copies the arguments that all calls on arrays share. `runArrayCall` checks the device, `onProgress`,
 * `signal` and `cover`. The operation's loaded code checks the tuning (`requireRunnable`).
 *
 * @param itemCount number of items of the caller's array
 * @param rules whether segments may overlap, and the names of the operation's own options
 */
export function checkedCall(
  device: GPUDevice,
  itemCount: number,
  segments: unknown,
  options: CallOptions,
  { mayOverlap, options: own, borrows }: CallRules,
): CheckedCall {
  const checked = checkSegments(segments, itemCount, mayOverlap, borrows);
  requireMembers('options', options, [...own, ...CALL_OPTIONS]);
  const { tuning, onProgress, signal, cover } = options;
  return {
    device,
    itemCount: checked.rows?.length ?? itemCount,
    segments: checked,
    tuning: copiedTuning(tuning),
    ...{ onProgress, signal, cover },
  };
}

/** The items in the order of the call's segments: gathered by their rows if they have rows. */
export function itemsOf<T extends HostItems | undefined>({ segments }: CheckedCall, items: T): T {
  if (!segments.rows || !items) return items;
  return gathered(items, segments.rows) as T;
}

/** Bytes of a listed segment in the scratch arrays that all operations have. */
const SEGMENT_BYTES = 8;

/** The limits of a batch. Each of its arrays fits a binding, and its scratch memory fits the device. */
function batchLimits(call: ArrayCall): BatchLimits {
  const { device, itemCount, segments, tuning, inputs, outputs, scratch } = call;
  const max = bindingBytes(device, tuning);
  const widest = (per: CallArray['per'], ...others: number[]) =>
    Math.max(...others, ...[...inputs, ...outputs].filter((array) => array.per === per).map((a) => a.entryBytes));
  const limits = {
    items: Math.floor(max / widest('item', scratch.itemBytes)),
    segments: Math.floor(max / widest('segment', scratch.segmentBytes, SEGMENT_BYTES)),
  };
  return roomyLimits(
    limits,
    { items: itemCount, segments: segments.count },
    tuning,
    (maxItems, maxSegments) => !lackOfRoom(device, call.plan(maxItems, maxSegments)),
  );
}

/** The entries of a batch in an array of the whole call. */
function batchEntries({ per, entryBytes, bytes }: CallArray, { firstItem, itemCount, firstId, ids, segments }: Batch) {
  const [first, count] = per === 'item' ? [firstItem, itemCount] : [firstId, segments.count];
  if (per === 'item' || !ids) return bytes.subarray(first * entryBytes, (first + count) * entryBytes);
  const entries = new Uint8Array(count * entryBytes);
  for (let i = 0; i < count; i++) {
    const from = (ids[i] as number) * entryBytes;
    for (let k = 0; k < entryBytes; k++) entries[i * entryBytes + k] = bytes[from + k] as number;
  }
  return entries;
}

/** Copies the results of a batch into an array of the whole call. */
function deliver({ per, entryBytes, bytes }: CallArray, { firstItem, firstId, ids }: Batch, found: Uint8Array): void {
  if (per === 'item' || !ids) {
    bytes.set(found, (per === 'item' ? firstItem : firstId) * entryBytes);
    return;
  }
  for (let i = 0; i < ids.length; i++) {
    const to = (ids[i] as number) * entryBytes;
    for (let k = 0; k < entryBytes; k++) bytes[to + k] = found[i * entryBytes + k] as number;
  }
}

function runBatch(call: ArrayCall, batch: Batch): Promise<void> {
  const { itemCount, segments } = batch;
  const bounds = { maxItems: itemCount, maxSegments: segments.count, maxSegmentSize: segments.longest };
  const inputs = call.inputs.map((input) => ({
    argument: input.argument,
    bytes: input.of?.(batch) ?? batchEntries(input, batch),
  }));
  const outputs = call.outputs.map((output) => ({
    argument: output.argument,
    base: output.base,
    byteLength: output.rows?.bytesOf(batch) ?? output.entryBytes * (output.per === 'item' ? itemCount : segments.count),
    take: (found: Uint8Array) => (output.rows ? output.rows.take(found, batch) : deliver(output, batch, found)),
  }));
  return withOperation(call.make(bounds, segments, batch), (operation) =>
    submitOnce(call, operation, { itemCount, segments, inputs, outputs }),
  );
}

/** Runs a call. Its outputs hold the results when the promise resolves. */
export async function runArrayCall(call: ArrayCall): Promise<void> {
  const { device, itemCount, segments, minLength, onProgress } = call;
  requireDevice(device);
  requireWork(call);
  requireCover(call.cover, segments, itemCount);
  if (segments.count === 0 || segments.longest < minLength) return;
  const limits = batchLimits(call);
  const doBatch = (batch: Batch, of = call) => runBatch(of, batch);
  if (itemCount <= limits.items && segments.count <= limits.segments) {
    await doBatch({ firstItem: 0, itemCount, firstId: 0, segments });
    onProgress?.({ done: itemCount, total: itemCount });
    return;
  }
  const { inBatches } = await import('./batches.ts');
  await inBatches(segments, limits, onProgress, doBatch, (segment, report) =>
    call.long(segment, { limits, report, runBatch: doBatch }),
  );
}

/** An operation compiled for some bounds. */
export interface BoundedOperation {
  /** `ranges`: by the names of the operation's arguments. */
  record(
    encoder: GPUCommandEncoder,
    work: {
      readonly ranges: Readonly<Record<string, BufferRange>>;
      readonly items: number;
      readonly segments: CallSegments;
    },
  ): void;
  destroy(): void;
}

/** The work of one submit. */
export interface Submission {
  readonly itemCount: number;
  readonly segments: CheckedSegments;
  readonly inputs: readonly { readonly argument: string; readonly bytes: ArrayBufferView }[];
  readonly outputs: readonly {
    readonly argument: string;
    readonly byteLength: number;
    readonly base?: CallOutput['base'];
    /** Receives the bytes, which are valid only until it returns. */
    take(found: Uint8Array<ArrayBuffer>): void;
  }[];
}

/** Runs work with an operation and then destroys the operation. */
export async function withOperation<T>(
  made: Promise<BoundedOperation>,
  work: (operation: BoundedOperation) => Promise<T>,
): Promise<T> {
  const operation = await made;
  try {
    return await work(operation);
  } finally {
    operation.destroy();
  }
}

/** Uploads the segments of a call in the form that the caller chose. */
function uploadSegments(call: HostCall, { count, offsets, ranges, size = 0 }: CheckedSegments): CallSegments {
  const arrays = ranges ? { begins: ranges.begin, ends: ranges.end } : offsets ? { offsets } : {};
  const uploaded = Object.entries(arrays).map(([name, array]) => [name, wholeRange(call.upload(name, array))] as const);
  const form = ranges ? 'ranges' : 'offsets';
  return { form, countOnGpu: false, segments: count, size, ranges: Object.fromEntries(uploaded) };
}

/** Uploads, records, submits and reads back once. Throws 'aborted' as soon as the signal aborts. */
export function submitOnce(
  { device, signal }: { readonly device: GPUDevice; readonly signal: AbortSignal | undefined },
  operation: BoundedOperation,
  { itemCount, segments, inputs, outputs }: Submission,
): Promise<void> {
  const record = (host: HostCall) => {
    const ranges: Record<string, BufferRange> = {};
    for (const { argument, bytes } of inputs) ranges[argument] = wholeRange(host.upload(argument, bytes));
    for (const { argument, byteLength, base } of outputs) {
      const from = base && ranges[base.input];
      const range = from && base.inPlace ? from : wholeRange(host.storage(argument, byteLength));
      // The output holds the items of its base, unless the segments cover all items.
      if (from && from !== range && !segments.coversAll) {
        host.encoder.copyBufferToBuffer(from.buffer, 0, range.buffer, 0, from.size);
      }
      ranges[argument] = range;
    }
    operation.record(host.encoder, { ranges, items: itemCount, segments: uploadSegments(host, segments) });
    const reads = outputs.map(({ argument, byteLength, take }) => {
      const read = host.readback((ranges[argument] as BufferRange).buffer, byteLength);
      return () => take(read());
    });
    return () => {
      for (const read of reads) read();
    };
  };
  return hostCall(device, record, signal);
}

/**
 * Largest size in bytes of one binding of a host call. Scratch ranges are rounded up to multiples of 256 bytes, so 512
 * bytes are kept free.
 */
export function bindingBytes({ limits }: GPUDevice, tuning: InternalTuning | undefined): number {
  const { maxStorageBufferBindingSize, maxBufferSize } = limits;
  return Math.min(maxStorageBufferBindingSize, maxBufferSize, tuning?.maxBindingBytes ?? maxBufferSize) - 512;
}

/**
 * Halves the limits of a batch until the scratch memory of such a batch fits the device. No batch needs more than
 * `needed`, which is the whole call.
 */
export function roomyLimits(
  { items, segments }: BatchLimits,
  needed: BatchLimits,
  tuning: InternalTuning,
  hasRoom: (items: number, segments: number) => boolean,
): BatchLimits {
  const [max, many] = [Math.min(items, needed.items), Math.min(segments, needed.segments)];
  // WebGPU guarantees bindings of 128 MiB: 128 bytes for each of 2^20 items and segments. A tuning can make a tile of
  // every segment (`largeOnlyFrom`). A tile's counters take 2 KiB.
  const certain = Object.keys(tuning).length > 0 ? 2 ** 15 : 2 ** 20;
  if (max + many < certain || hasRoom(max, many)) return { items, segments };
  return roomyLimits({ items: items >> 1, segments: segments >> 1 }, needed, tuning, hasRoom);
}
