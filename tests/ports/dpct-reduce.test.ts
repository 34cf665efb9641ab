/** webgpu-segmented/dpct: the reduces. */

import { describe, expect, it } from 'vitest';
import {
  type ArgOutput,
  key_value_pair,
  type Policy,
  reduce_argmax,
  reduce_argmin,
  segmented_reduce,
  segmented_reduce_argmax,
  segmented_reduce_argmin,
} from '../../src/dpct/index.ts';
import { segmentedReduce } from '../../src/index.ts';
import { inTurn, Random } from '../support/cases.ts';
import { bounds, families, LIMITS, useBuffers, VECTORS } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { CLASSES } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const buffersOf = useBuffers(device);

const policy = (): Policy => ({ device: device() });
type Pairs = key_value_pair<number, number | bigint>[];
const ARG = { argmin: segmented_reduce_argmin, argmax: segmented_reduce_argmax };
const ARG_OF_ALL = { argmin: reduce_argmin, argmax: reduce_argmax };

describe.each(inTurn(families()))("the originals' cases, %s kernels", (family) => {
  const forced = () => ({ device: device(), tuning: { family } });

  it.each(['sum', 'min', 'max'] as const)('segmented_reduce, %s', async (op) => {
    const { begin, end, count } = bounds(VECTORS.reduce.offsets);
    const init = { sum: 0, min: 1000, max: -1000 }[op];
    for (const Class of [Int32Array, Float32Array]) {
      const input = new Class(100).map((_: number, i: number) => i);
      const output = new Class(count);
      await segmented_reduce(forced(), input, output, count, begin, end, op, init);
      expect(Array.from(output)).toEqual(VECTORS.reduce[op]);
    }
  });

  it('segmented_reduce, sums with a segment of 20 and an empty one, in buffers', async () => {
    const buffers = buffersOf();
    const { offsets, sum } = VECTORS.reduce.withSecondOffset20;
    const d_in = buffers.handle(
      'i32',
      Array.from({ length: 100 }, (_, i) => i),
    );
    const [d_out, d_offsets] = [buffers.room('i32', sum.length), buffers.handle('u32', offsets)];
    await segmented_reduce(forced(), d_in, d_out, sum.length, d_offsets, d_offsets.add(1), 'sum', 0);
    expect(await buffers.read(d_out)).toEqual(sum);
  });

  it.each(['argmin', 'argmax'] as const)('segmented_reduce_%s: pairs, arrays and buffers', async (op) => {
    const { input, offsets } = VECTORS.arg;
    const { begin, end, count } = bounds(offsets);
    for (const type of ['i32', 'f32'] as const) {
      const expected = VECTORS.arg[op].map(([key, value]) => [
        key,
        typeof value === 'number' ? value : LIMITS[type][value],
      ]);
      const pairs: Pairs = [];
      await ARG[op](forced(), CLASSES[type].from(input), pairs, count, begin, end);
      expect(pairs.map(({ key, value }) => [key, value])).toEqual(expected);
      expect(pairs[0]).toBeInstanceOf(key_value_pair);
      const apart = { key: new Int32Array(count), value: new CLASSES[type](count) };
      await ARG[op](forced(), CLASSES[type].from(input), apart, count, begin, end);
      expect(Array.from(apart.key, (key, i) => [key, apart.value[i]])).toEqual(expected);
      const buffers = buffersOf();
      const d_offsets = buffers.handle('i32', offsets);
      const out = { key: buffers.room('u32', count), value: buffers.room(type, count) };
      await ARG[op](forced(), buffers.handle(type, input), out, count, d_offsets, d_offsets.add(1));
      const [keys, values] = [await buffers.read(out.key), await buffers.read(out.value)];
      expect(keys.map((key, i) => [key, values[i]])).toEqual(expected);
    }
  });

  it.each(['argmin', 'argmax'] as const)('reduce_%s: of all items, first of equals', async (op) => {
    const random = new Random(5);
    const input = Int32Array.from({ length: 5000 }, () => random.below(1000) - 500);
    const extreme = op === 'argmin' ? Math.min(...input) : Math.max(...input);
    const pairs: Pairs = [];
    await ARG_OF_ALL[op](forced(), input, pairs, 5000);
    expect(pairs).toEqual([new key_value_pair(input.indexOf(extreme), extreme)]);
    // Only the first n items count.
    await ARG_OF_ALL[op](forced(), Int32Array.of(2, 1, 3, -9, 9), pairs, 3);
    expect(pairs).toEqual([op === 'argmin' ? new key_value_pair(1, 1) : new key_value_pair(2, 3)]);
  });
});

