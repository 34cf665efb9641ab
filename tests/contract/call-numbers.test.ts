/** A call's numbers, as immediate data and as a uniform: calls recorded in one encoder keep separate numbers. */
import { describe, expect, it } from 'vitest';
import { immediateBytes } from '../../src/gpu/device.ts';
import { createSegmentedReduce, createSegmentedSort, type SegmentsArgument } from '../../src/index.ts';
import { offsetsOf, repeated, SEED, totalOf } from '../support/cases.ts';
import { type Range, recordInto, Workspace, withoutGpuErrors } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const OFFSETS = offsetsOf([3, 0, 40, 1, 700, ...repeated(12, 20), 90, 1300]);
const ITEMS = totalOf(OFFSETS);
const SEGMENTS = OFFSETS.length - 1;
const KEYS = Uint32Array.from({ length: ITEMS }, (_, i) => Math.imul(i + SEED, 2654435761) >>> 0);
const ROOM = { maxItems: ITEMS, maxSegments: SEGMENTS };

/** The numbers of items and of segments, and the size of segments that have one size. */
type Numbers = readonly [items: number, segments: number, size?: number];

/** More calls than the cache of uniforms holds. The last one repeats the first. Neighbours differ in one number. */
const NUMBERS: readonly Numbers[] = [
  [ITEMS, SEGMENTS],
  [ITEMS, 7],
  [1000, 7],
  [1000, SEGMENTS],
  [1000, 5],
  [740, 5],
  [1000, 5, 100],
  [1000, 5, 70],
  [1000, 9, 70],
  [ITEMS, 9, 70],
  [ITEMS, 3, 600],
  [ITEMS, 2],
  [ITEMS, SEGMENTS],
];

const bounds = ([items, count, size]: Numbers) =>
  Array.from({ length: count }, (_, s) =>
    size ? [s * size, (s + 1) * size] : [Math.min(OFFSETS[s]!, items), Math.min(OFFSETS[s + 1]!, items)],
  ) as [number, number][];

interface Call {
  readonly input: Range;
  readonly output: Range;
  readonly segments: SegmentsArgument;
  readonly itemCount: number;
}

/** An operation that is recorded, and the output that it must give. */
interface Operation {
  readonly outputs: number;
  create(device: GPUDevice): Promise<{
    encode: (into: GPUCommandEncoder | GPUComputePassEncoder, call: Call) => void;
    destroy: () => void;
  }>;
  apply(numbers: Numbers, output: Uint32Array): void;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  sort: {
    outputs: ITEMS,
    async create(device) {
      const plan = await createSegmentedSort(device, { keyType: 'u32', ...ROOM });
      return {
        encode: (into, { input, output, ...more }) => plan.encode(into, { keysIn: input, keysOut: output, ...more }),
        destroy: () => plan.destroy(),
      };
    },
    apply(numbers, output) {
      for (const [begin, end] of bounds(numbers)) output.set(KEYS.slice(begin, end).sort(), begin);
    },
  },
  reduce: {
    outputs: SEGMENTS,
    async create(device) {
      const plan = await createSegmentedReduce(device, { type: 'u32', op: 'sum', ...ROOM });
      return { encode: (into, call) => plan.encode(into, call), destroy: () => plan.destroy() };
    },
    apply(numbers, output) {
      for (const [s, [begin, end]] of bounds(numbers).entries()) {
        output[s] = KEYS.subarray(begin, end).reduce((sum, word) => (sum + word) >>> 0, 0);
      }
    },
  },
};

/** Counts the bind groups and uniforms that a device makes from now on. */
function counting(device: GPUDevice) {
  const made = { bindGroups: 0, uniforms: [] as { destroyed: boolean }[] };
  const { createBindGroup, createBuffer } = device;
  device.createBindGroup = (descriptor) => {
    made.bindGroups++;
    return createBindGroup.call(device, descriptor);
  };
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer.call(device, descriptor);
    if (descriptor.label !== 'webgpu-segmented call') return buffer;
    const uniform = { destroyed: false };
    made.uniforms.push(uniform);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      uniform.destroyed = true;
      return destroy();
    };
    return buffer;
  };
  const stop = () => Object.assign(device, { createBindGroup, createBuffer });
  return { made, stop };
}

