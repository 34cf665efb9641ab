import { refused } from '../errors.ts';
import type { HostItems } from '../host/arrays.ts';
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
import { requireBounds } from '../host/options.ts';
import { wholeRange } from '../host/ranges.ts';
import { hostCall, requireWork, uploadSegments } from '../host/run.ts';
import type { BatchLimits, CheckedSegments } from '../host/segments.ts';
import { lackOfRoom } from '../record/operation.ts';
import type { Tuning } from '../tuning/tuning.ts';
import { LEAF, type ReduceParts, type ReduceRequest, reduceParts, type Stage } from './context.ts';
import { plannedReduce, type ReduceOperation, recordReduce, reduceOperation, stageSpec } from './operation.ts';
import type { Output } from './results.ts';

/** What long host calls report to and are ended by. */
export interface LongWork {
  /** Told of the items reduced, after each batch and each part of a segment longer than one. */
  onProgress?: OnProgress;
  /** Ends the call with 'aborted'; its GPU buffers are freed. */
  signal?: AbortSignal;
}

/** One host call: what is reduced, and the bytes of each result as they come in. */
interface HostReduce {
  readonly device: GPUDevice;
  readonly request: ReduceRequest;
  readonly parts: ReduceParts;
  readonly input: HostItems;
  readonly tuning: Tuning | undefined;
  readonly signal: AbortSignal | undefined;
  /** Bytes of every output, one item a segment. */
  readonly results: readonly Uint8Array<ArrayBuffer>[];
}

function batchLimits({ device, request, input, parts, tuning }: HostReduce, segments: CheckedSegments): BatchLimits {
  const bytes = bindingBytes(device, tuning);
  const { outputs, scratchWords } = parts.results;
  const segmentBytes = Math.max(8, 4 * scratchWords, ...outputs.map((output) => output.bytes));
  const limits = { items: Math.floor(bytes / input.itemBytes), segments: Math.floor(bytes / segmentBytes) };
  return roomyLimits(limits, { items: input.length, segments: segments.count }, (maxItems, maxSegments) => {
    const bounds = { maxItems, maxSegments, maxSegmentSize: segments.longest };
    return !lackOfRoom(device, plannedReduce(device, stageSpec(request, 'whole', bounds), tuning));
  });
}

/** An operation of one stage for the time of some work. */
async function withStage<T>(
  { device, request, tuning }: HostReduce,
  stage: Stage,
  bounds: { maxItems: number; maxSegments: number; maxSegmentSize: number },
  work: (reduce: ReduceOperation) => Promise<T>,
): Promise<T> {
  const reduce = await reduceOperation(device, stageSpec(request, stage, requireBounds(bounds)), tuning);
  try {
    return await work(reduce);
  } finally {
    reduce.operation.destroy();
  }
}

/** Puts results of a batch where they belong. */
function deliver(call: HostReduce, { ids, segments }: Batch, found: readonly Uint8Array[]): void {
  call.parts.results.outputs.forEach(({ bytes }, k) => {
    const from = found[k] as Uint8Array;
    const to = call.results[k] as Uint8Array;
    if (!ids) {
      to.set(from);
      return;
    }
    for (let i = 0; i < segments.count; i++) {
      to.set(from.subarray(i * bytes, (i + 1) * bytes), (ids[i] as number) * bytes);
    }
  });
}

/** What a stage reduces. */
interface StageInput {
  readonly bytes: Uint8Array;
  readonly itemBytes: number;
  readonly segments: CheckedSegments;
  /** Index of the first item, for a stage that asks. */
  readonly first?: number;
}