describe('where SYCLomatic and the core differ', () => {
  it.each(Object.keys(LIMITS) as (keyof typeof LIMITS)[])('argmin and argmax of nothing, %s', async (type) => {
    const wide = type === 'u64' || type === 'i64';
    const from = CLASSES[type].from as (items: unknown) => Float32Array;
    const input = from.call(CLASSES[type], wide ? [5n] : [5]);
    const { max, lowest } = LIMITS[type];
    for (const [op, value] of Object.entries({ argmin: max, argmax: lowest })) {
      const pairs: Pairs = [];
      await ARG_OF_ALL[op as 'argmin' | 'argmax'](policy(), input, pairs, 0);
      expect(pairs).toEqual([new key_value_pair(1, value)]);
      await ARG[op as 'argmin' | 'argmax'](policy(), input, pairs, 2, [0, 1], [1, 1]);
      expect(pairs).toEqual([new key_value_pair(0, wide ? 5n : 5), new key_value_pair(1, value)]);
    }
    const core = await segmentedReduce(device(), input, [0, 0], 'argmin');
    expect(Array.from(core.indices)).toEqual([0xffffffff]);
    expect(Array.from<unknown>(core.values)).toEqual([type.startsWith('f') ? Number.POSITIVE_INFINITY : max]);
  });

  it('f16: finite, and as a number in a pair', async () => {
    const pairs: Pairs = [];
    const input = { type: 'f16', data: Uint16Array.of(0xc100, 0x0001, 0x7c00) } as const; // -2.5, 2^-24, inf
    await segmented_reduce_argmax(policy(), input, pairs, 4, [0, 1, 2, 3], [1, 2, 3, 3]);
    expect(pairs.map(({ value }) => value)).toEqual([-2.5, 2 ** -24, Number.POSITIVE_INFINITY, -65504]);
  });

  it("min and max begin with init, not with 0; without init the core's identity", async () => {
    const output = new Int32Array(2);
    await segmented_reduce(policy(), Int32Array.of(5, 7), output, 2, [0, 2], [2, 2], 'min', 100);
    expect(Array.from(output)).toEqual([5, 100]);
    await segmented_reduce(policy(), Int32Array.of(-5, -7), output, 2, [0, 2], [2, 2], 'max', -100);
    expect(Array.from(output)).toEqual([-5, -100]);
    await segmented_reduce(policy(), Int32Array.of(-5, -7), output, 2, [0, 2], [2, 2], 'max');
    expect(Array.from(output)).toEqual([-5, -0x80000000]);
    expect(await segmentedReduce(device(), Int32Array.of(-5, -7), [0, 2, 2], 'max')).toEqual(output);
  });

  it('ends past the input end with it; the core refuses them', async () => {
    const [input, output] = [Uint32Array.of(1, 2, 3), new Uint32Array(3)];
    await segmented_reduce(policy(), input, output, 3, [0, 2, 7], [2, 2 ** 32 - 1, 9], 'sum', 10);
    expect(output).toEqual(Uint32Array.of(13, 13, 10));
    const refused = () => segmentedReduce(device(), input, { begin: [2], end: [9] }, 'sum');
    await expectRefusal(refused, 'offsets-out-of-range', ['9']);
  });
});

