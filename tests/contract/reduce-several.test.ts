/** Several operators in one pass over the data: each gives what it gives alone, bit for bit. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  lean,
  lengthsInEveryClass,
  Random,
  ROWS,
  SEED,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import { type ElementType, itemsOf } from '../support/elements.ts';
import { CHOSEN, type CustomOp, OPERATORS, randomItems } from '../support/operators.ts';
import {
  type AnyOp,
  classesOfPlan,
  createReduce,
  expectSame,
  type LoosePlan,
  makeReduce,
  type Outcome,
  type Reduction,
  reduceCase,
  reduceHost,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectStillWorking, expectThrow } from '../support/refusal.ts';
import type { Form } from '../support/typed-cases.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const NAMED = 'sum product min max argmin argmax and or xor count mean variance'.split(' ');

/** `wgsl` and more of an operator in OPERATORS, by its name. */
function custom(name: string): CustomOp {
  const found = OPERATORS.find((operator) => operator.name === name);
  if (!found) throw new Error(`no operator ${name}`);
  return found.op;
}

interface List {
  readonly type: ElementType;
  readonly ops: readonly AnyOp[];
  readonly initial?: readonly unknown[];
}

/** What goes together that a list could mix up: widths of results, two outputs, loads of an element, initial values. */
const LISTS: Record<string, List> = {
  'the usual three of floats': { type: 'f32', ops: ['sum', 'min', 'max'] },
  'an operator twice, and one of one’s own twice': {
    type: 'u32',
    ops: ['max', CHOSEN.byIndex.op, 'max', CHOSEN.byIndex.op, 'argmax', 'argmax'],
  },
  'one’s own among named ones': { type: 'u32', ops: ['sum', CHOSEN.first.op, 'argmin', CHOSEN.byIndex.op, 'count'] },
  'narrow results beside wide ones': {
    type: 'u8',
    ops: ['sum', CHOSEN.hash.op, 'mean', 'min', 'argmax', custom('histogram of four classes'), 'count'],
  },
  'halves, and floats made of them': {
    type: 'f16',
    ops: ['min', 'sum', 'argmin', 'variance', custom('largest magnitude of f16'), 'max'],
  },
  '16-bit results': { type: 'i16', ops: ['product', 'max', custom('last'), 'argmin', 'xor'] },
  'two words an element': { type: 'u64', ops: ['sum', 'argmin', custom('least of 64 bits'), 'xor', 'max'] },
  doubles: { type: 'f64', ops: ['max', custom('count of negative doubles'), 'argmax', 'count'] },
  'one’s own alone': {
    type: 'vec2<i32>',
    ops: [custom('sum of vec2<i32>'), 'count', { wgsl: 'return max(a, b);', identity: -2147483648 }],
  },
  'initial values for some': {
    type: 'u32',
    ops: ['sum', 'min', 'count', CHOSEN.byIndex.op, 'argmax', 'product', CHOSEN.first.op],
    initial: [7, undefined, undefined, [9, 1], undefined, 3, 99],
  },
  'initial values of wide and narrow types': {
    type: 'i8',
    ops: ['sum', 'max', custom('best run'), 'mean'],
    initial: [-100, 3, [-5, 3, 0, 9], undefined],
  },
  'initial values of two words': { type: 'i64', ops: ['sum', 'min'], initial: [-5n, -(2n ** 40n)] },
  'all names there are': { type: 'u32', ops: NAMED },
  'a list of one': { type: 'i32', ops: ['min'] },
};

/** Floats are of moderate size: no sum is infinite, none NaN. */
function elements(type: ElementType, count: number): Uint8Array<ArrayBuffer> {
  const random = new Random(SEED);
  if (type === 'f16')
    return randomItems({ ...CHOSEN.hash, element: type, item: (r) => [r.below(0x5000)] }, count, random);
  if (type === 'f32') return itemsOf(type, count, () => [(random.word() / 2 ** 31 - 1) * 2 ** random.between(-9, 9)]);
  const words = type === 'vec2<i32>' || type.endsWith('64') ? 2 : 1;
  return itemsOf(type, count, () => Array.from({ length: words }, () => random.word()));
}

function reductionOf({ type, ops, initial }: List, form: Form, lengths: readonly number[]): Reduction {
  const segments = reduceCase(form, lengths, new Random(SEED));
  const bytes = elements(type, segments.itemCount);
  return { type, bytes, segments, op: ops, ...(initial ? { initial } : {}) };
}

/** The list's operators one by one. */
async function alone(reduction: Reduction, call: (one: Reduction) => Promise<Outcome[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [i, op] of (reduction.op as readonly AnyOp[]).entries()) {
    const { initial, ...rest } = reduction;
    const one = (initial as unknown[] | undefined)?.[i];
    outcomes.push(...(await call({ ...rest, op, ...(one === undefined ? {} : { initial: one }) })));
  }
  return outcomes;
}

async function lengthsFor(list: List, { family, subgroups }: Variant): Promise<number[]> {
  const tiny = reductionOf(list, 'offsets', [1]);
  const plan = await makeReduce(device(), tiny, { tuning: { family, subgroups } });
  const lengths = lengthsInEveryClass(classesOfPlan(plan));
  plan.destroy();
  return [0, ...lengths, 0];
}

