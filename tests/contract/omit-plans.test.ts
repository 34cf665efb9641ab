/** Recorded plans with `nan: 'omit'` have the bits of calls on arrays without a GPU, and write nothing else. */
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { inTurn, Random, ROWS, SEED } from '../support/cases.ts';
import { f16Bits } from '../support/reduce-items.ts';
import { boundSegments, padded, rangesCase } from '../support/reduce-run.ts';
import { recordInto, Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { bytesOf } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: calls of every operation, with options of every type
type Any = any;

const TYPES = ['f16', 'f32', 'f64'] as const;
type Type = (typeof TYPES)[number];
const BYTES = { f16: 2, f32: 4, f64: 8 } as const;

/** Numbers, a third of them NaN with any sign and payload, and −0 and an infinity among the others. */
function items(type: Type, count: number): Any {
  const random = new Random(SEED);
  const numbers = Array.from({ length: count }, (_, i) => {
    if (random.below(3) === 0) return Number.NaN;
    if (i % 97 === 5) return Number.POSITIVE_INFINITY;
    return random.below(9) === 0 ? -0 : (random.below(2000) - 1000) / 8;
  });
  if (type === 'f16') {
    const nan = () => 0x7c01 + random.below(0x3ff) + 0x8000 * random.below(2);
    return { type, data: Uint16Array.from(numbers, (x) => (Number.isNaN(x) ? nan() : f16Bits(x))) };
  }
  const list = type === 'f32' ? Float32Array.from(numbers) : Float64Array.from(numbers);
  const words = new Uint32Array(list.buffer);
  for (const [i, x] of numbers.entries()) {
    if (!Number.isNaN(x)) continue;
    if (type === 'f32') words[i] = 0x7f800001 + random.below(0x7fffff) + 2 ** 31 * random.below(2);
    // A payload may be in the lower word alone.
    else words.set([1 + random.below(1000), 0x7ff00000 + 2 ** 31 * random.below(2)], 2 * i);
  }
  return list;
}

const LENGTHS = [0, 1, 2, 3, 17, 40, 0, 5, 700, 1300, 64, 5000];
const TOTAL = 3 + LENGTHS.reduce((sum, length) => sum + length);

const bounds = LENGTHS.map((length, i) => {
  const begin = 3 + LENGTHS.slice(0, i).reduce((sum, each) => sum + each, 0);
  return [begin, begin + length] as [number, number];
});

/** Segments in every form, as for a call, and how many of them count. */
const FORMS = {
  offsets: { form: 'offsets', given: { offsets: Uint32Array.of(3, ...bounds.map(([, end]) => end)) }, bounds },
  ranges: rangesCase([...bounds].reverse(), TOTAL),
  size: {
    form: 'size',
    given: { size: 70, count: Math.floor(TOTAL / 70) },
    bounds: Array.from({ length: Math.floor(TOTAL / 70) }, (_, i) => [70 * i, 70 * i + 70] as [number, number]),
  },
} as const;
type Form = keyof typeof FORMS;

/** The segments of a call on arrays, or the first `count` of them. */
function hostSegments(form: Form, count: number): Any {
  const { given } = FORMS[form] as Any;
  if (form === 'offsets') return given.offsets.slice(0, count + 1);
  if (form === 'size') return { size: given.size, count };
  return { begin: given.begin.slice(0, count), end: given.end.slice(0, count) };
}

interface Manner {
  readonly form: Form;
  readonly onGpu: boolean;
  readonly tuning: object;
}

const MANNERS: Manner[] = (['offsets', 'ranges', 'size'] as const).flatMap((form) =>
  [false, true].flatMap((onGpu) => inTurn([SMALL_GPU, SMALL_SOFTWARE]).map((tuning) => ({ form, onGpu, tuning }))),
);

/** Encodes one call with garbage as scratch memory. `sizes`: the bytes of each output. */
async function encoded(
  plan: Any,
  { form, onGpu }: Manner,
  inputs: Readonly<Record<string, Uint8Array>>,
  sizes: Readonly<Record<string, number>>,
  more: object = {},
) {
  const space = new Workspace(device());
  const count = FORMS[form].bounds.length - (onGpu ? 1 : 0);
  const outputs = Object.fromEntries(
    Object.entries(sizes).map(([name, bytes]) => [name, space.output(name, Math.ceil(bytes / 4))]),
  );
  const args = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, bytes]) => [name, space.input(name, padded(bytes))])),
    ...outputs,
    itemCount: TOTAL,
    segments: boundSegments(space, { ...FORMS[form], itemCount: TOTAL } as Any, onGpu ? count : undefined),
    temporary: space.scratch('temporary', plan.temporaryBytes),
    ...more,
  };
  const { output, outputIndex } = args as Any;
  const listed = plan.listed ? { output: [output], outputIndex: [outputIndex] } : {};
  await space.submit((encoder) => recordInto(encoder, false, (into) => plan.encode(into, { ...args, ...listed })));
  const found = Object.fromEntries(
    Object.entries(outputs).map(([name, range]) => [name, bytesOf(range.found).slice(0, sizes[name])]),
  );
  space.destroy();
  plan.destroy();
  return { found, count };
}

