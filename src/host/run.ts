import { SegmentedError } from '../errors.ts';
import { lostError, requireDevice } from '../record/device_state.ts';

/** GPU work of one host call: one encoder, and buffers that are all freed when the call ends, however it ends. */
export class HostCall {
  readonly device: GPUDevice;
  readonly encoder: GPUCommandEncoder;
  readonly #buffers: GPUBuffer[] = [];
  readonly #readbacks: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
    this.encoder = device.createCommandEncoder({ label: 'webgpu-segmented host call' });
  }

  /** A storage buffer with the content of `words`. */
  upload(label: string, words: Uint32Array): GPUBuffer {
    const buffer = this.#make(label, words.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC, true);
    new Uint32Array(buffer.getMappedRange()).set(words);
    buffer.unmap();
    return buffer;
  }

  storage(label: string, bytes: number): GPUBuffer {
    return this.#make(label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST, false);
  }

  /** Records a copy of a buffer to the host. The function returned gives its first words once the GPU is done. */
  readback(source: GPUBuffer, words: number): () => Uint32Array<ArrayBuffer> {
    const bytes = Math.max(words * 4, 4);
    const staging = this.#make('readback', bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST, false);
    this.encoder.copyBufferToBuffer(source, 0, staging, 0, bytes);
    this.#readbacks.push(staging);
    return () => new Uint32Array(staging.getMappedRange()).slice(0, words);
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
    const buffer = this.device.createBuffer({ label, size: Math.max(bytes, 4), usage, mappedAtCreation });
    this.#buffers.push(buffer);
    return buffer;
  }
}

/** Turns what WebGPU reports of a call's work into an error of ours. */
function scopeError(error: GPUError): Error {
  if (error instanceof GPUOutOfMemoryError) {
    return new SegmentedError('out-of-memory', `device: out of memory: ${error.message}`, { cause: error });
  }
  return new Error(`webgpu-segmented: the GPU rejected the call: ${error.message}`, { cause: error });
}

const SCOPES = ['internal', 'out-of-memory', 'validation'] as const;

/**
 * Runs a host call's GPU work and frees its buffers.
 *
 * `record` makes buffers, records and returns what turns the readbacks into the result. It runs synchronously between
 * pushing and popping the error scopes (a validation error would drop the work silently), so calls on one device may
 * overlap in time.
 */
export async function hostCall<T>(device: GPUDevice, record: (call: HostCall) => () => T): Promise<T> {
  const state = requireDevice(device);
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
  const [outcome, ...scopes] = await Promise.allSettled([done, ...SCOPES.map(() => device.popErrorScope())]);
  try {
    if (state.lost) throw lostError(state.lost);
    if (thrown instanceof SegmentedError) throw thrown;
    for (const scope of scopes)
      if (scope.status === 'fulfilled' && scope.value) throw scopeError(scope.value as GPUError);
    if (thrown !== undefined) throw thrown;
    if (outcome?.status === 'rejected') throw outcome.reason;
    return (result as () => T)();
  } finally {
    call.end();
  }
}
