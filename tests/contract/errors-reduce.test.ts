/** Wrong input of reduces, in the host call and in the plan: the code, and a message that names what was found. */
import { afterEach, describe, expect, it } from 'vitest';
import { createReduce, reduceHost } from '../support/reduce-run.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

afterEach(() => expectStillWorking(device()));

type Says = readonly (string | RegExp)[];

const CLASSES: Record<string, new (length: number) => ArrayBufferView> = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
};

/** Twelve items or more, as a caller gives them. */
function itemsOf(type: string): unknown {
  if (CLASSES[type]) return new CLASSES[type](12);
  return { type, data: type === 'f16' ? new Uint16Array(12) : new Float32Array(144) };
}

/** Refused in the same words by both ways of calling. */
async function refusedByBoth(type: string, op: unknown, options: object, code: string | string[], says: Says) {
  await expectRefusal(() => reduceHost(device(), itemsOf(type), [0, 5, 12], op, options), code, says);
  const room = { maxItems: 12, maxSegments: 2 };
  await expectRefusal(() => createReduce(device(), { type, op, ...options, ...room }), code, says);
}

async function acceptedByBoth(type: string, op: unknown, options: object = {}) {
  await reduceHost(device(), itemsOf(type), [0, 5, 12], op, options);
  const plan = await createReduce(device(), { type, op, ...options, maxItems: 12, maxSegments: 2 });
  plan.destroy();
}

const ADD = { wgsl: 'return a + b;', identity: 0 };

describe('an operator is refused', () => {
  it('whose name is unknown', async () => {
    for (const op of ['median', 'SUM', 'sum ', '', 'toString', '__proto__', 'constructor']) {
      const says = [/^op\b/, op.replace(/[^\w ]/g, ''), /argmin/, /variance/];
      await refusedByBoth('u32', op, {}, 'unsupported-type', says);
      await refusedByBoth('u32', ['sum', op], {}, 'unsupported-type', [/^op\[1\]/, ...says.slice(1)]);
    }
  });

  it('that is neither a name nor an object with its text', async () => {
    for (const op of [undefined, null, 5, true, {}, { identity: 0 }, { ...ADD, wgsl: 7 }, () => 'sum', Symbol('sum')]) {
      await refusedByBoth('u32', op, {}, 'unsupported-type', [/^op\b/]);
      await refusedByBoth('u32', [op], {}, 'unsupported-type', [/^op\[0\]/]);
    }
  });

  it('in a list of none, or in a list of lists', async () => {
    await refusedByBoth('u32', [], {}, 'invalid-option', [/^op\b/, /\[\]|\b0\b|empty/]);
    await refusedByBoth('u32', [['sum']], {}, 'unsupported-type', [/^op\[0\]/]);
  });

  it('by members of other types', async () => {
    for (const identity of [undefined, null, {}, true, [0], 5n]) {
      await refusedByBoth('u32', { ...ADD, identity }, {}, 'invalid-option', [/op\.identity/]);
    }
    for (const member of ['load', 'declarations']) {
      for (const wrong of [5, null, {}]) {
        await refusedByBoth('u32', { ...ADD, [member]: wrong }, {}, 'invalid-option', [new RegExp(`op\\.${member}`)]);
        const list = ['max', { ...ADD, [member]: wrong }];
        await refusedByBoth('u32', list, {}, 'invalid-option', [new RegExp(`op\\[1\\]\\.${member}`)]);
      }
    }
    for (const type of [5, 'u8', 'f64', 'vec5<u32>', 'vec2<f16>', 'mat2x2<f32>', 'toString', '']) {
      const says = [/op\.type/, String(type).replace(/[<>]/g, '.'), /vec4<f32>/].map((text) => new RegExp(text));
      await refusedByBoth('u32', { ...ADD, type }, {}, ['invalid-option', 'unsupported-type'], says);
    }
  });

  it('by an identity that its type has no value for', async () => {
    for (const [type, identity] of [
      ['u32', -1],
      ['u32', 2 ** 32],
      ['u32', 0.5],
      ['u32', Number.NaN],
      ['u8', Number.POSITIVE_INFINITY],
      ['i32', 2 ** 31],
      ['i16', -(2 ** 31) - 1],
      ['u64', -1],
    ] as const) {
      // By the library, or by the compiler that meets the number.
      await refusedByBoth(type, { ...ADD, identity }, {}, ['invalid-option', 'shader-compile'], [/op\.identity/]);
    }
  });

  it('for types that it has no meaning for', async () => {
    const wrong: [string, readonly string[]][] = [
      ['f64', ['sum', 'product', 'mean', 'variance', 'and', 'or', 'xor']],
      ['f32', ['and', 'or', 'xor']],
      ['f16', ['and', 'or', 'xor']],
      ['u64', ['mean', 'variance']],
      ['i64', ['mean', 'variance']],
    ];
    for (const [type, ops] of wrong) {
      for (const op of ops) {
        const says = [/\bop\b/, new RegExp(`\\b${op}\\b`), new RegExp(`\\b${type}\\b`)];
        await refusedByBoth(type, op, {}, 'unsupported-type', says);
      }
      const says = [/op\[1\]/, new RegExp(`\\b${type}\\b`)];
      await refusedByBoth(type, ['min', ops[0]!, 'max'], {}, 'unsupported-type', says);
    }
  });

  it('for vectors, unless it is one’s own or count', async () => {
    for (const type of ['vec2<u32>', 'vec3<f32>', 'vec4<i32>']) {
      for (const op of ['sum', 'min', 'argmax', 'xor', 'mean']) {
        await refusedByBoth(type, op, {}, 'unsupported-type', [/op/, new RegExp(op), new RegExp(type)]);
      }
      await acceptedByBoth(type, ['count', ADD]);
    }
  });
});