const room = ({ form, tuning }: Manner) => ({ maxItems: TOTAL + 77, maxSegments: FORMS[form].bounds.length, tuning });

describe.each(MANNERS)('$form, a count on the GPU: $onGpu, $tuning.family kernels', (manner) => {
  const { form, onGpu } = manner;
  const segments = hostSegments(form, FORMS[form].bounds.length - (onGpu ? 1 : 0));
  const types = ROWS === 'quick' ? [TYPES[(MANNERS.indexOf(manner) + SEED) % 3]!, 'f32' as const] : TYPES;

  describe.each([...new Set(types)])('%s', (type) => {
    const values = items(type, TOTAL);
    const input = bytesOf(values.data ?? values);

    it.each(['sum', 'min', 'argmax', 'mean', 'count', 'last'])('reduces: %s', async (op) => {
      const options = { nan: 'omit', ...(op === 'min' ? { whenEmpty: 7 } : op === 'sum' ? { initial: -3 } : {}) };
      const plan = await (core.createSegmentedReduce as Any)(device(), { type, op, ...options, ...room(manner) });
      // Means of floats may differ between a GPU and /js.
      const call = (op === 'mean' ? core : js).segmentedReduce as Any;
      const how = op === 'mean' ? { ...options, tuning: manner.tuning } : options;
      const want = await call(device(), values, segments, op, how);
      const of = op === 'argmax' ? want.values : want;
      const results = bytesOf(of.data ?? of);
      const count = FORMS[form].bounds.length;
      const sizes = { output: (results.length / segmentsOf(segments)) * count };
      const { found } = await encoded(
        plan,
        manner,
        { input },
        op === 'argmax' ? { ...sizes, outputIndex: 4 * count } : sizes,
      );
      expect(found.output!.slice(0, results.length)).toEqual(results);
      if (op === 'argmax') expect(found.outputIndex!.slice(0, 4 * want.indices.length)).toEqual(bytesOf(want.indices));
    });

    it.each([
      ['sum', false, false],
      ['sum', true, false],
      ['max', false, true],
      ['sum', true, true],
    ] as const)('scans: %s, exclusive %s, reverse %s', async (op, exclusive, reverse) => {
      const options = { nan: 'omit', exclusive, reverse, ...(exclusive ? { initial: 2 } : {}) };
      const plan = await (core.createSegmentedScan as Any)(device(), { type, op, ...options, ...room(manner) });
      const want = await (js.segmentedScan as Any)(null, values, segments, op, options);
      const results = bytesOf(want.data ?? want);
      const { found } = await encoded(plan, manner, { input }, { output: results.length });
      const each = results.length / TOTAL;
      for (const [begin, end] of FORMS[form].bounds.slice(0, segmentsOf(segments))) {
        const of = (all: Uint8Array) => Array.from(all.subarray(begin * each, end * each));
        expect([begin, of(found.output!)]).toEqual([begin, of(results)]);
      }
    });

    it.each([1, 5, 40])('top-k: %i', async (k) => {
      const valueType = k === 1 ? 'u8' : 'u32';
      const [rows, each] = [FORMS[form].bounds.length, BYTES[type]];
      const carried =
        k === 1
          ? Uint8Array.from({ length: TOTAL }, (_, i) => i)
          : Uint32Array.from({ length: TOTAL }, (_, i) => 3 * i);
      const plan = await (core.createSegmentedTopK as Any)(device(), {
        keyType: type,
        valueType,
        nan: 'omit',
        maxK: k,
        ...room(manner),
      });
      const want = await (js.segmentedTopK as Any)(null, values, segments, k, {
        nan: 'omit',
        values: carried,
        indexFrom: 'segment',
      });
      const valueBytes = carried.BYTES_PER_ELEMENT;
      const sizes = {
        keysOut: each * k * rows,
        valuesOut: valueBytes * k * rows,
        indicesOut: 4 * k * rows,
        countsOut: 4 * rows,
      };
      const { found } = await encoded(plan, manner, { keysIn: input, valuesIn: bytesOf(carried) }, sizes);
      const indices = new Uint32Array(found.indicesOut!.slice().buffer);
      const counts = new Uint32Array(found.countsOut!.slice().buffer);
      const [keys, others] = [bytesOf(want.keys.data ?? want.keys), bytesOf(want.values)];
      for (let i = 0; i < segmentsOf(segments); i++) {
        const [from, to] = [want.offsets[i], want.offsets[i + 1]];
        expect([i, counts[i]]).toEqual([i, to - from]);
        const row = Array.from(indices.subarray(i * k, i * k + k));
        expect([i, row]).toEqual([
          i,
          [...want.indices.slice(from, to), ...new Array(k - (to - from)).fill(0xffffffff)],
        ]);
        const at = (all: Uint8Array, size: number) => all.slice(i * k * size, (i * k + to - from) * size);
        expect(at(found.keysOut!, each)).toEqual(keys.slice(from * each, to * each));
        expect(at(found.valuesOut!, valueBytes)).toEqual(others.slice(from * valueBytes, to * valueBytes));
      }
    });
  });
});

