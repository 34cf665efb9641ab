/** `nan`, `whenEmpty` and `widen`, and 'logsumexp': on devices of both families and without a GPU. */
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { inTurn, Random, ROWS, SEED } from '../support/cases.ts';
import { f16Bits } from '../support/reduce-items.ts';
import { createReduce } from '../support/reduce-run.ts';
import { expectRefusal } from '../support/refusal.ts';
import { recordInto, Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: calls of every operation, with options of every type
type Any = any;
type Call = (...args: Any[]) => Promise<Any>;
type Calls = Readonly<Record<'reduce' | 'scan' | 'topK' | 'sort' | 'argsort' | 'byKey', Call>>;

/** The calls of a place. `at`: the index of the options among the arguments without the device. */
function callsOf(of: typeof core | typeof js, device_: () => unknown, tuning: object | undefined): Calls {
  const call = (name: keyof typeof js, at: number): Call => {
    return (...args) => {
      const all = [...args];
      all[at] = { ...all[at], ...(tuning ? { tuning } : {}) };
      return (of[name] as Any)(device_(), ...all);
    };
  };
  return {
    ...{ reduce: call('segmentedReduce', 3), scan: call('segmentedScan', 3), topK: call('segmentedTopK', 3) },
    ...{ sort: call('segmentedSort', 2), argsort: call('segmentedArgsort', 2), byKey: call('reduceByKey', 3) },
  };
}

/** In `npm test` the families take turns. */
const PLACES: readonly (readonly [string, () => Calls])[] = [
  ...inTurn([
    ['software kernels', () => callsOf(core, device, SMALL_SOFTWARE)],
    ['gpu kernels', () => callsOf(core, device, SMALL_GPU)],
  ] as const),
  ['/js', () => callsOf(js, () => null, undefined)],
];

const f16 = (...data: number[]) => ({ type: 'f16', data: Uint16Array.from(data) });
const { NaN: nan, POSITIVE_INFINITY: infinity, NEGATIVE_INFINITY: minus } = Number;

function offsetsOf(first: number, lengths: readonly number[]): number[] {
  const offsets = [first];
  for (const length of lengths) offsets.push(offsets.at(-1)! + length);
  return offsets;
}

/** In `npm test` devices take a few types, since every operator is a kernel. */
const some = <T>(place: string, all: readonly T[], few: readonly T[]) =>
  place === '/js' || ROWS !== 'quick' ? all : few;

/** Numbers, a third of them NaN, of a type; and segments: some empty, some of NaNs alone, one long. */
function cases(type: 'f16' | 'f32' | 'f64') {
  const random = new Random(SEED);
  const lengths = [0, 1, 2, 3, 17, 40, 0, 5, 700, 1300];
  const total = lengths.reduce((sum, length) => sum + length) + 3;
  const numbers = Array.from({ length: total }, (_, i) =>
    random.below(3) === 0 || (i > 63 && i < 69) ? nan : (random.below(2000) - 1000) / 8,
  );
  const offsets = offsetsOf(3, lengths);
  const typed = (list: readonly number[]) => {
    if (type === 'f64') return Float64Array.from(list);
    const bits = Uint16Array.from(list, f16Bits);
    return type === 'f32' ? Float32Array.from(list) : { type: 'f16', data: bits };
  };
  return { numbers, offsets, typed };
}

/** The segments without NaNs, back to back, and where each item was in its segment. */
function filtered(numbers: readonly number[], offsets: readonly number[]) {
  const kept: number[] = [];
  const places: number[][] = [];
  const ends = [0];
  for (let s = 0; s + 1 < offsets.length; s++) {
    const of: number[] = [];
    for (let i = offsets[s]!; i < offsets[s + 1]!; i++) {
      if (Number.isNaN(numbers[i])) continue;
      of.push(i - offsets[s]!);
      kept.push(numbers[i]!);
    }
    places.push(of);
    ends.push(kept.length);
  }
  return { kept, places, ends };
}

const numbersOf = (array: Any): number[] => Array.from(array.data ?? array);

const OPS = ['sum', 'product', 'min', 'max', 'argmin', 'argmax', 'count', 'mean', 'variance'];
const MORE = ['std', 'first', 'last', 'any', 'all'];

describe.each(PLACES)('%s', (place, calls) => {
  const floats = some<'f16' | 'f32' | 'f64'>(place, ['f16', 'f32', 'f64'], place === 'gpu kernels' ? ['f32'] : ['f16']);
  describe.each(floats)("nan: 'omit', %s", (type) => {
    const { numbers, offsets, typed } = cases(type);
    const { kept, places, ends } = filtered(numbers, offsets);
    const begin = offsets.slice(0, -1).reverse();
    const end = offsets.slice(1).reverse();

    it('results of every operator are those of the other items', async () => {
      const { reduce } = calls();
      const ops = [...OPS, ...MORE, ...(type === 'f64' ? [] : ['logsumexp'])];
      const want = await reduce(typed(kept), ends, ops, {});
      const found = await reduce(typed(numbers), offsets, ops, { nan: 'omit' });
      for (const [i, op] of ops.entries()) {
        if (!op.startsWith('arg')) expect([op, found[i]]).toEqual([op, want[i]]);
        else {
          expect(found[i].values).toEqual(want[i].values);
          const at = numbersOf(want[i].indices).map((index, s) => places[s]![index] ?? index);
          expect(numbersOf(found[i].indices)).toEqual(at);
        }
      }
    });

    it('several operators, segments in reverse, rows', async () => {
      const { reduce } = calls();
      const want = await reduce(typed(kept), ends, ['sum', 'argmax'], {});
      const [sums, at] = await reduce(typed(numbers), { begin, end }, ['sum', 'argmax'], { nan: 'omit' });
      expect(numbersOf(sums)).toEqual(numbersOf(want[0]).reverse());
      const rows = Uint32Array.from(numbers, (_, i) => numbers.length - 1 - i);
      const gathered = typed([...numbers].reverse());
      const byRows = await reduce(gathered, { offsets, rows }, ['sum', 'argmax'], { nan: 'omit' });
      expect(byRows[0]).toEqual(want[0]);
      expect(numbersOf(byRows[1].indices)).toEqual(numbersOf(at.indices).reverse());
    });

    it.each([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ])('scans: exclusive %s, reverse %s', async (exclusive, reverse) => {
      const { scan } = calls();
      const initial = exclusive ? { initial: 5 } : {};
      const want = await scan(typed(kept), ends, 'sum', { exclusive, reverse, ...initial });
      const before = await scan(typed(kept), ends, 'sum', { exclusive: true, reverse, ...initial });
      const found = numbersOf(
        await scan(typed(numbers), offsets, 'sum', { nan: 'omit', exclusive, reverse, ...initial }),
      );
      const sums = numbersOf(await calls().reduce(typed(kept), ends, 'sum', initial));
      for (let s = 0; s + 1 < offsets.length; s++) {
        const [from, to] = [offsets[s]!, offsets[s + 1]!];
        let k = reverse ? ends[s + 1]! - 1 : ends[s]!;
        const step = reverse ? -1 : 1;
        const isIn = () => k >= ends[s]! && k < ends[s + 1]!;
        let last = numbersOf(exclusive ? before : [0])[exclusive && isIn() ? k : 0] ?? 0;
        if (!isIn()) last = exclusive ? 5 : 0;
        for (let n = 0; n < to - from; n++) {
          const i = reverse ? to - 1 - n : from + n;
          if (Number.isNaN(numbers[i])) {
            // An exclusive scan has what the next number has, or all.
            expect(found[i]).toBe(exclusive ? (isIn() ? numbersOf(before)[k] : sums[s]) : last);
            continue;
          }
          last = numbersOf(want)[k]!;
          expect(found[i]).toBe(last);
          k += step;
        }
      }
      for (let i = 0; i < offsets[0]!; i++) expect(found[i]).toEqual(numbers[i]);
    });

    it('top-k', async () => {
      const { topK } = calls();
      const values = Uint32Array.from(numbers, (_, i) => 7 * i);
      const want = await topK(typed(kept), ends, 4, { indexFrom: 'segment' });
      const found = await topK(typed(numbers), offsets, 4, { nan: 'omit', values, indexFrom: 'segment' });
      expect([found.keys, found.offsets]).toEqual([want.keys, want.offsets]);
      const segments = places.flatMap((_, s) => Array(want.offsets[s + 1] - want.offsets[s]).fill(s) as number[]);
      const indices = numbersOf(want.indices).map((index, at) => places[segments[at]!]![index]!);
      expect(numbersOf(found.indices)).toEqual(indices);
      expect(numbersOf(found.values)).toEqual(indices.map((index, at) => 7 * (offsets[segments[at]!]! + index)));
      const whole = await topK(typed(numbers), offsets, 4, { nan: 'omit' });
      expect(numbersOf(whole.indices)).toEqual(indices.map((index, at) => offsets[segments[at]!]! + index));
    });

    it('by key', async () => {
      const { byKey } = calls();
      const ids = Uint8Array.from(numbers, (_, i) => (i * 5) % 11);
      const isKept = numbers.map((x) => !Number.isNaN(x));
      const want = await byKey(
        ids.filter((_, i) => isKept[i]),
        typed(numbers.filter((x) => !Number.isNaN(x))),
        'sum',
        {},
      );
      expect(await byKey(ids, typed(numbers), 'sum', { nan: 'omit' })).toEqual(want);
      const numbered = { groups: 13, nan: 'omit', whenEmpty: -1 };
      const all = await byKey(ids, typed(numbers), 'sum', numbered);
      expect(numbersOf(all.result)).toEqual([...numbersOf(want.result), -1, -1]);
    });
  });

  it("nan: 'omit' takes each column of rows by itself", async () => {
    const { reduce } = calls();
    const { numbers, offsets } = cases('f32');
    const width = 3;
    const data = Float32Array.from(numbers.flatMap((x, i) => [x, numbers[(i * 7) % numbers.length]!, i]));
    const rows = Uint32Array.from(numbers, (_, i) => (i * 11) % numbers.length);
    const weights = Float32Array.from(numbers, (_, i) => (i % 5) / 4);
    const given = { type: 'f32', width, data };
    const segments = { offsets, rows };
    const ops = ['sum', 'argmin', 'count', 'std'];
    const found = await reduce(given, segments, ops, { nan: 'omit', whenEmpty: [-7, undefined, undefined, undefined] });
    const weighed = await reduce(given, segments, 'sum', { nan: 'omit', weights });
    for (let k = 0; k < width; k++) {
      const column = Float32Array.from(rows, (row) => data[row * width + k]!);
      const want = await reduce(column, offsets, ops, {
        nan: 'omit',
        whenEmpty: [-7, undefined, undefined, undefined],
      });
      const of = (array: Any) => numbersOf(array).filter((_, i) => i % width === k);
      expect(of(found[0])).toEqual(numbersOf(want[0]));
      expect([of(found[1].values), of(found[1].indices)]).toEqual([want[1].values, want[1].indices].map(numbersOf));
      expect(of(found[2])).toEqual(numbersOf(want[2]));
      expect(of(found[3])).toEqual(numbersOf(want[3]));
      const products = column.map((x, i) => x * weights[i]!);
      expect(of(weighed)).toEqual(numbersOf(await reduce(products, offsets, 'sum', { nan: 'omit' })));
    }
  });

  it('nan has no effect on integers, and vectors have none to omit', async () => {
    const { reduce, scan, topK, sort } = calls();
    const values = Int16Array.of(3, -1, 2);
    expect(await reduce(values, [0, 3], 'sum', { nan: 'omit' })).toEqual(Int16Array.of(4));
    expect(await scan(values, [0, 3], 'max', { nan: 'omit' })).toEqual(Int16Array.of(3, 3, 3));
    expect((await topK(values, [0, 3], 2, { nan: 'omit' })).keys).toEqual(Int16Array.of(3, 2));
    expect(await sort(values, [0, 3], { nan: 'first' })).toEqual(Int16Array.of(-1, 2, 3));
    const vectors = { type: 'vec2<f32>', data: new Float32Array(4) };
    const refused = () => reduce(vectors, [0, 2], 'count', { nan: 'omit' });
    await expectRefusal(refused, 'invalid-option', [
      "nan: 'omit' of vec2<f32>; allowed: 'omit' of numbers, 'propagate'",
    ]);
  });

  it.each([
    ['f16', (list: readonly number[]) => f16(...list.map(f16Bits))],
    ['f32', (list: readonly number[]) => Float32Array.from(list)],
    ['f64', (list: readonly number[]) => Float64Array.from(list)],
  ] as const)('NaNs come first or last in sorts and top-k of %s', async (_, of) => {
    const { sort, argsort, topK } = calls();
    const keys = of([2, nan, -1, 0, nan, 7]);
    const expected = {
      'ascending last': [2, 3, 0, 5, 1, 4],
      'ascending first': [1, 4, 2, 3, 0, 5],
      'descending last': [5, 0, 3, 2, 1, 4],
      'descending first': [1, 4, 5, 0, 3, 2],
    };
    for (const [name, want] of Object.entries(expected)) {
      const [order, place_] = name.split(' ');
      const options = { order, nan: place_ };
      expect(numbersOf(await argsort(keys, [0, 6], options))).toEqual(want);
      expect(numbersOf(await sort(keys, [0, 6], options))).toEqual(want.map((i) => numbersOf(keys)[i]));
      expect(numbersOf((await topK(keys, [0, 6], 4, options)).indices)).toEqual(want.slice(0, 4));
    }
  });

  it('nan in sorts is refused with a range of bits, with a comparator, and as omit', async () => {
    const { sort, topK } = calls();
    const keys = Float32Array.of(1, 2);
    const texts = [
      [{ nan: 'last', beginBit: 3 }, "nan: 'last'; allowed: none together with beginBit and endBit"],
      [{ nan: 'omit' }, /nan: 'omit'; allowed: .last., .first.$/],
      [{ nan: 'last', compare: { wgsl: 'return a < b;', js: () => true } }, 'allowed: none together with compare'],
    ] as const;
    for (const [options, text] of texts) {
      await expectRefusal(() => sort(keys, [0, 2], options), 'invalid-option', [text]);
    }
    await expectRefusal(() => topK(keys, [0, 2], 1, { nan: 'none' }), 'invalid-option', [
      /nan: .none.; allowed: .last., .first., .omit.$/,
    ]);
  });

  describe('whenEmpty', () => {
    const offsets = [0, 2, 2, 3, 3];
    const EMPTY = [1, 3];

    const types = ['u8', 'i16', 'f16', 'u32', 'i32', 'f32', 'u64', 'f64'] as const;
    it.each(some(place, types, place === 'gpu kernels' ? ['i16', 'f16'] : ['u8', 'f32']))(
      'of every operator, %s',
      async (type) => {
        const Class = { u8: Uint8Array, i16: Int16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array };
        const wide = { u64: BigUint64Array.of(5n, 3n, 9n), f64: Float64Array.of(5, 3, 9) };
        const values =
          type === 'f16' ? f16(...[5, 3, 9].map(f16Bits)) : ((wide as Any)[type] ?? (Class as Any)[type].of(5, 3, 9));
        const integers = type[0] === 'f' ? [] : ['and', 'or', 'xor'];
        const ops = [...OPS, ...MORE, ...integers, ...(type.endsWith('64') ? [] : ['logsumexp'])];
        const plain = await calls().reduce(values, offsets, ops, {});
        const found = await calls().reduce(values, offsets, ops, { whenEmpty: ops.map((_, i) => i + 2) });
        for (const [i, op] of ops.entries()) {
          const want = i + 2;
          const [before, now] = [plain[i].values ?? plain[i], found[i].values ?? found[i]].map(numbersOf);
          const isHalf = found[i].type === 'f16' || found[i].values?.type === 'f16';
          const expected = before!.map((x, s) => (EMPTY.includes(s) ? (isHalf ? f16Bits(want) : want) : x));
          expect([op, now!.map(String)]).toEqual([op, expected.map(String)]);
          if (found[i].indices) {
            const indices = numbersOf(plain[i].indices).map((x, s) => (EMPTY.includes(s) ? 0xffffffff : x));
            expect(numbersOf(found[i].indices)).toEqual(indices);
          }
        }
      },
    );

    it('beside an initial value, which is for the others', async () => {
      const values = Float32Array.of(1, 2, 4);
      const found = await calls().reduce(values, offsets, ['sum', 'max'], { initial: [10, 3], whenEmpty: [nan, -1] });
      expect(found).toEqual([Float32Array.of(13, nan, 14, nan), Float32Array.of(3, -1, 4, -1)]);
    });

    it('of a custom operator, with vectors', async () => {
      const op = {
        ...{ wgsl: 'return a + b;', identity: 0, type: 'vec2<f32>', load: 'return vec2f(element, 1);' },
      };
      if (place === '/js') return;
      const found = await calls().reduce(Float32Array.of(1, 2, 4), offsets, op, { whenEmpty: [8, 9] });
      expect(found.data).toEqual(Float32Array.of(3, 2, 8, 9, 4, 1, 8, 9));
    });

    it('is refused where the result cannot hold it', async () => {
      const { reduce } = calls();
      const ofBytes = () => reduce(Uint8Array.of(1), [0, 1], 'max', { whenEmpty: 256 });
      await expectRefusal(ofBytes, 'invalid-option', ['whenEmpty: 256; allowed: whole numbers of u8, 0 to 255']);
      const ofCounts = () => reduce(Float32Array.of(1), [0, 1], 'count', { whenEmpty: 0.5 });
      await expectRefusal(ofCounts, 'invalid-option', ['whenEmpty: 0.5; allowed: whole numbers of u32']);
    });
  });

  const narrow = [
    ['u8', Uint8Array],
    ['i8', Int8Array],
    ['u16', Uint16Array],
    ['i16', Int16Array],
  ] as const;
  it.each(some(place, narrow, place === 'gpu kernels' ? narrow.slice(0, 1) : narrow.slice(3)))(
    'widen gives sums and products of %s in 32 bits',
    async (type, Class) => {
      const random = new Random(SEED);
      const values: Any = (Class as Any).from({ length: 3000 }, () => random.word());
      const offsets = [0, 0, 1, 40, 2900];
      const { reduce, scan, byKey } = calls();
      const found = await reduce(values, offsets, ['sum', 'product', 'max'], {
        widen: true,
        initial: [70000, 2, undefined],
      });
      const Wide: Any = type[0] === 'u' ? Uint32Array : Int32Array;
      const folded = (begin: number, end: number, start: bigint, by: (a: bigint, b: bigint) => bigint) =>
        Number(BigInt.asIntN(32, Array.from(values.subarray(begin, end), BigInt).reduce(by, start)));
      const bounds = [0, 1, 2, 3].map((s) => [offsets[s]!, offsets[s + 1]!] as const);
      expect(found[0]).toEqual(Wide.from(bounds, ([b, e]: number[]) => folded(b!, e!, 70000n, (x, y) => x + y)));
      expect(found[1]).toEqual(Wide.from(bounds, ([b, e]: number[]) => folded(b!, e!, 2n, (x, y) => x * y)));
      expect(found[2].constructor).toBe(Class);
      const running = await scan(values, offsets, 'sum', { widen: true });
      const last = values.length - 1;
      expect(running).toEqual(
        Wide.from(values, (value: number, i: number) => {
          const begin = bounds.find(([b, e]) => b <= i && i < e)?.[0];
          return begin === undefined ? value : folded(begin, i + 1, 0n, (x, y) => x + y);
        }),
      );
      expect(running[last]).toBe(values[last]);
      const ids = Uint8Array.from(values, (_, i) => i % 3);
      const keyed = await byKey(ids, values, 'sum', { widen: true, groups: 3 });
      const sums = [0, 1, 2].map((id) =>
        values.reduce((sum: number, value: number, i: number) => (i % 3 === id ? sum + value : sum), 0),
      );
      expect(keyed.result).toEqual(Wide.from(sums));
    },
  );

  it('widen is refused unless true or false', async () => {
    const refused = () => calls().reduce(Uint8Array.of(1), [0, 1], 'sum', { widen: 1 });
    await expectRefusal(refused, 'invalid-option', ['widen: 1; allowed: true, false']);
  });

  describe('logsumexp', () => {
    const types = ['u8', 'i8', 'f16', 'u32', 'i32', 'f32'] as const;
    it.each(some(place, types, place === 'gpu kernels' ? ['f32', 'u8'] : ['f16', 'i32']))('of %s', async (type) => {
      const random = new Random(SEED);
      const lengths = [1, 2, 0, 30, 900, 1, 4000];
      const offsets = offsetsOf(0, lengths);
      const total = offsets.at(-1)!;
      const numbers = Array.from(
        { length: total },
        () => random.below(type[0] === 'f' ? 1600 : 100) / (type[0] === 'f' ? 8 : 1),
      );
      const signed = type[0] === 'u' ? numbers : numbers.map((x) => x - 90);
      const Class = { u8: Uint8Array, i8: Int8Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array };
      const values = type === 'f16' ? f16(...signed.map(f16Bits)) : (Class as Any)[type].from(signed);
      const found: Float32Array = await calls().reduce(values, offsets, 'logsumexp', {});
      expect(found.constructor).toBe(Float32Array);
      for (const [s, length] of lengths.entries()) {
        const of = signed.slice(offsets[s], offsets[s]! + length);
        const top = Math.max(...of);
        const want = length === 0 ? minus : top + Math.log(of.reduce((sum, x) => sum + Math.exp(x - top), 0));
        // Four units in the last place of the greater of the result and the greatest score.
        const unit = 2 ** (Math.floor(Math.log2(Math.max(Math.abs(top), Math.abs(want), 1))) - 23);
        if (length === 0) expect(found[s]).toBe(minus);
        else expect(Math.abs(found[s]! - want)).toBeLessThanOrEqual(4 * unit);
      }
    });

    it('of infinities, NaN and great numbers', async () => {
      const values = Float32Array.of(minus, minus, infinity, 1, nan, infinity, 3e38, 3e38, minus, 5, -3e38, -3e38);
      const offsets = [0, 2, 4, 6, 8, 10, 12, 12];
      const found = await calls().reduce(values, offsets, 'logsumexp', {});
      const [big, small] = [Math.fround(3e38), Math.fround(-3e38)];
      expect(found).toEqual(Float32Array.of(minus, infinity, nan, big, 5, small, minus));
    });

    it('is refused for 64 bits', async () => {
      const refused = () => calls().reduce(Float64Array.of(1), [0, 1], 'logsumexp', {});
      await expectRefusal(refused, 'unsupported-type', ["op: 'logsumexp' of f64; allowed: numbers of up to 32 bits"]);
    });
  });
});

describe.each(inTurn([SMALL_GPU, SMALL_SOFTWARE]))('recorded plans, $family kernels', (tuning) => {
  const room = { maxItems: 100, maxSegments: 4, tuning };

  it('have results for empty segments, and wide sums', async () => {
    const op = ['sum', 'min', 'count', 'argmax'];
    const whenEmpty = [-70000, -3, 9, { value: 5, index: 6 }];
    const plan = await createReduce(device(), { type: 'i8', op, whenEmpty, widen: true, ...room });
    const space = new Workspace(device());
    const bytes = new Int8Array(100).fill(127);
    const outputs = op.map((name) => space.output(name, 4));
    const index = space.output('index', 4);
    const buffers = {
      input: space.input('input', new Uint32Array(bytes.buffer)),
      output: outputs,
      outputIndex: [undefined, undefined, undefined, index],
      segments: { offsets: space.input('offsets', Uint32Array.of(0, 90, 90, 91, 91)), count: 4 },
    };
    await space.submit((encoder) => recordInto(encoder, false, (into) => plan.encode(into, buffers)));
    const [sums, mins, counts, most] = outputs.map(({ found }) => Uint32Array.from(found));
    expect(new Int32Array(sums!.buffer)).toEqual(Int32Array.of(90 * 127, -70000, 127, -70000));
    expect(new Int8Array(mins!.buffer).slice(0, 4)).toEqual(Int8Array.of(127, -3, 127, -3));
    expect(Array.from(counts!)).toEqual([90, 9, 1, 9]);
    expect(new Int8Array(most!.buffer).slice(0, 4)).toEqual(Int8Array.of(127, 5, 127, 5));
    expect(Array.from(index.found)).toEqual([0, 6, 0, 6]);
    space.destroy();
    plan.destroy();
  });

  it('sort NaNs to the end in descending order, also in a top-k', async () => {
    const keys = new Float32Array(100).map((_, i) => (i % 3 === 0 ? nan : i % 7));
    const space = new Workspace(device());
    const order = { keyType: 'f32', order: 'descending', nan: 'last' } as const;
    const sort = await core.createSegmentedSort(device(), { ...order, ...room });
    const topK = await core.createSegmentedTopK(device(), { ...order, maxK: 5, ...room });
    const keysIn = space.input('keys', new Uint32Array(keys.buffer));
    const [sorted, indices] = [space.output('sorted', 100), space.output('indices', 5)];
    const segments = { size: 100, count: 1 };
    await space.submit((encoder) => {
      sort.encode(encoder, { keysIn, keysOut: sorted, segments } as never);
      topK.encode(encoder, { keysIn, indicesOut: indices, segments } as never);
    });
    const numbers = Array.from(keys).filter((key) => !Number.isNaN(key));
    const found = Array.from(new Float32Array(Uint32Array.from(sorted.found).buffer));
    expect(found.slice(0, numbers.length)).toEqual(numbers.sort((a, b) => b - a));
    expect(found.slice(numbers.length).every(Number.isNaN)).toBe(true);
    expect(Array.from(indices.found)).toEqual([13, 20, 34, 41, 55]);

    space.destroy();
    sort.destroy();
    topK.destroy();
  });
});
