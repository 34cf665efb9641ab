// Top-k of f32 rows on one WebGPU device: the library, ONNX Runtime's TopK and jax-js's `lax.topK`, called in turn.
// Logits are in a GPU buffer, results stay there. Each time ends when the queue is done.
import * as jax from '@jax-js/jax';
import * as ort from 'onnxruntime-web/webgpu';
import { createSegmentedTopK, deviceDescriptor } from 'webgpu-segmented';
import { topKModel } from '../../examples/onnxruntime/model.mjs';
import { lendDevice } from '../peers/same-device.mjs';
import { timedInTurn } from '../timing.mjs';

const STORAGE = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;

let device;
let dispatches = 0;

async function openDevice() {
  const adapter = await navigator.gpu.requestAdapter();
  device = await adapter.requestDevice(deviceDescriptor(adapter));
  const { dispatchWorkgroups, dispatchWorkgroupsIndirect } = GPUComputePassEncoder.prototype;
  for (const [name, call] of Object.entries({ dispatchWorkgroups, dispatchWorkgroupsIndirect })) {
    GPUComputePassEncoder.prototype[name] = function counted(...given) {
      dispatches += 1;
      return call.apply(this, given);
    };
  }
  ort.env.wasm.numThreads = 1;
  return adapter;
}

function bufferOf(words) {
  const buffer = device.createBuffer({ size: words.byteLength, usage: STORAGE });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

async function wordsOf(buffer, bytes) {
  const staging = device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, bytes);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const copy = staging.getMappedRange().slice(0);
  staging.destroy();
  return copy;
}

/** Each program gives `run`, which is timed, `result` with values and indices, and `end`. */
const PROGRAMS = {
  async 'webgpu-segmented'({ rows, width, k }, logits) {
    const room = { maxItems: rows * width, maxSegments: rows, maxSegmentSize: width };
    const plan = await createSegmentedTopK(device, { keyType: 'f32', maxK: k, ...room });
    const keysIn = bufferOf(logits);
    const [keysOut, indicesOut] = [0, 1].map(() => device.createBuffer({ size: 4 * rows * k, usage: STORAGE }));
    const io = { keysIn, keysOut, indicesOut, segments: { size: width, count: rows } };
    return {
      async run() {
        const encoder = device.createCommandEncoder();
        plan.encode(encoder, io);
        device.queue.submit([encoder.finish()]);
        await device.queue.onSubmittedWorkDone();
      },
      result: async () => ({
        values: new Float32Array(await wordsOf(keysOut, 4 * rows * k)),
        indices: new Uint32Array(await wordsOf(indicesOut, 4 * rows * k)),
      }),
      end() {
        plan.destroy();
        for (const buffer of [keysIn, keysOut, indicesOut]) buffer.destroy();
      },
    };
  },

  async 'ONNX Runtime'({ rows, width, k }, words) {
    const session = await ort.InferenceSession.create(topKModel({ rows, vocabulary: width, k }), {
      executionProviders: [{ name: 'webgpu', device }],
      preferredOutputLocation: { values: 'gpu-buffer', indices: 'gpu-buffer' },
    });
    const buffer = bufferOf(words);
    const logits = ort.Tensor.fromGpuBuffer(buffer, { dataType: 'float32', dims: [rows, width] });
    let found = {};
    const drop = () => {
      for (const tensor of Object.values(found)) tensor.dispose();
      found = {};
    };
    return {
      prepare: drop,
      async run() {
        found = await session.run({ logits });
        await device.queue.onSubmittedWorkDone();
      },
      async result() {
        const [values, indices] = [await found.values.getData(), await found.indices.getData()];
        return { values, indices: Uint32Array.from(indices, Number) };
      },
      async end() {
        drop();
        await session.release();
        buffer.destroy();
      },
    };
  },

  async 'jax-js'({ rows, width, k }, words) {
    const matrix = jax.numpy.array(words, { shape: [rows, width], dtype: jax.numpy.float32 });
    await jax.blockUntilReady(matrix);
    let found = [];
    const drop = () => {
      for (const array of found) array.dispose();
      found = [];
    };
    return {
      prepare: drop,
      async run() {
        // An operation consumes its operand. `ref` keeps the matrix for the next call.
        found = jax.lax.topK(matrix.ref, k, 1);
        await jax.blockUntilReady(found);
      },
      async result() {
        const [values, indices] = await Promise.all(found.map((array) => array.ref.data()));
        return { values, indices: Uint32Array.from(indices) };
      },
      end() {
        drop();
        matrix.dispose();
      },
    };
  },
};

/** Numbers that look random, from -1 to 1. */
const numbers = (count) =>
  Float32Array.from({ length: count }, (_, i) => {
    const word = Math.imul(i ^ (i >>> 15), 0x9e3779b1);
    return (Math.imul(word ^ (word >>> 13), 0x85ebca6b) >>> 8) / 2 ** 23 - 1;
  });

/** The first fault of an answer: a value that is not the j-th greatest, or an index of another value. */
function fault({ rows, width, k }, logits, { values, indices }) {
  for (let r = 0; r < rows; r++) {
    const row = logits.slice(r * width, (r + 1) * width);
    const greatest = row.slice().sort().reverse();
    for (let j = 0; j < k; j++) {
      const at = r * k + j;
      if (values[at] !== greatest[j]) return `row ${r}, value ${j}: ${values[at]}, not ${greatest[j]}`;
      if (row[indices[at]] !== values[at]) return `row ${r}, index ${j}: ${indices[at]} has ${row[indices[at]]}`;
    }
    if (new Set(indices.slice(r * k, r * k + k)).size < k) return `row ${r}: an index occurs twice`;
  }
  return undefined;
}

async function started(name, shape, logits) {
  try {
    const program = await PROGRAMS[name](shape, logits);
    await program.run();
    await program.prepare?.();
    dispatches = 0;
    await program.run();
    return { name, program, dispatches, says: fault(shape, logits, await program.result()) };
  } catch (error) {
    return { name, says: error instanceof Error ? error.message : String(error) };
  }
}

/** Rows of one shape. A program that fails or answers wrongly has no time. */
window.measure = async (shape, repeats) => {
  const logits = numbers(shape.rows * shape.width);
  const all = [];
  for (const name of Object.keys(PROGRAMS)) all.push(await started(name, shape, logits));
  const right = all.filter(({ says }) => says === undefined);
  const timing = { repeats, warmups: 1, budgetMs: 3000 };
  const times = await timedInTurn(
    right.map(({ program }) => program),
    timing,
  );
  for (const { program } of all) await program?.end();
  return all.map(({ name, says, dispatches: passes }) => {
    const time = times[right.findIndex((one) => one.name === name)];
    return { lib: name, ...shape, dispatches: passes, ...(says === undefined ? time : { error: says }) };
  });
};

window.ready = openDevice().then(async (adapter) => {
  lendDevice(device);
  await jax.init('webgpu');
  jax.defaultDevice('webgpu');
  const { description, vendor, architecture } = adapter.info;
  return description || `${vendor} ${architecture}`;
});
