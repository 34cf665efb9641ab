/** Objects of frameworks, of other devices and of other copies of WebGPU: refused by messages that help. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { create } from 'webgpu';
import {
  createSegmentedReduce,
  createSegmentedSort,
  deviceDescriptor,
  type SegmentedError,
  type SegmentedSort,
  segmentedReduce,
  segmentedSort,
} from '../../src/index.ts';
import { openDevice, takeDeviceErrors } from '../support/device.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const USAGE = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
let made: { destroy(): void }[] = [];
function bufferOf(of: GPUDevice, size = 64): GPUBuffer {
  const buffer = of.createBuffer({ size, usage: USAGE() });
  made.push(buffer);
  return buffer;
}

let plan: SegmentedSort;
const right = () => ({
  keysIn: bufferOf(device()),
  keysOut: bufferOf(device()),
  segments: { offsets: bufferOf(device()), count: 2 } as { offsets: Wrong; count: number },
});
beforeEach(async () => {
  plan = await createSegmentedSort(device(), { keyType: 'u32', maxItems: 16, maxSegments: 4 });
});
afterEach(async () => {
  for (const each of [plan, ...made]) each.destroy();
  made = [];
  await expectStillWorking(device());
});

/** An object with a class, like the wrappers of frameworks. */
class Wrapper {
  constructor(members: object) {
    Object.assign(this, members);
  }
}

describe('a framework’s device is refused with the member to pass', () => {
  const WRAPPED: [string, string, (device: GPUDevice) => object][] = [
    ['TypeGPU', '.device', (own) => ({ device: own, createBuffer() {}, unwrap() {} })],
    ['luma.gl', '.handle', (own) => ({ handle: own, createBuffer() {}, lost: Promise.resolve(), limits: {} })],
    ['three.js', '.backend.device', (own) => ({ backend: { device: own } })],
    ['PlayCanvas', '.wgpu', (own) => ({ wgpu: own })],
    ['Babylon', '._device', (own) => ({ _device: own })],
  ];
  it.each(WRAPPED)('%s', async (_, path, wrap) => {
    const wrapped: Wrong = new Wrapper(wrap(device()));
    const says = [new RegExp(`^device: .*; allowed: a GPUDevice: pass its ${path.replaceAll('.', '\\.')}$`)];
    const room = { maxItems: 1, maxSegments: 1 };
    for (const call of [
      () => segmentedSort(wrapped, Uint32Array.of(1), [0, 1]),
      () => segmentedReduce(wrapped, Uint32Array.of(1), [0, 1], 'sum'),
      () => createSegmentedSort(wrapped, { keyType: 'u32', ...room }),
      () => createSegmentedReduce(wrapped, { type: 'u32', op: 'sum', ...room }),
    ])
      await expectRefusal(call, 'invalid-option', says);
  });

  it('and null as adapter says what null means', async () => {
    const says = [/^adapter: null; allowed: a GPUAdapter; requestAdapter\(\) gives null where there is none/];
    await expectRefusal(() => deviceDescriptor(null as Wrong), 'invalid-option', says);
    await expectRefusal(() => deviceDescriptor(undefined as Wrong), 'invalid-option', [/^adapter: undefined/]);
  });
});

describe('a framework’s buffer is refused with the member to pass', () => {
  const WRAPPED: [string, string, (buffer: GPUBuffer) => object][] = [
    ['TypeGPU', '.buffer', (own) => ({ buffer: own, initial: undefined, dataType: {} })],
    ['luma.gl', '.handle', (own) => ({ handle: own, usage: 128, byteLength: 64 })],
    ['ONNX Runtime', '.gpuBuffer', (own) => ({ gpuBuffer: own, dims: [16] })],
    ['PlayCanvas', '.impl.buffer', (own) => ({ impl: { buffer: own } })],
    ['TypeGPU without a buffer', '.unwrap(…)', () => ({ unwrap() {} })],
  ];
  it.each(WRAPPED)('%s', async (_, path, wrap) => {
    const encoder = device().createCommandEncoder();
    const says = (name: string) => [
      `${name}: `,
      `allowed: a GPUBuffer or { buffer, offset?, size? }: pass its ${path}`,
    ];
    const wrapped: Wrong = new Wrapper(wrap(bufferOf(device())));
    for (const name of ['keysIn', 'keysOut', 'temporary']) {
      const encode = () => plan.encode(encoder, { ...right(), [name]: wrapped });
      await expectThrow(encode, 'invalid-option', says(name));
    }
    const segments = { offsets: wrapped, count: 2 };
    await expectThrow(() => plan.encode(encoder, { ...right(), segments }), 'invalid-option', says('segments.offsets'));
    device().queue.submit([encoder.finish()]);
  });
});

