/**
 * Points in cells, sorted from the farthest to the nearest in each cell. A TypeGPU pipeline computes the distances, and
 * a plan of the library sorts them in the same encoder. README.md says how to run it.
 */
import assert from 'node:assert/strict';
import tgpu, { d } from 'typegpu';
import { createSegmentedSort } from 'webgpu-segmented';
import { requestDevice } from 'webgpu-segmented/node';

const CELLS = 64;
const PER_CELL = 48;
const COUNT = CELLS * PER_CELL;

const Points = d.arrayOf(d.vec3f, COUNT);
const Distances = d.arrayOf(d.f32, COUNT);
const Order = d.arrayOf(d.u32, COUNT);

const layout = tgpu.bindGroupLayout({
  points: { storage: Points },
  distances: { storage: Distances, access: 'mutable' },
});

const measure = tgpu.computeFn({ in: { id: d.builtin.globalInvocationId }, workgroupSize: [64] })`{
  let point = layout.$.points[in.id.x];
  layout.$.distances[in.id.x] = dot(point, point);
}`.$uses({ layout });

/** The order in which the points of each cell are drawn, farthest first: indices in all points. */
async function drawOrder(root, points) {
  const { device } = root;
  const buffers = {
    points: root.createBuffer(Points, points).$usage('storage'),
    distances: root.createBuffer(Distances).$usage('storage'),
    order: root.createBuffer(Order).$usage('storage'),
  };
  const pipeline = root.createComputePipeline({ compute: measure });
  const group = root.createBindGroup(layout, { points: buffers.points, distances: buffers.distances });
  const sort = await createSegmentedSort(device, {
    ...{ keyType: 'f32', valueType: 'index', order: 'descending' },
    ...{ maxItems: COUNT, maxSegments: CELLS, maxSegmentSize: PER_CELL, inPlace: true },
  });

  const encoder = device.createCommandEncoder();
  pipeline
    .with(group)
    .with(encoder)
    .dispatchWorkgroups(COUNT / 64);
  const distances = root.unwrap(buffers.distances);
  sort.encode(encoder, {
    ...{ keysIn: distances, keysOut: distances, valuesOut: root.unwrap(buffers.order) },
    ...{ segments: { size: PER_CELL, count: CELLS }, itemCount: COUNT },
  });
  device.queue.submit([encoder.finish()]);
  const order = await buffers.order.read();
  sort.destroy();
  return order;
}

/** The same in JavaScript. */
function expectedOrder(points) {
  const distance = (i) => points[i].x ** 2 + points[i].y ** 2 + points[i].z ** 2;
  const cell = (first) => Array.from({ length: PER_CELL }, (_, i) => first + i);
  return Array.from({ length: CELLS }, (_, i) => cell(i * PER_CELL)).flatMap((rows) =>
    rows.sort((a, b) => distance(b) - distance(a) || a - b),
  );
}

/** Acts as a browser's `navigator.gpu`: by default a device has no features and WebGPU's default limits. */
function offerGpu() {
  const withoutFeatures = ['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'];
  const adapter = {
    features: new Set(),
    requestDevice: () => requestDevice({ limits: 'default', withoutFeatures, quiet: true }),
  };
  const gpu = { requestAdapter: async () => adapter };
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
}

// Whole numbers, so that the GPU's distances are exact.
const whole = (i, factor) => (Math.imul(i, factor) >>> 20) % 64;
const points = Array.from({ length: COUNT }, (_, i) => d.vec3f(whole(i, 0x9e3779b1), whole(i, 0x85ebca6b), i % 7));

const ours = tgpu.initFromDevice({ device: await requestDevice() });
assert.deepEqual(await drawOrder(ours, points), expectedOrder(points));
console.log(`our device: ${CELLS} cells of ${PER_CELL} points in order`);

offerGpu();
const theirs = await tgpu.init();
assert.equal(theirs.enabledFeatures.has('subgroups'), false);
assert.deepEqual(await drawOrder(theirs, points), expectedOrder(points));
console.log(`the device of tgpu.init(), without subgroups: the same`);

ours.device.destroy();
theirs.destroy();
