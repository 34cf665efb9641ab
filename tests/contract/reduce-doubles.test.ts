/** Doubles that the matrices' data does not hold: zeros of both signs, subnormals, overflow, infinities, NaNs. */
import { describe, expect, it } from 'vitest';
import { inTurn, Random, ROWS, SEED } from '../support/cases.ts';
import { doublePairs, doubleWords } from '../support/doubles.ts';
import { exactQuotient, joined, rangeOf, varianceOf } from '../support/moments64.ts';
import { treeFold } from '../support/reduce-oracle.ts';
import { reduceHost } from '../support/reduce-run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** In `npm test` two of them in turn: SwiftShader compiles all for eight seconds. */
const OPS = inTurn(['sum', 'product', 'mean', 'variance'] as const);
const INFINITY = Number.POSITIVE_INFINITY;
const SMALLEST = 2 ** -1074;

/** The words of doubles in hexadecimal, which show the sign of a zero and the bits of a NaN. */
const bitsOf = (numbers: Float64Array<ArrayBuffer>) =>
  Array.from(new BigUint64Array(numbers.slice().buffer), (bits) => bits.toString(16).padStart(16, '0'));
const canonicalBits = (numbers: readonly number[]) =>
  bitsOf(new Float64Array(doubleWords(Float64Array.from(numbers)).buffer));

async function found(
  values: Float64Array | BigInt64Array | BigUint64Array,
  segments: number[],
  ops: readonly string[],
) {
  const results = (await reduceHost(device(), values, segments, ops)) as Float64Array<ArrayBuffer>[];
  for (const each of results) expect(each).toBeInstanceOf(Float64Array);
  return results.map(bitsOf);
}

/** Each operator's result by plain arithmetic. */
const PLAIN = {
  sum: (items: Float64Array) => treeFold(items, 0, items.length, (a, b) => a + b),
  product: (items: Float64Array) => treeFold(items, 0, items.length, (a, b) => a * b),
  mean: (items: Float64Array) => PLAIN.sum(items) / items.length,
  variance: (items: Float64Array) => varianceOf(treeFold(Array.from(items, rangeOf), 0, items.length, joined)),
};

