/** The oracle of reduces against results computed by hand. All tests of typed reduces compare with this oracle. */
import { describe, expect, it } from 'vitest';
import { fill, Random, summable } from '../support/cases.ts';
import { encoded, f16Bits, f16Number, Items } from '../support/reduce-items.ts';
import {
  allows,
  type Bounds,
  compensatedSums,
  type Exact,
  exactSum,
  moment,
  type Near,
  OP_NAMES,
  type OpName,
  reduced,
  resultType,
  treeFold,
  ulp32,
} from '../support/reduce-oracle.ts';
import { CLASSES } from '../support/typed-cases.ts';
import type { KeyType } from '../support/typed-oracle.ts';
import { canonicalSum } from '../support/words.ts';

/** '0:2 5:9': two segments. */
function boundsOf(text: string): Bounds {
  return text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
}

type List = readonly (number | bigint)[];

/** Items of a type; of f16 their bits. */
function itemsOf(type: KeyType, list: List): Items {
  const array = (CLASSES[type] as { from(list: List): ArrayBufferView<ArrayBuffer> }).from(list);
  return new Items(type, new Uint8Array(array.buffer));
}

function exact(op: OpName, type: KeyType, list: List, bounds: string, initial?: number | bigint): Exact {
  return reduced(op, itemsOf(type, list), boundsOf(bounds), initial) as Exact;
}

/** The results as an array's elements; of f16 their bits. */
function results(op: OpName, type: KeyType, list: List, bounds: string, initial?: number | bigint): List {
  const { type: result, values } = exact(op, type, list, bounds, initial);
  return Array.from<number | bigint>(new CLASSES[result](values.buffer));
}

const indicesOf = (op: OpName, type: KeyType, list: List, bounds: string) =>
  Array.from(exact(op, type, list, bounds).indices!);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString('hex');
/** The bits of f32 results. */
const words = (op: OpName, bits: readonly number[], bounds: string, initial?: number) => {
  const floats = new Items('f32', new Uint8Array(Uint32Array.from(bits).buffer));
  return Array.from(new Uint32Array((reduced(op, floats, boundsOf(bounds), initial) as Exact).values.buffer));
};
const near = (op: 'mean' | 'variance', type: KeyType, list: List) =>
  (reduced(op, itemsOf(type, list), [[0, list.length]]) as Near).numbers[0]!.value;

describe('integers', () => {
  it('wrap in their own type', () => {
    expect(results('sum', 'u8', [200, 100, 3], '0:2 1:3 2:2')).toEqual([44, 103, 0]);
    expect(results('sum', 'i8', [127, 1, -128], '0:2 1:3')).toEqual([-128, -127]);
    expect(results('product', 'i16', [-300, 300], '0:2 0:0')).toEqual([-24464, 1]);
    expect(results('product', 'u32', [0xffffffff, 0xffffffff, 3], '0:3')).toEqual([3]);
    expect(results('sum', 'u64', [2n ** 64n - 1n, 5n], '0:2')).toEqual([4n]);
    expect(results('product', 'i64', [2n ** 62n, 2n], '0:2')).toEqual([-(2n ** 63n)]);
  });

  it('have and, or, xor of their bits', () => {
    expect(results('and', 'i8', [-2, 7], '0:2 1:1')).toEqual([6, -1]);
    expect(results('or', 'u16', [0x8001, 0x0ff0], '0:2 0:0')).toEqual([0x8ff1, 0]);
    expect(results('xor', 'i32', [-1, 1, 1], '0:2 0:3 3:3')).toEqual([-2, -1, 0]);
    expect(results('and', 'u64', [], '0:0')).toEqual([2n ** 64n - 1n]);
  });

  it('are compared as signed or unsigned', () => {
    expect(results('min', 'u8', [255, 1, 128], '0:3 0:0')).toEqual([1, 255]);
    expect(results('min', 'i8', [-1, 1, -128], '0:3 0:0')).toEqual([-128, 127]);
    expect(results('max', 'i64', [-1n, -(2n ** 63n)], '0:2 0:0')).toEqual([-1n, -(2n ** 63n)]);
    expect(results('max', 'u64', [2n ** 63n, 1n], '0:2 0:0')).toEqual([2n ** 63n, 0n]);
  });

  it('fold the initial value on the left, which is the answer for an empty segment', () => {
    expect(results('sum', 'u8', [250, 5], '0:2 1:1', 3)).toEqual([2, 3]);
    expect(results('product', 'i32', [5, 6], '0:2 0:0', -7)).toEqual([-210, -7]);
    expect(results('and', 'u16', [0xff00], '0:1 0:0', 0x0ff0)).toEqual([0x0f00, 0x0ff0]);
    expect(results('xor', 'i64', [5n], '0:1 0:0', -1n)).toEqual([-6n, -1n]);
    expect(results('min', 'i16', [4, -4], '0:1 0:2 0:0', 2)).toEqual([2, -4, 2]);
    expect(results('max', 'u32', [4, 9], '0:1 0:2 0:0', 7)).toEqual([7, 9, 7]);
  });
});