/** Adds its numbers to words 0 … 3 of a buffer, like a kernel of the caller. */
function ownKernel(device: GPUDevice, words: Range, immediates: boolean) {
  const numbers = immediates ? 'var<immediate> numbers: vec4u;' : 'const numbers = vec4u(1, 2, 3, 4);';
  const code = `${numbers}
    @group(0) @binding(0) var<storage, read_write> words: array<vec4u>;
    @compute @workgroup_size(1) fn main() { words[0] += numbers; }`;
  const entries = [{ binding: 0, visibility: 4, buffer: { type: 'storage' as const } }];
  const layout = device.createBindGroupLayout({ entries });
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout], ...(immediates ? { immediateSize: 16 } : {}) }),
    compute: { module: device.createShaderModule({ code }) },
  });
  const { buffer, offset, size } = words;
  const group = device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer, offset, size } }] });
  return (pass: GPUComputePassEncoder) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    if (immediates) pass.setImmediates(0, Uint32Array.of(1, 2, 3, 4));
    pass.dispatchWorkgroups(1);
  };
}

for (const immediates of [true, false]) {
  describe(`numbers ${immediates ? 'as the device takes them' : 'as uniforms'}`, () => {
    // The worker's device has immediate data. A device with other options would compile all kernels again.
    const device = useDevice(immediates ? {} : { immediates });

    for (const [name, { create, apply, outputs }] of Object.entries(OPERATIONS)) {
      const prepare = (space: Workspace) => ({
        input: space.input('input', KEYS),
        output: space.output('output', outputs),
        offsets: space.input('offsets', OFFSETS),
      });
      const callOf = ({ input, output, offsets }: ReturnType<typeof prepare>, [itemCount, count, size]: Numbers) => ({
        ...{ input, output, itemCount },
        segments: size ? { size, count } : { offsets, count },
      });

      it(`of many calls of one ${name} in one encoder are each call's own`, async () => {
        const plan = await create(device());
        const space = new Workspace(device(), SEED);
        const ranges = prepare(space);
        const copies = NUMBERS.map((_, i) => space.output(`after call ${i}`, outputs));
        await space.submit((encoder) => {
          for (const [i, numbers] of NUMBERS.entries()) {
            plan.encode(encoder, callOf(ranges, numbers));
            const { buffer, offset, size } = ranges.output;
            encoder.copyBufferToBuffer(buffer, offset, copies[i]!.buffer, copies[i]!.offset, size);
          }
        });
        const expected = ranges.output.before.slice();
        for (const [i, numbers] of NUMBERS.entries()) {
          apply(numbers, expected);
          expect(copies[i]!.found, `${numbers}`).toEqual(expected);
        }
        space.destroy();
        plan.destroy();
      });

      it(`of a ${name} ask for no new bind groups, but as uniforms for one a set`, async () => {
        const plan = await create(device());
        const space = new Workspace(device(), SEED);
        const ranges = prepare(space);
        const first: Numbers = [ITEMS, SEGMENTS];
        const others: readonly Numbers[] = [
          [1000, 7],
          [1000, 5],
          [740, 5],
        ];
        const encoder = device().createCommandEncoder();
        plan.encode(encoder, callOf(ranges, first));
        const { made, stop } = counting(device());
        for (const numbers of [...others, first, ...others]) plan.encode(encoder, callOf(ranges, numbers));
        const asUniforms = immediateBytes(device()) === 0;
        expect(made.bindGroups).toBe(asUniforms ? others.length : 0);
        expect(made.uniforms.length).toBe(asUniforms ? others.length : 0);
        // More calls than the cache holds: a uniform of a call that may not be submitted yet is not destroyed.
        for (let items = 0; items < 20; items++) plan.encode(encoder, callOf(ranges, [items + 1, 1]));
        expect(made.uniforms.some(({ destroyed }) => destroyed)).toBe(false);
        await withoutGpuErrors(device(), () => device().queue.submit([encoder.finish()]));
        plan.destroy();
        expect(made.uniforms.filter(({ destroyed }) => destroyed).length).toBe(asUniforms ? 8 : 0);
        stop();
        space.destroy();
      });

      it(`of a ${name} go into an open compute pass between the caller's`, async () => {
        const plan = await create(device());
        const space = new Workspace(device(), SEED);
        const ranges = prepare(space);
        const words = space.inOut('words', new Uint32Array(4));
        const own = ownKernel(device(), words, immediateBytes(device()) > 0);
        const numbers: Numbers = [1000, 7];
        await space.submit((encoder) => {
          recordInto(encoder, true, (into) => {
            const pass = into as GPUComputePassEncoder;
            own(pass);
            plan.encode(pass, callOf(ranges, [ITEMS, 3]));
            plan.encode(pass, callOf(ranges, numbers));
            own(pass);
          });
        });
        const expected = ranges.output.before.slice();
        apply([ITEMS, 3], expected);
        apply(numbers, expected);
        expect(ranges.output.found).toEqual(expected);
        expect([...words.found]).toEqual([2, 4, 6, 8]);
        space.destroy();
        plan.destroy();
      });
    }

    it('may leave ranges of one buffer that touch once as many items as the plan has room for lie in them', async () => {
      const plan = await createSegmentedSort(device(), { keyType: 'u32', maxItems: 2000, maxSegments: 20 });
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      const buffer = device().createBuffer({ size: 16_384, usage });
      device().queue.writeBuffer(buffer, 0, KEYS, 0, 1000);
      const staging = device().createBuffer({ size: 4000, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      await withoutGpuErrors(device(), async () => {
        const encoder = device().createCommandEncoder();
        // Neither range has a size.
        const io = { keysIn: { buffer }, keysOut: { buffer, offset: 4096 } };
        plan.encode(encoder, { ...io, segments: { size: 100, count: 10 }, itemCount: 1000 });
        encoder.copyBufferToBuffer(buffer, 4096, staging, 0, 4000);
        device().queue.submit([encoder.finish()]);
        await staging.mapAsync(GPUMapMode.READ);
      });
      const found = new Uint32Array(staging.getMappedRange().slice(0));
      const expected = Uint32Array.from(
        Array.from({ length: 10 }, (_, s) => [...KEYS.slice(100 * s, 100 * s + 100).sort()]).flat(),
      );
      expect(found).toEqual(expected);
      for (const made of [staging, buffer]) made.destroy();
      plan.destroy();
    });
  });
}

describe('a reduce of fewer items than its input’s buffer holds', () => {
  const device = useDevice();

  it('binds whole vectors, and no more than the buffer', async () => {
    // The buffer ends 2 words after the last whole vector.
    const words = 1002;
    const plan = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', maxItems: 5000, maxSegments: 10 });
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const input = device().createBuffer({ size: 4 * words, usage });
    device().queue.writeBuffer(input, 0, KEYS, 0, words);
    const output = device().createBuffer({ size: 40, usage });
    const staging = device().createBuffer({ size: 40, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      plan.encode(encoder, { input, output, segments: { size: 99, count: 10 }, itemCount: 999 });
      encoder.copyBufferToBuffer(output, 0, staging, 0, 40);
      device().queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
    });
    const sums = Uint32Array.from({ length: 10 }, (_, s) => KEYS.subarray(99 * s, 99 * s + 99).reduce((a, b) => a + b));
    expect(new Uint32Array(staging.getMappedRange())).toEqual(sums);
    for (const made of [input, output, staging]) made.destroy();
    plan.destroy();
  });
});
