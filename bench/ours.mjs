// This library on resident buffers, timed from `submit` to `onSubmittedWorkDone`.
import { createSegmentedReduce, createSegmentedSort } from '../dist/index.js';

const POISON = 0xdeadbeef;

/** The library on a device. `tuning` can force a family, for example. */
export function ours(device, tuning = {}, name = 'webgpu-segmented') {
  const prepare = (operation, keys, offsets, more = {}) =>
    (operation.kind === 'sort' ? sortCall : reduceCall)(device, operation, keys, offsets, { tuning, ...more });
  return {
    name,
    canDo: () => true,
    /** The same call with a time for every pass. */
    profiled: (operation, keys, offsets) => prepare(operation, keys, offsets, { profile: true }),
    prepare,
  };
}

const USAGE = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;

export function upload(device, array) {
  const buffer = device.createBuffer({ size: Math.max(16, array.byteLength), usage: USAGE() });
  device.queue.writeBuffer(buffer, 0, array);
  return buffer;
}

function empty(device, bytes) {
  return device.createBuffer({ size: Math.max(16, 4 * Math.ceil(bytes / 4)), usage: USAGE() });
}

function poison(device, buffers) {
  for (const buffer of buffers) device.queue.writeBuffer(buffer, 0, new Uint32Array(buffer.size / 4).fill(POISON));
}

export async function download(device, buffer, bytes) {
  const size = 4 * Math.ceil(bytes / 4);
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const copy = staging.getMappedRange().slice(0, bytes);
  staging.destroy();
  return copy;
}

const ARRAYS = { u32: Uint32Array, f32: Float32Array, u64: BigUint64Array };

/**
 * The call of one plan. `bound` are the arguments of encode. The time excludes recording, which is reported separately.
 */
function call(device, plan, bound, { inputs, outputs, compileMs, read }) {
  const encodeMs = [];
  let commands;
  return {
    compileMs,
    temporaryBytes: plan.temporaryBytes,
    plan,
    bound,
    poison: () => poison(device, outputs),
    before() {
      const start = performance.now();
      const encoder = device.createCommandEncoder();
      plan.encode(encoder, bound);
      commands = encoder.finish();
      encodeMs.push(performance.now() - start);
    },
    async run() {
      device.queue.submit([commands]);
      await device.queue.onSubmittedWorkDone();
    },
    encodeMs: () => encodeMs.sort((a, b) => a - b)[encodeMs.length >> 1],
    result: read,
    async end() {
      plan.destroy();
      for (const buffer of [...inputs, ...outputs]) buffer.destroy();
    },
  };
}

async function sortCall(device, { type, order, pairs }, keys, offsets, more) {
  const count = offsets.length - 1;
  const start = performance.now();
  const plan = await createSegmentedSort(device, {
    keyType: type,
    ...(pairs ? { valueType: 'u32' } : {}),
    order,
    stable: pairs === true,
    maxItems: keys.length,
    maxSegments: count,
    ...more,
  });
  const compileMs = performance.now() - start;
  const keysIn = upload(device, keys);
  const keysOut = empty(device, keys.byteLength);
  const offsetsIn = upload(device, offsets);
  const inputs = [keysIn, offsetsIn];
  const outputs = [keysOut];
  const bound = { keysIn, keysOut, segments: { offsets: offsetsIn, count } };
  if (pairs) {
    bound.valuesIn = upload(
      device,
      Uint32Array.from(keys, (_, i) => i),
    );
    bound.valuesOut = empty(device, 4 * keys.length);
    inputs.push(bound.valuesIn);
    outputs.push(bound.valuesOut);
  }
  const read = async () => ({
    keys: new ARRAYS[type](await download(device, keysOut, keys.byteLength)),
    ...(pairs ? { values: new Uint32Array(await download(device, bound.valuesOut, 4 * keys.length)) } : {}),
  });
  return call(device, plan, bound, { inputs, outputs, compileMs, read });
}

async function reduceCall(device, { type, op }, keys, offsets, more) {
  const count = offsets.length - 1;
  const start = performance.now();
  const plan = await createSegmentedReduce(device, {
    type,
    op,
    maxItems: keys.length,
    maxSegments: count,
    ...more,
  });
  const compileMs = performance.now() - start;
  const input = upload(device, keys);
  const offsetsIn = upload(device, offsets);
  const output = empty(device, 4 * count);
  const bound = { input, output, segments: { offsets: offsetsIn, count } };
  const read = async () => ({ sums: new ARRAYS[type](await download(device, output, 4 * count)) });
  return call(device, plan, bound, { inputs: [input, offsetsIn], outputs: [output], compileMs, read });
}
