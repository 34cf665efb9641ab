import { refused, type SegmentedError } from '../errors.ts';
import type { CallNumbers } from '../plan/call.ts';
import type { Plan } from '../plan/plan.ts';
import { constantBuffer, requireDevice } from './device_state.ts';
import { scopeError } from './host_call.ts';
import { preparePipelines } from './pipelines.ts';
import type { Profiler } from './profiler.ts';
import { wholeRange } from './ranges.ts';
import { type BufferRange, Recorder } from './recorder.ts';

/** Plans by what they were made for, plain data; each is made once. */
export function memoized<A>(make: (access: A) => Plan): (access: A) => Plan {
  const plans = new Map<string, Plan>();
  return (access) => {
    const key = JSON.stringify(access);
    const plan = plans.get(key) ?? make(access);
    plans.set(key, plan);
    return plan;
  };
}

/** What a plan of ours may have of its own. */
export interface OperationParts {
  /** Scratch memory. */
  readonly scratch: boolean;
  /** What takes the times of every pass. */
  readonly profiling?: typeof Profiler;
}

/** Why a plan is too large for the device, whatever memory there is; undefined where it is not. */
export function lackOfRoom({ limits }: GPUDevice, plan: Plan): SegmentedError | undefined {
  const past = (bytes: number, limit: 'maxStorageBufferBindingSize' | 'maxBufferSize') =>
    bytes > limits[limit]
      ? refused('limit-exceeded', 'maxItems, maxSegments', `${bytes} bytes`, `the device's ${limit}, ${limits[limit]}`)
      : undefined;
  const arrays = [plan.itemBytes, ...Object.values(plan.regions).map(({ size }) => size)];
  return past(Math.max(...arrays), 'maxStorageBufferBindingSize') ?? past(plan.temporaryBytes, 'maxBufferSize');
}

/** A plan on a device: its pipelines, its indirect arguments, its own scratch memory. Shared by sort and reduce. */
export class PlannedOperation {
  readonly device: GPUDevice;
  readonly label: string;
  readonly temporaryBytes: number;
  /** Scratch memory of the operation's own. */
  readonly scratch: BufferRange | undefined;
  readonly profiler: Profiler | undefined;
  readonly #args: GPUBuffer;
  readonly #parameters: GPUBuffer | undefined;
  readonly #recorder: Recorder;
  #destroyed = false;

  private constructor(device: GPUDevice, label: string, plan: Plan, parts: OperationParts) {
    this.device = device;
    this.label = label;
    this.temporaryBytes = plan.temporaryBytes;
    this.#args = device.createBuffer({
      label: `${label} indirect arguments`,
      size: plan.argsSlots * 12,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.INDIRECT,
    });
    if (plan.parameters) this.#parameters = constantBuffer(device, plan.parameters);
    if (parts.profiling) this.profiler = new parts.profiling(device);
    this.#recorder = new Recorder(device, label, this.profiler);
    if (parts.scratch) {
      const size = plan.temporaryBytes;
      this.scratch = wholeRange(
        device.createBuffer({ label: `${label} scratch`, size, usage: GPUBufferUsage.STORAGE }),
      );
    }
  }

  /** Checks the plan against the device, compiles its kernels, makes its buffers. */
  static async create(device: GPUDevice, label: string, plan: Plan, parts: OperationParts): Promise<PlannedOperation> {
    requireDevice(device);
    const error = lackOfRoom(device, plan);
    if (error) throw error;
    await preparePipelines(
      device,
      [...plan.passes, ...(parts.profiling ? [parts.profiling.countPass(plan)] : [])].map(({ kernel }) => kernel),
    );
    requireDevice(device);
    device.pushErrorScope('validation');
    device.pushErrorScope('out-of-memory');
    const operation = new PlannedOperation(device, label, plan, parts);
    const reported = scopeError(await Promise.all([device.popErrorScope(), device.popErrorScope()]));
    if (reported) {
      operation.destroy();
      throw reported;
    }
    return operation;
  }

  /** Records a call whose ranges are in order. */
  record(
    encoder: GPUCommandEncoder | GPUComputePassEncoder,
    plan: Plan,
    ranges: Readonly<Record<string, BufferRange>>,
    temporary: BufferRange,
    numbers: CallNumbers,
  ): void {
    const parts = { args: this.#args, parameters: this.#parameters };
    this.#recorder.record(encoder, plan, { arguments: ranges, temporary, ...parts }, numbers);
  }

  /** Throws where the operation can't be used any more. */
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
