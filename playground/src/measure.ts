/** Runs one operation on the GPU in two ways, as a call on arrays and as a recorded plan, and times both. */
import { type PassProfile, type PlanDescription, SegmentedError } from 'webgpu-segmented';
import type { LastCall } from 'webgpu-segmented/auto';
import { callOnArrays, type DeviceJob, type Job } from './calls.ts';
import { type Column, column } from './columns.ts';
import { Buffers, RECORDERS, type Recorded } from './plans.ts';
import { steadyMs, timed } from './timing.ts';

export interface Measured {
  readonly found: readonly Column[];
  /** Where the call on arrays ran, and why. */
  readonly last: LastCall | undefined;
  /** The first call on arrays, which loads code or compiles kernels. */
  readonly firstMs: number;
  /** A later call on arrays: the median of some. */
  readonly callMs: number;
  /** Data on the GPU: one time per run, from submit until the work is done. Empty if no plan holds the items. */
  readonly runs: readonly number[];
  readonly description: PlanDescription | undefined;
  readonly passes: readonly PassProfile[] | undefined;
  readonly temporaryBytes: number;
  /** Why a part is missing, in words. */
  readonly notes: readonly string[];
}

type PlanMeasured = Omit<Measured, 'found' | 'firstMs' | 'callMs' | 'last'>;

async function submitted(device: GPUDevice, encode: (encoder: GPUCommandEncoder) => void): Promise<number> {
  const encoder = device.createCommandEncoder();
  encode(encoder);
  const commands = encoder.finish();
  const start = performance.now();
  device.queue.submit([commands]);
  await device.queue.onSubmittedWorkDone();
  return performance.now() - start;
}

/** Repeats until the runs last a second in all or are 15; at least 3 runs. */
async function timedRuns({ device, signal, onStep }: DeviceJob, { encode }: Recorded): Promise<number[]> {
  const times: number[] = [];
  await submitted(device, encode);
  let total = 0;
  while (times.length < 3 || (times.length < 15 && total < 1000)) {
    signal.throwIfAborted();
    const time = await submitted(device, encode);
    times.push(time);
    total += time;
    onStep(`Timed run ${times.length}`, Math.max(times.length / 15, Math.min(1, total / 1000)));
  }
  return times;
}

/** Their last bits may differ between JavaScript and a GPU: docs/determinism.md. */
const ROUNDED = [
  ...['mean', 'variance', 'std', 'product', 'logsumexp'],
  ...['softmax', 'logSoftmax', 'normalize', 'center', 'standardize'],
];

/** The recorded plan must give the same bits as the call on arrays. */
async function requireSame(buffers: Buffers, { results }: Recorded, found: readonly Column[]): Promise<void> {
  for (const [name, buffer] of Object.entries(results)) {
    const array = column(found, name)?.array;
    if (!array || ROUNDED.includes(name)) continue;
    const wanted = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const bytes = await buffers.read(buffer, wanted.length);
    if (!bytes.every((byte, i) => byte === wanted[i])) throw new Error('The plan and the call on arrays differ.');
  }
}

/** Each pass's time. A separate plan measures it, because a plan with times separates its passes. */
async function profiled(job: DeviceJob, buffers: Buffers): Promise<readonly PassProfile[] | string> {
  if (!job.device.features.has('timestamp-query'))
    return 'This adapter has no timestamps, so only the total time is known.';
  const recorded = await RECORDERS[job.settings.operation](job, buffers, true);
  try {
    await submitted(job.device, recorded.encode);
    await submitted(job.device, recorded.encode);
    return (await recorded.plan.profile()).passes;
  } finally {
    recorded.plan.destroy();
  }
}

async function measurePlan(job: DeviceJob, found: readonly Column[]): Promise<PlanMeasured> {
  const buffers = new Buffers(job.device);
  const notes: string[] = [];
  let recorded: Recorded | undefined;
  try {
    recorded = await RECORDERS[job.settings.operation](job, buffers, false);
    const runs = await timedRuns(job, recorded);
    await requireSame(buffers, recorded, found);
    job.onStep('Passes');
    const passes = await profiled(job, buffers);
    if (typeof passes === 'string') notes.push(passes);
    const { plan } = recorded;
    return {
      ...{ runs, notes, description: plan.describe(), temporaryBytes: plan.temporaryBytes },
      passes: typeof passes === 'string' ? undefined : passes,
    };
  } catch (error) {
    // Items that no binding holds run in batches, which only a call on arrays makes.
    if (!(error instanceof SegmentedError && error.code === 'limit-exceeded')) throw error;
    notes.push(`Only the call on arrays ran, in batches: ${error.message}.`);
    return { runs: [], notes, description: undefined, temporaryBytes: 0, passes: undefined };
  } finally {
    recorded?.plan.destroy();
    buffers.destroy();
  }
}

const NO_PLAN: PlanMeasured = {
  ...{ runs: [], description: undefined, passes: undefined, temporaryBytes: 0 },
  notes: ['There is no GPU here, so no plan was recorded.'],
};

export async function measure(job: Job): Promise<Measured> {
  const { device } = job;
  job.onStep('First call');
  const [found, firstMs] = await timed(() => callOnArrays(job));
  if (device) job.onStep('Plan: kernels are compiled');
  job.signal.throwIfAborted();
  const plan = device ? await measurePlan({ ...job, device }, found) : NO_PLAN;
  job.signal.throwIfAborted();
  job.onStep('Call on arrays');
  const callMs = await steadyMs(() => {
    job.signal.throwIfAborted();
    return callOnArrays(job);
  });
  return { found, firstMs, callMs, last: job.place?.last, ...plan };
}
