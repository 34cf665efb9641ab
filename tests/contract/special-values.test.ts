/** The table of docs/determinism.md: what infinities, NaN and overflow give, in every entry that reduces. */
import { readFileSync } from 'node:fs';
import { Field, Float32, Float64, List, Table, tableFromIPC, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { reduceList } from '../../src/arrow/index.ts';
import { cudaSetDevice, DeviceSegmentedReduce } from '../../src/cub/index.ts';
import { segmented_reduce } from '../../src/dpct/index.ts';
import { reduceByKey, segmentedReduce, segmentedScan } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { combineParts, reduceParts } from '../../src/parts/index.ts';
import { cut, run, streamOf } from '../cli/program.ts';
import { inTurn, offsetsOf, quickRows, tuningOf, VARIANTS, variantName } from '../support/cases.ts';
import { bounds, runCub, useBuffers } from '../support/ports.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();
const buffersOf = useBuffers(device);

const OPS = ['sum', 'product', 'mean', 'variance', 'min', 'max'] as const;
type Op = (typeof OPS)[number];
const EXTREMES = ['argmin', 'argmax'] as const;

interface Row {
  readonly items: readonly number[];
  readonly results: Readonly<Record<Op, number>>;
}

/** Kernels of many operators of doubles compile for seconds, so in `npm test` they have every other turn. */
const TYPES = (['f16', 'f32', 'f64'] as const).filter((type) => type !== 'f64' || inTurn([type], 4).length > 0);
type Type = (typeof TYPES)[number];
const DECIMALS = TYPES.filter((type) => type !== 'f16');
/** All tests of arrays ask for this list, so that they share its kernels. */
const ALL = [...OPS, ...EXTREMES] as const;
const BIG = { f16: Number.NaN, f32: (2 - 2 ** -23) * 2 ** 127, f64: Number.MAX_VALUE };
const HALVES = new Map(
  [1, 0, Infinity, -Infinity, Number.NaN].map((x, i) => [x, [0x3c00, 0, 0x7c00, 0xfc00, 0xfe01][i]!]),
);

/** The rows of the table. Those of f16 have no overflow. */
function rowsOf(type: Type): Row[] {
  const text = readFileSync(new URL('../../docs/determinism.md', import.meta.url), 'utf8');
  const [head, , ...lines] = text.slice(text.indexOf('| items | sum |')).split('\n\n')[0]!.split('\n');
  expect(head).toBe(`| items | ${OPS.join(' | ')} |`);
  const numberOf = (cell: string) =>
    Number(cell.replace('−', '-').replace('∞', 'Infinity').replace('big', `${BIG[type]}`));
  return lines
    .filter((line) => type !== 'f16' || !line.includes('big'))
    .map((line) => {
      const [items, ...cells] = line.slice(2, -2).split(' | ') as [string, ...string[]];
      const results = Object.fromEntries(OPS.map((op, i) => [op, numberOf(cells[i]!)])) as Row['results'];
      return { items: items.split(', ').map(numberOf), results };
    });
}

/** Every row as a segment, its items repeated. An odd number of times keeps the signs of products. */
function arraysOf(type: Type, times: number) {
  const rows = rowsOf(type);
  expect(rows.length).toBeGreaterThanOrEqual(type === 'f16' ? 7 : 11);
  const segments = rows.map(({ items }) =>
    Array.from({ length: times * items.length }, (_, i) => items[i % items.length]!),
  );
  const offsets = Array.from(offsetsOf(segments.map(({ length }) => length)));
  const all = segments.flat();
  const values =
    type === 'f16'
      ? ({ type: 'f16', data: Uint16Array.from(all, (x) => HALVES.get(x)!) } as const)
      : type === 'f32'
        ? Float32Array.from(all)
        : Float64Array.from(all);
  return { rows, segments, offsets, all, values: values as Float32Array };
}

const expected = (rows: readonly Row[], op: Op) => rows.map(({ results }) => results[op]);

/** The numbers of results, in the type of the items or in f32. */
function numbersIn(found: unknown): number[] {
  if (ArrayBuffer.isView(found)) return Array.from(found as Float32Array);
  const { data } = found as { data: Uint16Array };
  return Array.from(data, (bits) =>
    isNanOfHalves(bits) ? Number.NaN : [...HALVES].find(([, half]) => half === bits)![0],
  );
}

const isNanOfHalves = (bits: number) => (bits & 0x7fff) > 0x7c00;

type Reduce = typeof segmentedReduce;

/** Checks all operators in a list, the indices of argmin and argmax, and compensated sums. */
async function check(reduce: Reduce, on: GPUDevice, type: Type, times: number, options: object = {}) {
  const { rows, segments, offsets, values } = arraysOf(type, times);
  const found = (await reduce(on, values, offsets, [...ALL], options)) as unknown[];
  OPS.forEach((op, i) => {
    const numbers = numbersIn(found[i]);
    // A mean of 0 has an error, relative to the items.
    const rounded = op === 'mean' ? numbers.map((x) => (Math.abs(x) < 1e-7 * BIG.f32 ? 0 : x)) : numbers;
    expect(rounded, `${op} of ${type}, ${times} times`).toEqual(expected(rows, op));
  });
  EXTREMES.forEach((op, i) => {
    const { indices } = found[OPS.length + i] as { indices: Uint32Array };
    const winners = rows.map(({ results }, s) => segments[s]!.indexOf(results[op === 'argmin' ? 'min' : 'max']));
    const firsts = winners.map((at, s) => (at < 0 ? segments[s]!.findIndex(Number.isNaN) : at));
    expect(Array.from(indices), `${op} of ${type}`).toEqual(firsts);
  });
  if (type === 'f64') return;
  const sums = await reduce(on, values, offsets, 'sum', { ...options, accuracy: 'compensated' });
  expect(numbersIn(sums), `compensated, ${times} times`).toEqual(expected(rows, 'sum'));
}

describe('infinities, NaN and overflow', () => {
  const rows = TYPES.flatMap((type) => [1, 701].map((times) => ({ type, times })));

  for (const { type, times } of rows) {
    for (const variant of quickRows(VARIANTS)) {
      itOnDevice(device, variant, `${type}, ${times} times, ${variantName(variant)}`, () =>
        check(segmentedReduce, device(), type, times, { tuning: tuningOf(variant) }),
      );
    }
    it(`${type}, ${times} times, /js`, () => check(js.segmentedReduce as Reduce, null as never, type, times));
  }

  itInTurn(3, 1).each(TYPES)('%s, in pieces of long segments', async (type) => {
    const { rows, offsets, values } = arraysOf(type, 701);
    const options = { tuning: { maxBindingBytes: 2048 } };
    const [variances, sums] = await segmentedReduce(device(), values, offsets, ['variance', 'sum'], options);
    expect(numbersIn(variances)).toEqual(expected(rows, 'variance'));
    expect(numbersIn(sums)).toEqual(expected(rows, 'sum'));
  });

  it.each(TYPES)('%s, the last item of a scan', async (type) => {
    const { rows, offsets, values } = arraysOf(type, 17);
    for (const op of ['sum', 'product', 'min', 'max'] as const) {
      for (const scan of [segmentedScan, js.segmentedScan as typeof segmentedScan]) {
        const found = numbersIn(await scan(device(), values, offsets, op));
        expect(
          offsets.slice(1).map((end) => found[end - 1]),
          op,
        ).toEqual(expected(rows, op));
      }
    }
  });

  itInTurn(3, 2).each(['f32', 'f64'] as const)('%s, by key', async (type) => {
    const { rows, offsets, values } = arraysOf(type, 1);
    const ids = Uint32Array.from(values, (_, i) => offsets.findIndex((end) => end > i) - 1);
    const { result } = await reduceByKey(device(), ids, values, [...OPS]);
    OPS.forEach((op, i) => {
      expect(numbersIn(result[i]), op).toEqual(expected(rows, op));
    });
  });

  itInTurn(3, 2).each(TYPES)('%s, in parts', async (type) => {
    const { rows, offsets, values } = arraysOf(type, 17);
    const at = (begin: number, end: number) =>
      type === 'f16'
        ? { type, data: (values as never as { data: Uint16Array }).data.slice(begin, end) }
        : values.slice(begin, end);
    for (const [s, { results, items }] of rows.entries()) {
      const [begin, end] = [offsets[s]!, offsets[s + 1]!];
      for (const middle of [begin + 1, end - 17]) {
        const [left] = await reduceParts(device(), at(begin, middle) as Float32Array, [0, middle - begin], [...OPS]);
        const options = { firstFrom: middle - begin };
        const [right] = await reduceParts(
          device(),
          at(middle, end) as Float32Array,
          [0, end - middle],
          [...OPS],
          options,
        );
        const found = combineParts(JSON.parse(JSON.stringify([left, right])));
        const [mean, want] = [found[OPS.indexOf('mean')] as number, results.mean];
        found[OPS.indexOf('mean')] = Math.abs(mean) < 1e-7 * BIG.f32 ? 0 : mean;
        expect(found, `${items}: mean ${want}`).toEqual(OPS.map((op) => results[op]));
      }
    }
  });

  it.each(DECIMALS)('%s, in lists of Arrow and in the program', async (type) => {
    const { rows, segments } = arraysOf(type, 1);
    const item = type === 'f32' ? new Float32() : new Float64();
    const x = vectorFromArray(segments, new List(new Field('item', item, true)));
    const found = await reduceList(device(), x, [...ALL]);
    OPS.forEach((op, i) => {
      expect([...(found[i] as Iterable<number>)], op).toEqual(expected(rows, op));
    });
    const args = ['reduce', '--column', 'x', '--op', ALL.join(',')];
    const { exit, stdout, stderr } = await run(device(), args, streamOf(cut(new Table({ x }), 3)));
    expect([exit, stderr]).toEqual([0, '']);
    const table = tableFromIPC(stdout);
    for (const op of OPS) expect([...table.getChild(op)!], op).toEqual(expected(rows, op));
  });

  it.each(['f32', 'f64'] as const)('%s, in the ports', async (type) => {
    const { rows, offsets, all, values } = arraysOf(type, 1);
    const { begin, end, count } = bounds(offsets);
    cudaSetDevice(device());
    const buffers = buffersOf();
    const [d_in, d_offsets] = [buffers.handle(type, all), buffers.handle('u32', offsets)];
    const inits = { sum: 0, min: Infinity, max: -Infinity };
    for (const op of ['sum', 'min', 'max'] as const) {
      const out = buffers.room(type, count);
      const call = DeviceSegmentedReduce[({ sum: 'Sum', min: 'Min', max: 'Max' } as const)[op]];
      await runCub(buffers, {}, (temp, bytes, stream) =>
        call(temp, bytes, d_in, out, count, d_offsets, d_offsets.add(1), stream),
      );
      // CUB's Min begins with the largest finite number.
      const [only, biggest] = [op === 'min' ? Infinity : Number.NaN, BIG[type]];
      const ofCub = expected(rows, op).map((x) => (x === only ? biggest : x));
      expect(await buffers.read(out), `cub ${op}`).toEqual(ofCub);
      const output = values.slice(0, count);
      await segmented_reduce({ device: device() }, values, output, count, begin, end, op, inits[op]);
      expect(Array.from(output), `dpct ${op}`).toEqual(expected(rows, op));
    }
  });
});

describe('what the table leaves open', () => {
  it.each([Float32Array, ...(DECIMALS.includes('f64') ? [Float64Array] : [])])(
    'one infinity anywhere among finite items',
    async (Class) => {
      const offsets = [0, 100, 200, 300];
      const values = new Class(300).fill(1) as Float32Array;
      for (const at of [0, 130, 299]) values[at] = Infinity;
      for (const reduce of [segmentedReduce, js.segmentedReduce as Reduce]) {
        const found = await reduce(device(), values, offsets, [...ALL]);
        const [means, variances] = [found[2], found[3]];
        expect([...means, ...variances]).toEqual([Infinity, Infinity, Infinity, Number.NaN, Number.NaN, Number.NaN]);
      }
    },
  );

  it.each([segmentedReduce, js.segmentedReduce as Reduce])(
    'products of f16 overflow in f32, sums do not',
    async (reduce) => {
      const halves = { type: 'f16', data: new Uint16Array(9).fill(0x7bff) } as const;
      const [sum, product, mean, variance] = await reduce(
        device(),
        halves,
        [0, 9],
        ['sum', 'product', 'mean', 'variance'],
      );
      expect([sum[0], product[0], mean[0], variance[0]]).toEqual([9 * 65504, Infinity, 65504, 0]);
    },
  );

  it.each([segmentedReduce, js.segmentedReduce as Reduce])('infinite initial values', async (reduce) => {
    for (const [initial, value] of [
      [Infinity, Infinity],
      [-Infinity, -Infinity],
      [Number.NaN, Number.NaN],
    ] as const) {
      for (const accuracy of ['pairwise', 'compensated'] as const) {
        const found = await reduce(device(), Float32Array.of(1, 2), [0, 2, 2], 'sum', { initial, accuracy });
        expect(Array.from(found)).toEqual([value, value]);
      }
    }
  });

  it.each([segmentedReduce, js.segmentedReduce as Reduce])(
    'NaNs of means and variances have one pattern',
    async (reduce) => {
      const values = new Float32Array(Uint32Array.of(0xff800001, 0x7f800000, 0xff800000).buffer);
      const found = await reduce(device(), values, [0, 1, 3, 3], ['mean', 'variance']);
      for (const result of found) expect(Array.from(new Uint32Array(result.buffer))).toEqual(Array(3).fill(0x7fc00000));
    },
  );
});
