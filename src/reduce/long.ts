/**
 * Segments that are longer than a batch. Calls reduce pieces of a segment to accumulators. Further calls merge these
 * until one call can hold them all.
 */
import {
  type BoundedOperation,
  type Bounds,
  bindingBytes,
  type CallArray,
  type CheckedCall,
  type LongCall,
  submitOnce,
  withOperation,
} from '../api/array_call.ts';
import type { LongSegment, Report } from '../api/batches.ts';
import type { CheckedSegments } from '../api/segments.ts';
import { refused } from '../checks.ts';
import { LEAF, type Phase } from './descriptor.ts';
import { reduceFacts } from './kernels.ts';
import type { LoadedReduce } from './operation.ts';

/** One reduce of arrays: its input and its outputs. */
export interface ArrayReduce {
  readonly call: CheckedCall;
  readonly loaded: LoadedReduce;
  readonly input: CallArray;
  readonly outputs: readonly CallArray[];
  /** Compiles one phase of the reduce. The phase `finish` needs the segment's length in elements. */
  readonly make: (phase: Phase, bounds: Bounds, elements?: number) => Promise<BoundedOperation>;
}

/** The largest product of `base` and a power of two that is at most `max`; `base` where `max` is smaller. */
function powerOf(base: number, max: number): number {
  let size = base;
  while (2 * size <= max) size *= 2;
  return size;
}

/** Offsets of pieces of one length. The last piece may be shorter. */
function pieceOffsets(length: number, piece: number): CheckedSegments {
  const count = Math.ceil(length / piece);
  const offsets = Uint32Array.from({ length: count + 1 }, (_, i) => Math.min(i * piece, length));
  return { count, longest: Math.min(piece, length), coversAll: true, offsets };
}

/** Packed elements or accumulators. */
interface Terms {
  readonly bytes: Uint8Array;
  readonly itemBytes: number;
}

/**
 * Folds pieces of `piece` items each and returns the bytes of their accumulators. One call takes one window of pieces.
 */
async function foldPieces(
  { call, loaded, make }: ArrayReduce,
  phase: 'chunk' | 'merge',
  { bytes, itemBytes, piece, perCall }: Terms & { readonly piece: number; readonly perCall: number },
  report?: Report,
): Promise<Uint8Array<ArrayBuffer>> {
  const accumulatorBytes = 4 * reduceFacts(loaded.request).accumulator.words;
  const items = bytes.length / itemBytes;
  const window = Math.min(Math.floor(perCall / piece) * piece, items);
  const found = new Uint8Array(Math.ceil(items / piece) * accumulatorBytes);
  const bounds = { maxItems: window, maxSegments: Math.ceil(window / piece), maxSegmentSize: piece };
  await withOperation(make(phase, bounds), async (operation) => {
    for (let first = 0; first < items; first += window) {
      const itemCount = Math.min(window, items - first);
      const part = bytes.subarray(first * itemBytes, (first + itemCount) * itemBytes);
      const segments = pieceOffsets(itemCount, piece);
      const base = phase === 'chunk' ? [{ argument: 'indexBase', bytes: Uint32Array.of(first) }] : [];
      const accumulators = {
        argument: 'accumulators',
        byteLength: segments.count * accumulatorBytes,
        take: (words: Uint8Array) => found.set(words, (first / piece) * accumulatorBytes),
      };
      await submitOnce(call, operation, {
        itemCount,
        segments,
        inputs: [...base, { argument: 'input', bytes: part }],
        outputs: [accumulators],
      });
      report?.(itemCount);
    }
  });
  return found;
}

/** Folds a segment to few enough accumulators for one call. */
async function accumulate(
  reduce: ArrayReduce,
  { begin, length }: LongSegment,
  { limits, report }: LongCall,
): Promise<Terms> {
  const { call, loaded, input } = reduce;
  const { words } = reduceFacts(loaded.request).accumulator;
  const itemBytes = 4 * Math.max(words, 1);
  if (words === 0) {
    report(length);
    return { bytes: new Uint8Array(itemBytes), itemBytes };
  }
  const perCall = Math.floor(bindingBytes(call.device, call.tuning) / itemBytes);
  const elements = input.bytes.subarray(begin * input.entryBytes, (begin + length) * input.entryBytes);
  const piece = powerOf(LEAF, Math.min(limits.items, 4096));
  const chunk = { bytes: elements, itemBytes: input.entryBytes, piece, perCall: limits.items };
  let bytes = await foldPieces(reduce, 'chunk', chunk, report);
  while (bytes.length / itemBytes > perCall) {
    if (perCall < 2) {
      throw refused('limit-exceeded', 'op', `accumulators of ${itemBytes} bytes`, 'two accumulators in one binding');
    }
    const merge = { bytes, itemBytes, piece: powerOf(2, Math.min(perCall, 256)), perCall };
    bytes = await foldPieces(reduce, 'merge', merge);
  }
  return { bytes, itemBytes };
}

/**
 * Reduces a segment that is longer than a binding. Pieces are whole subtrees of the fold's tree. So a float sum has the
 * same bits as in one call.
 */
export async function reduceLong(reduce: ArrayReduce, segment: LongSegment, long: LongCall): Promise<void> {
  const { call, loaded, outputs, make } = reduce;
  const { bytes, itemBytes } = await accumulate(reduce, segment, long);
  const size = bytes.length / itemBytes;
  const results = reduceFacts(loaded.request).results.outputs.map(({ argument, bytes: byteLength }, k) => {
    const take = (found: Uint8Array) => outputs[k]?.bytes.set(found, segment.id * byteLength);
    return { argument, byteLength, take };
  });
  const bounds = { maxItems: size, maxSegments: 1, maxSegmentSize: size };
  await withOperation(make('finish', bounds, segment.length), (operation) =>
    submitOnce(call, operation, {
      itemCount: size,
      segments: { count: 1, size, longest: size, coversAll: true },
      inputs: [{ argument: 'input', bytes }],
      outputs: results,
    }),
  );
}
