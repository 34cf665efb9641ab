/** The standard workloads on resident buffers, each timed in turn with a copy of as many bytes. */
import { createSegmentedReduce, createSegmentedSort } from 'webgpu-segmented';
import { MAIN, OPERATIONS } from '../../../bench/operations.mjs';
import type { MeasuredRow } from '../../../bench/report/measurement.mjs';
import { timedInTurn } from '../../../bench/timing.mjs';
import type { DeviceJob } from '../calls.ts';
import { Buffers } from '../plans.ts';
import { type Remote, remote } from '../remote.ts';
import type { Answer, Data, DataCalls, Keys } from './data-worker.ts';

export const TIMED_WORKLOADS = ['len8', 'len340', 'len65536', 'zipf', 'single'] as const;
export const SIZES = [2 ** 16, 2 ** 18, 2 ** 20, 2 ** 22, 2 ** 24] as const;

/** Plain JavaScript, and the check of all results, up to this size. */
const CHECKED = 2 ** 20;
/** The next size of a workload, four times as many items, is skipped after a call that takes longer. */
const TOO_LONG_MS = 400;

interface Operation {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly pairs?: boolean;
}

interface Call {
  readonly compileMs: number;
  readonly scratch: number;
  /** Bytes that the operation must read and write. */
  readonly bytes: number;
  readonly encode: (encoder: GPUCommandEncoder) => void;
  readonly answer: () => Promise<Answer>;
  readonly end: () => void;
}

const keysOn = (like: Keys, bytes: Uint8Array) =>
  new (like.constructor as Uint32ArrayConstructor)(bytes.buffer as ArrayBuffer) as Keys;

async function sortCall(
  device: GPUDevice,
  { pairs = false }: Operation,
  { keys, offsets }: Data,
  buffers: Buffers,
): Promise<Call> {
  const count = offsets.length - 1;
  const start = performance.now();
  const plan = await createSegmentedSort(device, {
    ...{ keyType: 'u32', stable: pairs, ...(pairs ? { valueType: 'u32' as const } : {}) },
    ...{ maxItems: keys.length, maxSegments: count },
  });
  const compileMs = performance.now() - start;
  const rows = pairs ? Uint32Array.from({ length: keys.length }, (_, i) => i) : undefined;
  const values = rows && { valuesIn: buffers.upload(rows), valuesOut: buffers.storage(rows.byteLength) };
  const keysOut = buffers.storage(keys.byteLength);
  const call = {
    keysIn: buffers.upload(keys),
    keysOut,
    ...values,
    segments: { offsets: buffers.upload(offsets), count },
  };
  return {
    ...{ compileMs, scratch: plan.temporaryBytes, bytes: (pairs ? 4 : 2) * keys.byteLength },
    encode: (encoder) => plan.encode(encoder, { ...call, itemCount: keys.length }),
    answer: async () => ({
      keys: keysOn(keys, await buffers.read(keysOut, keys.byteLength)),
      ...(values ? { values: new Uint32Array((await buffers.read(values.valuesOut, keys.byteLength)).buffer) } : {}),
    }),
    end: () => plan.destroy(),
  };
}

async function reduceCall(
  device: GPUDevice,
  { type }: Operation,
  { keys, offsets }: Data,
  buffers: Buffers,
): Promise<Call> {
  const count = offsets.length - 1;
  const start = performance.now();
  const room = { maxItems: keys.length, maxSegments: count };
  const plan = await createSegmentedReduce(device, { type: type as 'u32' | 'f32', op: 'sum', ...room });
  const compileMs = performance.now() - start;
  const output = buffers.storage(4 * count);
  const call = { input: buffers.upload(keys), output, segments: { offsets: buffers.upload(offsets), count } };
  return {
    ...{ compileMs, scratch: plan.temporaryBytes, bytes: keys.byteLength + 4 * count },
    encode: (encoder) => plan.encode(encoder, { ...call, itemCount: keys.length }),
    answer: async () => ({ sums: keysOn(keys, await buffers.read(output, 4 * count)) }),
    end: () => plan.destroy(),
  };
}

