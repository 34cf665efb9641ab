/** Several operators in one pass over the data: each gives the same bits as a separate call. */
import { describe, expect, it } from 'vitest';
import {
  inTurn,
  lengthsInEveryClass,
  quickRows,
  Random,
  ROWS,
  SEED,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import { type ElementType, itemsOf } from '../support/elements.ts';
import { type CustomOp, randomItems } from '../support/operator.ts';
import { CHOSEN, OPERATORS } from '../support/operators.ts';
import {
  type AnyOp,
  classesOfPlan,
  makeReduce,
  type Outcome,
  type Reduction,
  reduceCase,
  reduceHost,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectSame } from '../support/reduce-same.ts';
import type { Form } from '../support/typed-cases.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const NAMED = 'sum product min max argmin argmax and or xor count mean variance std first last any all'.split(' ');

/** Members of an operator of OPERATORS, by its name. */
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

/** Lists whose operators could be mixed up: different widths, two outputs, loads of an element, initial values. */
const LISTS: Record<string, List> = {
  'the usual three of floats': { type: 'f32', ops: ['sum', 'min', 'max'] },
  'an operator twice, and a custom one twice': {
    type: 'u32',
    ops: ['max', CHOSEN.byIndex.op, 'max', CHOSEN.byIndex.op, 'argmax', 'argmax'],
  },
  'one’s own among named ones': { type: 'u32', ops: ['sum', CHOSEN.first.op, 'argmin', CHOSEN.byIndex.op, 'count'] },
  'narrow and wide results': {
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
  'only custom ones': {
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

/** The items. Floats are of moderate size, so that no sum is infinite or NaN. */
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
async function oneByOne(reduction: Reduction, call: (one: Reduction) => Promise<Outcome[]>): Promise<Outcome[]> {
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

/** Every list once. Variants and forms take turns, and each has many lists. */
const FORMS: Form[] = ['offsets', 'ranges', 'fixed'];
const LISTED = Object.entries(LISTS).map(([name, list], i) => ({
  name,
  list,
  form: FORMS[i % 3]!,
  variants: ROWS === 'full' ? VARIANTS : quickRows([VARIANTS[i % 4]!]),
}));

const SOME = ROWS === 'sample' ? new Random(SEED).shuffled(LISTED).slice(0, 4) : inTurn(LISTED, 8);

describe('a list of operators gives what each gives in a separate call:', () => {
  for (const { name, list, form, variants } of SOME) {
    for (const variant of variants) {
      itOnDevice(device, variant, `${name} (${list.type}, ${form}, ${variantName(variant)})`, async () => {
        const { family, subgroups } = variant;
        const tuning = { family, subgroups };
        const reduction = reductionOf(list, form, await lengthsFor(list, variant));
        const expected = await oneByOne(reduction, (one) => reduceRecorded(device(), one, { tuning }));
        expectSame(await reduceRecorded(device(), reduction, { tuning }), expected, reduction, 'recorded');
        const pass = { tuning, openPass: true, ownTemporary: true };
        expectSame(await reduceRecorded(device(), reduction, pass), expected, reduction, 'in a pass');
        expectSame(await reduceOnHost(device(), reduction, { tuning }), expected, reduction, 'by the host call');
      });
    }
  }

  it('in pairs, with the table of the device', async () => {
    const random = new Random(SEED);
    const lengths = Array.from({ length: 300 }, () => (random.below(4) === 0 ? random.below(40) : random.below(4)));
    const named = NAMED.filter((op) => !['and', 'or', 'xor'].includes(op));
    const some = Array.from({ length: 2 }, () => random.shuffled(named).slice(0, 2));
    for (const ops of [['sum', 'max'], ['all', 'sum'], ...some]) {
      const reduction = reductionOf({ type: 'f32', ops }, 'offsets', [...lengths, 9000, 0, 2]);
      const expected = await oneByOne(reduction, (one) => reduceOnHost(device(), one));
      expectSame(await reduceOnHost(device(), reduction), expected, reduction, ops.join(' and '));
    }
  });

  it('in batches, one segment longer than a batch', async () => {
    const names = ['the usual three of floats', 'narrow and wide results', 'initial values for some'];
    for (const name of ROWS === 'quick' ? names.slice(0, 1) : names) {
      const reduction = reductionOf(LISTS[name]!, 'ranges', [7000, 1, 0, 900, 30, 2000]);
      const tuning = { maxBindingBytes: 4096 };
      // A mean's last bits may depend on how an array is cut, so both calls cut it the same way.
      const expected = await oneByOne(reduction, (one) => reduceOnHost(device(), one, { tuning }));
      expectSame(await reduceOnHost(device(), reduction, { tuning }), expected, reduction, name);
    }
  });

  it('whose identities differ only in their bits', async () => {
    const identities = [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, '0.0'];
    const list = identities.map((identity) => ({ wgsl: 'return a + b;', identity }));
    const found = await reduceHost(device(), Float32Array.of(1, 2), [0, 2, 2], list);
    expect((found as Float32Array[]).map((results) => results[1])).toEqual(identities.map(Number));
  });

  itInTurn(2)('for empty segments only, and for no segment', async () => {
    for (const name of inTurn(['narrow and wide results', 'initial values for some', 'all names there are'], 3)) {
      for (const lengths of [[0, 0, 0, 0, 0], []]) {
        const reduction = reductionOf(LISTS[name]!, 'offsets', lengths);
        const expected = await oneByOne(reduction, (one) => reduceOnHost(device(), one));
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

  it('come as separate arrays', async () => {
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
