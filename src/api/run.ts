import { type HostCall, hostCall } from '../gpu/host_call.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { wholeRange } from '../gpu/same_ranges.ts';
import type { CheckedSegments } from './segments.ts';
import type { CallSegments } from './segments_argument.ts';

/** What an operation records: ranges by the names of its arguments, and the segments of their items. */
export interface RecordedWork {
  readonly ranges: Readonly<Record<string, BufferRange>>;
  readonly items: number;
  readonly segments: CallSegments;
}

/** An operation compiled for some bounds. */
export interface BoundedOperation {
  record(encoder: GPUCommandEncoder, work: RecordedWork): void;
  destroy(): void;
}

/** The work of one submit. */
export interface Submission {
  readonly itemCount: number;
  readonly segments: CheckedSegments;
  readonly inputs: readonly { readonly argument: string; readonly bytes: ArrayBufferView }[];
  readonly outputs: readonly SubmittedOutput[];
}

/** The input whose items an output starts with. So items outside every segment stay as they were. */
export interface OutputBase {
  readonly input: string;
  /** Whether the operation writes into the input's buffer. */
  readonly inPlace: boolean;
}

export interface SubmittedOutput {
  readonly argument: string;
  readonly byteLength: number;
  readonly base?: OutputBase | undefined;
  /** Receives the bytes, which are valid only until it returns. */
  take(found: Uint8Array<ArrayBuffer>): void;
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

/** The range of an output. It holds the items of its base, unless the segments cover all items. */
function outputRange(
  call: HostCall,
  { argument, byteLength, base }: SubmittedOutput,
  inputs: Readonly<Record<string, BufferRange>>,
  coversAll: boolean,
): BufferRange {
  const from = base && inputs[base.input];
  if (from && base.inPlace) return from;
  const output = wholeRange(call.storage(argument, byteLength));
  if (from && !coversAll) call.encoder.copyBufferToBuffer(from.buffer, 0, output.buffer, 0, from.size);
  return output;
}

/** Uploads, records, submits and reads back once. Throws 'aborted' as soon as the signal aborts. */
export function submitOnce(
  { device, signal }: { readonly device: GPUDevice; readonly signal: AbortSignal | undefined },
  operation: BoundedOperation,
  { itemCount, segments, inputs, outputs }: Submission,
): Promise<void> {
  const record = (call: HostCall) => {
    const ranges: Record<string, BufferRange> = {};
    for (const { argument, bytes } of inputs) ranges[argument] = wholeRange(call.upload(argument, bytes));
    for (const output of outputs) ranges[output.argument] = outputRange(call, output, ranges, segments.coversAll);
    operation.record(call.encoder, { ranges, items: itemCount, segments: uploadSegments(call, segments) });
    const reads = outputs.map(({ argument, byteLength, take }) => {
      const read = call.readback((ranges[argument] as BufferRange).buffer, byteLength);
      return () => take(read());
    });
    return () => {
      for (const read of reads) read();
    };
  };
  return hostCall(device, record, signal);
}
