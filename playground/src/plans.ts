/** Recorded plans of every operation, with their buffers. */
import {
  createGroupBy,
  createSegmentedHistogram,
  createSegmentedMode,
  createSegmentedQuantile,
  createSegmentedRank,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  createSegmentedTransform,
  createSegmentedUnique,
  type PassProfile,
  type PlanDescription,
} from 'webgpu-segmented';
import type { DeviceJob } from './calls.ts';
import { bytesOf } from './items.ts';
import { resultType } from './plain/reduce.ts';
import { lagOf, transformType } from './plain/transform.ts';
import { operatorsOf, quantilesOf } from './settings.ts';

/** What all plans have in common. */
interface Plan {
  readonly temporaryBytes: number;
  describe(): PlanDescription;
  destroy(): void;
  profile(): Promise<{ passes: readonly PassProfile[] }>;
}

export interface Recorded {
  readonly plan: Plan;
  readonly encode: (encoder: GPUCommandEncoder) => void;
  /** Buffers that hold a column as the call on arrays gives it, by the column's name. */
  readonly results: Readonly<Record<string, GPUBuffer>>;
}

/** Buffers that live as long as one measurement. */
export class Buffers {
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

  /** The first bytes of a buffer, on the host. */
  async read(source: GPUBuffer, bytes: number): Promise<Uint8Array> {
    const staging = this.make(bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(source, 0, staging, 0, 4 * Math.ceil(bytes / 4));
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    return new Uint8Array(staging.getMappedRange(), 0, bytes).slice();
  }

  destroy(): void {
    for (const buffer of this.#all) buffer.destroy();
  }
}

type Recorder = (job: DeviceJob, buffers: Buffers, profile: boolean) => Promise<Recorded>;

const countOf = ({ workload }: DeviceJob) => workload.offsets.length - 1;

function sizeOf(job: DeviceJob, profile: boolean) {
  return { maxItems: job.workload.items.length, maxSegments: countOf(job), profile };
}

function segmentsOn(job: DeviceJob, buffers: Buffers) {
  const { lengths, size, items, data } = job.settings;
  const count = countOf(job);
  if (lengths === 'fixed' && data === 'made' && !job.workload.grouped) return { size: Math.min(size, items), count };
  return { offsets: buffers.upload(Uint32Array.from(job.workload.offsets)), count };
}

const sort: Recorder = async (job, buffers, profile) => {
  const { type: keyType, order, stable, operation } = job.settings;
  const { items } = job.workload;
  const pairs = operation !== 'sort';
  const plan = await createSegmentedSort(job.device, {
    ...{ keyType, order, stable, ...(pairs ? { valueType: 'u32' as const } : {}) },
    ...sizeOf(job, profile),
  });
  // Outputs begin as copies of the inputs. A call on arrays copies items outside every segment; a plan does not.
  const keysOut = buffers.upload(items);
  const io = { keysIn: buffers.upload(items), keysOut, itemCount: items.length };
  const rows = pairs ? Uint32Array.from({ length: items.length }, (_, i) => i) : undefined;
  const values = rows ? { valuesIn: buffers.upload(rows), valuesOut: buffers.upload(rows) } : undefined;
  const call = { ...io, ...values, segments: segmentsOn(job, buffers) };
  return {
    plan,
    encode: (encoder) => plan.encode(encoder, call),
    results: {
      ...(operation === 'argsort' ? {} : { keys: keysOut }),
      ...(values && (stable || operation === 'argsort') ? { rows: values.valuesOut } : {}),
    },
  };
};

const topK: Recorder = async (job, buffers, profile) => {
  const { type: keyType, order, k } = job.settings;
  const maxK = Math.max(1, Math.min(k, job.workload.items.length));
  const plan = await createSegmentedTopK(job.device, { keyType, order, maxK, ...sizeOf(job, profile) });
  const slots = maxK * countOf(job);
  const call = {
    ...{ keysIn: buffers.upload(job.workload.items), itemCount: job.workload.items.length },
    ...{ keysOut: buffers.storage(slots * bytesOf(keyType)), indicesOut: buffers.storage(4 * slots) },
    segments: segmentsOn(job, buffers),
  };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: {} };
};

const quantile: Recorder = async (job, buffers, profile) => {
  const keyType = job.settings.type;
  const quantiles = quantilesOf(job.settings);
  const plan = await createSegmentedQuantile(job.device, { keyType, quantiles, ...sizeOf(job, profile) });
  const bytes = quantiles.length * countOf(job) * bytesOf(keyType);
  const call = {
    ...{ keysIn: buffers.upload(job.workload.items), itemCount: job.workload.items.length },
    ...{ keysLow: buffers.storage(bytes), keysHigh: buffers.storage(bytes) },
    segments: segmentsOn(job, buffers),
  };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: {} };
};

