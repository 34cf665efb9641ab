/** webgpu-segmented/cub: the reduces. */
import { describe, expect, it } from 'vitest';
import {
  cudaSetDevice,
  type DevicePointer,
  DeviceSegmentedReduce,
  device_ptr,
  KeyValuePair,
} from '../../src/cub/index.ts';
import { segmentedReduce } from '../../src/index.ts';
import { roundedUp } from '../../src/ports/plans.ts';
import { inTurn } from '../support/cases.ts';
import { type Buffers, families, LIMITS, runCub, useBuffers, VECTORS } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { CLASSES } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const newBuffers = useBuffers(device);

function buffersOf(): Buffers {
  cudaSetDevice(device());
  return newBuffers();
}

const NAMES = { sum: 'Sum', min: 'Min', max: 'Max', argmin: 'ArgMin', argmax: 'ArgMax' } as const;
const COUNT_UP = Array.from({ length: 100 }, (_, i) => i);

describe.each(families())("the originals' cases, %s kernels", (family) => {
  it.each(['i32', 'f32'] as const)('sum, min, max and Reduce of %s, by offsets and by size', async (type) => {
    const buffers = buffersOf();
    const d_in = buffers.handle(type, COUNT_UP);
    const { offsets } = VECTORS.reduce;
    const d_offsets = buffers.handle('u32', offsets);
    const count = offsets.length - 1;
    for (const op of ['sum', 'min', 'max'] as const) {
      const outs = Array.from({ length: 4 }, () => buffers.room(type, count));
      const [listed, fixed, reduced, reducedFixed] = outs as [
        DevicePointer,
        DevicePointer,
        DevicePointer,
        DevicePointer,
      ];
      const call = DeviceSegmentedReduce[NAMES[op]];
      const { Reduce } = DeviceSegmentedReduce;
      const init = { sum: 0, min: 1000, max: -1000 }[op];
      await runCub(
        ...([buffers, { family }] as const),
        (temp, bytes, stream) => call(temp, bytes, d_in, listed, count, d_offsets, d_offsets.add(1), stream),
        (temp, bytes, stream) => call(temp, bytes, d_in, fixed, count, 10, stream),
        (temp, bytes, stream) =>
          Reduce(temp, bytes, d_in, reduced, count, d_offsets, d_offsets.add(1), op, init, stream),
        (temp, bytes, stream) => Reduce(temp, bytes, d_in, reducedFixed, count, 10, op, init, stream),
      );
      for (const out of outs) expect(await buffers.read(out), op).toEqual(VECTORS.reduce[op]);
    }
  });

  it('sums with a segment of 20 and an empty one', async () => {
    const buffers = buffersOf();
    const { offsets, sum } = VECTORS.reduce.withSecondOffset20;
    const [d_in, d_out] = [buffers.handle('u32', COUNT_UP), buffers.room('u32', sum.length)];
    // Separate begins and ends, which are another form for the core.
    const [begin, end] = [buffers.handle('u32', offsets.slice(0, -1)), buffers.handle('u32', offsets.slice(1))];
    await runCub(buffers, { family }, (temp, bytes, stream) =>
      DeviceSegmentedReduce.Sum(temp, bytes, d_in, d_out, sum.length, begin, end, stream),
    );
    expect(await buffers.read(d_out)).toEqual(sum);
  });

  it.each(['i32', 'f32'] as const)('ArgMin and ArgMax of %s', async (type) => {
    const buffers = buffersOf();
    const { input, offsets } = VECTORS.arg;
    const d_in = buffers.handle(type, input);
    const d_offsets = buffers.handle('i32', offsets);
    const count = offsets.length - 1;
    for (const op of ['argmin', 'argmax'] as const) {
      const [key, value] = [buffers.room('i32', count), buffers.room(type, count)];
      const call = DeviceSegmentedReduce[NAMES[op]];
      await runCub(buffers, { family }, (temp, bytes, stream) =>
        call(temp, bytes, d_in, new KeyValuePair(key, value), count, d_offsets, d_offsets.add(1), stream),
      );
      expect(await buffers.read(key), op).toEqual(VECTORS.arg[op].map(([at]) => at));
      const values = VECTORS.arg[op].map(([, found]) => (typeof found === 'number' ? found : LIMITS[type][found]));
      expect(await buffers.read(value), op).toEqual(values);
    }
  });

  it('ArgMin of segments of one size', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('f32', [3, 1, 2, 5, 5, 4, 9, 9, 9]);
    const [key, value] = [buffers.room('u32', 3), buffers.room('f32', 3)];
    await runCub(buffers, { family }, (temp, bytes, stream) =>
      DeviceSegmentedReduce.ArgMin(temp, bytes, d_in, { key, value }, 3, 3, stream),
    );
    expect(await buffers.read(key)).toEqual([1, 2, 0]);
    expect(await buffers.read(value)).toEqual([1, 4, 9]);
  });
});

