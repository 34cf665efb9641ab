/** Wrong buffers for a list of operators: refused before anything is recorded. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReduce, type LoosePlan } from '../support/reduce-run.ts';
import { expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('encode of a list refuses', () => {
  let plan: LoosePlan;
  let encoder: GPUCommandEncoder;
  let buffers: GPUBuffer[] = [];

  beforeAll(async () => {
    const ops = ['sum', 'argmin', 'max', 'argmax'];
    plan = await createReduce(device(), { type: 'f32', op: ops, maxItems: 1000, maxSegments: 10 });
  });
  afterAll(() => plan.destroy());

  afterEach(async () => {
    // No part was recorded: the encoder's content is valid.
    device().queue.submit([encoder.finish()]);
    for (const made of buffers) made.destroy();
    buffers = [];
    await expectStillWorking(device());
  });

  function buffer(words: number, usage: number = GPUBufferUsage.STORAGE): GPUBuffer {
    const made = device().createBuffer({ size: words * 4, usage });
    buffers.push(made);
    return made;
  }

  const right = () => ({
    input: buffer(1000),
    output: [buffer(10), buffer(10), buffer(10), buffer(10)] as unknown[],
    outputIndex: [undefined, buffer(10), undefined, buffer(10)] as unknown,
    segments: { offsets: buffer(11), count: 10 },
  });
  const encode = (wrong: object) => () => {
    encoder = device().createCommandEncoder();
    return plan.encode(encoder, { ...right(), ...wrong });
  };
  const withOutput = (at: number, output: unknown) => right().output.map((other, i) => (i === at ? output : other));

  it('no right argument', () => {
    expect(encode({})).not.toThrow();
  });

  it('fewer or more outputs than operators, or one that is no list', async () => {
    for (const count of [0, 3, 5]) {
      const output = Array.from({ length: count }, () => buffer(10));
      await expectThrow(encode({ output }), 'invalid-option', [/output/, new RegExp(`\\b${count}\\b`), /\b4\b/]);
    }
    await expectThrow(encode({ output: buffer(10) }), 'invalid-option', [/output/]);
    await expectThrow(encode({ output: undefined }), 'invalid-option', [/output/]);
    await expectThrow(encode({ output: withOutput(2, undefined) }), 'invalid-option', [/output/, /2/]);
  });

  it('missing buffers for indices', async () => {
    for (const outputIndex of [undefined, [], [undefined, buffer(10)], [undefined, undefined, undefined, buffer(10)]]) {
      await expectThrow(encode({ outputIndex }), 'invalid-option', [/outputIndex/]);
    }
  });

  it('an output or an index that holds less than one element a segment', async () => {
    const codes = ['length-mismatch', 'limit-exceeded'];
    await expectThrow(encode({ output: withOutput(3, buffer(9)) }), codes, [/output/, /36/, /40/]);
    const outputIndex = [undefined, buffer(9), undefined, buffer(10)];
    await expectThrow(encode({ outputIndex }), codes, [/outputIndex/, /36/, /40/]);
  });

  it('outputs that overlap each other, an index or the input', async () => {
    const code = 'overlapping-buffers';
    const shared = buffer(1000);
    const first = { buffer: shared, offset: 0, size: 512 };
    const second = { buffer: shared, offset: 256, size: 512 };
    const room = 100;
    const wide = await createReduce(device(), {
      type: 'f32',
      op: ['sum', 'argmin'],
      maxItems: 1000,
      maxSegments: room,
    });
    const io = (over: object) => () => {
      encoder = device().createCommandEncoder();
      const outputs = { output: [buffer(room), buffer(room)], outputIndex: [undefined, buffer(room)] };
      const segments = { offsets: buffer(room + 1), count: room };
      return wide.encode(encoder, { input: buffer(1000), ...outputs, segments, ...over });
    };
    expect(io({})).not.toThrow();
    await expectThrow(io({ output: [first, second] }), code, [/output/]);
    await expectThrow(io({ output: [first, first] }), code, [/output/]);
    await expectThrow(io({ output: [buffer(room), first], outputIndex: [undefined, second] }), code, [/outputIndex/]);
    await expectThrow(io({ output: [first, buffer(room)], outputIndex: [undefined, first] }), code, [/outputIndex/]);
    await expectThrow(io({ output: [buffer(room), shared], input: shared }), code, [/input/, /output/]);
    await expectThrow(io({ outputIndex: [undefined, shared], input: shared }), code, [/input/, /outputIndex/]);
    const segments = { offsets: shared, count: room };
    await expectThrow(io({ output: [buffer(room), shared], segments }), code, [/offsets/, /output/]);
    wide.destroy();
  });

  it('outputs without STORAGE', async () => {
    const without = buffer(10, GPUBufferUsage.COPY_SRC);
    await expectThrow(encode({ output: withOutput(2, without) }), 'missing-usage', [/output/, /STORAGE/]);
    const outputIndex = [undefined, without, undefined, buffer(10)];
    await expectThrow(encode({ outputIndex }), 'missing-usage', [/outputIndex/, /STORAGE/]);
  });
});
