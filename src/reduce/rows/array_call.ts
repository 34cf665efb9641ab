/** Reduces of rows on arrays, loaded by the first of them. */
import {
  type ArrayCall,
  bindingBytes,
  type CallArray,
  type CallOutput,
  type CheckedCall,
  requireBounds,
  runArrayCall,
} from '../../api/array_call.ts';
import { gathered, type HostItems } from '../../api/arrays.ts';
import type { LongSegment } from '../../api/batches.ts';
import { requireHostRoom } from '../../checks.ts';
import { deviceFacts, requireDevice } from '../../gpu/device.ts';
import { halfNumber } from '../../item_types.ts';
import { resultBytes } from '../../operators/operators.ts';
import { reduceHost } from '../array_call.ts';
import type { ReduceRequest } from '../descriptor.ts';
import { reduceFacts } from '../kernels.ts';
import { loadReduce } from '../load.ts';
import type { LoadedReduce } from '../operation.ts';
import { type RowsSpec, resultWords } from './context.ts';
import { checkedWeights, type RowType, requireRows } from './descriptor.ts';
import { COMMON, recordRows, rowsOperation } from './operation.ts';
import { rowsPlan } from './plan.ts';
import { scratchBytes } from './unlisted.ts';

/** What a call reduces. */
interface Rows {
  readonly call: CheckedCall;
  readonly loaded: LoadedReduce;
  readonly input: HostItems;
  readonly width: number;
  /** Numbers of rows, if the GPU gathers them. */
  readonly rows: Uint32Array | undefined;
  readonly weights: Uint8Array<ArrayBuffer> | undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array | Float32Array) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

/** One column of a segment as an array of its own, and its type. With weights these are the products, in f32. */
function columnOf({ input, width, rows, weights }: Rows, { begin, length }: LongSegment, column: number) {
  const isHalf = input.itemBytes === 2;
  const Words = isHalf ? Uint16Array : Uint32Array;
  const from = new Words(input.bytes.buffer, input.bytes.byteOffset, input.length);
  const words = new Words(length);
  for (let i = 0; i < length; i++) words[i] = from[(rows?.[begin + i] ?? begin + i) * width + column] as number;
  if (!weights) return { type: input.type, bytes: bytesOf(words) };
  const numbers = isHalf ? Float32Array.from(words, halfNumber) : new Float32Array(words.buffer);
  const factors = new Float32Array(weights.buffer, weights.byteOffset + 4 * begin, length);
  for (let i = 0; i < length; i++) numbers[i] = (numbers[i] as number) * (factors[i] as number);
  return { type: 'f32' as const, bytes: bytesOf(numbers) };
}

/** Reduces a segment longer than a batch: one column after another, as arrays of their own. */
async function reduceLong(of: Rows, outputs: readonly CallOutput[], segment: LongSegment): Promise<void> {
  const { call, loaded, input, width } = of;
  const { length, id } = segment;
  for (let column = 0; column < width; column++) {
    const { type, bytes } = columnOf(of, segment, column);
    const segments = { count: 1, longest: length, coversAll: true, size: length };
    const one = { ...call, itemCount: length, segments, onProgress: undefined, cover: undefined };
    const items = { ...input, type, bytes, length, itemBytes: bytes.length / length };
    const request = { ...loaded.request, type: type as RowType };
    const own = type === input.type ? loaded : await loadReduce(call.device, request, call.tuning);
    const results = await reduceHost(one, own, items);
    results.forEach((result, i) => {
      const output = outputs[i] as CallOutput;
      output.bytes.set(result, id * output.entryBytes + column * result.length);
    });
  }
}

