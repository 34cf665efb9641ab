import profileCopy from '../../wgsl/plan/profile/copy.wgsl';
import { SegmentedError } from '../errors.ts';
import type { Kernel } from '../plan/module.ts';
import type { CompiledEntry } from './device_state.ts';
import { type HostCall, hostCall } from './host_call.ts';

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