function segmentsOf(segments: Any): number {
  return segments.count ?? (segments.begin ? segments.begin.length : segments.length - 1);
}

describe.each(inTurn([SMALL_GPU, SMALL_SOFTWARE]))('further calls, $family kernels', (tuning) => {
  const create = core as Any;
  const bounds = { maxItems: 3000, maxSegments: 40, tuning };
  const numbers = Float32Array.from({ length: 3000 }, (_, i) => (i % 3 === 1 ? Number.NaN : (i * 7) % 101));

  it('scans in place', async () => {
    const plan = await create.createSegmentedScan(device(), { type: 'f32', op: 'sum', nan: 'omit', ...bounds });
    const space = new Workspace(device());
    const output = space.inOut('output', numbers);
    const temporary = space.scratch('temporary', plan.temporaryBytes);
    const args = { input: output, output, segments: { size: 1500, count: 2 }, temporary };
    await space.submit((encoder) => plan.encode(encoder, args));
    const want = await js.segmentedScan(null, numbers, { size: 1500 }, 'sum', { nan: 'omit' });
    expect(new Float32Array(Uint32Array.from(output.found).buffer)).toEqual(want);
    space.destroy();
    plan.destroy();
  });

  it('writes no result of a segment of one size that the items do not fill', async () => {
    const plan = await create.createSegmentedReduce(device(), { type: 'f32', op: 'sum', nan: 'omit', ...bounds });
    const space = new Workspace(device());
    const output = space.output('output', 40);
    const count = space.input('count', Uint32Array.of(35));
    const args = { input: space.input('input', numbers), output, itemCount: 2999, segments: { size: 1000, count } };
    await space.submit((encoder) => plan.encode(encoder, args));
    const want = await js.segmentedReduce(null, numbers, [0, 1000, 2000], 'sum', { nan: 'omit' });
    expect(new Float32Array(Uint32Array.from(output.found.slice(0, 2)).buffer)).toEqual(want);
    expect(output.found.slice(2)).toEqual(output.before.slice(2));
    space.destroy();
    plan.destroy();
  });

  it('reduces windows by several operators', async () => {
    const op = ['argmin', 'max', 'variance', 'count'];
    const plan = await create.createSegmentedReduce(device(), { type: 'f32', op, nan: 'omit', ...bounds });
    const space = new Workspace(device());
    const begin = Uint32Array.from({ length: 29 }, (_, i) => 100 * i);
    const end = begin.map((at) => at + 180);
    const output = op.map((name) => space.output(name, 29));
    const index = space.output('index', 29);
    const segments = { begin: space.input('begin', begin), end: space.input('end', end), count: 29 };
    const args = {
      input: space.input('input', numbers),
      output,
      outputIndex: [index, undefined, undefined, undefined],
      segments,
    };
    await space.submit((encoder) => plan.encode(encoder, args));
    const reduce = core.segmentedReduce as Any;
    const [least, ...others] = await reduce(device(), numbers, { begin, end }, op, { nan: 'omit', tuning });
    const found = output.map((range) => bytesOf(range.found));
    expect(found).toEqual([least.values, ...others].map((list: Float32Array) => bytesOf(list)));
    expect(bytesOf(index.found)).toEqual(bytesOf(least.indices));
    space.destroy();
    plan.destroy();
  });

  it('has no effect on integers', async () => {
    const plans = await Promise.all(
      [{}, { nan: 'omit' }].map((nan) =>
        create.createSegmentedScan(device(), { type: 'u32', op: 'sum', ...nan, ...bounds }),
      ),
    );
    const [plain, omitting] = plans.map((plan) => plan.describe());
    expect(omitting).toEqual(plain);
    for (const plan of plans) plan.destroy();
  });
});
