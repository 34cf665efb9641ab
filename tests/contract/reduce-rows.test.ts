/** Reduces of rows: each column has the bits of a call on that column, in every form, on a GPU and without one. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, segmentedReduce } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { inTurn, quickRows, Random, SEED, VARIANTS, variantName } from '../support/cases.ts';
import { f16Number } from '../support/reduce-items.ts';
import { expectRefusal } from '../support/refusal.ts';
import { Workspace } from '../support/run.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

type Words = Uint16Array | Uint32Array | Int32Array | Float32Array;
type Type = 'f16' | 'f32' | 'u32' | 'i32';
type Call = (...all: unknown[]) => Promise<unknown>;
const onGpu = segmentedReduce as unknown as Call;
const inJs = js.segmentedReduce as unknown as Call;

const OPS = [
  'sum',
  'product',
  'min',
  'max',
  'argmin',
  'argmax',
  'mean',
  'variance',
  'count',
  'std',
  'first',
  'last',
  'any',
  'all',
] as const;

/** Elements of a type. Floats are of both signs; products stay finite for some segments. */
function elements(type: Type, count: number, random: Random): Words {
  if (type === 'f16')
    return Uint16Array.from({ length: count }, () => 0x3800 + random.below(0x0c00) + 0x8000 * random.below(2));
  if (type === 'u32') return Uint32Array.from({ length: count }, () => random.below(2 ** 32));
  if (type === 'i32') return Int32Array.from({ length: count }, () => random.below(2 ** 32) - 2 ** 31);
  return Float32Array.from({ length: count }, () => (random.below(2 ** 24) - 2 ** 23) / 2 ** 20);
}

const flat = (result: unknown): Words => {
  if (ArrayBuffer.isView(result)) return result as unknown as Words;
  const { values, data } = result as { values?: unknown; data?: Words };
  return values === undefined ? (data as Words) : flat(values);
};
const bytesOf = (words: Words) => Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('hex');

/** Column `c` of rows. Copied as numbers, a signaling NaN would become a quiet one. */
function columnOf<W extends Words>(words: W, width: number, c: number): W {
  const column = words.filter((_, i) => i % width === c) as W;
  if (!(words instanceof Float32Array)) return column;
  const bits = new Uint32Array(words.buffer, words.byteOffset, words.length);
  return new Float32Array(columnOf(bits, width, c).buffer) as Words as W;
}

/** Compares each column of a call on rows with a call on that column. */
async function checkColumns(
  call: Call,
  { type, width, data }: { type: Type; width: number; data: Words },
  segments: unknown,
  ops: readonly string[],
  options: object = {},
) {
  const on = call === onGpu ? device() : null;
  const found = (await call(on, { type, width, data }, segments, ops, options)) as unknown[];
  for (const c of new Set([0, width >> 1, width - 1])) {
    const column = { type, data: columnOf(data, width, c) };
    const wanted = (await call(on, column, segments, ops, options)) as unknown[];
    ops.forEach((op, i) => {
      const what = `${op} of column ${c}`;
      expect(bytesOf(columnOf(flat(found[i]), width, c)), what).toBe(bytesOf(flat(wanted[i])));
      const [indices, wantedIndices] = [found[i], wanted[i]].map((each) => (each as { indices?: Words }).indices);
      expect(indices && [...columnOf(indices, width, c)], what).toEqual(wantedIndices && [...wantedIndices]);
    });
  }
}

/** Lengths around leaves, tiles and pairs of tiles. */
const LENGTHS = [0, 1, 15, 16, 17, 0, 100, 511, 512, 513, 1030, 3, 2500];
const offsets = [2];
for (const length of LENGTHS) offsets.push((offsets.at(-1) as number) + length);
const ROWS = (offsets.at(-1) as number) + 5;