it('a framework’s encoder is refused with the member to pass', async () => {
  const handle = device().createCommandEncoder();
  const wrapped: Wrong = new Wrapper({ handle, beginComputePass() {}, finish() {} });
  const says = [/^encoder: .*; allowed: a GPUCommandEncoder or an open GPUComputePassEncoder: pass its \.handle$/];
  await expectThrow(() => plan.encode(wrapped, right()), 'invalid-option', says);
  device().queue.submit([handle.finish()]);
});

/** The errors that the device reports as events, from the library and from WebGPU. */
async function reportedBy(work: () => void): Promise<SegmentedError[]> {
  const reported: SegmentedError[] = [];
  const listener = (event: Event) => {
    const { error } = event as unknown as { error: SegmentedError };
    if (error.name === 'SegmentedError') reported.push(error);
  };
  device().addEventListener('uncapturederror', listener);
  work();
  await device().queue.onSubmittedWorkDone();
  await vi.waitFor(() => expect(reported.length).toBeGreaterThan(0));
  device().removeEventListener('uncapturederror', listener);
  expect(takeDeviceErrors(device()).length).toBeGreaterThan(0);
  return reported;
}

describe('what only WebGPU knows is reported with the argument’s name', () => {
  it('a buffer of another device, and refused from then on', async () => {
    const other = await openDevice();
    for (const name of ['keysIn', 'keysOut', 'segments.offsets', 'temporary']) {
      const foreign = bufferOf(other, 1 << 20);
      const given = { ...right(), itemCount: 16 };
      const buffers =
        name === 'segments.offsets'
          ? { ...given, segments: { offsets: foreign, count: 2 } }
          : { ...given, [name]: foreign };
      const encode = () => plan.encode(device().createCommandEncoder(), buffers);
      const [error] = await reportedBy(encode);
      expect(error?.code).toBe('wrong-device');
      const says = [`${name}: of another device; allowed: one of the device that the plan was made with.`];
      expect(error?.message).toContain(says[0]);
      expect(error?.message).toContain('Did a framework make its own device?');
      await expectThrow(encode, 'wrong-device', says);
    }
    other.destroy();
  });

  it('a destroyed buffer', async () => {
    const given = right();
    given.keysOut.destroy();
    const [error] = await reportedBy(() => plan.encode(device().createCommandEncoder(), given));
    expect([error?.code, error?.message]).toEqual([
      'destroyed',
      expect.stringMatching(/^keysOut: a destroyed buffer; /),
    ]);
  });

  it('a finished encoder', async () => {
    const encoder = device().createCommandEncoder();
    plan.encode(encoder, right());
    encoder.finish();
    const [error] = await reportedBy(() => plan.encode(encoder, right()));
    expect(error?.code).toBe('invalid-option');
    expect(error?.message).toMatch(/^encoder: a finished encoder; allowed: an encoder before finish\(\)/);
  });

  it('and no right argument', async () => {
    const encoder = device().createCommandEncoder();
    const given = right();
    plan.encode(encoder, given);
    plan.encode(encoder, given);
    device().queue.submit([encoder.finish()]);
    await device().queue.onSubmittedWorkDone();
    expect(takeDeviceErrors(device())).toEqual([]);
  });
});

it('objects of a second implementation are refused by name', async () => {
  expect(typeof create).toBe('function');
  const real = device().createBindGroup;
  const foreign = bufferOf(device());
  const given = right();
  // A second copy of Dawn does not recognize the first copy's objects, and throws.
  device().createBindGroup = () => {
    throw new TypeError('not a GPUBuffer');
  };
  const says = [/^keysIn: a GPUBuffer of another implementation of WebGPU; allowed: /, /webgpu loaded twice\?/];
  await expectThrow(
    () => plan.encode(device().createCommandEncoder(), { ...given, keysIn: foreign }),
    'wrong-device',
    says,
  );
  device().createBindGroup = real;
  const encoder = device().createCommandEncoder();
  const begin = encoder.beginComputePass.bind(encoder);
  let ended = 0;
  encoder.beginComputePass = (descriptor) => {
    const pass = begin(descriptor);
    const end = pass.end.bind(pass);
    pass.setPipeline = () => {
      throw new TypeError('not a GPUComputePipeline');
    };
    pass.end = () => {
      ended++;
      return end();
    };
    return pass;
  };
  const ofEncoder = [/^encoder: an encoder of another implementation of WebGPU; allowed: /];
  await expectThrow(() => plan.encode(encoder, given), 'wrong-device', ofEncoder);
  expect(ended).toBe(1);
});

