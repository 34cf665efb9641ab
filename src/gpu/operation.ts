import { refused, type SegmentedError } from '../checks.ts';
import { argsBytes, type CallNumbers, MIN_GRIDS_BYTES, type Plan } from '../plan/plan.ts';
import { constantBuffer, requireDevice } from './device.ts';
import { scopeError } from './host_call.ts';
import type { Profiler } from './profiler.ts';
import { type BufferRange, wholeRange } from './ranges.ts';
import { compiled, preparePipelines, Recorder } from './recorder.ts';

/** Makes each plan once. Plans are found by `access`, which is plain data. */
export function memoized<A>(make: (access: A) => Plan): (access: A) => Plan {
  const plans = new Map<string, Plan>();
  return (access) => {
    const key = JSON.stringify(access);
    const plan = plans.get(key) ?? make(access);
    plans.set(key, plan);
    return plan;
  };
}

/** What a planned operation has besides its kernels. */
export interface OperationOptions {
  /** Whether the operation creates scratch memory. */
  readonly scratch: boolean;
  /** The class that measures the time of every pass. */
  readonly profiling?: typeof Profiler;
}

/**
 * The error of a plan that exceeds the device's limits, however much memory is free. Undefined for a plan within the
 * limits.
 */
export function lackOfRoom({ limits }: GPUDevice, plan: Plan): SegmentedError | undefined {
  const exceeded = (bytes: number, limit: 'maxStorageBufferBindingSize' | 'maxBufferSize') =>
    bytes > limits[limit]
      ? refused('limit-exceeded', 'maxItems, maxSegments', `${bytes} bytes`, `the device's ${limit}, ${limits[limit]}`)
      : undefined;
  const arrays = [plan.itemBytes, ...Object.values(plan.regions).map(({ size }) => size)];
  return exceeded(Math.max(...arrays), 'maxStorageBufferBindingSize') ?? exceeded(plan.temporaryBytes, 'maxBufferSize');
}

/** A plan on a device: its pipelines, indirect arguments and scratch memory. Sort and reduce share this class. */
export class PlannedOperation {
  readonly device: GPUDevice;
  readonly label: string;
  readonly temporaryBytes: number;
  /** The scratch memory that the operation created, if any. */
  readonly scratch: BufferRange | undefined;
  readonly profiler: Profiler | undefined;
  readonly #args: GPUBuffer;
  readonly #parameters: GPUBuffer | undefined;
  readonly #recorder: Recorder;
  #destroyed = false;

  private constructor(device: GPUDevice, label: string, plan: Plan, options: OperationOptions) {
    this.device = device;
    this.label = label;
    this.temporaryBytes = plan.temporaryBytes;
    this.#args = device.createBuffer({
      label: `${label} indirect arguments`,
      size: Math.max(argsBytes(plan), MIN_GRIDS_BYTES),
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.INDIRECT | GPUBufferUsage.UNIFORM,
    });
    if (plan.parameters) this.#parameters = constantBuffer(device, `${label} parameters`, plan.parameters);
    if (options.profiling) this.profiler = new options.profiling(device, (kernel) => compiled(device, kernel));
    this.#recorder = new Recorder(device, label, this.profiler);
    if (options.scratch) {
      const size = plan.temporaryBytes;
      this.scratch = wholeRange(
        device.createBuffer({ label: `${label} scratch`, size, usage: GPUBufferUsage.STORAGE }),
      );
    }
  }

  /** Checks the plan against the device, compiles its kernels, makes its buffers. */
  static async create(
    device: GPUDevice,
    label: string,
    plan: Plan,
    options: OperationOptions,
  ): Promise<PlannedOperation> {
    requireDevice(device);
    const error = lackOfRoom(device, plan);
    if (error) throw error;
    await preparePipelines(
      device,
      [...plan.passes, ...(options.profiling ? [options.profiling.countPass(plan)] : [])].map(({ kernel }) => kernel),
    );
    requireDevice(device);
    device.pushErrorScope('validation');
    device.pushErrorScope('out-of-memory');
    const operation = new PlannedOperation(device, label, plan, options);
    const reported = scopeError(await Promise.all([device.popErrorScope(), device.popErrorScope()]));
    if (reported) {
      operation.destroy();
      throw reported;
    }
    return operation;
  }

  /** Records a call whose ranges have been checked. */
  record(
    encoder: GPUCommandEncoder | GPUComputePassEncoder,
    plan: Plan,
    ranges: Readonly<Record<string, BufferRange>>,
    temporary: BufferRange,
    numbers: CallNumbers,
  ): void {
    const own = { args: this.#args, parameters: this.#parameters };
    this.#recorder.record(encoder, plan, { arguments: ranges, temporary, ...own }, numbers);
  }

  /** Throws if the operation is destroyed or its device is lost. */
  requireAlive(): void {
    if (this.#destroyed) {
      throw refused('destroyed', this.label, 'destroyed', 'a plan not yet destroyed');
    }
    requireDevice(this.device);
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#args.destroy();
    this.scratch?.buffer.destroy();
    this.#parameters?.destroy();
    this.profiler?.destroy();
    this.#recorder.forget();
  }
}
