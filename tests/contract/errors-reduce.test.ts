/** Wrong operators, types and values of reduces: the code, and a message that names what was found. */
import { afterEach, describe, it } from 'vitest';
import { reduceRefusals } from '../support/reduce-refusal.ts';
import { createReduce, reduceHost } from '../support/reduce-run.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const { refusedByBoth, acceptedByBoth } = reduceRefusals(device);

afterEach(() => expectStillWorking(device()));

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

  it('in an empty list, or in a list of lists', async () => {
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
    for (const type of [5, 'u8', 'u64', 'vec5<u32>', 'vec2<f16>', 'mat2x2<f32>', 'toString', '']) {
      const says = [/op\.type/, String(type).replace(/[<>]/g, '.'), /vec4<f32>/].map((text) => new RegExp(text));
      await refusedByBoth('u32', { ...ADD, type }, {}, ['invalid-option', 'unsupported-type'], says);
    }
  });

  it('with an identity that its type does not hold', async () => {
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
      // The library refuses some of these numbers, the compiler the others.
      await refusedByBoth(type, { ...ADD, identity }, {}, ['invalid-option', 'shader-compile'], [/op\.identity/]);
    }
  });

  it('for types that it does not take', async () => {
    const wrong: [string, readonly string[]][] = [
      ['f64', ['and', 'or', 'xor']],
      ['f32', ['and', 'or', 'xor']],
      ['f16', ['and', 'or', 'xor']],
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

  it('for vectors, unless it is a custom operator or count', async () => {
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
