/** Wrong options of reduces, calls that are aborted and plans that are destroyed: code and message of each. */
import { afterEach, describe, expect, it } from 'vitest';
import { reduceRefusals } from '../support/reduce-refusal.ts';
import { createReduce, reduceHost } from '../support/reduce-run.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const { refusedByBoth, acceptedByBoth } = reduceRefusals(device);

afterEach(() => expectStillWorking(device()));

const ADD = { wgsl: 'return a + b;', identity: 0 };

describe('an initial value is refused', () => {
  it('together with a wrong whenEmpty, which would be ignored', async () => {
    for (const whenEmpty of ['junk', { value: 1, index: 0 }]) {
      await refusedByBoth('u32', 'sum', { initial: 5, whenEmpty }, 'invalid-option', [/whenEmpty/, /a number/]);
    }
  });

  it('where it has no meaning', async () => {
    for (const op of ['argmin', 'argmax', 'count', 'mean', 'variance', 'std', 'first', 'any']) {
      await refusedByBoth('f32', op, { initial: 1 }, 'invalid-option', [/initial/, new RegExp(op)]);
      const list = { initial: [undefined, 1] };
      await refusedByBoth('f32', ['sum', op], list, 'invalid-option', [/initial/, new RegExp(op)]);
    }
  });

  it('that the type does not hold', async () => {
    const wrong: [string, number | bigint][] = [
      ['u8', 256],
      ['u8', -1],
      ['i8', 128],
      ['i8', -129],
      ['u16', 65_536],
      ['i16', -32_769],
      ['u32', -1],
      ['u32', 2 ** 32],
      ['i32', 2 ** 31],
      ['i32', -(2 ** 31) - 1],
      ['u64', -1n],
      ['u64', 2n ** 64n],
      ['i64', 2n ** 63n],
      ['i64', -(2n ** 63n) - 1n],
    ];
    for (const [type, initial] of wrong) {
      for (const op of ['sum', 'max', 'xor']) {
        await refusedByBoth(type, op, { initial }, 'invalid-option', [/initial/, `${initial}`, new RegExp(type)]);
      }
    }
    await refusedByBoth('u32', ADD, { initial: -1 }, 'invalid-option', [/initial/, /-1/]);
  });

  it('that is no whole number, for a type of integers', async () => {
    for (const type of ['u8', 'i16', 'u32', 'i32']) {
      for (const initial of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await refusedByBoth(type, 'sum', { initial }, 'invalid-option', [/initial/, `${initial}`]);
      }
    }
    await refusedByBoth('i32', { ...ADD, type: 'i32' }, { initial: 1.5 }, 'invalid-option', [/initial/, /1\.5/]);
  });

  it('that is no number', async () => {
    for (const initial of ['1', null, true, {}, [1]]) {
      for (const type of ['f32', 'u32', 'u8', 'f16']) {
        await refusedByBoth(type, 'sum', { initial }, 'invalid-option', [/initial/]);
      }
    }
    await refusedByBoth('u64', 'sum', { initial: '5' }, 'invalid-option', [/initial/, /'5'/]);
    await refusedByBoth('f32', 'sum', { initial: 5n }, 'invalid-option', [/initial/, /5/]);
  });

  it('with another number of components than its operator has', async () => {
    const pair = { ...ADD, type: 'vec2<u32>', load: 'return vec2<u32>(element);' };
    for (const initial of [[1], [1, 2, 3], [], [1, 'x'], [1, 0.5], [1, -1], '12', null]) {
      await refusedByBoth('u32', pair, { initial }, 'invalid-option', [/initial/]);
    }
    await refusedByBoth('u32', ADD, { initial: [1, 2] }, 'invalid-option', [/initial/]);
    await acceptedByBoth('u32', pair, { initial: [1, 2] });
  });

  it('that is no list for a list of operators, or a list of another length', async () => {
    for (const initial of [5, [1], [1, 2, 3], [], '12', {}, null]) {
      await refusedByBoth('u32', ['sum', 'max'], { initial }, 'invalid-option', [/initial/]);
    }
    const says = [/initial\[1\]|initial/, /300/];
    await refusedByBoth('u8', ['sum', 'max'], { initial: [1, 300] }, 'invalid-option', says);
    await acceptedByBoth('u32', ['sum', 'argmax', 'max'], { initial: [7, undefined, 3] });
    await acceptedByBoth('u32', ['sum', 'argmax'], { initial: [undefined, undefined] });
  });
});

describe('an accuracy is refused', () => {
  it('that is unknown', async () => {
    for (const accuracy of ['exact', 'Pairwise', '', 5, null]) {
      const says = [/accuracy/, `${accuracy}`, /pairwise/, /compensated/];
      await refusedByBoth('f32', 'sum', { accuracy }, 'invalid-option', says);
    }
  });

  it('of compensation where no sum of floats is taken', async () => {
    const accuracy = 'compensated';
    for (const [type, op] of [
      ['f32', 'max'],
      ['f32', 'product'],
      ['f32', 'mean'],
      ['f32', ADD],
      ['u32', 'sum'],
      ['i16', 'sum'],
      ['f32', ['min', 'max']],
      ['u8', ['sum', 'mean']],
      ['vec2<f32>', ADD],
    ] as const) {
      await refusedByBoth(type, op, { accuracy }, 'invalid-option', [/accuracy/, /compensated/]);
    }
    for (const type of ['f32', 'f16']) await acceptedByBoth(type, 'sum', { accuracy });
    await acceptedByBoth('f32', 'sum', { accuracy: 'pairwise' });
  });
});