describe('a buffer that holds more than maxItems', () => {
  it('needs itemCount', async () => {
    const encoder = device().createCommandEncoder();
    const padded = bufferOf(device(), 128);
    const says = (name: string) => [
      `${name}: 32 items; allowed: at most maxItems, 16: give itemCount, since the buffer holds more`,
    ];
    await expectThrow(() => plan.encode(encoder, { ...right(), keysIn: padded }), 'limit-exceeded', says('keysIn'));
    plan.encode(encoder, { ...right(), keysIn: padded, itemCount: 16 });
    plan.encode(encoder, { ...right(), keysIn: { buffer: padded, size: 64 } });
    plan.encode(encoder, { ...right(), keysOut: padded });
    const room = { maxItems: 16, maxSegments: 4 };
    const pairs = await createSegmentedSort(device(), { keyType: 'u32', valueType: 'u32', ...room });
    const sum = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room });
    const bytes = await createSegmentedSort(device(), { keyType: 'u8', maxItems: 3, maxSegments: 1 });
    made.push(pairs, sum, bytes);
    const values = { valuesIn: padded, valuesOut: bufferOf(device(), 128) };
    await expectThrow(() => pairs.encode(encoder, { ...right(), ...values }), 'limit-exceeded', says('valuesIn'));
    const { segments, keysOut: output } = right();
    await expectThrow(() => sum.encode(encoder, { input: padded, output, segments }), 'limit-exceeded', says('input'));
    // Three bytes take a whole word. They are no more items than the plan has room for.
    const word = { keysIn: bufferOf(device(), 4), keysOut: bufferOf(device(), 4), segments: { size: 3, count: 1 } };
    bytes.encode(encoder, word);
    device().queue.submit([encoder.finish()]);
  });

  it('needs itemCount as an input that holds more than another one does', async () => {
    const encoder = device().createCommandEncoder();
    const room = { maxItems: 16, maxSegments: 4 };
    const narrow = await createSegmentedSort(device(), { keyType: 'u8', valueType: 'u32', ...room });
    const descriptor = { type: 'f32', op: 'sum', width: 2, rows: true, weights: true, ...room } as const;
    const rows = await createSegmentedReduce(device(), descriptor);
    made.push(narrow, rows);
    const { segments } = right();
    const [input, rowsIn, weightsIn, output] = [64, 40, 32, 64].map((bytes) => bufferOf(device(), bytes));
    const given = { input, rowsIn, weightsIn, output, segments } as never as Parameters<typeof rows.encode>[1];
    const says = ['rowsIn: 10 items; allowed: at most another input, 8: give itemCount, since the buffer holds more'];
    await expectThrow(() => rows.encode(encoder, given), 'limit-exceeded', says);
    rows.encode(encoder, { ...given, itemCount: 8 });
    // Five bytes take two words: three more than there are values.
    const [keysIn, keysOut] = [bufferOf(device(), 8), bufferOf(device(), 8)];
    const [valuesIn, valuesOut] = [bufferOf(device(), 20), bufferOf(device(), 20)];
    const pairs = { keysIn, keysOut, valuesIn, valuesOut, segments: { size: 5, count: 1 } };
    narrow.encode(encoder, pairs);
    const short = bufferOf(device(), 16);
    const more = ['keysIn: 8 items; allowed: at most another input, 4: give itemCount, since the buffer holds more'];
    await expectThrow(() => narrow.encode(encoder, { ...pairs, valuesIn: short }), 'limit-exceeded', more);
    device().queue.submit([encoder.finish()]);
  });

  it('and outputs hold all items of the inputs', async () => {
    const keysOut = bufferOf(device(), 32);
    const encode = () => plan.encode(device().createCommandEncoder(), { ...right(), keysOut });
    await expectThrow(encode, 'limit-exceeded', [/^keysOut: 32 bytes; allowed: at least 64/]);
  });
});
