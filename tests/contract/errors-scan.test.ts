/** Wrong input of scans: the code, and a message that names what was found. */
import { afterEach, describe, it } from 'vitest';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { createScan, scanHost } from '../support/scan-check.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

afterEach(() => expectStillWorking(device()));

const VALUES = { u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;

async function refused(type: keyof typeof VALUES, op: unknown, options: object, code: string, says: RegExp[]) {
  await expectRefusal(() => scanHost(device(), new VALUES[type](4), [0, 4], op, options), code, says);
  await expectRefusal(() => createScan(device(), { type, op, ...options, maxItems: 4, maxSegments: 1 }), code, says);
}

describe('a scan refuses', () => {
  it('operators that have no running result, and lists', async () => {
    for (const op of ['argmin', 'argmax', 'count', 'mean', 'variance', 'median', '', 'toString', undefined, null, 3]) {
      await refused('u32', op, {}, 'unsupported-type', [/^op\b/]);
    }
    for (const op of [undefined, null]) await refused('u32', op, {}, 'unsupported-type', [new RegExp(`^op: ${op};`)]);
    for (const op of [['sum'], []]) await refused('u32', op, {}, 'unsupported-type', [/^op\b/, /list/]);
  });

  it('types that an operator does not take', async () => {
    await refused('f32', 'xor', {}, 'unsupported-type', [/'xor' of f32/, /integers/]);
    await refused('f64', 'and', {}, 'unsupported-type', [/'and' of f64/]);
    const clamped = new Uint8ClampedArray(3);
    await expectRefusal(() => scanHost(device(), clamped, [0, 3], 'sum'), 'unsupported-type', [/^values/]);
  });

  it('options of another kind', async () => {
    for (const name of ['exclusive', 'reverse']) {
      for (const wrong of [1, 'true', null]) {
        await refused('u32', 'sum', { [name]: wrong }, 'invalid-option', [new RegExp(`^${name}\\b`), /true or false/]);
      }
    }
    await refused('u32', 'sum', { initial: 0.5 }, 'invalid-option', [/^initial/, /0\.5/]);
    await refused('f32', 'min', { initial: '1' }, 'invalid-option', [/^initial/]);
  });

  it('options that it does not know', async () => {
    const call = () => scanHost(device(), new Uint32Array(4), [0, 4], 'sum', { exclusiv: true });
    await expectRefusal(call, 'invalid-option', [/exclusiv/, /exclusive/]);
    const room = { type: 'u32', op: 'sum', maxItems: 4, maxSegments: 1 };
    for (const [name, meant] of [
      ['exclusiv', 'exclusive'],
      ['intial', 'initial'],
      ['maxSegment', 'maxSegments'],
      ['items', 'maxItems'],
    ]) {
      const says = [
        `descriptor: unknown member '${name}', did you mean '${meant}'?`,
        'reverse, initial, widen, nan, maxItems',
      ];
      await expectRefusal(() => createScan(device(), { ...room, [name as string]: 1 }), 'invalid-option', says);
    }
  });

  it('segments that overlap, fall or lie outside', async () => {
    const values = new Uint32Array(10);
    const overlap = { begin: [5, 0], end: [8, 6] };
    await expectRefusal(() => scanHost(device(), values, overlap, 'sum'), 'segments-overlap', [/segment 1 \(0 to 6\)/]);
    await expectRefusal(() => scanHost(device(), values, [0, 5, 4], 'sum'), 'offsets-not-monotonic', [/offset 2/]);
    await expectRefusal(() => scanHost(device(), values, [0, 11], 'sum'), 'offsets-out-of-range', [/11/]);
  });

  it('buffers that overlap in part, or that are in place with different sizes', async () => {
    const usage = GPUBufferUsage.STORAGE;
    const buffer = device().createBuffer({ size: 2048, usage });
    const offsets = device().createBuffer({ size: 64, usage });
    const segments = { offsets, count: 1 };
    const encoder = device().createCommandEncoder();
    const half = { buffer, offset: 0, size: 1024 };
    const sums = await createScan(device(), { type: 'f16', op: 'sum', maxItems: 512, maxSegments: 1 });
    const same = { input: half, output: half, segments };
    await expectThrow(() => sums.encode(encoder, { ...same, itemCount: 200 }), 'overlapping-buffers', [
      /input.*output/,
    ]);
    const minima = await createScan(device(), { type: 'u32', op: 'min', maxItems: 512, maxSegments: 1 });
    const shifted = { ...same, output: { buffer, offset: 256, size: 1024 } };
    await expectThrow(() => minima.encode(encoder, shifted), 'overlapping-buffers', [/input.*output/]);
    await expectThrow(() => minima.encode(encoder, { ...same, itemCount: 513 }), 'limit-exceeded', [/itemCount/]);
    await expectThrow(() => minima.encode(encoder, { ...same, itemCount: 300 }), 'limit-exceeded', [/^input/]);
    minima.destroy();
    await expectThrow(() => minima.encode(encoder, same), 'destroyed', [/segmented scan/]);
    sums.destroy();
    buffer.destroy();
    offsets.destroy();
  });
});