/** Of several operators the first is recorded. */
const reduce: Recorder = async (job, buffers, profile) => {
  const { type } = job.settings;
  const [op = 'sum'] = operatorsOf(job.settings);
  const plan = await createSegmentedReduce(job.device, { type, op, ...sizeOf(job, profile) });
  const output = buffers.storage(countOf(job) * bytesOf(resultType(type, op)));
  const outputIndex = op === 'argmin' || op === 'argmax' ? buffers.storage(4 * countOf(job)) : undefined;
  const call = {
    ...{ input: buffers.upload(job.workload.items), output, itemCount: job.workload.items.length },
    ...(outputIndex ? { outputIndex } : {}),
    segments: segmentsOn(job, buffers),
  };
  const results = { [op]: output, ...(outputIndex ? { [`${op} index`]: outputIndex } : {}) };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results };
};

const scan: Recorder = async (job, buffers, profile) => {
  const { type, operator: op, exclusive, reverse } = job.settings;
  const { items } = job.workload;
  const plan = await createSegmentedScan(job.device, { type, op, exclusive, reverse, ...sizeOf(job, profile) });
  const isSame = resultType(type, op) === type;
  const output = isSame ? buffers.upload(items) : buffers.storage(items.length * bytesOf(resultType(type, op)));
  const call = { input: buffers.upload(items), output, itemCount: items.length, segments: segmentsOn(job, buffers) };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: isSame ? { [op]: output } : {} };
};

const keysOn = ({ workload: { items } }: DeviceJob, buffers: Buffers) => ({
  ...{ keysIn: buffers.upload(items), itemCount: items.length },
});

const rank: Recorder = async (job, buffers, profile) => {
  const { type: keyType, order, ties } = job.settings;
  const plan = await createSegmentedRank(job.device, { keyType, order, ties, ...sizeOf(job, profile) });
  const ranksOut = buffers.storage((ties === 'average' ? 8 : 4) * job.workload.items.length);
  const call = { ...keysOn(job, buffers), ranksOut, segments: segmentsOn(job, buffers) };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: { rank: ranksOut } };
};

const unique: Recorder = async (job, buffers, profile) => {
  const keyType = job.settings.type;
  const count = job.workload.items.length;
  const plan = await createSegmentedUnique(job.device, { keyType, ...sizeOf(job, profile) });
  const [keys, counts] = [buffers.storage(bytesOf(keyType) * count), buffers.storage(4 * count)];
  const offsets = buffers.storage(4 * countOf(job) + 4);
  const outputs = { keysOut: keys, countsOut: counts, offsetsOut: offsets };
  const call = { ...keysOn(job, buffers), ...outputs, segments: segmentsOn(job, buffers) };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: { keys, counts, offsets } };
};

const mode: Recorder = async (job, buffers, profile) => {
  const keyType = job.settings.type;
  const plan = await createSegmentedMode(job.device, { keyType, ...sizeOf(job, profile) });
  const valuesOut = buffers.storage(bytesOf(keyType) * countOf(job));
  const countsOut = buffers.storage(4 * countOf(job));
  const call = { ...keysOn(job, buffers), valuesOut, countsOut, segments: segmentsOn(job, buffers) };
  const results = { mode: valuesOut, 'mode count': countsOut };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results };
};

const histogram: Recorder = async (job, buffers, profile) => {
  const { type, bins } = job.settings;
  const { items, range = [0, 1] } = job.workload;
  const plan = await createSegmentedHistogram(job.device, { type, bins, range, ...sizeOf(job, profile) });
  const output = buffers.storage(4 * bins * countOf(job));
  const call = { input: buffers.upload(items), output, itemCount: items.length, segments: segmentsOn(job, buffers) };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: {} };
};

const transform: Recorder = async (job, buffers, profile) => {
  const { type, transform: name } = job.settings;
  const { items } = job.workload;
  const plan = await createSegmentedTransform(job.device, {
    type,
    transform: name,
    ...lagOf(job.settings),
    ...sizeOf(job, profile),
  });
  const resultsType = transformType(job.settings);
  const isSame = resultsType === type;
  const output = isSame ? buffers.upload(items) : buffers.storage(items.length * bytesOf(resultsType));
  const call = { input: buffers.upload(items), output, itemCount: items.length, segments: segmentsOn(job, buffers) };
  return { plan, encode: (encoder) => plan.encode(encoder, call), results: isSame ? { [name]: output } : {} };
};

const group: Recorder = async (job, buffers, profile) => {
  const ids = job.workload.grouped?.ids ?? new Uint32Array(0);
  const [maxItems, groups] = [ids.length, countOf(job)];
  const plan = await createGroupBy(job.device, { keyType: 'u32', maxItems, groups, profile });
  const call = {
    ...{ idsIn: buffers.upload(ids), rowsOut: buffers.storage(4 * maxItems), itemCount: maxItems },
    ...{ offsetsOut: buffers.storage(4 * groups + 4), countOut: buffers.storage(4) },
  };
  return { plan: plan as Plan, encode: (encoder) => plan.encode(encoder, call), results: {} };
};

export const RECORDERS: Readonly<Record<DeviceJob['settings']['operation'], Recorder>> = {
  ...{ sort, 'sort by key': sort, argsort: sort },
  ...{ 'top-k': topK, quantile, rank, unique, mode, histogram, reduce, scan, transform, 'group by': group },
};
