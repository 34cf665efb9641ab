/**
 * The next token of every row of a batch. ONNX Runtime computes the logits, which stay on the GPU. The library's top-k
 * reads their buffer, and 4 bytes per row are read back. The result is compared with ONNX's TopK. README.md says how to
 * run it.
 */
import * as ort from 'onnxruntime-web/webgpu';
import { deviceDescriptor } from 'webgpu-segmented';
import { logitsModel } from './model.mjs';
import { makeSampler } from './sampler.mjs';

const SHAPE = { rows: 8, width: 4, vocabulary: 4000, k: 50 };

/** Numbers that look random, from -1 to 1. */
const numbers = (count, seed) =>
  Float32Array.from({ length: count }, (_, i) => (Math.imul(i + seed, 0x9e3779b1) >>> 8) / 2 ** 23 - 1);

/** The words of a buffer's first bytes. */
async function readBuffer(device, buffer, bytes) {
  const staging = device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, bytes);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  return staging.getMappedRange();
}

function requireEqual(what, found, expected) {
  const at = expected.findIndex((value, i) => value !== found[i]);
  if (at >= 0) throw new Error(`${what} ${at}: ${found[at]}, not ${expected[at]}`);
}

async function medianTime(work) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[2];
}

window.run = async () => {
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter.requestDevice(deviceDescriptor(adapter));
  ort.env.wasm.numThreads = 1;
  const { rows, width, vocabulary, k } = SHAPE;
  const model = logitsModel({ ...SHAPE, weights: numbers(width * vocabulary, 7) });
  const session = await ort.InferenceSession.create(model, {
    executionProviders: [{ name: 'webgpu', device }],
    preferredOutputLocation: { logits: 'gpu-buffer', values: 'cpu', indices: 'cpu' },
  });
  const hidden = new ort.Tensor('float32', numbers(rows * width, 1), [rows, width]);
  const { logits, values, indices } = await session.run({ hidden });
  if (logits.location !== 'gpu-buffer') throw new Error(`the logits are in ${logits.location}`);

  // A draw of 0 takes the likeliest token.
  const sampler = await makeSampler(device, { ...SHAPE, minP: 0.05, topP: 0.9 });
  const choose = (draws) => {
    const encoder = device.createCommandEncoder();
    sampler.record(encoder, logits.gpuBuffer, draws);
    device.queue.submit([encoder.finish()]);
  };
  choose(new Float32Array(rows));
  const chosen = new Uint32Array(await readBuffer(device, sampler.chosen, 4 * rows));
  const ourIndices = new Uint32Array(await readBuffer(device, sampler.indices, 4 * rows * k));
  const ourValues = new Float32Array(await readBuffer(device, sampler.keys, 4 * rows * k));
  const theirs = Uint32Array.from(indices.data, Number);
  requireEqual('index', ourIndices, theirs);
  requireEqual('value', ourValues, values.data);
  const likeliest = theirs.filter((_, i) => i % k === 0);
  requireEqual('token', chosen, likeliest);

  const onlyTopK = () => session.run({ hidden }, ['values', 'indices']);
  const ours = () => {
    choose(numbers(rows, 3).map(Math.abs));
    return readBuffer(device, sampler.chosen, 4 * rows);
  };
  const [their, our] = [await medianTime(onlyTopK), await medianTime(ours)];
  return [
    `${rows} rows of ${vocabulary} logits, k = ${k}: the indices and values of ONNX Runtime's TopK`,
    `median times: ONNX Runtime with the matrix product ${their.toFixed(1)} ms, ours with the draw ${our.toFixed(1)} ms`,
  ];
};