describe('room and tuning are refused', () => {
  const create = (wrong: object) => () =>
    createReduce(device(), { type: 'u8', op: ['sum', 'argmin'], maxItems: 10, maxSegments: 2, ...wrong });

  it('that are no whole numbers, or too large', async () => {
    for (const name of ['maxItems', 'maxSegments', 'maxSegmentSize']) {
      for (const size of [-1, 0.5, Number.NaN, '10']) {
        await expectRefusal(create({ [name]: size }), 'invalid-option', [new RegExp(name), `${size}`]);
      }
    }
    await expectRefusal(create({ maxItems: 2 ** 40 }), 'limit-exceeded', [/maxItems/, /1099511627776/]);
  });

  it('that are unknown', async () => {
    for (const [tuning, says] of [
      [{ family: 'tpu' }, [/tuning\.family/, /tpu/]],
      [{ subgroups: 1 }, [/tuning\.subgroups/]],
      [{ maxBindingBytes: 1023 }, [/maxBindingBytes/, /1023/, /1024/]],
      [{ lanes: 4 }, [/tuning/, /lanes/]],
    ] as const) {
      await refusedByBoth('u32', ['sum', ADD], { tuning }, 'invalid-option', says);
    }
  });
});

describe('a reduce that is aborted', () => {
  const values = () => Float32Array.from({ length: 20_000 }, (_, i) => i % 7);
  const tuning = { maxBindingBytes: 4096 };

  it('before it begins is refused with the reason', async () => {
    for (const op of ['sum', ['argmin', 'mean'], ADD]) {
      const signal = AbortSignal.abort('too late');
      const call = () => reduceHost(device(), values(), [0, 20_000], op, { signal });
      await expectRefusal(call, 'aborted', [/signal/, /too late/]);
    }
  });

  it('in the middle ends there, whether in a segment or between two', async () => {
    for (const segments of [[0, 20_000], { size: 100 }, { begin: [0, 5], end: [20_000, 19_000] }]) {
      for (const op of ['sum', ['argmin', 'mean'], ADD]) {
        const controller = new AbortController();
        let steps = 0;
        const onProgress = () => {
          steps++;
          controller.abort('enough');
        };
        const options = { signal: controller.signal, onProgress, tuning };
        const call = () => reduceHost(device(), values(), segments, op, options);
        await expectRefusal(call, 'aborted', [/signal/, /enough/]);
        expect(steps).toBe(1);
      }
    }
  });

  it('after it ended stays as it is', async () => {
    const controller = new AbortController();
    const found = await reduceHost(device(), values(), [0, 7], 'sum', { signal: controller.signal });
    controller.abort();
    expect(found).toEqual(Float32Array.of(21));
  });
});

describe('a plan that is destroyed', () => {
  it('records no more, and may be destroyed again', async () => {
    for (const op of ['sum', ['sum', 'argmin'], ADD]) {
      const plan = await createReduce(device(), { type: 'u32', op, maxItems: 10, maxSegments: 2 });
      plan.destroy();
      plan.destroy();
      const encoder = device().createCommandEncoder();
      const buffer = () => device().createBuffer({ size: 64, usage: GPUBufferUsage.STORAGE });
      const list = Array.isArray(op);
      const output = list ? [buffer(), buffer()] : buffer();
      const outputIndex = list ? [undefined, buffer()] : undefined;
      const buffers = { input: buffer(), output, outputIndex, segments: { size: 5, count: 2 } };
      await expectThrow(() => plan.encode(encoder, buffers), 'destroyed', [/reduce|plan/]);
    }
  });
});

describe('encode of argmin refuses', () => {
  it('a missing buffer for the indices, and one that is too small or shared', async () => {
    const plan = await createReduce(device(), { type: 'f32', op: 'argmin', maxItems: 100, maxSegments: 10 });
    const buffer = (words: number) => device().createBuffer({ size: 4 * words, usage: GPUBufferUsage.STORAGE });
    const right = { input: buffer(100), output: buffer(10), segments: { size: 10, count: 10 } };
    const encode = (more: object) => () => plan.encode(device().createCommandEncoder(), { ...right, ...more });
    expect(encode({ outputIndex: buffer(10) })).not.toThrow();
    await expectThrow(encode({}), 'invalid-option', [/outputIndex/]);
    await expectThrow(encode({ outputIndex: buffer(9) }), ['limit-exceeded', 'length-mismatch'], [/outputIndex/, /36/]);
    await expectThrow(encode({ outputIndex: right.output }), 'overlapping-buffers', [/output/, /outputIndex/]);
    await expectThrow(encode({ outputIndex: right.input }), 'overlapping-buffers', [/input/, /outputIndex/]);
    plan.destroy();
  });
});