/** A copy that reads half of the bytes and writes the other half. */
function copyOf(buffers: Buffers, bytes: number): (encoder: GPUCommandEncoder) => void {
  const half = 4 * Math.ceil(bytes / 8);
  const [from, to] = [buffers.storage(half), buffers.storage(half)];
  return (encoder) => encoder.copyBufferToBuffer(from, 0, to, 0, half);
}

function work(device: GPUDevice, encode: (encoder: GPUCommandEncoder) => void) {
  let commands: GPUCommandBuffer;
  return {
    prepare() {
      const encoder = device.createCommandEncoder();
      encode(encoder);
      commands = encoder.finish();
    },
    async run() {
      device.queue.submit([commands]);
      await device.queue.onSubmittedWorkDone();
    },
  };
}

type Timed = { ms: number; min: number; max: number; runs: number; error?: unknown };

/** Rows of the operation, and of plain JavaScript where that is timed. */
async function timedRows(device: GPUDevice, operation: Operation, data: Data, worker: Remote<DataCalls>) {
  const buffers = new Buffers(device);
  let call: Call | undefined;
  try {
    call = await (operation.kind === 'sort' ? sortCall : reduceCall)(device, operation, data, buffers);
    const works = [work(device, call.encode), work(device, copyOf(buffers, call.bytes))];
    const [own, copy] = (await timedInTurn(works, { repeats: 15, warmups: 2, budgetMs: 500 })) as unknown as [
      Timed,
      Timed,
    ];
    for (const { error } of [own, copy]) if (error) throw error;
    const isChecked = data.keys.length <= CHECKED;
    const says = isChecked ? await worker.fault(await call.answer()) : undefined;
    const { compileMs, scratch, bytes } = call;
    const row = { lib: 'webgpu-segmented', ...own, ok: says === undefined, compileMs, scratch, bytes };
    const plain = isChecked ? await worker.plain(data.keys.length < 2 ** 18 ? 3 : 1) : undefined;
    return [
      { ...row, copyMs: copy.ms, share: copy.ms / own.ms },
      ...(plain === undefined ? [] : [{ lib: 'plain JS', ms: plain, ok: true }]),
    ];
  } finally {
    call?.end();
    buffers.destroy();
  }
}

export interface Workloads {
  readonly rows: MeasuredRow[];
  /** What was not timed, and why. */
  readonly skipped: string[];
}

export async function timeWorkloads(
  { device, signal, onStep }: Pick<DeviceJob, 'device' | 'signal' | 'onStep'>,
  largest: number,
): Promise<Workloads> {
  const worker = remote<DataCalls>(new Worker(new URL('./data-worker.ts', import.meta.url), { type: 'module' }), [
    'make',
    'plain',
    'fault',
  ]);
  signal.addEventListener('abort', () => worker.end(signal.reason), { once: true });
  const operations = (OPERATIONS as readonly Operation[]).filter(({ name }) => MAIN.includes(name));
  const result: Workloads = { rows: [], skipped: [] };
  const calls = SIZES.filter((n) => n <= largest).flatMap((n) =>
    operations.flatMap((operation) => TIMED_WORKLOADS.map((workload) => ({ n, operation, workload }))),
  );
  const tooLong = new Set<string>();
  try {
    for (const [i, { n, operation, workload }] of calls.entries()) {
      signal.throwIfAborted();
      const of = { op: operation.name, workload, n };
      const name = `${operation.name}, ${workload}, 2^${Math.log2(n)} items`;
      onStep(`Workload ${i + 1} of ${calls.length}: ${name}`, i / calls.length);
      const kind = `${operation.name}|${workload}`;
      if (tooLong.has(kind)) {
        result.skipped.push(`${name}: the size before took too long`);
        continue;
      }
      try {
        const rows = await timedRows(device, operation, await worker.make(of), worker);
        result.rows.push(...rows.map((row) => ({ ...of, ...row })));
        if ((rows[0]?.ms ?? 0) > TOO_LONG_MS) tooLong.add(kind);
      } catch (error) {
        signal.throwIfAborted();
        if ((error as { code?: string }).code === 'device-lost') throw error;
        result.skipped.push(`${name}: ${error instanceof Error ? error.message : error}`);
        tooLong.add(kind);
      }
    }
  } finally {
    worker.end();
  }
  return result;
}