/** Describes a reduce of rows to the code that runs all calls on arrays. */
function rowsCall(of: Rows): ArrayCall {
  const { call, loaded, input, width, rows, weights } = of;
  const { device, segments, tuning } = call;
  const { request, stages } = loaded;
  const { results, accumulator } = reduceFacts(request);
  const outputs = results.outputs.map(({ argument, bytes }) => {
    const entryBytes = width * bytes;
    return { argument, per: 'segment', entryBytes, bytes: new Uint8Array(segments.count * entryBytes) } as const;
  });
  const rowBytes = width * input.itemBytes;
  const inputs: CallArray[] = rows
    ? [
        { argument: 'rowsIn', per: 'item', entryBytes: 4, bytes: bytesOf(rows) },
        // Every batch has the whole table.
        { argument: 'input', per: 'item', entryBytes: 4, bytes: input.bytes, of: () => input.bytes },
      ]
    : [{ argument: 'input', per: 'item', entryBytes: rowBytes, bytes: input.bytes }];
  if (weights) inputs.push({ argument: 'weightsIn', per: 'item', entryBytes: 4, bytes: weights });
  const kind = {
    ...request,
    phase: 'whole',
    width,
    gathers: rows !== undefined,
    weighted: weights !== undefined,
  } as const;
  return {
    ...call,
    inputs,
    outputs,
    minLength: 0,
    scratch: scratchBytes(of, accumulator.words, resultWords(kind) / width),
    plan: (maxItems, maxSegments) => {
      const spec: RowsSpec = { ...kind, maxItems, maxSegments, maxSegmentSize: segments.longest };
      return rowsPlan(stages, spec, COMMON, deviceFacts(device), tuning);
    },
    make: async (bounds) => {
      const made = await rowsOperation(device, stages, { ...kind, ...requireBounds(bounds) }, tuning);
      return {
        record: (encoder, { ranges, items, segments: ofCall }) => recordRows(made, encoder, ranges, items, ofCall),
        destroy: () => made.operation.destroy(),
      };
    },
    long: async (segment, { report }) => {
      await reduceLong(of, outputs, segment);
      report(segment.length);
    },
  };
}

/**
 * Reduces all segments of rows, and returns the bytes of each output: `width` results a segment. A table that a binding
 * holds is uploaded as it is, and the GPU gathers its rows. Otherwise the host does.
 */
export async function reduceRows(
  call: CheckedCall,
  request: ReduceRequest,
  given: HostItems,
  width: number,
  weightsGiven: HostItems | undefined,
): Promise<{ readonly loaded: LoadedReduce; readonly results: readonly Uint8Array<ArrayBuffer>[] }> {
  requireRows('values', request, weightsGiven !== undefined);
  const weights = checkedWeights(weightsGiven, call.itemCount);
  const { device, segments, tuning } = call;
  requireHostRoom('segments', segments.count, resultBytes(request) * width, 'results');
  requireDevice(device);
  const loaded = await loadReduce(device, request, tuning);
  if (loaded.request.omitsNans) {
    const { columnsWithoutNans } = await import('../../api/omit.ts');
    const kept = columnsWithoutNans(call, given, width, weightsGiven);
    const plain = { ...request, rare: { ...request.rare, nan: undefined } };
    const { results } = await reduceRows(kept.call, plain, kept.items, 1, kept.weights);
    const { outputs } = reduceFacts(loaded.request).results;
    const inRows = outputs.map(({ name, bytes }, i) => {
      const found = results[i] as Uint8Array<ArrayBuffer>;
      if (name === 'outputIndex') kept.putBack(new Uint32Array(found.buffer));
      return kept.inRows(found, bytes);
    });
    return { loaded, results: inRows };
  }
  const gathers = segments.rows !== undefined && given.bytes.length <= bindingBytes(device, tuning);
  const rows = gathers ? segments.rows : undefined;
  const rowItems = { ...given, itemBytes: width * given.itemBytes };
  const input =
    segments.rows && !rows ? { ...given, ...bytesAndLength(gathered(rowItems, segments.rows), given) } : given;
  const reduce = rowsCall({ call, loaded, input, width, rows, weights });
  await runArrayCall(reduce);
  return { loaded, results: reduce.outputs.map(({ bytes }) => bytes) };
}

const bytesAndLength = ({ bytes }: { readonly bytes: Uint8Array<ArrayBuffer> }, { itemBytes }: HostItems) => ({
  bytes,
  length: bytes.length / itemBytes,
});
