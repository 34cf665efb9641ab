/**
 * Sorts by a number that the caller's function gives each key. Each function compiles only the kernel that calls it.
 * The numbers are sorted by the kernels of u32 and u64 keys.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type SortOptions, segmentedArgsort, segmentedSort, segmentedStableSortByKey } from '../../src/index.ts';
import { inTurn, quickRows, Random, rowsOf, SEED } from '../support/cases.ts';
import { f16Bits, ORDER_BYS } from '../support/comparators.ts';
import { openDevice } from '../support/device.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { CALL_FACTORS, type TypedRow, typedRowName } from '../support/sort-cases.ts';
import type { Form } from '../support/typed-cases.ts';
import { checkBoundaries } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const FACTORS = { ...CALL_FACTORS, type: ORDER_BYS.map((_, i) => i) } as const;

describe('a sort by numbers of keys', () => {
  for (const [i, numbered] of inTurn(quickRows(rowsOf(FACTORS, 12), 6), 8).entries()) {
    const type = ORDER_BYS[numbered.type]!;
    const row: TypedRow & { form: Form } = { ...numbered, type, bits: 'all', signedZero: 'distinct' };
    const seed = (SEED + i) >>> 0;
    itOnDevice(device, row, `${typedRowName(row)}, ${row.form}, seed ${seed}`, async () => {
      await checkBoundaries(device(), row, seed, [8500, 13_000]);
    });
  }
});

describe('orderBy', () => {
  const keys = Uint32Array.from({ length: 3000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  const last3 = { orderBy: { wgsl: 'return key & 7u;', bits: 3 } } as const;

  it('sees every f16 as the f32 that it is, denormals, infinities and NaNs as well', async () => {
    const data = new Random(SEED).shuffled(Array.from({ length: 65536 }, (_, i) => i));
    const halves = { type: 'f16', data: Uint16Array.from(data) } as const;
    const orderBy = { wgsl: 'return bitcast<u32>(key);' };
    const { data: found } = await segmentedSort(device(), halves, [0, 65536], { orderBy });
    expect(found).toEqual(Uint16Array.from(data).sort((a, b) => f16Bits(a) - f16Bits(b)));
  });

  it('sorts what no binding holds, stably', async () => {
    const rows = keys.map((_, i) => i);
    const offsets = [5, 5, 2600, 2900];
    for (const order of ['ascending', 'descending'] as const) {
      const sign = order === 'ascending' ? 1 : -1;
      const expected = rows.slice();
      for (let s = 0; s + 1 < offsets.length; s++) {
        const segment = expected.subarray(offsets[s], offsets[s + 1]);
        segment.sort((a, b) => sign * ((keys[a]! & 7) - (keys[b]! & 7)) || a - b);
      }
      const options: SortOptions = { ...last3, order, tuning: { maxBindingBytes: 2048 } };
      const sorted = await segmentedStableSortByKey(device(), keys, rows, offsets, options);
      expect(sorted.values).toEqual(expected);
      expect(sorted.keys).toEqual(expected.map((row) => keys[row]!));
    }
  });

  it('orders numbers of i32 and f32 as keys of these types', async () => {
    const random = new Random(SEED);
    const floats = Float32Array.from({ length: 700 }, () => random.between(-9, 9) / 4);
    floats.set([Number.NaN, -0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0], 100);
    const offsets = [0, 3, 40, 700];
    for (const order of ['ascending', 'descending'] as const) {
      for (const returns of ['f32', 'i32'] as const) {
        const numbers = returns === 'f32' ? floats : Int32Array.from(floats, (value) => value * 4);
        const wgsl = returns === 'f32' ? 'return bitcast<f32>(key);' : 'return bitcast<i32>(key);';
        const orderBy = { wgsl, returns };
        const found = await segmentedArgsort(device(), new Uint32Array(numbers.buffer), offsets, { order, orderBy });
        // The order of f32 by comparisons: -0 before +0, NaNs last.
        const before = (a: number, b: number) =>
          Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : a - b || zeros(a, b);
        const zeros = (a: number, b: number) => Number(Object.is(b, -0)) - Number(Object.is(a, -0));
        const expected = Uint32Array.from(floats, (_, i) => i);
        for (let s = 0; s + 1 < offsets.length; s++) {
          const sign = order === 'ascending' ? 1 : -1;
          const at = (i: number) => numbers[i] as number;
          expected.subarray(offsets[s], offsets[s + 1]).sort((a, b) => sign * before(at(a), at(b)) || a - b);
        }
        expect(found, `${returns} ${order}`).toEqual(expected);
      }
    }
  });

  it('refuses bits of numbers that are not unsigned', async () => {
    for (const returns of ['i32', 'f32'] as const) {
      const orderBy = { wgsl: 'return 0;', returns, bits: 8 };
      const says = [`orderBy.bits: 8; allowed: none with returns: '${returns}'`];
      await expectRefusal(() => segmentedSort(device(), keys, [0, 10], { orderBy }), 'invalid-option', says);
    }
  });

  it('refuses what is no WGSL: a function of JavaScript, a string, nothing', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
    const call = (options: any) => () => segmentedSort(device(), keys, [0, 10], options);
    for (const option of ['compare', 'orderBy']) {
      const js = [`${option}: a function; allowed: an object with a string of WGSL, for example`, /its body is WGSL$/];
      await expectRefusal(call({ [option]: (a: number, b: number) => a < b }), 'invalid-option', js);
      await expectRefusal(call({ [option]: 'return a < b;' }), 'invalid-option', [
        `${option}: a string; allowed: an object with`,
      ]);
      await expectRefusal(call({ [option]: {} }), 'invalid-option', [
        `${option}.wgsl: not given; allowed: a string of WGSL`,
      ]);
      await expectRefusal(call({ [option]: { wgsl: 5 } }), 'invalid-option', [`${option}.wgsl: a number; allowed`]);
    }
  });

  it('gives the permutation', async () => {
    const order = await segmentedArgsort(device(), keys, { size: 100 }, last3);
    for (let i = 0; i < keys.length; i++) {
      if (i % 100 === 0) continue;
      const [a, b] = [order[i - 1]!, order[i]!];
      expect((keys[a]! & 7) < (keys[b]! & 7) || ((keys[a]! & 7) === (keys[b]! & 7) && a < b)).toBe(true);
    }
  });

  it('works at WebGPU’s default limits', async () => {
    const limited = await openDevice({ limits: 'default' });
    const options = { orderBy: { wgsl: 'return vec2u(key, 0u);', returns: 'vec2<u32>' } } as const;
    for (const family of ['software', 'gpu'] as const) {
      expect(await segmentedSort(limited, keys, [0, 3000], { ...options, tuning: { family } })).toEqual(
        keys.slice().sort(),
      );
    }
    limited.destroy();
  });

  describe('is refused', () => {
    afterEach(() => expectStillWorking(device()));
    const sort = (options: object, given: unknown = keys) =>
      segmentedSort(device(), given as never, [0, 10], options as SortOptions);
    const orderBy = { wgsl: 'return key;' };

    it('where it does not compile, with line, column and source', async () => {
      const wrong = { wgsl: 'let twice = key + key;\nreturn nothing(twice);' };
      const says = [/orderBy\.wgsl:2:8/, /nothing/, /return nothing\(twice\);/];
      await expectRefusal(() => sort({ orderBy: wrong }), 'shader-compile', says);
      const declared = { wgsl: 'return size(key);', declarations: '\nfn size(v: u32) -> u32 { return w; }' };
      await expectRefusal(() => sort({ orderBy: declared }), 'shader-compile', [/orderBy\.declarations:2:/]);
      const open = { wgsl: 'return key; }}' };
      await expectRefusal(() => sort({ orderBy: open }), 'shader-compile', [/orderBy\.wgsl/]);
      const unclosed = { wgsl: 'if (key > 1) { return 1;\nreturn 0;' };
      await expectRefusal(() => sort({ orderBy: unclosed }), 'shader-compile', [/orderBy\.wgsl:2:/]);
      const pair = { wgsl: 'return key;', returns: 'vec2<u32>' };
      await expectRefusal(() => sort({ orderBy: pair }), 'shader-compile', [/orderBy\.wgsl:1:/]);
    });

    it('together with bits, zeros or compare', async () => {
      const others = [{ beginBit: 0 }, { endBit: 32 }, { signedZero: 'equal' }, { compare: { wgsl: 'return a < b;' } }];
      for (const other of others) {
        const name = new RegExp(Object.keys(other)[0]!);
        await expectRefusal(() => sort({ orderBy, ...other }), 'invalid-option', [name, /orderBy/]);
      }
    });

    it('where it is no text, or has a wrong result type or number of bits', async () => {
      for (const wrong of [null, 5, {}, { wgsl: 7 }, { ...orderBy, declarations: 1 }]) {
        await expectRefusal(() => sort({ orderBy: wrong }), 'invalid-option', [/orderBy/, /string/]);
      }
      for (const returns of ['f16', 1, 'vec3<u32>']) {
        await expectRefusal(() => sort({ orderBy: { ...orderBy, returns } }), 'invalid-option', [
          /returns/,
          /vec2<u32>/,
        ]);
      }
      for (const bits of [-1, 33, 1.5, '4', Number.NaN]) {
        await expectRefusal(() => sort({ orderBy: { ...orderBy, bits } }), 'invalid-option', [/bits/, /0 to 32/]);
      }
      const pair = { orderBy: { ...orderBy, returns: 'vec2<u32>', bits: 65 } };
      await expectRefusal(() => sort(pair), 'invalid-option', [/bits: 65/, /0 to 64/]);
      await expectRefusal(() => sort({ orderBy: { ...orderBy, type: 'P' } }), 'invalid-option', [/orderBy\.type: P/]);
    });
  });
});