describe('segmented_reduce', () => {
  it('folds a custom operator in order, onto init from the left; segments may overlap', async () => {
    // Concatenates decimal digits: associative, not commutative. 0, without digits, is the identity.
    const digits = 'fn weight(b: u32) -> u32 { var w = 1u; while (w <= b) { w *= 10u; } return w; }';
    const op = { wgsl: 'return a * weight(b) + b;', identity: 0, declarations: digits };
    const output = new Uint32Array(3);
    await segmented_reduce(policy(), Uint32Array.of(2, 3, 5), output, 3, [0, 1, 2], [3, 3, 2], op, 7);
    expect(output).toEqual(Uint32Array.of(7235, 735, 7));
  });

  it('writes packed results, 64-bit ones, and sums of f16 as f32', async () => {
    const bytes = new Uint8Array(5).fill(9);
    await segmented_reduce(policy(), Uint8Array.of(200, 100, 3), bytes, 3, [0, 1, 3], [2, 3, 3], 'sum', 1);
    expect(bytes).toEqual(Uint8Array.of(45, 104, 1, 9, 9));
    const wide = new BigUint64Array(1);
    await segmented_reduce(policy(), BigUint64Array.of(1n << 63n, 5n), wide, 1, [0], [2], 'xor', 1n);
    expect(wide[0]).toBe((1n << 63n) + 4n);
    const sums = new Float32Array(1);
    const half = { type: 'f16', data: Uint16Array.of(0x3c00, 0x4000) } as const;
    await segmented_reduce(policy(), half, sums, 1, [0], [2], 'sum', 0.5);
    expect(sums[0]).toBe(3.5);
  });

  it('records with an encoder', async () => {
    const buffers = buffersOf();
    const [d_in, sums] = [buffers.handle('u32', [1, 2, 3, 4]), buffers.room('u32', 2)];
    const total = { key: buffers.room('u32', 1), value: buffers.room('u32', 1) };
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      const recording = { device: device(), encoder };
      await segmented_reduce(recording, d_in, sums, 2, [0, 1], [1, 4], 'sum', 0);
      await reduce_argmax(recording, sums, total, 2);
      device().queue.submit([encoder.finish()]);
      await device().queue.onSubmittedWorkDone();
    });
    expect(await buffers.read(sums)).toEqual([1, 9]);
    expect([await buffers.read(total.key), await buffers.read(total.value)]).toEqual([[1], [9]]);
  });
});

describe('wrong arguments', () => {
  it('name the argument, what was found and what is allowed', async () => {
    const [p, input, output] = [policy(), Uint32Array.of(1, 2, 3), new Uint32Array(1)];
    const encoder = device().createCommandEncoder();
    const recording = { device: device(), encoder };
    const arg = (out: unknown, of: Policy = p) => segmented_reduce_argmin(of, input, out as ArgOutput, 1, [0], [3]);
    const sum = (out: Uint32Array | Float32Array, op: unknown = 'sum', init: number | undefined = 0) =>
      segmented_reduce(p, input, out, 1, [0], [3], op as 'sum', init);
    const wrong: [() => unknown, string, (string | RegExp)[]][] = [
      [() => sum(new Float32Array(1)), 'unsupported-type', ['outputs: of f32', 'u32']],
      [() => sum(new Uint32Array(0)), 'length-mismatch', ['outputs: 0', '1']],
      [() => sum(output, 'plus'), 'unsupported-type', [/^binary_op: 'plus'/]],
      [() => sum(output, 'argmin'), 'unsupported-type', [/^binary_op: argmin/]],
      [() => sum(output, 'sum', -1), 'invalid-option', [/^init: -1/]],
      [() => sum(output, 'count', 1), 'invalid-option', [/^init: 1/]],
      [() => segmented_reduce(null as never, input, output, 1, [0], [3], 'sum', 0), 'invalid-option', ['queue: null']],
      [() => segmented_reduce(p, input, output, -1, [0], [3], 'sum', 0), 'invalid-option', ['segment_count: -1']],
      [() => arg(output), 'unsupported-type', ['keys_out: a typed array', 'plain array']],
      [() => arg({ key: new Float32Array(1), value: output }), 'unsupported-type', ['keys_out.key: of f32', 'i32']],
      [() => arg({ key: output, value: new Float32Array(1) }), 'unsupported-type', ['keys_out.value: of f32', 'u32']],
      [() => arg([], recording), 'invalid-option', ['keys_out', 'device_ptr']],
      [() => arg({ key: output, value: output }, recording), 'invalid-option', ['keys_out.key', 'device_ptr']],
      [() => reduce_argmin(p, input, [], 4), 'length-mismatch', ['input: 3', '4']],
      [() => reduce_argmin(p, input, undefined as never, 3), 'unsupported-type', ['output: undefined']],
    ];
    for (const [refused, code, says] of wrong) await expectRefusal(refused, code, says);
  });
});