/** One call of a stage; gives the bytes of each output. */
function callStage(
  { device, signal }: HostReduce,
  reduce: ReduceOperation,
  { bytes, itemBytes, segments, first }: StageInput,
  outputs: readonly Pick<Output, 'argument' | 'bytes'>[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  return hostCall(
    device,
    (gpu) => {
      const made = outputs.map((output) => {
        const size = segments.count * output.bytes;
        return { ...output, size, buffer: gpu.storage(output.argument, size) };
      });
      const ranges = Object.fromEntries(made.map(({ argument, buffer }) => [argument, wholeRange(buffer)]));
      if (first !== undefined) ranges.indexBase = wholeRange(gpu.upload('index base', Uint32Array.of(first)));
      const input = wholeRange(gpu.upload('input', bytes));
      const items = bytes.length / itemBytes;
      recordReduce(reduce, gpu.encoder, { ranges: { ...ranges, input }, items, call: uploadSegments(gpu, segments) });
      const found = made.map(({ buffer, size }) => gpu.readback(buffer, size));
      return () => found.map((read) => read().slice());
    },
    signal,
  );
}

/** Reduces items to the results. */
function toResults(
  call: HostReduce,
  stage: 'whole' | 'finish',
  input: StageInput,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const { count, longest } = input.segments;
  const bounds = { maxItems: input.bytes.length / input.itemBytes, maxSegments: count, maxSegmentSize: longest };
  return withStage(call, stage, bounds, (reduce) => callStage(call, reduce, input, call.parts.results.outputs));
}

async function reduceBatch(call: HostReduce, batch: Batch): Promise<void> {
  const { firstItem, itemCount, segments } = batch;
  const { itemBytes, bytes: all } = call.input;
  const bytes = all.subarray(firstItem * itemBytes, (firstItem + itemCount) * itemBytes);
  deliver(call, batch, await toResults(call, 'whole', { bytes, itemBytes, segments }));
}

/** The largest power of two times `unit` that is at most `most`. */
function powerOf(unit: number, most: number): number {
  let size = unit;
  while (2 * size <= most) size *= 2;
  return size;
}

/** Offsets of pieces of one length, the last one shorter. */
function pieceOffsets(length: number, piece: number): CheckedSegments {
  const count = Math.ceil(length / piece);
  const offsets = Uint32Array.from({ length: count + 1 }, (_, i) => Math.min(i * piece, length));
  return { count, longest: Math.min(piece, length), coversAll: true, offsets };
}

/** Folds pieces of `piece` items each, window by window; gives the words of their accumulators. */
async function foldPieces(
  call: HostReduce,
  stage: 'chunk' | 'merge',
  { bytes, itemBytes, piece, perCall }: { bytes: Uint8Array; itemBytes: number; piece: number; perCall: number },
  report?: Report,
): Promise<Uint8Array<ArrayBuffer>> {
  const accumulatorBytes = 4 * call.parts.accumulator.words;
  const items = bytes.length / itemBytes;
  const window = Math.min(Math.floor(perCall / piece) * piece, items);
  const found = new Uint8Array(Math.ceil(items / piece) * accumulatorBytes);
  const bounds = { maxItems: window, maxSegments: Math.ceil(window / piece), maxSegmentSize: piece };
  await withStage(call, stage, bounds, async (reduce) => {
    for (let first = 0; first < items; first += window) {
      const itemCount = Math.min(window, items - first);
      const part = {
        bytes: bytes.subarray(first * itemBytes, (first + itemCount) * itemBytes),
        itemBytes,
        segments: pieceOffsets(itemCount, piece),
        ...(stage === 'chunk' ? { first } : {}),
      };
      const outputs = [{ argument: 'accumulators', bytes: accumulatorBytes }];
      const [accumulators] = await callStage(call, reduce, part, outputs);
      found.set(accumulators as Uint8Array, (first / piece) * accumulatorBytes);
      report?.(itemCount);
    }
  });
  return found;
}

/**
 * Reduces a segment longer than a binding: pieces of it to accumulators, these to fewer until a call holds them all. Pieces
 * are whole subtrees, so a float sum has the bits that it has in one call.
 */
async function reduceLong(
  call: HostReduce,
  limits: BatchLimits,
  { id, begin, length }: LongSegment,
  report: Report,
): Promise<void> {
  const { device, parts, input, tuning } = call;
  const lengthsOnly = parts.accumulator.words === 0;
  const accumulatorBytes = 4 * Math.max(parts.accumulator.words, 1);
  const perCall = Math.floor(bindingBytes(device, tuning) / accumulatorBytes);
  let words: Uint8Array = new Uint8Array(accumulatorBytes);
  if (lengthsOnly) {
    report(length);
  } else {
    const bytes = input.bytes.subarray(begin * input.itemBytes, (begin + length) * input.itemBytes);
    const piece = powerOf(LEAF, Math.min(limits.items, 4096));
    const chunk = { bytes, itemBytes: input.itemBytes, piece, perCall: limits.items };
    words = await foldPieces(call, 'chunk', chunk, report);
    while (words.length / accumulatorBytes > perCall) {
      if (perCall < 2) {
        throw refused('limit-exceeded', 'op', `${accumulatorBytes} bytes an accumulator`, 'two of them in a binding');
      }
      const merge = { bytes: words, itemBytes: accumulatorBytes, piece: powerOf(2, Math.min(perCall, 256)), perCall };
      words = await foldPieces(call, 'merge', merge);
    }
  }
  const size = words.length / accumulatorBytes;
  const segments = { count: 1, size, longest: size, coversAll: true };
  const found = await toResults(call, 'finish', { bytes: words, itemBytes: accumulatorBytes, segments });
  parts.results.outputs.forEach(({ bytes, operator }, k) => {
    // The last stage has seen accumulators, not elements.
    const isCount = call.request.ops[operator] === 'count';
    const item = isCount ? new Uint8Array(Uint32Array.of(length).buffer) : (found[k] as Uint8Array);
    (call.results[k] as Uint8Array).set(item, id * bytes);
  });
}

/** Reduces all segments, in batches where a binding does not hold them; gives the bytes of each output. */
export async function reduceHost(
  device: GPUDevice,
  request: ReduceRequest,
  input: HostItems,
  segments: CheckedSegments,
  tuning: Tuning | undefined,
  work: LongWork,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts = reduceParts(request);
  const results = parts.results.outputs.map(({ bytes }) => new Uint8Array(segments.count * bytes));
  const call: HostReduce = { device, request, parts, input, tuning, signal: work.signal, results };
  requireWork(work);
  if (segments.count === 0) return results;
  const limits = batchLimits(call, segments);
  await inBatches(
    planBatches(segments, input.length, limits),
    work.onProgress,
    (batch) => reduceBatch(call, batch),
    (segment, report) => reduceLong(call, limits, segment, report),
  );
  return results;
}
