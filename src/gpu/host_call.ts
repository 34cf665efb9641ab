import { inWords, outOfMemory, refused, SegmentedError } from '../errors.ts';
import { requireDevice, writeContent } from './device.ts';

/**
 * The GPU work of one call whose results the host reads. It has one encoder. Its buffers are freed when the call ends,
 * whether or not it succeeds.
 */
export class HostCall {
  readonly device: GPUDevice;
  readonly encoder: GPUCommandEncoder;
  readonly #buffers: GPUBuffer[] = [];
  readonly #readbacks: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
    this.encoder = device.createCommandEncoder({ label: 'webgpu-segmented host call' });
  }

  /**
   * Creates a storage buffer with the content of an array. The queue writes the content: a buffer that is mapped at
   * creation takes twice the time, in Node and in Chromium.
   */
  upload(label: string, content: ArrayBufferView): GPUBuffer {
    const storage = this.storage(label, content.byteLength);
    writeContent(this.device, storage, content);
    return storage;
  }

  storage(label: string, bytes: number): GPUBuffer {
    return this.#make(label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
  }

  /**
   * Records a copy of a buffer to the host. The returned function gives the first `bytes` of it. It may be called after
   * the GPU has finished and before the call ends.
   */
  readback(source: GPUBuffer, bytes: number): () => Uint8Array<ArrayBuffer> {
    const staging = this.#make('readback', bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    this.encoder.copyBufferToBuffer(source, 0, staging, 0, 4 * Math.ceil(bytes / 4));
    this.#readbacks.push(staging);
    return () => new Uint8Array(staging.getMappedRange(), 0, bytes);
  }

  /** Submits and starts the readbacks; the promise resolves when they can be read. */
  submit(): Promise<unknown> {
    this.device.queue.submit([this.encoder.finish()]);
    return Promise.all(this.#readbacks.map((buffer) => buffer.mapAsync(GPUMapMode.READ)));
  }

  end(): void {
    for (const buffer of this.#buffers) buffer.destroy();
  }

  /** Creates a buffer of whole vectors of four words, at least one. */
  #make(label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const size = 16 * Math.max(Math.ceil(bytes / 16), 1);
    const buffer = this.device.createBuffer({ label, size, usage });
    this.#buffers.push(buffer);
    return buffer;
  }
}

/** Turns the errors that WebGPU reported for a call into one error. */
export function scopeError(reported: readonly (GPUError | null | undefined)[]): Error | undefined {
  const errors = reported.flatMap((error) => error ?? []);
  // If there was no memory for a buffer, every use of it is invalid. So the error of the missing memory takes
  // precedence.
  const cause = errors.find((error) => error instanceof GPUOutOfMemoryError);
  if (cause) return outOfMemory(cause);
  const error = errors[0];
  return error && new Error(`webgpu-segmented: the GPU rejected the call: ${error.message}`, { cause: error });
}

/** Throws 'aborted' if the caller's signal is aborted. */
export function requireNotAborted(signal: AbortSignal | undefined): void {
  if (signal && typeof signal.addEventListener !== 'function')
    throw refused('invalid-option', 'signal', signal, 'an AbortSignal');
  if (!signal?.aborted) return;
  throw new SegmentedError(
    'aborted',
    `signal: aborted (${inWords(signal.reason)}); allowed: a signal not yet aborted`,
    { cause: signal.reason },
  );
}

/** Waits for the outcome of the work. Returns an empty array as soon as the signal aborts. */
async function unlessAborted<T>(work: Promise<T[]>, signal: AbortSignal | undefined): Promise<T[]> {
  if (!signal) return work;
  const settled = new AbortController();
  const aborted = new Promise<[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]), { signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}

const SCOPES = ['internal', 'out-of-memory', 'validation'] as const;

/**
 * Runs a host call's GPU work and frees its buffers.
 *
 * `record` makes buffers, records passes and returns a function that makes the result from the readbacks. It runs
 * synchronously between pushing and popping the error scopes, so calls on one device may overlap in time. The scopes
 * are needed because WebGPU drops invalid work silently.
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
  const work = async () => {
    const result = record(call);
    await call.submit();
    return result;
  };
  const settled = Promise.allSettled([work(), ...SCOPES.map(() => device.popErrorScope())]);
  try {
    const [outcome, ...scopes] = await unlessAborted<PromiseSettledResult<unknown>>(settled, signal);
    requireNotAborted(signal);
    requireDevice(device);
    const failure = (outcome as PromiseRejectedResult).reason;
    if (failure instanceof SegmentedError) throw failure;
    const reported = scopeError(scopes.map((scope) => (scope as PromiseFulfilledResult<GPUError | null>).value));
    if (reported ?? failure) throw reported ?? failure;
    return (outcome as PromiseFulfilledResult<() => T>).value();
  } finally {
    call.end();
  }
}
