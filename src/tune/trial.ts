import { HostCall, hostCall } from '../gpu/host_call.ts';
import { createSegmentedReduce } from '../reduce/calls.ts';
import { createSegmentedSort } from '../sort/calls.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { Workload } from './workloads.ts';

/** One workload on the device, with one tuning. */
export interface Trial {
  /** Runs it once. Gives the milliseconds from submit to the end of the work. */
  run(): Promise<number>;
  /** Whether the last run's answer was right. */
  isRight(): Promise<boolean>;
  end(): void;
}

const POISON = 0xdeadbeef;

/** Makes the plan and its buffers. The plan is compiled; it has not run yet. */
export async function trialOf(device: GPUDevice, workload: Workload, tuning: InternalTuning): Promise<Trial> {
  const { of, keys, offsets, expected } = workload;
  const count = offsets.length - 1;
  const room = { maxItems: keys.length, maxSegments: count, tuning };
  const call = new HostCall(device);
  const output = call.storage('tune output', expected.byteLength);
  const input = call.upload('tune keys', keys);
  const segments = { offsets: call.upload('tune offsets', offsets), count };
  const itemCount = keys.length;
  const makeSort = async () => {
    const sort = await createSegmentedSort(device, { keyType: 'u32', ...room });
    const buffers = { keysIn: input, keysOut: output, segments, itemCount };
    return { destroy: sort.destroy, encode: (encoder: GPUCommandEncoder) => sort.encode(encoder, buffers) };
  };
  const makeReduce = async () => {
    const reduce = await createSegmentedReduce(device, { type: 'u32', op: 'sum', ...room });
    const buffers = { input, output, segments, itemCount };
    return { destroy: reduce.destroy, encode: (encoder: GPUCommandEncoder) => reduce.encode(encoder, buffers) };
  };
  const plan = await (of === 'sort' ? makeSort() : makeReduce()).catch((error) => {
    call.end();
    throw error;
  });
  device.queue.writeBuffer(output, 0, new Uint32Array(expected.length).fill(POISON));
  return {
    async run() {
      const encoder = device.createCommandEncoder({ label: 'tune' });
      plan.encode(encoder);
      const start = performance.now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return performance.now() - start;
    },
    isRight: () =>
      hostCall(device, (call) => {
        const read = call.readback(output, expected.byteLength);
        return () => {
          const found = new Uint32Array(read().buffer);
          return expected.every((word, i) => word === found[i]);
        };
      }),
    end() {
      plan.destroy();
      call.end();
    },
  };
}