describe('each column of rows has the bits of a call on it', () => {
  const cases = ([1, 2, 3, 16, 33, 70, 300] as const).flatMap((width, i) => {
    const type = (['f32', 'u32', 'f16', 'i32'] as const)[i % 4] as Type;
    return quickRows(VARIANTS, 2).map((variant) => ({ width, type, variant }));
  });
  for (const { width, type, variant } of inTurn(cases, 3)) {
    itOnDevice(device, variant, `${type}, width ${width}, ${variantName(variant)}`, async () => {
      const data = elements(type, width * ROWS, new Random(SEED + width));
      const { family, subgroups } = variant;
      const options = { tuning: { family, ...(subgroups ? {} : { subgroups }) } };
      const ops = type.startsWith('f') ? OPS : [...OPS, 'and', 'or', 'xor'];
      await checkColumns(onGpu, { type, width, data }, offsets, ops, options);
      // Without operators that round, there is no tree.
      await checkColumns(onGpu, { type, width, data }, offsets, ['min', 'argmax', 'count'], options);
    });
  }

  it.each([
    ['f32', 5],
    ['f16', 3],
    ['u32', 33],
  ] as const)('without a GPU: %s, width %i', async (type, width) => {
    const data = elements(type, width * ROWS, new Random(SEED));
    const ops = type === 'u32' ? [...OPS, 'and', 'or', 'xor'] : OPS;
    await checkColumns(inJs, { type, width, data }, offsets, ops);
  });

  it.each([1, 2, 3, 4, 9])('without a GPU: sums that cancel show the order of additions, width %i', async (width) => {
    const random = new Random(SEED);
    const palette = [2 ** 70, -(2 ** 70), 2 ** 25, -(2 ** 25), 1, 3, -5, 2 ** -20];
    const lengths = [...Array.from({ length: 45 }, (_, i) => i), 1, 1, 1, 100, 103, 104, 107, 108];
    const ends = [0];
    for (const length of lengths) ends.push(ends.at(-1)! + length);
    const data = Float32Array.from({ length: width * ends.at(-1)! }, () => palette[random.below(palette.length)]!);
    await checkColumns(inJs, { type: 'f32', width, data }, ends, ['sum', 'mean', 'min', 'max']);
    const rows = Uint32Array.from({ length: ends.at(-1)! }, () => random.below(ends.at(-1)!));
    await checkColumns(inJs, { type: 'f32', width, data }, { offsets: ends, rows }, ['sum', 'mean', 'min', 'max']);
    // A weight is taken before the sum, and its product rounded.
    const weights = Float32Array.from(rows, () => random.below(2 ** 20) / 2 ** 10);
    const found = await inJs(null, { type: 'f32', width, data }, { offsets: ends, rows }, 'sum', { weights });
    for (let c = 0; c < width; c++) {
      const products = Float32Array.from(rows, (row, i) => data[row * width + c]! * weights[i]!);
      expect(bytesOf(columnOf(flat(found), width, c))).toBe(bytesOf(flat(await inJs(null, products, ends, 'sum'))));
    }
  });

  it('without a GPU: NaN, zeros of both signs, infinities and numbers whose sums overflow', async () => {
    const [random, width] = [new Random(SEED), 5];
    const special = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3e38, 3e38];
    const data = Float32Array.from({ length: width * 600 }, () =>
      random.below(100) < 8 ? special[random.below(7)]! : random.below(9) - 4,
    );
    // A mean of -0 is -0. Each column of the last segment has a sum of f32 that overflows, and a mean that does not.
    data.fill(-0, 0, 2 * width).fill(3e38, width * 500);
    // So has the leaf before it.
    data.fill(3e38, width * 500 - 3 * width, width * 500);
    const ends = [1, 2, 2, 7, 9, 15, 18, 31, 48, 100, 170, 250, 497, 500, 600];
    await checkColumns(inJs, { type: 'f32', width, data }, [0, ...ends], ['sum', 'mean', 'min', 'max', 'product']);
    // Only the later rows of a second column are large.
    const late = { type: 'f32', width: 2, data: Float32Array.of(1, 1, 1, 3e38, 1, 3e38) } as const;
    await checkColumns(inJs, late, [0, 3], ['mean']);
  });

  it.each([1, 2, 3, 4])(
    'without a GPU: zeros of both signs, first and last numbers, few NaNs, width %i',
    async (width) => {
      const random = new Random(SEED + width);
      // Around the lengths from which rows are compared otherwise.
      const lengths = [...Array.from({ length: 60 }, (_, i) => i % 20), 47, 48, 49, 60, 2, 2, 2];
      const ends = [0];
      for (const length of lengths) ends.push(ends.at(-1)! + length);
      const rows = Uint32Array.from({ length: ends.at(-1)! }, () => random.below(ends.at(-1)!));
      for (const [type, palette] of [
        ['f32', [0, -0, 0, -0, 1, 2 ** -149]],
        ['f32', [0, -0, 0, -0, -1, -(2 ** -149)]],
        ['f32', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3e38, -3e38, 5, -5]],
        ['f32', [Number.NaN, ...Array.from({ length: 60 }, (_, i) => i - 30)]],
        ['i32', [0, -1, 1, 2 ** 31 - 1, -(2 ** 31), 5]],
        ['u32', [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 5]],
      ] as const) {
        const data = new { f32: Float32Array, i32: Int32Array, u32: Uint32Array }[type](width * rows.length);
        for (let i = 0; i < data.length; i++) data[i] = palette[random.below(palette.length)]!;
        await checkColumns(inJs, { type, width, data }, ends, ['min', 'max']);
        await checkColumns(inJs, { type, width, data }, { offsets: ends, rows }, ['min', 'max', 'mean', 'sum']);
      }
    },
  );

  it.each([1, 2, 3, 4, 6])('without a GPU: segments of one row, NaNs with own bits, width %i', async (width) => {
    const random = new Random(SEED + width);
    // One row each, many and few that follow each other, between longer and empty ones.
    const lengths = [...Array.from({ length: 40 }, () => 1), 3, 1, 0, 1, 1, 1, 1, 2, 1, 1, 0, 20, 1];
    const ends = [0];
    for (const length of lengths) ends.push(ends.at(-1)! + length);
    const items = ends.at(-1)!;
    const words = new Uint32Array(width * items);
    const data = new Float32Array(words.buffer);
    for (let i = 0; i < data.length; i++) data[i] = random.below(2 ** 24) / 2 ** 12 - 2000;
    // Quiet and signaling ones.
    for (let i = 0; i < words.length; i += 7) words[i] = (i % 2 > 0 ? 0xffc00000 : 0xff800001) + i;
    const rows = Uint32Array.from({ length: items }, () => random.below(items));
    const begin = Uint32Array.from({ length: 30 }, (_, i) => (i < 15 ? i : random.below(items)));
    const some = { begin, end: begin.map((first) => first + 1) };
    // One of three rows ends where the next one of one row would, and four segments have four rows.
    const longer = { begin: [4, 3, 6, 7], end: [5, 6, 7, 8] };
    for (const segments of [ends, { offsets: ends, rows }, some, longer, [0, 1, 3, 3, 4]]) {
      await checkColumns(inJs, { type: 'f32', width, data }, segments, ['sum', 'mean', 'min', 'max']);
      await checkColumns(inJs, { type: 'u32', width, data: words }, segments, ['sum', 'mean', 'min', 'max']);
    }
    const weights = Float32Array.from(rows, () => random.below(2 ** 20) / 2 ** 10);
    const own = Uint32Array.from(rows, (_, i) => i);
    for (const [segments, of] of [[ends, own] as const, [{ offsets: ends, rows }, rows] as const]) {
      const found = await inJs(null, { type: 'f32', width, data }, segments, 'sum', { weights });
      for (let c = 0; c < width; c++) {
        const products = Float32Array.from(of, (row, i) => data[row * width + c]! * weights[i]!);
        expect(bytesOf(columnOf(flat(found), width, c))).toBe(bytesOf(flat(await inJs(null, products, ends, 'sum'))));
      }
    }
  });

  it.each([1, 2, 3, 4, 6, 9])('without a GPU: the only NaN of segments of one row, width %i', async (width) => {
    const rows = Uint32Array.from({ length: 40 }, (_, i) => i);
    const weights = new Float32Array(rows.length).fill(1);
    for (let at = 11 * width; at < 12 * width; at++) {
      const words = new Uint32Array(40 * width);
      words[at] = 0xffc00123;
      const data = new Float32Array(words.buffer);
      const wanted = words.map((word) => word && 0x7fc00000);
      const offsets = Uint32Array.from({ length: 41 }, (_, i) => i);
      for (const segments of [offsets, { offsets, rows }]) {
        for (const options of [{}, { weights }]) {
          const found = await inJs(null, { type: 'f32', width, data }, segments, 'sum', options);
          expect(new Uint32Array(flat(found).buffer)).toEqual(wanted);
        }
      }
    }
  });

  it.each([
    ['on a device', onGpu],
    ['without a GPU', inJs],
  ])('%s: a signaling NaN keeps its bits', async (_, call) => {
    const bits = Uint32Array.of(0x3f800000, 0xff800001, 0x40000000, 0x7f800001, 0x7fc00001, 0);
    const table = { type: 'f32', width: 2, data: new Float32Array(bits.buffer) };
    const ops = ['min', 'max', 'argmin', 'argmax', 'first', 'last'];
    const found = (await call(call === onGpu ? device() : null, table, [0, 2, 3], ops)) as unknown[];
    const firstOfColumn1 = found.map((each) => new Uint32Array(flat(each).buffer)[1]!.toString(16));
    expect(firstOfColumn1).toEqual([...new Array(5).fill('ff800001'), '7f800001']);
    const alone = await call(call === onGpu ? device() : null, table, [0, 2, 3], 'min');
    expect(new Uint32Array(flat(alone).buffer)).toEqual(Uint32Array.of(0x3f800000, 0xff800001, 0x7fc00001, 0));
  });
});

