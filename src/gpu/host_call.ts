import { inWords, outOfMemory, refused, SegmentedError } from '../errors.ts';
import { requireDevice } from './device_state.ts';

/**
 * GPU work of one call whose results the host reads: one encoder, and buffers that are all freed when the call
 * ends, however it ends.
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
   * A storage buffer with the content of an array. The queue writes it: mapped when it is made, a buffer takes twice
   * the time, in Node and in Chromium.
   */
  upload(label: string, { buffer, byteOffset, byteLength }: ArrayBufferView): GPUBuffer {
    const storage = this.storage(label, byteLength);
    const { queue } = this.device;
    const rest = byteLength % 4;
    const words = byteLength - rest;
    // WebGPU takes shared memory here, @webgpu/types do not.
    queue.writeBuffer(storage, 0, buffer as ArrayBuffer, byteOffset, words);
    // The queue writes whole words: what is left of bytes goes with zeros behind it.
    if (rest)
      queue.writeBuffer(
        storage,
        words,
        Uint8Array.of(...new Uint8Array(buffer, byteOffset + words, rest), 0, 0, 0),
        0,
        4,
      );
    return storage;
  }

  storage(label: string, bytes: number): GPUBuffer {
    return this.#make(label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
  }

  /**
   * Records a copy of a buffer to the host. The function returned gives its first bytes: from when the GPU is done
   * until the call ends.
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

  /** Of whole vectors of four words. */
  #make(label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const size = 16 * Math.max(Math.ceil(bytes / 16), 1);
    const buffer = this.device.createBuffer({ label, size, usage });
    this.#buffers.push(buffer);
    return buffer;
  }
}

/** Turns what WebGPU reports of a call's work into an error of ours. */
export function scopeError(reported: readonly (GPUError | null | undefined)[]): Error | undefined {
  const errors = reported.flatMap((error) => error ?? []);
  // A buffer that memory was lacking for makes every use of it invalid: the cause goes before its effects.
  const cause = errors.find((error) => error instanceof GPUOutOfMemoryError);
  if (cause) return outOfMemory(cause);
  const error = errors[0];
  return error && new Error(`webgpu-segmented: the GPU rejected the call: ${error.message}`, { cause: error });
}

/** Throws 'aborted' once the caller's signal says so. */
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

/** The work's outcome, or nothing as soon as the signal aborts. */
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