describe('minima and maxima', () => {
  it('name the first of ties, counted from the segment', () => {
    expect(indicesOf('argmin', 'u8', [5, 3, 4, 3, 9, 9], '0:6 2:6 4:6 1:1')).toEqual([1, 1, 0, 0xffffffff]);
    expect(indicesOf('argmax', 'i16', [5, 3, 4, 3, 9, 9], '0:6 1:4')).toEqual([4, 1]);
    expect(results('argmax', 'i16', [5, 3], '0:2 0:0')).toEqual([5, -32768]);
    expect(results('argmin', 'f16', [], '0:0')).toEqual([0x7c00]);
  });

  it('take the first NaN with its bits', () => {
    const bits = [0x3f800000, 0xff800000, 0xffc12345, 0x7f800001];
    for (const op of ['min', 'max', 'argmin', 'argmax'] as const) {
      expect(words(op, bits, '0:4 3:4')).toEqual([0xffc12345, 0x7f800001]);
    }
    const doubles = new Items('f64', new Uint8Array(BigUint64Array.of(1n, 0xfff0000000000001n).buffer));
    const { values, indices } = reduced('argmin', doubles, boundsOf('0:2')) as Exact;
    expect([hex(values), Array.from(indices!)]).toEqual(['fff0000000000001', [1]]);
    expect(results('max', 'f16', [0x7c00, 0xfe01, 0x7e00], '0:3')).toEqual([0xfe01]);
  });

  it('let the first of -0 and +0 win, and tell denormals apart', () => {
    const bits = [0x80000000, 0x00000000, 0x80000001, 0x00000001];
    for (const op of ['min', 'max'] as const) expect(words(op, bits, '0:2 1:2')).toEqual([0x80000000, 0]);
    expect(words('min', bits, '0:4')).toEqual([0x80000001]);
    expect(words('max', bits, '0:4')).toEqual([0x00000001]);
    expect(results('min', 'f16', [0x0002, 0x0001, 0x8000], '0:2 0:3')).toEqual([1, 0x8000]);
  });

  it('are infinite without items', () => {
    expect(words('min', [], '0:0')).toEqual([0x7f800000]);
    expect(words('max', [], '0:0')).toEqual([0xff800000]);
    expect(results('max', 'f64', [], '0:0')).toEqual([Number.NEGATIVE_INFINITY]);
  });

  it('compare the initial value with the items: it comes before them', () => {
    expect(words('min', [0x00000000], '0:1 0:0', -0)).toEqual([0x80000000, 0x80000000]);
    expect(words('max', [0x80000000], '0:1', 0)).toEqual([0]);
    expect(words('max', [0x7f800001], '0:1', 5)).toEqual([0x7f800001]);
    expect(words('max', [0x7f800000], '0:1', Number.NaN)).toEqual([0x7fc00000]);
    // The f16 nearest to 0.1 is less than 0.1.
    expect(results('min', 'f16', [0x2e67], '0:1 0:0', 0.1)).toEqual([0x2e66, 0x2e66]);
  });
});

describe('f16', () => {
  it('are the numbers their bits say', () => {
    const known = { 0: 0, 1: 2 ** -24, 1023: 1023 * 2 ** -24, 1024: 2 ** -14, 15360: 1, 13653: 0.333251953125 };
    for (const [bits, number] of Object.entries(known)) expect(f16Number(Number(bits))).toBe(number);
    expect(f16Number(0x7bff)).toBe(65504);
    expect(f16Number(0xc000)).toBe(-2);
    expect(f16Number(0x8000)).toBe(-0);
    expect(f16Number(0xfc00)).toBe(Number.NEGATIVE_INFINITY);
    expect(f16Number(0x7c01)).toBeNaN();
  });

  it('come back from their numbers', () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const number = f16Number(bits);
      if (!Number.isNaN(number)) expect(f16Bits(number)).toBe(bits);
    }
  });

  it('round to even', () => {
    expect(f16Bits(1 + 2 ** -11)).toBe(0x3c00);
    expect(f16Bits(1 + 3 * 2 ** -11)).toBe(0x3c02);
    expect(f16Bits(1 + 2 ** -11 + 2 ** -40)).toBe(0x3c01);
    expect(f16Bits(2 - 2 ** -12)).toBe(0x4000);
    expect(f16Bits(65519.99)).toBe(0x7bff);
    expect(f16Bits(-65520)).toBe(0xfc00);
    expect(f16Bits(2 ** -25)).toBe(0);
    expect(f16Bits(3 * 2 ** -26)).toBe(1);
  });

  it('are summed and multiplied as f32', () => {
    expect(results('sum', 'f16', [0x7bff, 0x7bff, 0x0001], '0:2 2:3 0:0')).toEqual([131008, 2 ** -24, 0]);
    expect(results('product', 'f16', [0xc000, 0x4200], '0:2 0:0')).toEqual([-6, 1]);
    expect(results('sum', 'f16', [0x3c00], '0:1', 0.1)).toEqual([Math.fround(Math.fround(0.1) + 1)]);
  });
});

