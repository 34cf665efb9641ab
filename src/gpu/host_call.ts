import lanes from '../../wgsl/gpu/lanes.wgsl';
import { inWords, outOfMemory, refused, SegmentedError } from '../checks.ts';
import { type Kernel, link } from '../plan/link.ts';
import { deviceState, requireDevice, writeContent } from './device.ts';

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
  if (signal !== undefined && typeof Object(signal).addEventListener !== 'function')
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

const WORKGROUP = 256;

const WORKGROUPS = 4;

/** The kernel that tests what kernels with subgroups assume of lanes. */
export const LANES: Kernel = { name: 'gpu/lanes', entry: lanes, constants: { WORKGROUP } };

/** Whether lanes of the device are as kernels assume. */
async function lanesHold(device: GPUDevice): Promise<boolean> {
  const { code, entryPoint } = link(LANES);
  // The pipeline's rejection suffices. This scope keeps the module's report from the caller's scopes.
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ label: LANES.name, code });
  device.popErrorScope().catch(() => undefined);
  const compute = { module, entryPoint };
  const pipeline = await device.createComputePipelineAsync({ label: LANES.name, layout: 'auto', compute });
  return hostCall(device, (call) => {
    const buffer = call.storage('other lanes', 4);
    const layout = pipeline.getBindGroupLayout(0);
    const pass = call.encoder.beginComputePass({ label: LANES.name });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer } }] }));
    pass.dispatchWorkgroups(WORKGROUPS);
    pass.end();
    const read = call.readback(buffer, 4);
    return () => read()[0] === 0;
  });
}

async function testLanes(device: GPUDevice): Promise<void> {
  const state = deviceState(device);
  try {
    state.otherLanes = !(await lanesHold(device));
  } catch (error) {
    state.lanesTested = undefined;
    if (error instanceof SegmentedError) throw error;
    // A device that cannot run the test gets kernels without subgroups.
    state.otherLanes = true;
  }
}

/**
 * Tests once per device what kernels with subgroups assume of lanes. If it does not hold, the device's facts say that
 * it has no subgroups.
 */
export function requireLanes(device: GPUDevice): Promise<void> {
  const state = deviceState(device);
  state.lanesTested ??= testLanes(device);
  return state.lanesTested;
}