describe('where CUB and the core differ', () => {
  it.each(inTurn(Object.keys(LIMITS) as (keyof typeof LIMITS)[]))('empty segments of %s', async (type) => {
    const buffers = buffersOf();
    const wide = type === 'u64' || type === 'i64';
    const items = wide ? [5n, 3n] : [5, 3];
    const d_in = buffers.handle(type, items as number[]);
    const d_offsets = buffers.handle('u32', [0, 0, 2, 2]);
    const { max, lowest } = LIMITS[type];
    const [low, high] = wide ? [3n, 5n] : [3, 5];
    const [least, most, value] = [buffers.room(type, 3), buffers.room(type, 3), buffers.room(type, 3)];
    const [key, keyOfMax, most2] = [buffers.room('u32', 3), buffers.room('u32', 3), buffers.room(type, 3)];
    const segments = [3, d_offsets, d_offsets.add(1)] as const;
    await runCub(
      ...([buffers, {}] as const),
      (temp, bytes, stream) => DeviceSegmentedReduce.Min(temp, bytes, d_in, least, ...segments, stream),
      (temp, bytes, stream) => DeviceSegmentedReduce.Max(temp, bytes, d_in, most, ...segments, stream),
      (temp, bytes, stream) => DeviceSegmentedReduce.ArgMin(temp, bytes, d_in, { key, value }, ...segments, stream),
      (temp, bytes, stream) =>
        DeviceSegmentedReduce.ArgMax(temp, bytes, d_in, { key: keyOfMax, value: most2 }, ...segments, stream),
    );
    expect(await buffers.read(least)).toEqual([max, low, max]);
    expect(await buffers.read(most)).toEqual([lowest, high, lowest]);
    expect(await buffers.read(key)).toEqual([1, 1, 1]);
    expect(await buffers.read(value)).toEqual([max, low, max]);
    expect(await buffers.read(keyOfMax)).toEqual([1, 0, 1]);
    expect(await buffers.read(most2)).toEqual([lowest, high, lowest]);
    // The core gives infinity for floats, and the index 0xFFFFFFFF.
    const float = type.startsWith('f');
    const array = (CLASSES[type].from as (items: unknown) => Float32Array).call(CLASSES[type], items);
    const core = await segmentedReduce(device(), array, [0, 0, 2, 2], ['min', 'max', 'argmin', 'argmax']);
    const [coreMax, coreLowest] = float ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [max, lowest];
    expect(Array.from<unknown>(core[0])).toEqual([coreMax, low, coreMax]);
    expect(Array.from<unknown>(core[1])).toEqual([coreLowest, high, coreLowest]);
    expect(Array.from(core[2].indices)).toEqual([0xffffffff, 1, 0xffffffff]);
    expect(Array.from<unknown>(core[3].values)).toEqual([coreLowest, high, coreLowest]);
  });

  it('the finite identity is folded in: min of infinities is the largest finite value, as in CUB; argmin is not', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('f32', [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    const [least, key, value] = [buffers.room('f32', 1), buffers.room('u32', 1), buffers.room('f32', 1)];
    await runCub(
      ...([buffers, {}] as const),
      (temp, bytes, stream) => DeviceSegmentedReduce.Min(temp, bytes, d_in, least, 1, 2, stream),
      (temp, bytes, stream) => DeviceSegmentedReduce.ArgMin(temp, bytes, d_in, { key, value }, 1, 2, stream),
    );
    expect(await buffers.read(least)).toEqual([LIMITS.f32.max]);
    expect(await buffers.read(key)).toEqual([0]);
    expect(await buffers.read(value)).toEqual([Number.POSITIVE_INFINITY]);
    const infinities = new Float32Array(2).fill(Number.POSITIVE_INFINITY);
    expect(await segmentedReduce(device(), infinities, [0, 2], 'min')).toEqual(
      Float32Array.of(Number.POSITIVE_INFINITY),
    );
  });

  it('f16: the largest is 65504', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('f16', [0x3c00, 0x4000]); // 1, 2
    const [least, most] = [buffers.room('f16', 2), buffers.room('f16', 2)];
    const offsets = buffers.handle('u32', [0, 2, 2]);
    await runCub(
      ...([buffers, {}] as const),
      (temp, bytes, stream) => DeviceSegmentedReduce.Min(temp, bytes, d_in, least, 2, offsets, offsets.add(1), stream),
      (temp, bytes, stream) => DeviceSegmentedReduce.Max(temp, bytes, d_in, most, 2, offsets, offsets.add(1), stream),
    );
    expect(await buffers.read(least)).toEqual([0x3c00, 0x7bff]);
    expect(await buffers.read(most)).toEqual([0x4000, 0xfbff]);
  });
});

