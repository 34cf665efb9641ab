/**
 * Softmax per segment on the GPU: the exponentials of the scores, divided by their sum in the segment. Three plans of
 * the library and two kernels of the example are recorded into one compute pass. Nothing is read back in between.
 *
 * - A scan of head flags gives each item the number of its segment.
 * - A reduce gives each segment's largest score, a kernel the exponentials, so that none overflows.
 * - A second reduce gives their sums, and a kernel divides by them.
 *
 * Run: `node examples/softmax.mjs`, in the repository after `npm run build:code`. In a page: `await main(device)`.
 *
 * Prints:
 *   node 0: 0.665 to 1, 0.245 to 2, 0.09 to 3
 *   node 1: no edges
 *   node 2: 0.5 to 0, 0.5 to 1
 *   node 3: 1 to 2
 */
import { createSegmentedReduce, createSegmentedScan } from 'webgpu-segmented';

const WORKGROUP = 256;

/** A kernel for each item: `value` is its new number, from `x` and the number of its segment. */
function kernelOfEach(device, value) {
  const code = `
    @group(0) @binding(0) var<storage, read_write> items: array<f32>;
    @group(0) @binding(1) var<storage, read_write> segments: array<u32>;
    @group(0) @binding(2) var<storage, read_write> perSegment: array<f32>;
    @group(0) @binding(3) var<storage, read_write> results: array<f32>;

    @compute @workgroup_size(${WORKGROUP})
    fn main(@builtin(global_invocation_id) at: vec3u, @builtin(num_workgroups) grid: vec3u) {
      let i = at.y * grid.x * ${WORKGROUP}u + at.x;
      if (i >= arrayLength(&results)) { return; }
      let x = items[i];
      let ofSegment = perSegment[segments[i] - 1u];
      results[i] = ${value};
    }`;
  const buffer = { type: 'storage' };
  const entries = [0, 1, 2, 3].map((binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer }));
  const layout = device.createBindGroupLayout({ entries });
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code }) },
  });
  return (pass, items, ...buffers) => {
    const bound = buffers.map((each, binding) => ({ binding, resource: { buffer: each, size: each.size } }));
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout, entries: bound }));
    const workgroups = Math.ceil(items / WORKGROUP);
    const rows = Math.ceil(workgroups / 65535);
    pass.dispatchWorkgroups(Math.ceil(workgroups / rows), rows);
  };
}

/**
 * Makes a softmax for up to `maxItems` items in `maxSegments` segments. Its `encode` records into an open compute pass.
 *
 * `heads` says for each item how many segments begin there, so that segments without items count too. `numbers`,
 * `exponentials` and `perSegment` are room for intermediate results, four bytes per item or per segment.
 */
export async function createSoftmax(device, maxItems, maxSegments) {
  const room = { maxItems, maxSegments };
  const scan = await createSegmentedScan(device, { type: 'u32', op: 'sum', maxItems, maxSegments: 1 });
  const largest = await createSegmentedReduce(device, { type: 'f32', op: 'max', ...room });
  const sums = await createSegmentedReduce(device, { type: 'f32', op: 'sum', ...room });
  const [powers, quotients] = ['exp(x - ofSegment)', 'x / ofSegment'].map((value) => kernelOfEach(device, value));
  return {
    encode(pass, { scores, heads, offsets, numbers, exponentials, perSegment, output, items, segments }) {
      if (items === 0) return;
      const given = { segments: { offsets, count: segments }, itemCount: items };
      scan.encode(pass, { input: heads, output: numbers, segments: { size: items, count: 1 }, itemCount: items });
      largest.encode(pass, { input: scores, output: perSegment, ...given });
      powers(pass, items, scores, numbers, perSegment, exponentials);
      sums.encode(pass, { input: exponentials, output: perSegment, ...given });
      quotients(pass, items, exponentials, numbers, perSegment, output);
    },
    destroy() {
      for (const plan of [scan, largest, sums]) plan.destroy();
    },
  };
}

/** Softmax of every segment of a host array, in one submission. */
export async function softmax(device, scores, offsets) {
  const [items, segments] = [scores.length, offsets.length - 1];
  if (items === 0) return new Float32Array();
  const heads = new Uint32Array(items);
  for (let i = 0; i < segments; i++) if (offsets[i] < items) heads[offsets[i]]++;

  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const made = [];
  const buffer = (size, moreUsage = usage) => {
    made.push(device.createBuffer({ size, usage: moreUsage }));
    return made.at(-1);
  };
  const upload = (words) => {
    const to = buffer(words.byteLength);
    device.queue.writeBuffer(to, 0, words);
    return to;
  };
  const [numbers, exponentials, output] = [buffer(4 * items), buffer(4 * items), buffer(4 * items)];
  const plan = await createSoftmax(device, items, segments);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  const given = { scores: upload(scores), heads: upload(heads), offsets: upload(offsets) };
  plan.encode(pass, { ...given, numbers, exponentials, perSegment: buffer(4 * segments), output, items, segments });
  pass.end();
  const staging = buffer(4 * items, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  encoder.copyBufferToBuffer(output, 0, staging, 0, 4 * items);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const result = new Float32Array(staging.getMappedRange().slice(0));
  for (const each of made) each.destroy();
  plan.destroy();
  return result;
}

export async function main(device, print = console.log) {
  // Attention in a graph: the edges of each node compete.
  const offsets = Uint32Array.of(0, 3, 3, 5, 6);
  const targets = [1, 2, 3, 0, 1, 2];
  const weights = await softmax(device, Float32Array.of(1001, 1000, 999, -4, -4, 7), offsets);
  for (let node = 0; node + 1 < offsets.length; node++) {
    const edges = targets.slice(offsets[node], offsets[node + 1]);
    const texts = edges.map((to, i) => `${Number(weights[offsets[node] + i].toFixed(3))} to ${to}`);
    print(`node ${node}: ${texts.join(', ') || 'no edges'}`);
  }
}

// As a program: node examples/softmax.mjs
if (globalThis.process?.argv[1]?.endsWith('softmax.mjs')) {
  const { requestDevice } = await import('webgpu-segmented/node');
  const device = await requestDevice();
  await main(device);
  device.destroy();
}
