/** Makes the benchmark's data, times plain JavaScript on it, and judges answers, outside the page's thread. */
import { expected, fault, OPERATIONS } from '../../../bench/operations.mjs';
import { plainJs } from '../../../bench/plain-js.mjs';
import { workloadKeys, workloadOffsets } from '../../../bench/workloads.mjs';

export type Keys = Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>;
export interface Data {
  readonly keys: Keys;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

export interface Answer {
  readonly keys?: Keys;
  readonly values?: Uint32Array;
  readonly sums?: Keys;
}

export interface DataCalls {
  make(what: { op: string; workload: string; n: number }): Data;
  /** Milliseconds of plain JavaScript: the median of `runs`. */
  plain(runs: number): Promise<number>;
  fault(answer: Answer): string | undefined;
}

let operation: (typeof OPERATIONS)[number];
let data: Data;

const calls: DataCalls = {
  make({ op, workload, n }) {
    operation = OPERATIONS.find(({ name }) => name === op) as typeof operation;
    const offsets = workloadOffsets(workload, n) as Uint32Array<ArrayBuffer>;
    data = { keys: workloadKeys(operation.type, operation.keys, offsets, n) as Keys, offsets };
    return data;
  },
  async plain(runs) {
    const call = await plainJs.prepare(operation as never, data.keys, data.offsets);
    const times: number[] = [];
    for (let i = 0; i < runs; i++) {
      (call as { before?: () => void }).before?.();
      const start = performance.now();
      call.run();
      times.push(performance.now() - start);
    }
    call.end();
    return times.sort((a, b) => a - b)[times.length >> 1] as number;
  },
  fault: (answer) => fault(expected(operation as never, data.keys, data.offsets), answer),
};

self.onmessage = async ({ data: given }: MessageEvent<{ id: number; call: keyof DataCalls; argument: never }>) => {
  try {
    postMessage({ id: given.id, result: await calls[given.call](given.argument) });
  } catch (error) {
    postMessage({ id: given.id, error: error instanceof Error ? error.message : String(error) });
  }
};
