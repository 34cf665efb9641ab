import { HostCall } from '../host/run.ts';
import { createSegmentedReduce } from '../reduce/operation.ts';
import { createSegmentedSort } from '../sort/operation.ts';
import type { Tuning } from '../tuning/tuning.ts';
import type { Workload } from './workloads.ts';

/** One workload on the device, made for one tuning. */
export interface Trial {
  /** Milliseconds from submit to done. */
  run(): Promise<number>;
  /** Whether the last run's answer was right. */
  isRight(): Promise<boolean>;
  end(): void;
}

const POISON = 0xdeadbeef;

type Encode = (encoder: GPUCommandEncoder) => void;

async function planned(
  device: GPUDevice,
  { of, keys, offsets }: Workload,
  tuning: Tuning,
  buffers: { keys: GPUBuffer; offsets: GPUBuffer; output: GPUBuffer },
): Promise<{ encode: Encode; destroy: () => void }> {
  const count = offsets.length - 1;
  const room = { maxItems: keys.length, maxSegments: count, tuning };
  const segments = { offsets: buffers.offsets, count };
  if (of === 'sort') {
    const plan = await createSegmentedSort(device, { keyType: 'u32', ...room });
    const io = { keysIn: buffers.keys, keysOut: buffers.output, segments };
    return { encode: (encoder) => plan.encode(encoder, io), destroy: () => plan.destroy() };
  }
  const plan = await createSegmentedReduce(device, { type: 'u32', op: 'sum', ...room });
  const io = { input: buffers.keys, output: buffers.output, segments };
  return { encode: (encoder) => plan.encode(encoder, io), destroy: () => plan.destroy() };
}

/** Makes a plan of that tuning and its buffers; its first run is compiled but not made. */
export async function trialOf(device: GPUDevice, workload: Workload, tuning: Tuning): Promise<Trial> {
  const own = new HostCall(device);
  const bytes = workload.expected.byteLength;
  const output = own.storage('tune output', bytes);
  const keys = own.uploadWords('tune keys', workload.keys);
  const buffers = { keys, offsets: own.uploadWords('tune offsets', workload.offsets), output };
  let plan: { encode: Encode; destroy: () => void };
  try {
    plan = await planned(device, workload, tuning, buffers);
  } catch (error) {
    own.end();
    throw error;
  }
  device.queue.writeBuffer(output, 0, new Uint32Array(bytes / 4).fill(POISON));
  return {
    async run() {
      const encoder = device.createCommandEncoder({ label: 'tune' });
      plan.encode(encoder);
      const start = performance.now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return performance.now() - start;
    },
    async isRight() {
      const copy = new HostCall(device);
      try {
        const read = copy.readback(output, bytes);
        await copy.submit();
        const found = new Uint32Array(read().buffer);
        return workload.expected.every((word, i) => word === found[i]);
      } finally {
        copy.end();
      }
    },
    end() {
      plan.destroy();
      own.end();
    },
  };
}