describe('rows', () => {
  const width = 3;
  const random = new Random(SEED);
  const data = elements('f32', width * ROWS, random) as Float32Array;
  const table = { type: 'f32', width, data } as const;
  const rows = Uint32Array.from({ length: 1500 }, () => random.below(ROWS));
  const listed = { offsets: [0, 0, 700, 701, 1500], rows };
  const weights = Float32Array.from(rows, () => random.below(100) / 7 - 5);

  it.each([
    ['size', { size: 50, count: 40 }],
    ['lengths', { lengths: [3, 0, 600] }],
    ['begin and end', { begin: [5, 0, 900, 7], end: [70, 5, 2100, 7] }],
    ['rows', listed],
  ])('by %s', async (_, segments) => {
    await checkColumns(onGpu, table, segments, ['sum', 'argmin']);
    await checkColumns(inJs, table, segments, ['sum', 'argmin']);
  });

  it.each(['f32', 'f16'] as const)('are weighted; products are rounded: %s', async (type) => {
    const words = type === 'f16' ? elements('f16', width * ROWS, random) : data;
    for (const [call, on] of [
      [onGpu, device()],
      [inJs, null],
    ] as const) {
      const found = await call(on, { type, width, data: words }, listed, 'sum', { weights });
      for (let c = 0; c < width; c++) {
        const products = Float32Array.from(rows, (row, i) => {
          const word = words[row * width + c] as number;
          return (type === 'f16' ? f16Number(word) : word) * (weights[i] as number);
        });
        const wanted = await js.segmentedReduce(null, products, listed.offsets, 'sum');
        expect(bytesOf(columnOf(flat(found), width, c))).toBe(bytesOf(wanted));
      }
    }
  });

  it('of one element need no width where there are weights: a sparse matrix and a vector', async () => {
    const vector = Float32Array.of(1, 2, 3, 4);
    const matrix = { offsets: [0, 2, 2, 5], rows: [0, 3, 1, 2, 3] };
    for (const call of [onGpu, inJs]) {
      const product = await call(call === onGpu ? device() : null, vector, matrix, 'sum', {
        weights: Float32Array.of(10, 1, 2, 0.5, -1),
      });
      expect(product).toEqual(Float32Array.of(14, 0, 1.5));
    }
  });

  it('come in the form of the items', async () => {
    for (const call of [onGpu, inJs]) {
      const on = call === onGpu ? device() : null;
      const two = { type: 'f32', width: 2, data: Float32Array.of(1, 2, 3, 4) };
      expect(await call(on, two, [0, 2, 2], 'sum')).toEqual({ ...two, data: Float32Array.of(4, 6, 0, 0) });
      expect(await call(on, two, [0, 2], 'mean')).toEqual(Float32Array.of(2, 3));
      const own = { ...two };
      const begun = call(on, own, [0, 2], 'sum');
      own.width = 4;
      expect(await begun).toEqual({ ...two, data: Float32Array.of(4, 6) });
    }
  });

  it('run in batches, and as columns where a segment is longer than a binding', async () => {
    for (const segments of [offsets, listed]) {
      for (const maxBindingBytes of [8192, 20_000]) {
        await checkColumns(onGpu, table, segments, ['sum', 'max'], { tuning: { maxBindingBytes } });
      }
    }
    const found = await onGpu(device(), table, listed, 'sum', { weights, tuning: { maxBindingBytes: 2048 } });
    expect(bytesOf(flat(found))).toBe(bytesOf(flat(await inJs(null, table, listed, 'sum', { weights }))));
  });

  it('end by a signal between batches', async () => {
    const data = Float32Array.from({ length: 4 * 9000 }, (_, i) => i % 7);
    const controller = new AbortController();
    const options = {
      ...{ tuning: { maxBindingBytes: 40_960 }, signal: controller.signal },
      onProgress: () => controller.abort('enough'),
    };
    const call = segmentedReduce(device(), { type: 'f32', width: 4, data }, { size: 10 }, 'sum', options);
    await expect(call).rejects.toMatchObject({ code: 'aborted', message: expect.stringContaining('enough') });
    // The next one runs.
    const { data: sums } = await segmentedReduce(device(), { type: 'f32', width: 4, data }, { size: 9000 }, 'sum');
    expect((sums as Float32Array)[0]).toBe(data.reduce((sum, value, i) => sum + (i % 4 === 0 ? value : 0), 0));
  });

  it('are recorded: rows outside the table add nothing, and offsets are clamped', async () => {
    const bounds = { maxItems: 2000, maxSegments: 10 };
    const plan = await createSegmentedReduce(device(), {
      ...{ type: 'f32', width, op: 'sum', rows: true, weights: true },
      ...bounds,
    });
    const space = new Workspace(device(), SEED);
    const wrong = rows.map((row, i) => (i % 5 === 0 ? [ROWS, 0xffffffff, 0x80000000][i % 3]! : row));
    const [input, rowsIn, weightsIn] = [
      space.input('input', data as Float32Array<ArrayBuffer>),
      space.input('rowsIn', wrong),
      space.input('weightsIn', weights as Float32Array<ArrayBuffer>),
    ];
    const given = space.input('offsets', Uint32Array.of(0, 700, 650, 0xffffffff));
    const output = space.output('output', 3 * width);
    await space.submit((encoder) =>
      plan.encode(encoder, { input, rowsIn, weightsIn, output, segments: { offsets: given, count: 3 } }),
    );
    const sums = new Float32Array(output.found.slice().buffer);
    for (let c = 0; c < width; c++) {
      const products = Float32Array.from(wrong, (row, i) =>
        row < ROWS ? (data[row * width + c] as number) * (weights[i] as number) : 0,
      );
      const wanted = await js.segmentedReduce(null, products, { begin: [0, 0, 650], end: [700, 0, 1500] }, 'sum');
      const found = columnOf(sums, width, c);
      // A row that is left out is no term, which the tree's other bits may show.
      for (const [s, sum] of found.entries()) expect(Math.abs(sum - (wanted[s] as number))).toBeLessThan(1e-2);
    }
    space.destroy();
    plan.destroy();
  });

  it('are refused by name', async () => {
    const two = (more: object) => ({ type: 'f32', width: 2, data: Float32Array.of(1, 2, 3, 4), ...more });
    for (const call of [onGpu, inJs]) {
      const on = call === onGpu ? device() : null;
      const refused = (
        items: unknown,
        segments: unknown,
        op: unknown,
        options: object,
        code: string,
        text: string | RegExp,
      ) => expectRefusal(() => call(on, items, segments, op, options), code, [text]);
      await refused(two({ width: 3 }), [0, 1], 'sum', {}, 'length-mismatch', 'values.data: 4 elements');
      await refused(two({ width: 0 }), [0, 1], 'sum', {}, 'invalid-option', 'values.width: 0');
      await refused(two({ width: 1.5 }), [0, 1], 'sum', {}, 'invalid-option', 'values.width: 1.5');
      const allowed = 'whole numbers from 1 to 65536';
      await refused(two({ width: '2' }), [0, 1], 'sum', {}, 'invalid-option', `values.width: '2'; allowed: ${allowed}`);
      await refused(two({ width: -1 }), [0, 1], 'sum', {}, 'invalid-option', `values.width: -1; allowed: ${allowed}`);
      await refused(two({ type: 'f64', data: Float64Array.of(1, 2) }), [0, 1], 'sum', {}, 'unsupported-type', 'f64');
      await refused(two({}), [0, 3], 'sum', {}, 'offsets-out-of-range', '3');
      await refused(two({}), { offsets: [0, 1], rows: [2] }, 'sum', {}, 'offsets-out-of-range', '2');
      const none = { type: 'f32', width: 2, data: new Float32Array(0) } as const;
      const said = 'row 0 is 0; allowed: no rows: there are no items';
      await refused(none, { offsets: [0, 1], rows: [0] }, 'sum', {}, 'offsets-out-of-range', said);
      const short = { weights: Float32Array.of(1) };
      await refused(two({}), [0, 2], 'sum', short, 'length-mismatch', 'weights: 1; allowed: 2');
      const whole = { weights: Float32Array.of(1, 1) };
      await refused(two({}), [0, 2], 'sum', { weights: null }, 'unsupported-type', 'weights');
      for (const weights of [[1, 1], 'ab']) {
        const said = /^weights: a (plain array|string) is not supported; allowed: a Float32Array$/;
        await refused(two({}), [0, 2], 'sum', { weights }, 'unsupported-type', said);
        await refused(Float32Array.of(1, 2), [0, 2], 'sum', { weights }, 'unsupported-type', said);
      }
      await refused(two({}), [0, 2], 'max', whole, 'invalid-option', "op: max; allowed: 'sum'");
      await refused(two({ type: 'u32' }), [0, 2], 'sum', whole, 'unsupported-type', 'u32');
      await refused(
        two({}),
        [0, 2],
        { wgsl: 'return a + b;', identity: 0, type: 'f32' },
        {},
        'invalid-option',
        'custom',
      );
    }
  });
});
