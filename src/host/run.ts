import { inWords, outOfMemory, refused, SegmentedError } from '../errors.ts';
import { requireDevice } from '../record/device_state.ts';
import type { CheckedSegments } from './segments.ts';
import type { SegmentsArgument } from './segments_argument.ts';

/** GPU work of one call whose results the host reads: one encoder, and buffers that are all freed when the call ends, however it ends. */
export class HostCall {
  readonly device: GPUDevice;
  readonly encoder: GPUCommandEncoder;
  readonly #buffers: GPUBuffer[] = [];
  readonly #readbacks: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
    this.encoder = device.createCommandEncoder({ label: 'webgpu-segmented host call' });
  }

  /** A storage buffer with the content of `bytes`, rounded up to vectors of four words. */
  upload(label: string, bytes: Uint8Array): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const buffer = this.#make(label, 16 * Math.ceil(bytes.byteLength / 16), usage, true);
    new Uint8Array(buffer.getMappedRange()).set(bytes);
    buffer.unmap();
    return buffer;
  }

  /** The same for words. */
  uploadWords(label: string, words: Uint32Array): GPUBuffer {
    return this.upload(label, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  }

  storage(label: string, bytes: number): GPUBuffer {
    return this.#make(label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST, false);
  }

  /** Records a copy of a buffer to the host. The function returned gives its first bytes once the GPU is done. */
  readback(source: GPUBuffer, bytes: number): () => Uint8Array<ArrayBuffer> {
    const staging = this.#make('readback', bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST, false);
    this.encoder.copyBufferToBuffer(source, 0, staging, 0, staging.size);
    this.#readbacks.push(staging);
    return () => new Uint8Array(staging.getMappedRange()).slice(0, bytes);
  }

  /** Submits and starts the readbacks; the promise resolves when they can be read. */
  submit(): Promise<unknown> {
    this.device.queue.submit([this.encoder.finish()]);
    return Promise.all(this.#readbacks.map((buffer) => buffer.mapAsync(GPUMapMode.READ)));
  }

  end(): void {
    for (const buffer of this.#buffers) buffer.destroy();
  }

  #make(label: string, bytes: number, usage: GPUBufferUsageFlags, mappedAtCreation: boolean): GPUBuffer {
    const size = Math.max(4 * Math.ceil(bytes / 4), 4);
    const buffer = this.device.createBuffer({ label, size, usage, mappedAtCreation });
    this.#buffers.push(buffer);
    return buffer;
  }
}

/** Turns what WebGPU reports of a call's work into an error of ours. */
function scopeError(errors: readonly GPUError[]): Error | undefined {
  // A buffer that memory was lacking for makes every use of it invalid: the cause goes before its effects.
  const cause = errors.find((error) => error instanceof GPUOutOfMemoryError);
  if (cause) return outOfMemory(cause);
  const error = errors[0];
  return error && new Error(`webgpu-segmented: the GPU rejected the call: ${error.message}`, { cause: error });
}

/** Checks what long work reports to, and whether it is to be begun at all. */
export function requireWork({ onProgress, signal }: { onProgress?: unknown; signal?: AbortSignal | undefined }): void {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw refused('invalid-option', 'onProgress', onProgress, 'a function');
  }
  requireNotAborted(signal);
}

/** Throws 'aborted' once the caller's signal says so. */
export function requireNotAborted(signal: AbortSignal | undefined): void {
  if (signal && typeof signal.addEventListener !== 'function')
    throw refused('invalid-option', 'signal', signal, 'an AbortSignal');
  if (!signal?.aborted) return;
  throw new SegmentedError(
    'aborted',
    `signal: aborted (${inWords(signal.reason)}); allowed: a signal not yet aborted`,
    {
      cause: signal.reason,
    },
  );
}

/** The work's outcome, or nothing as soon as the signal aborts. */
async function unlessAborted<T>(work: Promise<T[]>, signal: AbortSignal | undefined): Promise<T[]> {
  if (!signal) return work;
  let listener = () => {};
  const aborted = new Promise<[]>((resolve) => {
    listener = () => resolve([]);
    signal.addEventListener('abort', listener, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', listener);
  }
}

const SCOPES = ['internal', 'out-of-memory', 'validation'] as const;

/**
 * Runs a host call's GPU work and frees its buffers.
 *
 * `record` makes buffers, records and returns what turns the readbacks into the result. It runs synchronously between
 * pushing and popping the error scopes (a validation error would drop the work silently), so calls on one device may
 * overlap in time.
 */
export async function hostCall<T>(
  device: GPUDevice,
  record: (call: HostCall) => () => T,
  signal?: AbortSignal,
): Promise<T> {
  requireNotAborted(signal);
  requireDevice(device);
  for (const scope of SCOPES) device.pushErrorScope(scope);
  const call = new HostCall(device);
  let result: (() => T) | undefined;
  let thrown: unknown;
  let done: Promise<unknown> = Promise.resolve();
  try {
    result = record(call);
    done = call.submit();
  } catch (error) {
    thrown = error;
  }
  const settled = Promise.allSettled([done, ...SCOPES.map(() => device.popErrorScope())]);
  try {
    const [outcome, ...scopes] = await unlessAborted<PromiseSettledResult<unknown>>(settled, signal);
    requireNotAborted(signal);
    requireDevice(device);
    if (thrown instanceof SegmentedError) throw thrown;
    // Of a buffer that is mapped when it is made WebGPU says so at once.
    if (thrown instanceof RangeError) throw outOfMemory(thrown);
    const reported = scopeError(
      scopes.flatMap((scope) => ('value' in scope && scope.value ? [scope.value as GPUError] : [])),
    );
    if (reported) throw reported;
    if (thrown !== undefined) throw thrown;
    if (outcome?.status === 'rejected') throw outcome.reason;
    return (result as () => T)();
  } finally {
    call.end();
  }
}

/** Uploads the segments of a host call, in the form they came. */
export function uploadSegments(call: HostCall, segments: CheckedSegments): SegmentsArgument {
  const { count, offsets, ranges, size } = segments;
  if (offsets) return { offsets: call.uploadWords('offsets', offsets), count };
  if (ranges) {
    return { begin: call.uploadWords('begin', ranges.begin), end: call.uploadWords('end', ranges.end), count };
  }
  return { size: size as number, count };
}
