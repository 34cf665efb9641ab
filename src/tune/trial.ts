import { HostCall, hostCall } from '../gpu/host_call.ts';
import { createSegmentedReduce } from '../reduce/calls.ts';
import { createSegmentedSort } from '../sort/calls.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { TunedOperation } from './candidates.ts';

/** Items in segments, with the expected results. */
export interface Workload {
  readonly name: string;
  readonly of: TunedOperation;
  readonly keys: Uint32Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
  /** Sorted keys, or sums. */
  readonly expected: Uint32Array<ArrayBuffer>;
}

/** Pseudo-random words, the same on every run: a multiplicative hash of their number (Knuth), applied twice. */
function generator(): () => number {
  let number = 0;
  const mixed = (word: number) => Math.imul(word ^ (word >>> 15), 0x9e3779b1);
  return () => mixed(mixed(++number)) >>> 0;
}

/** Mean lengths of segments, one or more in each class. One segment of all items is used as well. */
const MEANS = [8, 64, 340, 1500];

function offsetsOf(mean: number, items: number, random: () => number): Uint32Array<ArrayBuffer> {
  const offsets = [0];
  for (let end = 0; end < items; ) {
    end = mean === items ? items : Math.min(items, end + 1 + (random() % (2 * mean - 1)));
    offsets.push(end);
  }
  return Uint32Array.from(offsets);
}

function sorted(keys: Uint32Array<ArrayBuffer>, offsets: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const copy = keys.slice();
  offsets.forEach((begin, s) => {
    copy.subarray(begin, offsets[s + 1] ?? begin).sort();
  });
  return copy;
}

function sums(keys: Uint32Array<ArrayBuffer>, offsets: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: offsets.length - 1 }, (_, s) =>
    keys.subarray(offsets[s], offsets[s + 1]).reduce((sum, key) => (sum + key) >>> 0, 0),
  );
}

/** The workloads of candidates: sorts of u32 keys and u32 sums, over segments of several lengths. */
export function workloads(items: number, operations: readonly TunedOperation[]): Workload[] {
  const random = generator();
  const keys = Uint32Array.from({ length: items }, random);
  return [...MEANS, items].flatMap((mean) => {
    const offsets = offsetsOf(mean, items, random);
    const name = `segments of about ${mean}`;
    return operations.map((of) => {
      const expected = of === 'sort' ? sorted(keys, offsets) : sums(keys, offsets);
      return { name, of, keys, offsets, expected };
    });
  });
}

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