describe('a type is refused', () => {
  it('that is no type of values', async () => {
    for (const type of ['u128', 'float', 'vec5<f32>', 'vec2<f16>', 'bool', '', undefined, null, 5, { bytes: 4 }]) {
      const create = () => createReduce(device(), { type, op: 'sum', maxItems: 10, maxSegments: 2 });
      await expectRefusal(create, 'unsupported-type', [/type/, /f32/]);
    }
    for (const type of ['u128', 'vec5<f32>', '', undefined, 5]) {
      const values = { type, data: new Uint32Array(12) };
      await expectRefusal(() => reduceHost(device(), values, [0, 3], 'sum'), 'unsupported-type', [/values/]);
    }
  });

  it('that is opaque bytes', async () => {
    const values = { type: { bytes: 4 }, data: new Uint32Array(12) };
    for (const op of ['sum', ADD, ['min']]) {
      await expectRefusal(() => reduceHost(device(), values, [0, 3], op), 'unsupported-type', [/values/, /f32/]);
    }
  });
});

describe('values are refused', () => {
  const detached = () => {
    const array = new Float32Array(12);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  };

  it('that are no typed array of numbers', async () => {
    const wrong = [
      new Uint8ClampedArray(12),
      [1, 2, 3],
      new DataView(new ArrayBuffer(48)),
      new ArrayBuffer(48),
      'text',
    ];
    for (const values of [
      ...wrong,
      undefined,
      null,
      5,
      { type: 'f32' },
      { type: 'u8', data: new Uint8ClampedArray(12) },
    ]) {
      for (const op of ['sum', ['min', 'argmin'], ADD]) {
        await expectRefusal(() => reduceHost(device(), values, [0, 3], op), 'unsupported-type', [/values/]);
      }
    }
  });

  it('whose buffer was transferred', async () => {
    for (const values of [detached(), { type: 'f32', data: detached() }, { type: 'vec3<f32>', data: detached() }]) {
      const call = () => reduceHost(device(), values, [0, 0], ['count']);
      await expectRefusal(call, 'unsupported-type', [/values/, /detached/]);
    }
  });

  it('that end within an item', async () => {
    const values = { type: 'vec3<f32>', data: new Float32Array(11) };
    await expectRefusal(() => reduceHost(device(), values, [0, 3], 'count'), 'length-mismatch', [/values/, /44/, /12/]);
  });
});

describe('an initial value is refused', () => {
  it('with a wrong whenEmpty beside it, which would be passed over', async () => {
    for (const whenEmpty of ['junk', { value: 1, index: 0 }]) {
      await refusedByBoth('u32', 'sum', { initial: 5, whenEmpty }, 'invalid-option', [/whenEmpty/, /argmin/]);
    }
  });

  it('where it has no meaning', async () => {
    for (const op of ['argmin', 'argmax', 'count', 'mean', 'variance']) {
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

  it('that is no whole number where the type has no others', async () => {
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
    await refusedByBoth('u64', 'sum', { initial: '5' }, 'invalid-option', [/initial/]);
    await refusedByBoth('f32', 'sum', { initial: 5n }, 'invalid-option', [/initial/, /5/]);
  });

  it('of other than its operator’s components', async () => {
    const pair = { ...ADD, type: 'vec2<u32>', load: 'return vec2<u32>(element);' };
    for (const initial of [[1], [1, 2, 3], [], [1, 'x'], [1, 0.5], [1, -1], '12', null]) {
      await refusedByBoth('u32', pair, { initial }, 'invalid-option', [/initial/]);
    }
    await refusedByBoth('u32', ADD, { initial: [1, 2] }, 'invalid-option', [/initial/]);
    await acceptedByBoth('u32', pair, { initial: [1, 2] });
  });

  it('that is no list beside a list, or a list of another length', async () => {
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
  it('to go without a buffer for the indices, and one that is too small, or shared', async () => {
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
