/**
 * Sorts the entries of every row of a sparse matrix (CSR) by column, then multiplies the matrix by a vector. A kernel
 * of a few lines multiplies each entry by its vector element. A segmented sum in the same encoder adds each row's
 * products. Nothing returns to the host between the two.
 *
 * Run: `npm run example -- csr` in the repository; elsewhere `await main(device)`.
 *
 * Prints:
 *   row 0: 4 at 0, -1 at 1
 *   row 1: -1 at 0, 4 at 1, -1 at 2
 *   row 2:
 *   row 3: -1 at 1, 2.5 at 3
 *   A x = 2, 4, 0, 8
 */
import { createSegmentedReduce, segmentedSortByKey } from 'webgpu-segmented';

/** Sorts the entries of each row by column. */
export async function withSortedRows(device, { offsets, columns, entries }) {
  const sorted = await segmentedSortByKey(device, columns, entries, offsets);
  return { offsets, columns: sorted.keys, entries: sorted.values };
}

const MULTIPLY = `
  @group(0) @binding(0) var<storage, read> columns: array<u32>;
  @group(0) @binding(1) var<storage, read> entries: array<f32>;
  @group(0) @binding(2) var<storage, read> x: array<f32>;
  @group(0) @binding(3) var<storage, read_write> products: array<f32>;
  @compute @workgroup_size(64)
  fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) grid: vec3u) {
    for (var i = id.x; i < arrayLength(&products); i += 64u * grid.x) {
      products[i] = entries[i] * x[columns[i]];
    }
  }`;

/** y = A x: one float per row. `offsets`, `columns`: Uint32Array; `entries`, `x`: Float32Array. */
export async function multiply(device, { offsets, columns, entries }, x) {
  const rows = offsets.length - 1;
  if (entries.length === 0) return new Float32Array(rows);
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const buffers = [];
  const buffer = (size, usage) => {
    buffers.push(device.createBuffer({ size, usage }));
    return buffers.at(-1);
  };
  const upload = (array) => {
    const made = buffer(array.byteLength, STORAGE | COPY_DST);
    device.queue.writeBuffer(made, 0, array);
    return made;
  };
  const maxSegmentSize = offsets.reduce((longest, end, row) => Math.max(longest, end - (offsets[row - 1] ?? 0)), 0);
  const sum = await createSegmentedReduce(device, {
    ...{ type: 'f32', op: 'sum' },
    ...{ maxItems: entries.length, maxSegments: rows, maxSegmentSize },
  });
  const module = device.createShaderModule({ code: MULTIPLY });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });

  const products = buffer(entries.byteLength, STORAGE);
  const output = buffer(4 * rows, STORAGE | COPY_SRC);
  const readback = buffer(4 * rows, MAP_READ | COPY_DST);
  const entriesOf = [upload(columns), upload(entries), upload(x), products];
  const bindGroup = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: entriesOf.map((bound, binding) => ({ binding, resource: { buffer: bound } })),
  });

  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindGroup);
  pass.dispatchWorkgroups(Math.min(Math.ceil(entries.length / 64), 65535));
  pass.end();
  const segments = { offsets: upload(offsets), count: rows };
  sum.encode(encoder, { input: products, output, segments, itemCount: entries.length });
  encoder.copyBufferToBuffer(output, 0, readback, 0, 4 * rows);
  device.queue.submit([encoder.finish()]);
  await readback.mapAsync(GPUMapMode.READ);
  const y = new Float32Array(readback.getMappedRange().slice());
  sum.destroy();
  for (const made of buffers) made.destroy();
  return y;
}

export async function main(device, print = console.log) {
  const matrix = await withSortedRows(device, {
    offsets: Uint32Array.of(0, 2, 5, 5, 7),
    columns: Uint32Array.of(1, 0, 2, 0, 1, 3, 1),
    entries: Float32Array.of(-1, 4, -1, -1, 4, 2.5, -1),
  });
  const { offsets, columns, entries } = matrix;
  for (let row = 0; row + 1 < offsets.length; row++) {
    const cells = Array.from(
      entries.subarray(offsets[row], offsets[row + 1]),
      (entry, i) => `${entry} at ${columns[offsets[row] + i]}`,
    );
    print(`row ${row}: ${cells.join(', ')}`.trim());
  }
  print(`A x = ${(await multiply(device, matrix, Float32Array.of(1, 2, 3, 4))).join(', ')}`);
}