describe('sums and products of f32', () => {
  it('round after every step, the initial value first', () => {
    expect(results('sum', 'f32', [2 ** 24, 1, 1], '0:3 1:3 0:0')).toEqual([2 ** 24, 2, 0]);
    expect(results('sum', 'f32', [1, 1], '0:2 0:0', 2 ** 24)).toEqual([2 ** 24 + 2, 2 ** 24]);
    expect(results('product', 'f32', [0.1, 3], '0:2')).toEqual([Math.fround(Math.fround(0.1) * 3)]);
    expect(results('product', 'f32', [-2], '0:1 0:0', 0.5)).toEqual([-1, 0.5]);
    expect(words('sum', [0x80000000, 0x80000000], '0:2 0:0')).toEqual([0x80000000, 0]);
    expect(words('sum', [0x80000000], '0:1 0:0', -0)).toEqual([0x80000000, 0x80000000]);
  });

  it('follow the tree: leaves of 16, then pairs of them', () => {
    const trace: string[] = [];
    const numbers = Float64Array.from({ length: 50 }, (_, i) => i);
    treeFold(numbers, 1, 50, (a, b) => {
      trace.push(`${a}+${b}`);
      return 100 * (Math.floor(a / 100) || a) + (b % 100);
    });
    // 49 items: leaves of 16, 16, 16 and 1. First the pair of two leaves, then the other pair, then both pairs.
    expect(trace.length).toBe(48);
    expect(trace[0]).toBe('1+2');
    expect(trace.filter((step) => /^(1|17|33)\+/.test(step))).toEqual(['1+2', '17+18', '33+34']);
    expect(trace.at(-2)).toMatch(/\+49$/);
  });

  it('are those of the oracle of 32-bit sums', () => {
    for (const length of [1, 15, 16, 17, 33, 48, 49, 100, 256, 257, 1000, 4097]) {
      const values = fill('f32', length, new Random(length), summable) as Float32Array;
      const found = treeFold(Float64Array.from(values), 0, length, (a, b) => Math.fround(a + b));
      expect(found, `length ${length}`).toBe(canonicalSum(values, 0, length));
    }
  });
});

describe('compensated sums', () => {
  it('are near the exact one', () => {
    const list = [2 ** 60, 1, -(2 ** 60), 2 ** -149];
    expect(exactSum(list, 0, 4).value).toBe(1);
    expect(exactSum([0.1, 0.2], 0, 2, 0.5).value).toBeCloseTo(0.8, 12);
    expect(exactSum([], 0, 0).value).toBe(0);
    const { numbers } = compensatedSums(itemsOf('f32', [1, 2, 3]), boundsOf('0:3 1:1'), 0.1);
    expect(numbers.map(({ value }) => value)).toEqual([6 + Math.fround(0.1), Math.fround(0.1)]);
    expect(numbers[0]!.allowedError).toBeGreaterThan(2 ** -20);
    expect(numbers[0]!.allowedError).toBeLessThan(2 ** -19);
  });

  it('may be off by the distance of f32', () => {
    expect([1, 1.5, 2, 3.9, -4, 0].map(ulp32)).toEqual([2 ** -23, 2 ** -23, 2 ** -22, 2 ** -22, 2 ** -21, 2 ** -149]);
  });
});

describe('count, mean, variance', () => {
  it('have known answers', () => {
    expect(results('count', 'f64', [1, 2, 3], '0:3 2:2 1:3')).toEqual([3, 0, 2]);
    expect(near('mean', 'u8', [1, 2, 6])).toBe(3);
    expect(near('variance', 'i16', [-1, 1, -1, 1])).toBe(1);
    expect(near('variance', 'f32', [2, 4, 4, 4, 5, 5, 7, 9])).toBe(4);
    expect(near('mean', 'f16', [0x3c00, 0xc000])).toBe(-0.5);
    expect(near('variance', 'i32', [5])).toBe(0);
    expect(near('mean', 'u32', [])).toBeNaN();
  });

  it('allow a small error where the items are nearly equal', () => {
    const items = itemsOf('f32', [1000, 1000.5, 999.5]);
    const { value, allowedError } = moment('variance', items, 0, 3);
    expect(value).toBeCloseTo(1 / 6, 12);
    expect(allowedError).toBeLessThan(0.01);
    expect(moment('mean', items, 0, 3).allowedError).toBeLessThan(0.011);
  });
});

describe('types and operators', () => {
  it('go together as the contract says', () => {
    const refused = (type: KeyType) => OP_NAMES.filter((op) => !allows(type, op)).join();
    expect(refused('u8')).toBe('');
    expect(refused('i64')).toBe('');
    expect(refused('f16')).toBe('and,or,xor');
    expect(refused('f64')).toBe('and,or,xor');
    expect(OP_NAMES.filter((op) => allows('vec3<f32>', op))).toEqual(['count']);
    expect(() => exact('xor', 'f32', [], '0:0')).toThrow('the contract has no xor of f32');
    expect([resultType('f16', 'sum'), resultType('f16', 'min'), resultType('u8', 'mean')]).toEqual([
      'f32',
      'f16',
      'f32',
    ]);
    expect(hex(encoded('i16', -2))).toBe('fffe');
    expect(new Items('vec3<f32>', new Uint8Array(36)).count).toBe(3);
  });
});