describe('plans', () => {
  it.each([0, 1, 1024, 1025, 4097, 16384, 16385, 20481, 65535, 65536, 65537, 1e6, 2 ** 27, 2 ** 27 + 1, 2 ** 30 - 1])(
    'for %d items are made for at most a quarter more, on the same side of every power of two',
    (count) => {
      const rounded = roundedUp(count);
      expect(rounded).toBeGreaterThanOrEqual(count);
      expect(rounded).toBeLessThanOrEqual(Math.max(1.25 * count, Math.min(4 * count, 16384), 1024));
      expect(rounded).toBeLessThanOrEqual(Math.max(2 ** Math.ceil(Math.log2(count)), 1024, Math.min(4 * count, 16384)));
      expect(roundedUp(rounded)).toBe(rounded);
    },
  );

  it('have the exact bounds if the device has no room for more', async () => {
    const buffers = buffersOf();
    const most = 170_000; // 8 bytes a segment: room for 20,481, not for 24,576
    const limits = new Proxy(device().limits, {
      get: (target, name) => (name === 'maxStorageBufferBindingSize' ? most : Reflect.get(target, name, target)),
    });
    const small = new Proxy(device(), {
      get: (target, name) => {
        const value = name === 'limits' ? limits : Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const [d_in, d_out] = [buffers.room('u32', 30_000), buffers.room('u32', 30_000)];
    const bytes = (of: GPUDevice, count: number) =>
      DeviceSegmentedReduce.Reduce(null, 0, d_in, d_out, count, 1, 'count', undefined, { device: of });
    expect(await bytes(small, 20_481)).toBeLessThan(await bytes(device(), 20_481));
    await expectRefusal(() => bytes(small, 30_000), 'limit-exceeded', ['170000']);
  });
});

describe('Reduce', () => {
  it('folds the initial value in on the left, and gives it for an empty segment', async () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.handle('u32', [2, 3, 5]), buffers.room('u32', 3)];
    // Concatenates decimal digits: associative, not commutative. 0, without digits, is the identity.
    const digits = 'fn weight(b: u32) -> u32 { var w = 1u; while (w <= b) { w *= 10u; } return w; }';
    const op = { wgsl: 'return a * weight(b) + b;', identity: 0, declarations: digits };
    await runCub(buffers, {}, (temp, bytes, stream) =>
      DeviceSegmentedReduce.Reduce(temp, bytes, d_in, d_out, 3, [0, 1, 1], [1, 1, 3], op, 7, stream),
    );
    expect(await buffers.read(d_out)).toEqual([72, 7, 735]);
  });

  it('takes an operator with another type, and no initial value', async () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.handle('u8', [1, 2, 3, 4]), buffers.room('f32', 2)];
    const op = { wgsl: 'return a + b;', identity: 0, type: 'f32', load: 'return f32(element) / 2.0;' } as const;
    await runCub(buffers, {}, (temp, bytes, stream) =>
      DeviceSegmentedReduce.Reduce(temp, bytes, d_in, d_out, 2, 2, op, undefined, stream),
    );
    expect(await buffers.read(d_out)).toEqual([1.5, 3.5]);
  });

  it('of segments of size 0 is the initial value', async () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.handle('u32', [2, 3, 5]), buffers.room('u32', 3)];
    await runCub(buffers, {}, (temp, bytes, stream) =>
      DeviceSegmentedReduce.Reduce(temp, bytes, d_in, d_out, 3, 0, 'sum', 4, stream),
    );
    expect(await buffers.read(d_out)).toEqual([4, 4, 4]);
  });

  it('refuses what it cannot do, by the names of its arguments', async () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.handle('u32', [2, 3, 5]), buffers.room('u32', 3)];
    const d_float = buffers.room('f32', 3);
    const vectors = device_ptr(d_float.buffer, 'vec2<f32>');
    const { Reduce, Sum, ArgMin } = DeviceSegmentedReduce;
    const encoder = device().createCommandEncoder();
    const head = [null, 0, d_in, d_out] as const;
    const wrong: [() => unknown, string, (string | RegExp)[]][] = [
      [() => Reduce(...head, 1, 3, 'add' as never, 0, encoder), 'unsupported-type', [/^reduction_op: 'add'/, 'sum']],
      [() => Reduce(...head, 1, 3, 'argmin', 0, encoder), 'unsupported-type', [/^reduction_op: argmin/, 'ArgMin']],
      [() => Sum(null, 0, vectors, vectors, 1, 1, encoder), 'unsupported-type', [/^d_in: 'sum' of vec2<f32>/]],
      [
        () => ArgMin(null, 0, vectors, { key: d_out, value: vectors }, 1, 1, encoder),
        'unsupported-type',
        [/^d_in: 'argmin' of vec2<f32>/],
      ],
      [() => Reduce(...head, 1, 3, ['sum'] as never, 0, encoder), 'unsupported-type', [/^reduction_op/]],
      [() => Reduce(...head, 1, 3, 'sum', 0.5, encoder), 'invalid-option', [/^initial_value: 0.5/]],
      [() => Sum(...head, 2, 2, encoder), 'limit-exceeded', ['d_in: 12 bytes', '16']],
      [() => Sum(...head, 1, -1, encoder), 'invalid-option', ['segment_size: -1']],
      [() => Sum(null, 0, d_in, d_float, 1, 3, encoder), 'unsupported-type', ['d_out: of f32', 'u32']],
      [() => Sum(null, 0, buffers.room('f64', 2), d_out, 1, 2), 'unsupported-type', ['d_out: of u32', 'f64']],
      [() => ArgMin(null, 0, d_in, d_out as never, 1, 3), 'unsupported-type', ['d_out.key']],
      [() => ArgMin(null, 0, d_in, { key: d_float, value: d_out }, 1, 3), 'unsupported-type', ['d_out.key: of f32']],
      [() => ArgMin(null, 0, d_in, { key: d_out, value: d_float }, 1, 3), 'unsupported-type', ['d_out.value: of f32']],
      [() => (Sum as (...args: unknown[]) => unknown)(...head, 1, 3, encoder, 5), 'invalid-option', ['arguments: 1']],
    ];
    for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
    const broken = { wgsl: 'return a +;', identity: 0 };
    await expectRefusal(() => Reduce(...head, 1, 3, broken, 0, encoder), 'shader-compile', ['return a +;']);
    // The call after a failed one compiles again.
    await expectRefusal(() => Reduce(...head, 1, 3, broken, 0, encoder), 'shader-compile', ['return a +;']);
  });
});
