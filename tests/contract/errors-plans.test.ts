/**
 * Wrong arguments of a sort's plan and of its `encode`: each is refused before anything is recorded, with its message.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import { createSegmentedReduce, createSegmentedSort, DoubleBuffer } from '../../src/index.ts';
import type { SortPlan } from '../support/classes.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const MAX_ITEMS = 1000;
const MAX_SEGMENTS = 10;

/** An argument of a caller without types. */
// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const SORT = {
  keyType: 'u32',
  valueType: 'u32',
  order: 'ascending',
  stable: true,
  maxItems: MAX_ITEMS,
  maxSegments: MAX_SEGMENTS,
} as const;
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

it('plans refuse what is no device, with all options', async () => {
  for (const none of [undefined, null, {}] as Wrong[]) {
    for (const profile of [false, true]) {
      const sort = () => createSegmentedSort(none, { ...SORT, profile });
      const reduce = () => createSegmentedReduce(none, { ...REDUCE, profile });
      for (const create of [sort, reduce]) await expectRefusal(create, 'invalid-option', [/device/, /a GPUDevice/]);
    }
  }
});

it('plans refuse flags that are neither true nor false', async () => {
  const room = { maxItems: 8, maxSegments: 2 };
  const keys = { keyType: 'u32', ...room };
  const creators: [(on: Wrong, descriptor: Wrong) => Promise<unknown>, object, string[]][] = [
    [core.createSegmentedSort, keys, ['stable', 'inPlace']],
    [core.createSegmentedReduce, { type: 'f32', op: 'sum', ...room }, []],
    [core.createSegmentedReduce, { type: 'f32', op: 'sum', width: 4, ...room }, []],
    [core.createSegmentedScan, { type: 'f32', op: 'sum', ...room }, []],
    [core.createSegmentedTopK, { ...keys, maxK: 2 }, []],
    [core.createSegmentedQuantile, { ...keys, quantiles: [0.5] }, []],
    [core.createGroupBy, { keyType: 'u32', maxItems: 8 }, []],
    [core.createGather, { itemType: 'u32', maxItems: 8 }, []],
    [core.createSegmentedTransform, { type: 'f32', transform: 'softmax', ...room }, []],
    [core.createSegmentedRank, keys, []],
    [core.createSegmentedUnique, keys, []],
    [core.createSegmentedMode, keys, []],
    [core.createSegmentedHistogram, { type: 'f32', range: [0, 1], ...room }, []],
  ];
  for (const [create, descriptor, more] of creators) {
    for (const name of ['ownTemporary', 'profile', ...more]) {
      for (const wrong of ['false', 0, null]) {
        const says = [new RegExp(`^${name}: '?${wrong}'?; allowed: .*'true', 'false'`)];
        await expectRefusal(() => create(device(), { ...descriptor, [name]: wrong }), 'invalid-option', says);
      }
    }
  }
});

describe('createSegmentedSort refuses', () => {
  const create = (wrong: Wrong) => () => createSegmentedSort(device(), { ...SORT, ...wrong });

  it('an unknown key type or value type', async () => {
    for (const keyType of ['u128', 'float', '', undefined, 'toString']) {
      await expectRefusal(create({ keyType }), 'unsupported-type', [/keyType/, new RegExp(String(keyType)), /u32/]);
    }
    await expectRefusal(create({ valueType: 'u128' }), 'unsupported-type', [/valueType/, /u128/, /u32/]);
    for (const bytes of ['2', 3, undefined, Symbol('two')]) {
      const says = [/valueType\.bytes/, new RegExp(String(bytes).replace(/\W/g, '.')), /12/];
      await expectRefusal(create({ valueType: { bytes } }), 'unsupported-type', says);
    }
  });

  it('an unknown order', async () => {
    await expectRefusal(create({ order: 'up' }), 'invalid-option', [/order/, /up/, /ascending/, /descending/]);
  });

  it('sizes that are no whole numbers', async () => {
    for (const name of ['maxItems', 'maxSegments']) {
      for (const size of [-1, 1.5, Number.NaN, '10', undefined]) {
        await expectRefusal(create({ [name]: size }), 'invalid-option', [new RegExp(name), new RegExp(String(size))]);
      }
    }
  });

  it('more than any device can hold', async () => {
    for (const name of ['maxItems', 'maxSegments']) {
      for (const size of [2 ** 32, 2 ** 40]) {
        await expectRefusal(create({ [name]: size }), 'limit-exceeded', [new RegExp(name), new RegExp(String(size))]);
      }
    }
  });

  it('more than this device can bind', async () => {
    const words = device().limits.maxStorageBufferBindingSize / 4 + 1;
    if (words > 2 ** 32) return;
    await expectRefusal(create({ maxItems: words }), 'limit-exceeded', [/maxItems/, /maxStorageBufferBindingSize/]);
  });
});

