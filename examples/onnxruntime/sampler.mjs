/** Chooses a token of each row on the GPU: by the library's top-k, then by a kernel with min-p, top-p and a draw. */
import { createSegmentedTopK } from 'webgpu-segmented';

/** One invocation samples one row of `k` logits, which are sorted from the greatest. */
const SAMPLE = `
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read> tokens: array<u32>;
@group(0) @binding(2) var<storage, read> draws: array<f32>;
@group(0) @binding(3) var<storage, read_write> chosen: array<u32>;
override K: u32;
override ROWS: u32;
override MIN_P: f32;
override TOP_P: f32;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * K;
  if (id.x >= ROWS) { return; }
  var total = 0.0;
  for (var i = 0u; i < K; i++) { total += exp(logits[first + i] - logits[first]); }
  // min-p keeps tokens of at least MIN_P times the likeliest's weight, which is 1. top-p keeps the likeliest ones.
  var kept = 0u;
  var sum = 0.0;
  for (; kept < K && sum < TOP_P * total; kept++) {
    let weight = exp(logits[first + kept] - logits[first]);
    if (weight < MIN_P) { break; }
    sum += weight;
  }
  var rest = draws[id.x] * sum;
  var i = 0u;
  for (; i + 1u < kept; i++) {
    rest -= exp(logits[first + i] - logits[first]);
    if (rest < 0.0) { break; }
  }
  chosen[id.x] = tokens[first + i];
}`;

/** Returns `record`, which records the choice. Its `logits` are a buffer of rows · vocabulary floats, or a longer one. */
export async function makeSampler(device, { rows, vocabulary, k, minP, topP }) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = (words) => device.createBuffer({ size: 4 * words, usage });
  const [keys, indices, draws, chosen] = [buffer(rows * k), buffer(rows * k), buffer(rows), buffer(rows)];
  const topK = await createSegmentedTopK(device, {
    ...{ keyType: 'f32', order: 'descending', maxK: k },
    ...{ maxItems: rows * vocabulary, maxSegments: rows, maxSegmentSize: vocabulary },
  });
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: {
      module: device.createShaderModule({ code: SAMPLE }),
      constants: { K: k, ROWS: rows, MIN_P: minP, TOP_P: topP },
    },
  });
  const entries = [keys, indices, draws, chosen].map((each, binding) => ({ binding, resource: { buffer: each } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const record = (encoder, logits, numbers) => {
    device.queue.writeBuffer(draws, 0, numbers);
    topK.encode(encoder, {
      ...{ keysIn: logits, keysOut: keys, indicesOut: indices },
      // ONNX Runtime makes its buffers longer than the data, so the number of items is given.
      ...{ segments: { size: vocabulary, count: rows }, itemCount: rows * vocabulary },
    });
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(Math.ceil(rows / 32));
    pass.end();
  };
  return { record, keys, indices, chosen };
}
