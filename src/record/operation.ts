import { SegmentedError } from '../errors.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../host/ranges.ts';
import { constantBuffer, requireDevice } from './device_state.ts';
import { preparePipelines } from './pipelines.ts';
import type { Plan } from './plan.ts';
import { countPass, type PlanProfile, Profiler } from './profile.ts';
import { type BufferRange, Recorder } from './record.ts';

/** Plans by what they were made for, each made once. */
export function memoized<A>(keyOf: (access: A) => string, make: (access: A) => Plan): (access: A) => Plan {
  const plans = new Map<string, Plan>();
  return (access) => {
    const key = keyOf(access);
    let plan = plans.get(key);
    if (!plan) {
      plan = make(access);
      plans.set(key, plan);
    }
    return plan;
  };
}

/** What a plan of ours may have of its own. */
export interface OwnParts {
  /** Scratch memory. */
  readonly scratch: boolean;
  /** Times of every pass. */
  readonly profile: boolean;
}

/** Checks the descriptor's options that both operations share. */
export function ownParts(
  device: GPUDevice,
  { ownTemporary, profile }: { ownTemporary?: boolean; profile?: boolean },
): OwnParts {
  if (profile === true && !device.features.has('timestamp-query')) {
    throw new SegmentedError(
      'invalid-option',
      "profile: true; allowed: on a device with the feature 'timestamp-query', which this one lacks",
    );
  }
  return { scratch: ownTemporary !== false, profile: profile === true };
}

/** A plan on a device: its pipelines, its indirect arguments, its own scratch memory. Shared by sort and reduce. */
export class PlannedOperation {
  readonly device: GPUDevice;
  readonly label: string;
  readonly temporaryBytes: number;
  readonly #args: GPUBuffer;
  readonly #scratch: GPUBuffer | undefined;
  readonly #parameters: GPUBuffer | undefined;
  readonly #profiler: Profiler | undefined;
  readonly #recorder: Recorder;
  #destroyed = false;

  private constructor(device: GPUDevice, label: string, plan: Plan, own: OwnParts) {
    this.device = device;
    this.label = label;
    this.temporaryBytes = plan.temporaryBytes;
    this.#args = device.createBuffer({
      label: `${label} indirect arguments`,
      size: plan.argsSlots * 12,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.INDIRECT,
    });
    if (plan.parameters) this.#parameters = constantBuffer(device, plan.parameters);
    if (own.profile) this.#profiler = new Profiler(device);
    this.#recorder = new Recorder(device, label, this.#profiler);
    if (own.scratch) {
      this.#scratch = device.createBuffer({
        label: `${label} scratch`,
        size: plan.temporaryBytes,
        usage: GPUBufferUsage.STORAGE,
      });
    }
  }

  /** Checks the plan against the device, compiles its kernels, makes its buffers. */
  static async create(device: GPUDevice, label: string, plan: Plan, own: OwnParts): Promise<PlannedOperation> {
    const state = requireDevice(device);
    const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
    for (const [name, { size }] of Object.entries(plan.regions)) {
      if (size > maxStorageBufferBindingSize) {
        throw new SegmentedError(
          'limit-exceeded',
          `maxItems, maxSegments: scratch ${name} takes ${size} bytes; allowed: the device's maxStorageBufferBindingSize, ${maxStorageBufferBindingSize}`,
        );
      }
    }
    if (plan.temporaryBytes > maxBufferSize) {
      throw new SegmentedError(
        'limit-exceeded',
        `maxItems, maxSegments: ${plan.temporaryBytes} bytes of scratch; allowed: the device's maxBufferSize, ${maxBufferSize}`,
      );
    }
    await preparePipelines(
      device,
      [...plan.passes, ...(own.profile ? [countPass(plan)] : [])].map(({ kernel }) => kernel),
    );
    if (state.lost) requireDevice(device);
    device.pushErrorScope('out-of-memory');
    const operation = new PlannedOperation(device, label, plan, own);
    const error = await device.popErrorScope();
    if (error) {
      operation.destroy();
      throw new SegmentedError('out-of-memory', `device: out of memory: ${error.message}`, { cause: error });
    }
    return operation;
  }

  /** The scratch range of a call: the caller's, or the plan's own. */
  temporaryRange(argument: BufferArgument | undefined): BufferRange {
    if (argument !== undefined) return firstBytes('temporary', bufferRange('temporary', argument), this.temporaryBytes);
    if (this.#scratch) return { buffer: this.#scratch, offset: 0, size: this.temporaryBytes };
    throw new SegmentedError(
      'invalid-option',
      `temporary: undefined; allowed: a buffer of at least ${this.temporaryBytes} bytes with ownTemporary: false`,
    );
  }

  /** Checks what every `encode` begins with. */
  requireUsable(encoder: unknown, buffers: unknown): void {
    if (
      typeof encoder !== 'object' ||
      encoder === null ||
      !('beginComputePass' in encoder || 'setPipeline' in encoder)
    ) {
      throw new SegmentedError(
        'invalid-option',
        `encoder: ${String(encoder)}; allowed: a GPUCommandEncoder or an open GPUComputePassEncoder`,
      );
    }
    if (this.#profiler && !('beginComputePass' in encoder)) {
      throw new SegmentedError(
        'invalid-option',
        'encoder: an open GPUComputePassEncoder; allowed: a GPUCommandEncoder with profile: true',
      );
    }
    if (typeof buffers !== 'object' || buffers === null) {
      throw new SegmentedError(
        'invalid-option',
        `buffers: ${String(buffers)}; allowed: an object of the call's buffers`,
      );
    }
    this.#requireAlive();
  }

  record(
    encoder: GPUCommandEncoder | GPUComputePassEncoder,
    plan: Plan,
    ranges: Readonly<Record<string, BufferRange>>,
    temporary: BufferRange,
    numbers: { items: number; segments: number; size: number },
  ): void {
    const own = { args: this.#args, parameters: this.#parameters };
    this.#recorder.record(encoder, plan, { arguments: ranges, temporary, ...own, numbers });
  }

  /** Times of the last call's passes. */
  async profile(): Promise<PlanProfile> {
    this.#requireAlive();
    if (this.#profiler) return this.#profiler.read();
    throw new SegmentedError(
      'invalid-option',
      'profile: undefined; allowed: profile(), of a plan made with profile: true',
    );
  }

  #requireAlive(): void {
    if (this.#destroyed) {
      throw new SegmentedError('destroyed', `${this.label}: destroyed; allowed: a plan not yet destroyed`);
    }
    requireDevice(this.device);
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#args.destroy();
    this.#scratch?.destroy();
    this.#parameters?.destroy();
    this.#profiler?.destroy();
    this.#recorder.forget();
  }
}