/** One plan per test, and right bindings. A test changes the one that must be wrong. */
describe('sort.encode refuses', () => {
  let plan: SortPlan;
  let encoder: GPUCommandEncoder;

  beforeEach(async () => {
    plan = await createSegmentedSort(device(), SORT);
    encoder = device().createCommandEncoder();
  });

  /** Requires that nothing was recorded: the encoder's content must still be valid. */
  afterEach(() => {
    device().queue.submit([encoder.finish()]);
    plan.destroy();
  });

  const right = () => ({
    keysIn: buffer(MAX_ITEMS),
    keysOut: buffer(MAX_ITEMS),
    valuesIn: buffer(MAX_ITEMS),
    valuesOut: buffer(MAX_ITEMS),
    segments: { offsets: buffer(MAX_SEGMENTS + 1), count: MAX_SEGMENTS },
  });
  const encode = (wrong: Wrong) => () => plan.encode(encoder, { ...right(), ...wrong });

  it('no right argument', () => {
    expect(encode({})).not.toThrow();
    expect(encode({ temporary: buffer(plan.temporaryBytes / 4) })).not.toThrow();
  });

  it('more than maxItems', async () => {
    const wrong = { itemCount: MAX_ITEMS + 1 };
    await expectThrow(encode(wrong), 'limit-exceeded', [/itemCount/, /1001/, /1000/]);
  });

  it('more than maxSegments', async () => {
    const segments = { offsets: buffer(100), count: MAX_SEGMENTS + 1 };
    await expectThrow(encode({ segments }), 'limit-exceeded', [/count/, /11/, /10/]);
  });

  it('an item count or a segment count that is no whole number', async () => {
    for (const itemCount of [-1, 0.5, Number.NaN]) {
      await expectThrow(encode({ itemCount }), 'invalid-option', [/itemCount/, new RegExp(String(itemCount))]);
    }
    for (const count of [-1, 0.5, Number.NaN]) {
      const segments = { offsets: buffer(MAX_SEGMENTS + 1), count };
      await expectThrow(encode({ segments }), 'invalid-option', [/count/, new RegExp(String(count))]);
    }
  });

  it('bindings that hold less than the item count', async () => {
    const codes = ['length-mismatch', 'limit-exceeded'];
    for (const name of ['keysIn', 'keysOut', 'valuesIn', 'valuesOut']) {
      const wrong = { [name]: buffer(499), itemCount: 500 };
      await expectThrow(encode(wrong), codes, [new RegExp(name), /499|1996/, /500|2000/]);
    }
  });

  it('offsets that hold less than count + 1', async () => {
    const segments = { offsets: buffer(MAX_SEGMENTS), count: MAX_SEGMENTS };
    await expectThrow(encode({ segments }), ['length-mismatch', 'limit-exceeded'], [/offsets/, /10|40/, /11|44/]);
  });

  it('a temporary that is one word too small', async () => {
    const temporary = buffer(plan.temporaryBytes / 4 - 1);
    const says = [
      /temporary/,
      new RegExp(`\\b${plan.temporaryBytes}\\b`),
      new RegExp(`\\b${plan.temporaryBytes - 4}\\b`),
    ];
    await expectThrow(encode({ temporary }), ['length-mismatch', 'limit-exceeded'], says);
  });

  it('buffers without STORAGE', async () => {
    const without = () =>
      buffer(2 * MAX_ITEMS + plan.temporaryBytes / 4, GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
    for (const name of ['keysIn', 'keysOut', 'valuesIn', 'valuesOut', 'temporary']) {
      await expectThrow(encode({ [name]: without() }), 'missing-usage', [new RegExp(name), /STORAGE/]);
    }
    const segments = { offsets: without(), count: MAX_SEGMENTS };
    await expectThrow(encode({ segments }), 'missing-usage', [/offsets/, /STORAGE/]);
  });

  it('offsets of bindings that WebGPU does not allow', async () => {
    const large = buffer(MAX_ITEMS + 64);
    for (const offset of [4, 255, -256, Number.NaN]) {
      const keysIn = { buffer: large, offset, size: MAX_ITEMS * 4 };
      await expectThrow(encode({ keysIn }), 'invalid-option', [/keysIn/, new RegExp(String(offset)), /256/]);
    }
    const past = { buffer: large, offset: 512, size: MAX_ITEMS * 4 };
    await expectThrow(encode({ keysIn: past }), ['invalid-option', 'limit-exceeded', 'length-mismatch'], [/keysIn/]);
  });

  it('ranges that overlap in part', async () => {
    const shared = buffer(4096);
    const range = (offset: number, words = MAX_ITEMS) => ({ buffer: shared, offset, size: words * 4 });
    const code = 'overlapping-buffers';
    await expectThrow(encode({ keysIn: range(0), keysOut: range(256) }), code, [/keysIn/, /keysOut/]);
    await expectThrow(encode({ valuesIn: range(256), valuesOut: range(0) }), code, [/valuesIn/, /valuesOut/]);
    const keys = new DoubleBuffer(range(0), range(256));
    const named = [/keys\.current/, /keys\.alternate/];
    await expectThrow(encode({ keys, keysIn: undefined, keysOut: undefined }), code, named);
  });

  it('outputs that share a range with anything but their own input', async () => {
    const shared = buffer(MAX_ITEMS);
    const code = 'overlapping-buffers';
    await expectThrow(encode({ keysOut: shared, valuesOut: shared }), code, [/keysOut/, /valuesOut/]);
    await expectThrow(encode({ keysOut: shared, valuesIn: shared }), code, [/keysOut/, /valuesIn/]);
    await expectThrow(encode({ keysIn: shared, valuesOut: shared }), code, [/keysIn/, /valuesOut/]);
    const segments = { offsets: shared, count: MAX_SEGMENTS };
    await expectThrow(encode({ keysOut: shared, segments }), code, [/keysOut/, /segments\.offsets/]);
    const large = buffer(MAX_ITEMS + plan.temporaryBytes / 4);
    for (const name of ['keysIn', 'keysOut', 'valuesIn', 'valuesOut']) {
      const wrong = { [name]: large, temporary: large, itemCount: MAX_ITEMS };
      await expectThrow(encode(wrong), code, [new RegExp(name), /temporary/]);
    }
  });

  it('what is no buffer', async () => {
    const items = new Uint32Array(100_000);
    for (const wrong of [5, 'x', true, null, { buffer: null }, { offset: 0 }, Object.create(null), [...items], items]) {
      for (const name of ['keysIn', 'valuesOut', 'temporary']) {
        await expectThrow(encode({ [name]: wrong }), 'invalid-option', [new RegExp(`^${name}: `), /GPUBuffer/]);
      }
      const segments = { offsets: wrong, count: 3 };
      await expectThrow(encode({ segments }), 'invalid-option', [/^segments\.offsets: /, /GPUBuffer/]);
    }
  });

  it('missing arguments', async () => {
    for (const name of ['keysIn', 'keysOut', 'valuesIn', 'valuesOut']) {
      await expectThrow(encode({ [name]: undefined }), ['invalid-option', 'unsupported-type'], [new RegExp(name)]);
    }
    const codes = ['invalid-option', 'unsupported-type'];
    await expectThrow(encode({ segments: undefined }), codes, [/segments/]);
    await expectThrow(encode({ segments: { count: 3 } }), codes, [/offsets/]);
    await expectThrow(encode({ segments: { offsets: buffer(4) } }), codes, [/count/]);
  });

  it('a DoubleBuffer together with in or out, and values where the plan has none', async () => {
    const keys = new DoubleBuffer(buffer(MAX_ITEMS), buffer(MAX_ITEMS));
    await expectThrow(encode({ keys }), 'invalid-option', [/keysIn/, /keys/]);
    const onlyKeys = await createSegmentedSort(device(), { ...SORT, valueType: undefined as never });
    await expectThrow(() => onlyKeys.encode(encoder, right()), 'invalid-option', [/valuesIn/, /valueType/]);
    onlyKeys.destroy();
  });

  it('to record once the plan is destroyed', async () => {
    plan.destroy();
    await expectThrow(encode({}), 'destroyed', [/plan|sort/]);
  });
});
