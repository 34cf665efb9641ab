/**
 * Wrong arguments of a reduce's plan and of its `encode`: each is refused before anything is recorded, with its
 * message.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSegmentedReduce } from '../../src/index.ts';
import type { ReducePlan } from '../support/classes.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const MAX_ITEMS = 1000;
const MAX_SEGMENTS = 10;

/** An argument of a caller without types. */
// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const REDUCE = { type: 'f32', op: 'sum', maxItems: MAX_ITEMS, maxSegments: MAX_SEGMENTS } as const;

let buffers: GPUBuffer[] = [];

function buffer(words: number, usage: number = GPUBufferUsage.STORAGE): GPUBuffer {
  const made = device().createBuffer({ size: words * 4, usage });
  buffers.push(made);
  return made;
}

afterEach(async () => {
  for (const made of buffers) made.destroy();
  buffers = [];
  await expectStillWorking(device());
});

describe('createSegmentedReduce refuses', () => {
  const create = (wrong: Wrong) => () => createSegmentedReduce(device(), { ...REDUCE, ...wrong });

  it('sizes that are no whole numbers, or too large', async () => {
    await expectRefusal(create({ maxItems: -1 }), 'invalid-option', [/maxItems/, /-1/]);
    await expectRefusal(create({ maxSegments: 0.5 }), 'invalid-option', [/maxSegments/, /0\.5/]);
    await expectRefusal(create({ maxItems: 2 ** 40 }), 'limit-exceeded', [/maxItems/, /1099511627776/]);
  });
});

describe('reduce.encode refuses', () => {
  let plan: ReducePlan;
  let encoder: GPUCommandEncoder;

  beforeEach(async () => {
    plan = await createSegmentedReduce(device(), REDUCE);
    encoder = device().createCommandEncoder();
  });

  afterEach(() => {
    device().queue.submit([encoder.finish()]);
    plan.destroy();
  });

  const right = () => ({
    input: buffer(MAX_ITEMS),
    output: buffer(MAX_SEGMENTS),
    segments: { offsets: buffer(MAX_SEGMENTS + 1), count: MAX_SEGMENTS },
  });
  const encode = (wrong: Wrong) => () => plan.encode(encoder, { ...right(), ...wrong });

  it('no right argument', () => {
    expect(encode({})).not.toThrow();
  });

  it('more than maxItems or maxSegments', async () => {
    await expectThrow(encode({ itemCount: 1001 }), 'limit-exceeded', [/itemCount/, /1001/, /1000/]);
    const segments = { offsets: buffer(100), count: 11 };
    await expectThrow(encode({ segments, output: buffer(100) }), 'limit-exceeded', [/count/, /11/, /10/]);
  });

  it('an output that holds less than one element per segment', async () => {
    const wrong = { output: buffer(MAX_SEGMENTS - 1) };
    await expectThrow(encode(wrong), ['length-mismatch', 'limit-exceeded'], [/output/, /\b(9|36)\b/, /\b(10|40)\b/]);
  });

  it('buffers without STORAGE', async () => {
    const without = () => buffer(MAX_ITEMS + plan.temporaryBytes / 4 + 1, GPUBufferUsage.COPY_SRC);
    for (const name of ['input', 'output']) {
      await expectThrow(encode({ [name]: without() }), 'missing-usage', [new RegExp(name), /STORAGE/]);
    }
  });

  it('an output that overlaps the input or the offsets', async () => {
    const shared = buffer(4096);
    const input = { buffer: shared, offset: 0, size: 4000 };
    const output = { buffer: shared, offset: 256, size: 40 };
    await expectThrow(encode({ input, output }), 'overlapping-buffers', [/input/, /output/]);
    const segments = { offsets: { buffer: shared, offset: 256, size: 44 }, count: MAX_SEGMENTS };
    await expectThrow(encode({ output, segments }), 'overlapping-buffers', [/offsets/, /output/]);
    // WebGPU does not bind a buffer twice if a kernel could write it.
    const both = buffer(MAX_SEGMENTS);
    const same = { segments: { begin: both, end: both, count: 2 } };
    await expectThrow(encode(same), 'overlapping-buffers', [/^segments\.begin \(/, / segments\.end \(/]);
  });

  it('to record once the plan is destroyed', async () => {
    plan.destroy();
    await expectThrow(encode({}), 'destroyed', [/plan|reduce/]);
  });
});
