/** Top-k of arrays. Only indices are read back: keys and values are gathered on the host. */
import {
  type ArrayCall,
  type Bounds,
  type CheckedCall,
  itemsOf,
  requireBounds,
  runArrayCall,
} from '../../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../../api/arrays.ts';
import type { Batch, LongSegment } from '../../api/batches.ts';
import { type CheckedSegments, presentLengths, segmentBounds } from '../../api/segments.ts';
import { refused, requireHostRoom, requireOneOf } from '../../checks.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { type SortOptions, sortHost } from '../../sort/array_call.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import type { SelectOrder } from '../kernels.ts';
import { windowed } from '../windows.ts';
import { checkedK, type TopK, type TopKOptions } from './descriptor.ts';
import type { TopKAccess, TopKSpec } from './kernels.ts';
import { type TopKStages, topKPlan } from './plan.ts';
import { recordTopK, topKOperation, topKOrder, topKStages } from './record.ts';

/** The data that all batches of a call share. */
interface Job {
  readonly call: CheckedCall;
  readonly order: SelectOrder;
  readonly stages: TopKStages;
  readonly options: Pick<SortOptions, 'order' | 'signedZero' | 'nan' | 'orderBy'>;
}

const ACCESS = { kOnGpu: false, keys: false, values: false, indices: false, counts: false } as const;

/** Offsets of rows of min(k, length) slots. */
function rowOffsets(segments: CheckedSegments, kOf: (i: number) => number): Uint32Array<ArrayBuffer> {
  const offsets = new Uint32Array(segments.count + 1);
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    offsets[i + 1] = (offsets[i] as number) + Math.min(kOf(i), end - begin);
  }
  return offsets;
}

/** The row offsets of a batch. */
function batchOffsets(offsets: Uint32Array, { firstId, ids, segments: { count } }: Batch): Uint32Array {
  if (!ids && firstId === 0 && count === offsets.length - 1) return offsets;
  const found = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const id = ids ? (ids[i] as number) : firstId + i;
    found[i + 1] = (found[i] as number) + (offsets[id + 1] as number) - (offsets[id] as number);
  }
  return found;
}

/** Copies the indices of a batch to the rows of the whole call. */
function takePicked(picked: Uint32Array, offsets: Uint32Array, found: Uint8Array, batch: Batch): void {
  const words = new Uint32Array(found.buffer, found.byteOffset, found.byteLength / 4);
  const { firstId, ids, firstItem, segments } = batch;
  let at = 0;
  for (let i = 0; i < segments.count; i++) {
    const id = ids ? (ids[i] as number) : firstId + i;
    for (let to = offsets[id] as number; to < (offsets[id + 1] as number); to++) {
      picked[to] = (words[at++] as number) + firstItem;
    }
  }
}

/** The longest row, and which lengths rows have. */
function rowsOf(offsets: Uint32Array) {
  const longest = offsets.reduce((max, end, i) => (i === 0 ? 0 : Math.max(max, end - (offsets[i - 1] as number))), 0);
  return { longest, holds: presentLengths({ count: offsets.length - 1, longest, coversAll: true, offsets }) };
}

/** The items of every row, by index in `keys`. */
async function pickedOf(
  job: Job,
  keys: HostItems,
  segments: CheckedSegments,
  offsets: Uint32Array,
  call: CheckedCall,
): Promise<Uint32Array<ArrayBuffer>> {
  const { order, stages } = job;
  const { device, tuning } = call;
  const picked = new Uint32Array(offsets.at(-1) as number);
  const output = { argument: 'picked', per: 'segment', entryBytes: 4, bytes: new Uint8Array(0) } as const;
  const specOf = (bounds: Bounds, rows: Uint32Array): TopKSpec => ({
    ...order,
    ...bounds,
    maxK: rowsOf(rows).longest,
    valueBytes: 0,
    slots: rows.at(-1) as number,
  });
  const access: TopKAccess = { ...ACCESS, form: segments.ranges ? 'ranges' : 'offsets', countOnGpu: false };
  const array: ArrayCall = {
    ...call,
    itemCount: keys.length,
    segments,
    inputs: [
      { argument: 'keysIn', per: 'item', entryBytes: keys.itemBytes, bytes: keys.bytes },
      { ...output, argument: 'rowOffsets', of: (batch) => new Uint8Array(batchOffsets(offsets, batch).slice().buffer) },
    ],
    outputs: [
      {
        ...output,
        rows: {
          bytesOf: (batch) => 4 * (batchOffsets(offsets, batch).at(-1) as number),
          take: (found, batch) => takePicked(picked, offsets, found, batch),
        },
      },
    ],
    minLength: picked.length === 0 ? Number.POSITIVE_INFINITY : 1,
    scratch: { itemBytes: 4 * (order.orderBy?.words ?? 1), segmentBytes: 0 },
    plan: (maxItems, maxSegments) => {
      const bounds = requireBounds({ maxItems, maxSegments });
      const rows = Uint32Array.of(0, Math.min(rowsOf(offsets).longest, maxItems), Math.min(picked.length, maxItems));
      return topKPlan(stages, specOf(bounds, rows), access, deviceFacts(device), tuning);
    },
    async make(bounds, checked, batch) {
      const rows = batchOffsets(offsets, batch);
      const holds = { lengths: presentLengths(checked), counts: rowsOf(rows).holds };
      const of = { ...access, form: checked.ranges ? 'ranges' : 'offsets' } as const;
      const topK = await topKOperation(device, stages, specOf(bounds, rows), tuning, of, holds);
      return {
        record: (encoder, { ranges, items, segments: within }) => {
          recordTopK(topK, encoder, { access: ACCESS, ranges, items, k: 0, call: within });
        },
        destroy: () => topK.operation.destroy(),
      };
    },
    async long(segment, { limits, report }) {
      const rows = await longRow(job, keys, segment, offsets, limits.items);
      picked.set(rows, offsets[segment.id]);
      report(segment.length);
    },
  };
  await runArrayCall(array);
  return picked;
}

