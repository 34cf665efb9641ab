import profileCopy from '../../wgsl/plan/profile/copy.wgsl';
import { refused, SegmentedError } from '../checks.ts';
import type { Kernel } from '../plan/link.ts';
import type { Pass, Plan } from '../plan/plan.ts';
import { COUNTED_BYTES, compared, countPass, type PlanProfile, profileOf } from '../plan/profile.ts';
import type { CompiledEntry } from './device.ts';
import { type HostCall, hostCall } from './host_call.ts';
import { type BufferRange, wholeRange } from './ranges.ts';

/** Largest number of passes in a query set, including the counting pass. */
const MAX_PASSES = 512;
const QUERY_BYTES = 8;

/** Timestamps of the passes of a plan's last call. */
export class Profiler {
  /** The pass that a call records after the plan's passes. */
  static readonly countPass = countPass;
  readonly #device: GPUDevice;
  readonly #compiled: (kernel: Kernel) => Promise<CompiledEntry>;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #counted: GPUBuffer;
  /** Bytes a second of a copy, measured at the first reading. */
  #copyRate: Promise<number | undefined> | undefined;
  /** The passes and the plan of the last call. */
  #last: { readonly passes: readonly Pass[]; readonly plan: Pick<Plan, 'classes'> } | undefined;

  /** `compiled` gives a kernel's pipeline. */
  constructor(device: GPUDevice, compiled: (kernel: Kernel) => Promise<CompiledEntry>) {
    this.#device = device;
    this.#compiled = compiled;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: 2 * MAX_PASSES });
    const readable = (size: number, usage: GPUBufferUsageFlags) =>
      device.createBuffer({ label: 'profile', size, usage: usage | GPUBufferUsage.COPY_SRC });
    this.#resolved = readable(2 * MAX_PASSES * QUERY_BYTES, GPUBufferUsage.QUERY_RESOLVE);
    this.#counted = readable(COUNTED_BYTES, GPUBufferUsage.STORAGE);
  }

  /** The buffer that the pass `profile/count` writes. */
  get counted(): BufferRange {
    return wholeRange(this.#counted);
  }

  /**
   * Records each pass of the plan as one compute pass between two timestamps. The counting pass comes last; its times
   * are not read.
   */
  record(
    encoder: GPUCommandEncoder,
    plan: Plan,
    passes: readonly Pass[],
    recordPass: (target: GPUComputePassEncoder, pass: Pass) => void,
  ): void {
    if (passes.length >= MAX_PASSES) {
      throw refused('limit-exceeded', 'profile', `${passes.length} passes`, MAX_PASSES - 1);
    }
    for (const [i, pass] of [...passes, countPass(plan)].entries()) {
      const times = { querySet: this.#queries, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
      const target = encoder.beginComputePass({ label: pass.kernel.name, timestampWrites: times });
      recordPass(target, pass);
      target.end();
    }
    encoder.resolveQuerySet(this.#queries, 0, 2 * passes.length, this.#resolved, 0);
    this.#last = { passes, plan };
  }

  /** Begins a call. The call has no passes until `record`. */
  begin(): void {
    this.#last = { passes: [], plan: { classes: [] } };
  }

  /** The times of the last call, after the GPU has finished it. */
  async read(): Promise<PlanProfile> {
    const last = this.#last;
    if (!last) {
      throw refused('invalid-option', 'profile', 'nothing encoded', 'profile() after a call that was submitted');
    }
    const profile = await hostCall(this.#device, (call) => {
      const times = call.readback(this.#resolved, 2 * last.passes.length * QUERY_BYTES);
      const counted = call.readback(this.#counted, COUNTED_BYTES);
      return () =>
        profileOf(
          last.plan,
          last.passes,
          new BigUint64Array(times().slice().buffer),
          new Uint32Array(counted().buffer),
        );
    });
    this.#copyRate ??= this.#compiled(COPY).then((copy) => copyRate(this.#device, copy));
    return compared(profile, await this.#copyRate);
  }

  destroy(): void {
    this.#queries.destroy();
    this.#resolved.destroy();
    this.#counted.destroy();
  }
}

const WORKGROUP = 256;
const VECTORS = 4;

/** The kernel that copies a buffer. */
export const COPY: Kernel = {
  name: 'profile/copy',
  entry: profileCopy,
  constants: { WORKGROUP, VECTORS },
};

const GROUP_BYTES = 16 * VECTORS * WORKGROUP;
/** Larger than the caches of GPUs. */
const WANTED_BYTES = 2 ** 26;
/** The first copy warms up, and finds memory that is cleared. */
const COPIES = 3;

/** The copies' timestamps, and a buffer for them. */
interface Times {
  readonly queries: GPUQuerySet;
  readonly resolved: GPUBuffer;
}

/** Records the copies. Returns a function that gives the bytes a second of the fastest one. */
function recordCopies(
  call: HostCall,
  { pipeline, layout }: CompiledEntry,
  { queries, resolved }: Times,
): () => number | undefined {
  const { device, encoder } = call;
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const groups = Math.floor(Math.min(WANTED_BYTES, maxStorageBufferBindingSize, maxBufferSize) / GROUP_BYTES);
  const buffers = ['copy from', 'copy to'].map((label) => call.storage(label, groups * GROUP_BYTES));
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const bound = device.createBindGroup({ label: COPY.name, layout, entries });
  for (let i = 0; i < COPIES; i++) {
    const times = { querySet: queries, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
    const pass = encoder.beginComputePass({ label: COPY.name, timestampWrites: times });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bound);
    pass.dispatchWorkgroups(groups);
    pass.end();
  }
  encoder.resolveQuerySet(queries, 0, 2 * COPIES, resolved, 0);
  const read = call.readback(resolved, resolved.size);
  return () => {
    const times = new BigUint64Array(read().slice().buffer);
    const spans = Array.from({ length: COPIES }, (_, i) => Number((times[2 * i + 1] ?? 0n) - (times[2 * i] ?? 0n)));
    const nanoseconds = Math.min(...spans.filter((span) => span > 0));
    return Number.isFinite(nanoseconds) ? (2e9 * groups * GROUP_BYTES) / nanoseconds : undefined;
  };
}

/**
 * Measures how fast the device copies a buffer: bytes read and written a second. Undefined if it has no memory for the
 * copy, or if its timestamps are too coarse. `copy` is the compiled kernel `COPY`.
 */
export async function copyRate(device: GPUDevice, copy: CompiledEntry): Promise<number | undefined> {
  const queries = device.createQuerySet({ type: 'timestamp', count: 2 * COPIES });
  const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
  const resolved = device.createBuffer({ label: 'copy times', size: 16 * COPIES, usage });
  try {
    return await hostCall(device, (call) => recordCopies(call, copy, { queries, resolved }));
  } catch (error) {
    if (error instanceof SegmentedError && error.code === 'out-of-memory') return undefined;
    throw error;
  } finally {
    queries.destroy();
    resolved.destroy();
  }
}