describe('reduces of f64', () => {
  it('have identities for empty segments: +0, 1, NaN', async () => {
    const empty = await found(new Float64Array(1), [0, 0], OPS);
    const identity = { sum: 0, product: 1, mean: Number.NaN, variance: Number.NaN };
    expect(empty.flat()).toEqual(canonicalBits(OPS.map((op) => identity[op])));
  });

  it.each<[string, number[]]>([
    ['zeros', [-0, -0]],
    ['zeros of both signs', [0, -0]],
    ['a single -0', [-0]],
    ['many -0', new Array<number>(40).fill(-0)],
    ['opposite numbers', [1.5, -1.5]],
    ['subnormals', [SMALLEST, 3 * SMALLEST, -2 * SMALLEST]],
    ['numbers that halve to subnormals', [2 ** -1022, SMALLEST]],
    ['the largest numbers', [Number.MAX_VALUE, Number.MAX_VALUE]],
    ['a sum that overflows and returns', [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE]],
    ['an infinity', [1, INFINITY, 2]],
    ['a single infinity', [-INFINITY]],
    ['both infinities', [INFINITY, -INFINITY]],
    ['an infinity and 0', [INFINITY, 0]],
    ['a NaN', [1, Number.NaN]],
    ['a tie to even', [1, 2 ** -53]],
    ['a tie to odd', [1 + 2 ** -52, 2 ** -53]],
    ['far from 0', [1e15 + 0.25, 1e15 + 0.5, 1e15 + 0.75, 1e15 + 1]],
    ['equal numbers', new Array<number>(35).fill(0.1)],
    ['squares that round to 0', [0, 2 ** -538, 2 ** -538, 2 ** -538]],
    ['different numbers in three leaves', Array.from({ length: 35 }, (_, i) => (i * i) / 3)],
  ])('have the bits of JavaScript: %s', async (_, items) => {
    const values = Float64Array.from(items);
    const expected = OPS.map((op) => canonicalBits([PLAIN[op](values)]));
    expect(await found(values, [0, items.length], OPS)).toEqual(expected);
  });

  it('give one NaN, whatever the bits of the input', async () => {
    const nans = new Float64Array(BigUint64Array.of(0xfff0000000000001n, 0x7ff8000000000005n, 0n).buffer);
    for (const segments of [
      [0, 1],
      [1, 2],
      [0, 3],
    ]) {
      expect((await found(nans, segments, OPS)).flat()).toEqual(canonicalBits(OPS.map(() => Number.NaN)));
    }
    const [sum] = await reduceHost(device(), nans, [0, 0], ['sum'], { initial: [Number.NaN] });
    expect(bitsOf(sum)).toEqual(canonicalBits([Number.NaN]));
  });

  it('have the bits of JavaScript for any pairs and triples', async () => {
    const pairs = new Float64Array(doublePairs(600, new Random(SEED)).buffer);
    for (const size of [2, 3]) {
      const offsets = Array.from({ length: pairs.length / size + 1 }, (_, i) => size * i);
      const segments = offsets.slice(1).map((end) => pairs.subarray(end - size, end));
      const expected = OPS.map((op) => canonicalBits(segments.map((items) => PLAIN[op](items))));
      expect(await found(pairs, offsets, OPS)).toEqual(expected);
    }
  });

  it('combine an initial value on the left', async () => {
    const values = Float64Array.of(1, 2 ** -53, -0);
    const options = { initial: [2 ** -53, 0.5] };
    const [sum, product] = await reduceHost(device(), values, [0, 2, 2, 3], ['sum', 'product'], options);
    expect(bitsOf(sum)).toEqual(canonicalBits([2 ** -53 + (1 + 2 ** -53), 2 ** -53, 2 ** -53]));
    expect(bitsOf(product)).toEqual(canonicalBits([2 ** -54, 0.5, -0]));
  });

  it('are the same in batches, and in pieces of long segments', async () => {
    const random = new Random(SEED);
    const values = Float64Array.from(
      { length: 70_000 },
      () => (random.word() / 2 ** 32 - 0.3) * 2 ** random.between(-9, 9),
    );
    const segments = [0, 3, 3, 5_000, 66_000, 70_000];
    // The kernels of a list with a variance take most of a minute to compile.
    const ops = ROWS === 'quick' ? ['sum', 'count', 'mean'] : ['mean', 'count', 'sum', 'variance', 'min'];
    const whole = await reduceHost(device(), values, segments, ops);
    const parts = await reduceHost(device(), values, segments, ops, { tuning: { maxBindingBytes: 65_536 } });
    expect(parts).toEqual(whole);
    expect(whole[1]).toEqual(Uint32Array.of(3, 0, 4_997, 61_000, 4_000));
    expect(whole[ops.indexOf('mean')][3]).toBe(PLAIN.mean(values.subarray(5_000, 66_000)));
  });
});

describe('means of 64-bit integers', () => {
  it.each([
    ['u64', BigUint64Array, [2n ** 64n - 1n, 2n ** 64n - 1n, 2n ** 64n - 2n, 0n, 1n, 2n ** 53n + 1n, 2n ** 32n - 1n]],
    ['i64', BigInt64Array, [-(2n ** 63n), -(2n ** 63n), -1n, 0n, 1n, 2n ** 63n - 1n, -(2n ** 53n) - 1n, -(2n ** 32n)]],
  ] as const)('are the exact sums divided, rounded once (%s)', async (_, Class, items) => {
    const values = new Class(items.length + 300);
    values.set(items);
    const random = new Random(SEED);
    for (let i = items.length; i < values.length; i++)
      values[i] = (BigInt(random.word()) << 32n) + BigInt(random.word());
    const segments = [0, ...Array.from(items, (_, i) => i + 1), values.length];
    segments.push(values.length);
    const bounds = segments.slice(1).map((end, i) => [segments[i]!, end] as const);
    const mean = (begin: number, end: number) => {
      const sum = Array.from(values.subarray(begin, end), BigInt).reduce((a, b) => a + b, 0n);
      return begin === end ? Number.NaN : exactQuotient(sum, end - begin);
    };
    expect(await found(values, segments, ['mean'])).toEqual([canonicalBits(bounds.map(([b, e]) => mean(b, e)))]);
    const all = [0, 2, 3, 7, 7, values.length];
    const pairs = all.slice(1).map((end, i) => mean(all[i]!, end));
    expect(await found(values, all, ['mean'])).toEqual([canonicalBits(pairs)]);
  });

  it('are rounded by the last bit of a sum of more than 64 bits', async () => {
    const values = new BigUint64Array(8).fill(2n ** 63n);
    values[7] = 2n ** 63n + 2n ** 13n;
    // The mean is half way between two doubles. With 1 more in the sum, it is nearer to the greater one.
    expect(await found(values, [0, 8], ['mean'])).toEqual([canonicalBits([2 ** 63])]);
    values[7] += 1n;
    expect(await found(values, [0, 8], ['mean'])).toEqual([canonicalBits([2 ** 63 + 2 ** 11])]);
  });
});