const QUIET = { onProgress: undefined, unknown: undefined, cover: undefined } as const;

/** A part of the keys. */
function part(keys: HostItems, begin: number, length: number): HostItems {
  return { ...keys, length, bytes: keys.bytes.slice(begin * keys.itemBytes, (begin + length) * keys.itemBytes) };
}

const single = (length: number): CheckedSegments => ({ count: 1, longest: length, coversAll: true, size: length });

/**
 * The row of a segment longer than a batch: the first items of each chunk of the length of a batch, then the first
 * items of these. Rows of chunks are concatenated in order, so ties keep their order. If a row is longer than half a
 * batch, the segment is sorted.
 */
async function longRow(
  job: Job,
  keys: HostItems,
  { id, begin, length }: LongSegment,
  offsets: Uint32Array,
  chunk: number,
): Promise<Uint32Array> {
  const { call, options } = job;
  const count = (offsets[id + 1] as number) - (offsets[id] as number);
  if (count === 0) return new Uint32Array(0);
  if (2 * count > chunk) {
    const { device, signal, tuning } = call;
    const items = part(keys, begin, length);
    const indices = new Uint8Array(Uint32Array.from({ length }, (_, i) => i).buffer);
    const sort = { ...options, order: options.order ?? 'descending', tuning, ...(signal ? { signal } : {}) } as const;
    const sorted = await sortHost(device, keys.like(items.bytes), single0(length), sort, () => ({
      bytes: indices,
      itemBytes: 4,
    }));
    return new Uint32Array(sorted.values.bytes.buffer, 0, count).map((i) => i + begin);
  }
  const quiet = { ...call, ...QUIET };
  const found: number[] = [];
  for (let first = begin; first < begin + length; first += chunk) {
    const items = Math.min(chunk, begin + length - first);
    const rows = Uint32Array.of(0, Math.min(count, items));
    const picked = await pickedOf(job, part(keys, first, items), single(items), rows, quiet);
    for (const i of picked) found.push(i + first);
  }
  const candidates = Uint32Array.from(found);
  const chosen = gathered(keys, candidates);
  const picked = await pickedOf(job, chosen, single(candidates.length), Uint32Array.of(0, count), quiet);
  return picked.map((i) => candidates[i] as number);
}

const single0 = (size: number) => ({ size });

function checkedValues(values: HostItems | undefined, keys: HostItems): void {
  if (!values) return;
  if (values.length !== keys.length) {
    throw refused('length-mismatch', 'options.values', `${values.length} values`, `${keys.length}, one per key`);
  }
  requireOneOf('options.values', values.itemBytes, [1, 2, 4, 8, 12, 16], 'unsupported-type');
}

/** Changes indices from the array's start to indices from their segment's start. */
function fromSegments(picked: Uint32Array, segments: CheckedSegments, offsets: Uint32Array): void {
  for (let i = 0; i < segments.count; i++) {
    const [begin] = segmentBounds(segments, i);
    for (let at = offsets[i] as number; at < (offsets[i + 1] as number); at++) {
      picked[at] = (picked[at] as number) - begin;
    }
  }
}

export async function topKHost(
  checkedCall: CheckedCall,
  given: HostItems,
  givenValues: HostItems | undefined,
  options: TopKOptions & { readonly k: unknown },
): Promise<TopK<HostArray, HostArray>> {
  const { order, signedZero, nan, orderBy, indexFrom = 'array' } = options;
  requireOneOf('indexFrom', indexFrom, ['array', 'segment'], 'invalid-option');
  checkedValues(givenValues, given);
  if (nan !== undefined) requireOneOf('nan', nan, ['last', 'first', 'omit'], 'invalid-option');
  if (nan === 'omit') {
    const { mayHaveNan, topKWithoutNans } = await import('../../api/omit.ts');
    const plain = { ...options, nan: undefined, indexFrom: 'array' } as unknown as typeof options;
    const find: Parameters<typeof topKWithoutNans>[4] = (...kept) => topKHost(...kept, plain);
    if (!mayHaveNan(given)) return topKHost(checkedCall, given, givenValues, { ...plain, indexFrom });
    return topKWithoutNans(checkedCall, given, givenValues, indexFrom, find) as ReturnType<typeof topKHost>;
  }
  const call = windowed(checkedCall);
  const { segments, device, tuning } = call;
  requireHostRoom('segments', segments.count, 4, 'offsets');
  const offsets = rowOffsets(segments, checkedK(options.k, segments.count));
  const ordering = { ...(order === undefined ? {} : { order }), signedZero, nan, orderBy };
  const checked = await topKOrder({ keyType: given.type, ...ordering }, 'keys');
  const [keys, values] = await Promise.all([itemsOf(call, given), itemsOf(call, givenValues)]);
  const stages = await topKStages(device, checked, tuning as InternalTuning);
  const job: Job = { call, order: checked, stages, options: ordering as Job['options'] };
  const picked = await pickedOf(job, keys, segments, offsets, call);
  const isWindowed = call !== checkedCall;
  const result = {
    keys: keys.like(gathered(keys, picked).bytes),
    values: values?.like(gathered(values, picked).bytes),
    // Items of windows are gathered here, not by the caller.
    indices: isWindowed ? picked.map((i) => (segments.rows as Uint32Array)[i] as number) : picked,
    offsets,
  };
  if (indexFrom === 'segment') fromSegments(result.indices, checkedCall.segments, offsets);
  return result as TopK<HostArray, HostArray>;
}