/** Every list once; variants and forms take turns, each with many lists. */
const FORMS: Form[] = ['offsets', 'ranges', 'fixed'];
const LISTED = Object.entries(LISTS).map(([name, list], i) => ({
  name,
  list,
  form: FORMS[i % 3]!,
  variants: ROWS === 'full' ? VARIANTS : lean([VARIANTS[i % 4]!]),
}));

const SOME = ROWS === 'sample' ? new Random(SEED).shuffled(LISTED).slice(0, 4) : LISTED;

describe('a list of operators gives what they give alone:', () => {
  for (const { name, list, form, variants } of SOME) {
    for (const variant of variants) {
      itOnDevice(device, variant, `${name} (${list.type}, ${form}, ${variantName(variant)})`, async () => {
        const { family, subgroups } = variant;
        const tuning = { family, subgroups };
        const reduction = reductionOf(list, form, await lengthsFor(list, variant));
        const expected = await alone(reduction, (one) => reduceRecorded(device(), one, { tuning }));
        expectSame(await reduceRecorded(device(), reduction, { tuning }), expected, reduction, 'recorded');
        const pass = { tuning, openPass: true, ownTemporary: true };
        expectSame(await reduceRecorded(device(), reduction, pass), expected, reduction, 'in a pass');
        expectSame(await reduceOnHost(device(), reduction, { tuning }), expected, reduction, 'by the host call');
      });
    }
  }

  it('in batches, one segment longer than a batch', async () => {
    const names = ['the usual three of floats', 'narrow results beside wide ones', 'initial values for some'];
    for (const name of ROWS === 'lean' ? names.slice(0, 1) : names) {
      const reduction = reductionOf(LISTS[name]!, 'ranges', [7000, 1, 0, 900, 30, 2000]);
      const tuning = { maxBindingBytes: 4096 };
      // Means may differ in their last bits by how an array is cut, so alone and together are cut the same way.
      const expected = await alone(reduction, (one) => reduceOnHost(device(), one, { tuning }));
      expectSame(await reduceOnHost(device(), reduction, { tuning }), expected, reduction, name);
    }
  });

  it('whose identities are told apart by their bits alone', async () => {
    const identities = [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, '0.0'];
    const list = identities.map((identity) => ({ wgsl: 'return a + b;', identity }));
    const found = await reduceHost(device(), Float32Array.of(1, 2), [0, 2, 2], list);
    expect((found as Float32Array[]).map((results) => results[1])).toEqual(identities.map(Number));
  });

  it('for empty segments only, and for no segment', async () => {
    for (const name of ['narrow results beside wide ones', 'initial values for some', 'all names there are']) {
      for (const lengths of [[0, 0, 0, 0, 0], []]) {
        const reduction = reductionOf(LISTS[name]!, 'offsets', lengths);
        const expected = await alone(reduction, (one) => reduceOnHost(device(), one));
        expectSame(await reduceOnHost(device(), reduction), expected, reduction, name);
        expectSame(await reduceRecorded(device(), reduction), expected, reduction, name);
      }
    }
  });
});

describe('the results of a list', () => {
  const values = Uint8Array.of(3, 1, 2, 250, 9);

  it('come in its order, each in its own class', async () => {
    const ops = ['sum', 'argmin', 'count', 'mean', CHOSEN.hash.op, 'argmin'];
    const found = await reduceHost(device(), values, [0, 3, 3, 5], ops);
    expect(Array.isArray(found)).toBe(true);
    expect(found.length).toBe(6);
    const least = { values: Uint8Array.of(1, 255, 9), indices: Uint32Array.of(1, 0xffffffff, 1) };
    expect(found.slice(0, 4)).toEqual([
      Uint8Array.of(6, 0, 3),
      least,
      Uint32Array.of(3, 0, 2),
      Float32Array.of(2, Number.NaN, 129.5),
    ]);
    expect(found[4]).toMatchObject({ type: 'vec2<u32>', data: expect.any(Uint32Array) });
    expect(found[5]).toEqual(least);
  });

  it('come as arrays of their own', async () => {
    const [first, second] = await reduceHost(device(), values, { size: 1 }, ['max', 'max']);
    expect(first).toEqual(values);
    expect(second).toEqual(values);
    expect(first.buffer === second.buffer && first.byteOffset === second.byteOffset).toBe(false);
  });

  it('of halves keep the form in which they were given', async () => {
    const half = { type: 'f16', data: Uint16Array.of(0x3c00, 0x4000, 0xc000) };
    const found = await reduceHost(device(), half, [0, 3], ['min', 'sum', 'argmax']);
    expect(found).toEqual([
      { type: 'f16', data: Uint16Array.of(0xc000) },
      Float32Array.of(1),
      { values: { type: 'f16', data: Uint16Array.of(0x4000) }, indices: Uint32Array.of(1) },
    ]);
  });

  it('do not depend on the array of operators after the call began', async () => {
    const ops = ['sum', 'max'];
    const pending = reduceHost(device(), values, [0, 3], ops);
    ops[0] = 'min';
    ops.pop();
    expect(await pending).toEqual([Uint8Array.of(6), Uint8Array.of(3)]);
  });
});

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
    // Nothing was recorded by halves: what the encoder holds is valid.
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

  it('nothing of what is right', () => {
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