describe('custom operators on doubles', () => {
  it('may call the functions of doubles', async () => {
    const values = Float32Array.of(0.1, 2 ** -149, -3, 1e30, 0.3);
    const squares = {
      type: 'f64',
      load: 'let x = f64FromF32(element); return f64Mul(x, x);',
      wgsl: 'return f64Add(a, b);',
      identity: 0,
    } as const;
    const largest = { type: 'f64', wgsl: 'return select(a, b, f64Less(a, b));', identity: -INFINITY } as const;
    const [sums, maxima, means] = await reduceHost(device(), values, [0, 3, 3, 5], [squares, largest, 'mean']);
    const numbers = Float64Array.from(values);
    const sum = (items: Float64Array) => items.reduce((a, b) => a + b);
    const squared = numbers.map((x) => x * x);
    expect(sums).toEqual(Float64Array.of(sum(squared.subarray(0, 3)), 0, sum(squared.subarray(3))));
    expect(maxima).toEqual(Float64Array.of(numbers[0]!, -INFINITY, numbers[3]!));
    expect(means).toBeInstanceOf(Float32Array);
  });

  it.each<[string, unknown, number[]]>([
    ['u8', Uint8Array.of(0, 255, 7), [0, 255, 7]],
    ['i16', Int16Array.of(0, -32768, 7), [0, -32768, 7]],
    ['u32', Uint32Array.of(0, 2 ** 32 - 1, 1), [0, 2 ** 32 - 1, 1]],
    ['i32', Int32Array.of(-(2 ** 31), -1, 1), [-(2 ** 31), -1, 1]],
    ['f16', { type: 'f16', data: Uint16Array.of(1, 0x8000, 0x7c00) }, [2 ** -24, -0, INFINITY]],
    ['f32', Float32Array.of(-0, 2 ** -149, -INFINITY), [-0, 2 ** -149, -INFINITY]],
    ['u64', BigUint64Array.of(2n ** 64n - 1n, 2n ** 53n + 1n, 0n), [2 ** 64, 2 ** 53, 0]],
    ['i64', BigInt64Array.of(-(2n ** 63n), -(2n ** 54n) - 3n, -1n), [-(2 ** 63), -(2 ** 54) - 4, -1]],
    ['f64', Float64Array.of(SMALLEST, -0, 0.1), [SMALLEST, -0, 0.1]],
  ])('begin with the double of an element of %s', async (_, values, expected) => {
    const sum = { type: 'f64', wgsl: 'return f64Add(a, b);', identity: 0 } as const;
    expect(await reduceHost(device(), values, [0, 1, 2, 3], sum)).toEqual(Float64Array.from(expected));
  });

  it('take an initial value, and an identity as an expression', async () => {
    const op = { type: 'f64', wgsl: 'return f64Mul(a, b);', identity: 'f64FromU32(1u)' } as const;
    const values = Float64Array.of(0.1, 0.2);
    expect(await reduceHost(device(), values, [0, 2, 2], op)).toEqual(Float64Array.of(0.1 * 0.2, 1));
    const found = await reduceHost(device(), values, [0, 2, 2], op, { initial: 0.3 });
    expect(found).toEqual(Float64Array.of(0.3 * (0.1 * 0.2), 0.3));
  });

  it('may not declare the names of these functions', async () => {
    const op = { declarations: 'fn f64Add(a: f32) -> f32 { return a; }', wgsl: 'return f64Add(a);', identity: 0 };
    const refused = reduceHost(device(), new Float32Array(1), [0, 1], op);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-option', message: /declarations: declares f64Add/ });
  });
});
