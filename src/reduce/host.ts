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
import { hostCall, requireNotAborted, uploadSegments } from '../host/run.ts';
import type { BatchLimits, CheckedSegments } from '../host/segments.ts';
import { lackOfRoom } from '../record/operation.ts';
import type { Tuning } from '../tuning/tuning.ts';
import { LEAF, type ReduceParts, type ReduceRequest, reduceParts, type Stage } from './context.ts';
import { plannedReduce, type ReduceOperation, reduceOperation, stageSpec } from './operation.ts';
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
    reduce.destroy();
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

/** Arguments of `encode` by operator, out of one entry for each output. */
function outputArguments<T>({ listed, ops }: ReduceRequest, outputs: readonly Output[], of: readonly T[]) {
  const find = (name: Output['name'], operator: number) =>
    of[outputs.findIndex((output) => output.name === name && output.operator === operator)];
  const lists = {
    output: ops.map((_, i) => find('output', i) as T),
    outputIndex: ops.map((_, i) => find('outputIndex', i)),
  };
  if (listed) return lists;
  const [index] = lists.outputIndex;
  return { output: lists.output[0] as T, ...(index === undefined ? {} : { outputIndex: index }) };
}

async function reduceBatch(call: HostReduce, batch: Batch): Promise<void> {
  const { device, request, input, parts, signal } = call;
  const { firstItem, itemCount, segments } = batch;
  const { count, longest } = segments;
  const { outputs } = parts.results;
  const bytes = input.bytes.subarray(firstItem * input.itemBytes, (firstItem + itemCount) * input.itemBytes);
  const bounds = { maxItems: itemCount, maxSegments: count, maxSegmentSize: longest };
  const found = await withStage(call, 'whole', bounds, (reduce) =>
    hostCall(
      device,
      (gpu) => {
        const buffers = outputs.map((output) => gpu.storage(output.argument, count * output.bytes));
        reduce.encode(gpu.encoder, {
          input: gpu.upload('input', bytes),
          ...outputArguments(request, outputs, buffers),
          segments: uploadSegments(gpu, segments),
          itemCount,
        });
        const reads = buffers.map((buffer, i) => gpu.readback(buffer, count * (outputs[i] as Output).bytes));
        return () => reads.map((read) => read());
      },
      signal,
    ),
  );
  deliver(call, batch, found);
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
  const { device, parts, signal } = call;
  const accumulatorBytes = 4 * parts.accumulator.words;
  const items = bytes.length / itemBytes;
  const window = Math.min(Math.floor(perCall / piece) * piece, items);
  const found = new Uint8Array(Math.ceil(items / piece) * accumulatorBytes);
  const bounds = { maxItems: window, maxSegments: Math.ceil(window / piece), maxSegmentSize: piece };
  await withStage(call, stage, bounds, async (reduce) => {
    for (let first = 0; first < items; first += window) {
      const itemCount = Math.min(window, items - first);
      const segments = pieceOffsets(itemCount, piece);
      const size = segments.count * accumulatorBytes;
      const part = await hostCall(
        device,
        (gpu) => {
          const accumulators = gpu.storage('accumulators', size);
          const input = gpu.upload('input', bytes.subarray(first * itemBytes, (first + itemCount) * itemBytes));
          const indexBase = gpu.uploadWords('index base', Uint32Array.of(first));
          const ranges = { accumulators, ...(stage === 'chunk' ? { indexBase } : {}) };
          const args = { input, segments: uploadSegments(gpu, segments), itemCount };
          reduce.encodeStage(gpu.encoder, args, ranges, itemBytes);
          return gpu.readback(accumulators, size);
        },
        signal,
      );
      found.set(part, (first / piece) * accumulatorBytes);
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
  const { device, parts, input, tuning, signal } = call;
  const { outputs } = parts.results;
  const lengthsOnly = parts.accumulator.words === 0;
  const accumulatorBytes = 4 * parts.accumulator.words;
  const perCall = Math.floor(bindingBytes(device, tuning) / Math.max(accumulatorBytes, 4));
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
  const count = lengthsOnly ? 1 : words.length / accumulatorBytes;
  const bounds = { maxItems: count, maxSegments: 1, maxSegmentSize: count };
  const found = await withStage(call, 'finish', bounds, (reduce) =>
    hostCall(
      device,
      (gpu) => {
        const buffers = outputs.map((output) => gpu.storage(output.argument, output.bytes));
        const ranges = Object.fromEntries(outputs.map(({ argument }, i) => [argument, buffers[i] as GPUBuffer]));
        const args = { input: gpu.upload('input', words), segments: { size: count, count: 1 }, itemCount: count };
        reduce.encodeStage(gpu.encoder, args, ranges, Math.max(accumulatorBytes, 4));
        const reads = buffers.map((buffer, i) => gpu.readback(buffer, (outputs[i] as Output).bytes));
        return () => reads.map((read) => read());
      },
      signal,
    ),
  );
  outputs.forEach(({ bytes, operator }, k) => {
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
  { onProgress, signal }: LongWork,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts = reduceParts(request);
  const results = parts.results.outputs.map(({ bytes }) => new Uint8Array(segments.count * bytes));
  const call: HostReduce = { device, request, parts, input, tuning, signal, results };
  requireNotAborted(signal);
  if (segments.count === 0) return results;
  const limits = batchLimits(call, segments);
  await inBatches(
    planBatches(segments, input.length, limits),
    onProgress,
    (batch) => reduceBatch(call, batch),
    (segment, report) => reduceLong(call, limits, segment, report),
  );
  return results;
}
