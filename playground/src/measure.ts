/** Runs one operation on the GPU in two ways, as a call on arrays and as a recorded plan, and times both. */
import {
  createSegmentedReduce,
  createSegmentedSort,
  type HostArray,
  type HostSegments,
  type PassProfile,
  type PlanDescription,
  SegmentedError,
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from 'webgpu-segmented';
import { bytesOf, type Items } from './items.ts';
import { resultType } from './plain-reduce.ts';
import { pieceBytes, type Settings } from './settings.ts';
import type { Found } from './worker.ts';

export interface Measured {
  readonly found: Found;
  /** The first call on arrays, which compiles kernels. */
  readonly firstMs: number;
  /** A later call on arrays: upload, GPU, readback. */
  readonly callMs: number;
  /** Data on the GPU: one time per run, from submit until the work is done. Empty if no plan holds the items. */
  readonly runs: readonly number[];
  readonly description: PlanDescription | undefined;
  readonly passes: readonly PassProfile[] | undefined;
  readonly temporaryBytes: number;
  /** Why a part is missing, in words. */
  readonly notes: readonly string[];
}

export interface Job {
  readonly device: GPUDevice;
  readonly settings: Settings;
  readonly items: Items;
  readonly segments: Uint32Array | number[];
  readonly signal: AbortSignal;
  /** Receives the current step, and the fraction that is done where it is known. */
  readonly onStep: (text: string, fraction?: number) => void;
}

/** What sort and reduce plans have in common. */
interface Plan {
  readonly temporaryBytes: number;
  describe(): PlanDescription;
  destroy(): void;
  profile(): Promise<{ passes: readonly PassProfile[] }>;
}

interface Recorded {
  readonly plan: Plan;
  readonly encode: (encoder: GPUCommandEncoder) => void;
  /** Buffers with the results, in the order of `Found`'s members. */
  readonly results: readonly (GPUBuffer | undefined)[];
}

export function typedItems({ type }: Settings, items: Items): HostArray {
  return type === 'f16' ? { type, data: items } : items;
}

/** Segments of one size need no offsets. */
export function hostSegments({ lengths, size, items }: Settings, segments: Uint32Array | number[]): HostSegments {
  return lengths === 'fixed' ? { size: Math.min(size, items), count: segments.length - 1 } : segments;
}

const bufferOf = (result: HostArray) => ('data' in result ? result.data : result).buffer as ArrayBuffer;

/** The call on arrays, as a user's page would write it. */
async function callOnArrays({ device, settings, items, segments, signal, onStep }: Job): Promise<Found> {
  const keys = typedItems(settings, items);
  const list = hostSegments(settings, segments);
  const { operation, operator, order, stable } = settings;
  const onProgress = ({ done, total }: { done: number; total: number }) => onStep('Call on arrays', done / total);
  const maxBindingBytes = pieceBytes(settings);
  const options = { signal, onProgress, ...(maxBindingBytes ? { tuning: { maxBindingBytes } } : {}) };
  if (operation === 'reduce') {
    const result: unknown = await segmentedReduce(device, keys, list, operator, options);
    if (operator !== 'argmin' && operator !== 'argmax') {
      return { values: bufferOf(result as HostArray), indices: undefined };
    }
    const { values, indices } = result as { values: HostArray; indices: Uint32Array };
    return { values: bufferOf(values), indices };
  }
  const sorting = { ...options, order };
  if (operation === 'argsort') {
    return { values: undefined, indices: await segmentedArgsort(device, keys, list, sorting) };
  }
  if (operation === 'sort') {
    const sort = stable ? segmentedStableSort : segmentedSort;
    return { values: bufferOf(await sort(device, keys, list, sorting)), indices: undefined };
  }
  const rows = Uint32Array.from({ length: items.length }, (_, i) => i);
  const sort = stable ? segmentedStableSortByKey : segmentedSortByKey;
  const sorted = await sort(device, keys, rows, list, sorting);
  return { values: bufferOf(sorted.keys), indices: sorted.values };
}

/** Buffers that live as long as one measurement. */
class Buffers {
  readonly #all: GPUBuffer[] = [];
  constructor(readonly device: GPUDevice) {}

  make(bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const buffer = this.device.createBuffer({ size: Math.max(16, 16 * Math.ceil(bytes / 16)), usage });
    this.#all.push(buffer);
    return buffer;
  }

  storage(bytes: number): GPUBuffer {
    return this.make(bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
  }

  upload(array: ArrayBufferView): GPUBuffer {
    const buffer = this.storage(array.byteLength);
    const padded = new Uint8Array(4 * Math.ceil(array.byteLength / 4));
    padded.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    this.device.queue.writeBuffer(buffer, 0, padded);
    return buffer;
  }

  destroy(): void {
    for (const buffer of this.#all) buffer.destroy();
  }
}

function planSize({ items, segments }: Job, profile: boolean) {
  return { maxItems: items.length, maxSegments: segments.length - 1, profile };
}

function planSegments({ settings, segments }: Job, buffers: Buffers) {
  const count = segments.length - 1;
  if (settings.lengths === 'fixed') return { size: Math.min(settings.size, settings.items), count };
  return { offsets: buffers.upload(Uint32Array.from(segments)), count };
}

async function recordedSort(job: Job, buffers: Buffers, profile: boolean): Promise<Recorded> {
  const { device, settings, items } = job;
  const { type: keyType, order, stable, operation } = settings;
  const pairs = operation !== 'sort';
  const plan = await createSegmentedSort(device, {
    ...{ keyType, order, stable, ...(pairs ? { valueType: 'u32' as const } : {}) },
    ...planSize(job, profile),
  });
  // Outputs begin as copies of the inputs. A call on arrays copies items outside every segment; a plan does not.
  const keysOut = buffers.upload(items);
  const io = { keysIn: buffers.upload(items), keysOut, itemCount: items.length };
  const rows = pairs ? Uint32Array.from({ length: items.length }, (_, i) => i) : undefined;
  const values = rows ? { valuesIn: buffers.upload(rows), valuesOut: buffers.upload(rows) } : {};
  const buffersOfCall = { ...io, ...values, segments: planSegments(job, buffers) };
  return {
    plan,
    encode: (encoder) => plan.encode(encoder, buffersOfCall),
    results: [operation === 'argsort' ? undefined : keysOut, values.valuesOut],
  };
}

async function recordedReduce(job: Job, buffers: Buffers, profile: boolean): Promise<Recorded> {
  const { device, settings, items, segments } = job;
  const { type, operator: op } = settings;
  const plan = await createSegmentedReduce(device, { type, op, ...planSize(job, profile) });
  const count = segments.length - 1;
  const output = buffers.storage(count * bytesOf(resultType(type, op)));
  const outputIndex = op === 'argmin' || op === 'argmax' ? buffers.storage(4 * count) : undefined;
  const buffersOfCall = {
    ...{ input: buffers.upload(items), output, itemCount: items.length },
    ...(outputIndex ? { outputIndex } : {}),
    segments: planSegments(job, buffers),
  };
  return { plan, encode: (encoder) => plan.encode(encoder, buffersOfCall), results: [output, outputIndex] };
}

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
async function timedRuns({ device, signal, onStep }: Job, { encode }: Recorded): Promise<number[]> {
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

/** The first bytes of a buffer, on the host. */
async function read(buffers: Buffers, source: GPUBuffer, bytes: number): Promise<Uint8Array> {
  const staging = buffers.make(bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  const encoder = buffers.device.createCommandEncoder();
  encoder.copyBufferToBuffer(source, 0, staging, 0, 4 * Math.ceil(bytes / 4));
  buffers.device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  return new Uint8Array(staging.getMappedRange(), 0, bytes).slice();
}

/** The recorded plan must give the same bits as the call on arrays. */
async function requireSame(buffers: Buffers, { results }: Recorded, { values, indices }: Found): Promise<void> {
  const wanted = [values && new Uint8Array(values), indices && new Uint8Array(indices.slice().buffer)];
  for (const [k, buffer] of results.entries()) {
    const bytes = wanted[k];
    if (!buffer || !bytes) continue;
    const found = await read(buffers, buffer, bytes.length);
    if (!found.every((byte, i) => byte === bytes[i])) throw new Error('The plan and the call on arrays differ.');
  }
}

/** Each pass's time. A separate plan measures it, because a plan with times separates its passes. */
async function profiled(
  job: Job,
  buffers: Buffers,
  record: typeof recordedSort,
): Promise<readonly PassProfile[] | string> {
  if (!job.device.features.has('timestamp-query'))
    return 'This adapter has no timestamps, so only the total time is known.';
  const recorded = await record(job, buffers, true);
  try {
    await submitted(job.device, recorded.encode);
    await submitted(job.device, recorded.encode);
    return (await recorded.plan.profile()).passes;
  } finally {
    recorded.plan.destroy();
  }
}

async function measurePlan(job: Job, found: Found): Promise<Omit<Measured, 'found' | 'firstMs' | 'callMs'>> {
  const record = job.settings.operation === 'reduce' ? recordedReduce : recordedSort;
  const buffers = new Buffers(job.device);
  const notes: string[] = [];
  let recorded: Recorded | undefined;
  try {
    recorded = await record(job, buffers, false);
    const runs = await timedRuns(job, recorded);
    await requireSame(buffers, recorded, found);
    job.onStep('Passes');
    const passes = await profiled(job, buffers, record);
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

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

export async function measure(job: Job): Promise<Measured> {
  job.onStep('First call: kernels are compiled');
  const [found, firstMs] = await timed(() => callOnArrays(job));
  job.onStep('Plan: kernels are compiled');
  job.signal.throwIfAborted();
  const plan = await measurePlan(job, found);
  job.signal.throwIfAborted();
  job.onStep('Call on arrays');
  const [, callMs] = await timed(() => callOnArrays(job));
  return { found, firstMs, callMs, ...plan };
}
