/**
 * Sorts by a custom comparator. Every comparator compiles new kernels, which takes LLVM up to a minute. So the rows
 * hold every combination of any two of the other factors for four comparators. Every comparator has one separate call.
 */
import { afterEach, describe, expect, it } from 'vitest';
import {
  createSegmentedSort,
  type SortOptions,
  segmentedArgsort,
  segmentedSort,
  segmentedStableSortByKey,
} from '../../src/index.ts';
import { inTurn, quickRows, Random, ROWS, SEED } from '../support/cases.ts';
import { COMPARATORS, type Comparator } from '../support/comparators.ts';
import { covering } from '../support/covering.ts';
import { openDevice } from '../support/device.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { CALL_FACTORS, type TypedRow, typedRowName } from '../support/sort-cases.ts';
import { type Form, segmentsCase } from '../support/typed-cases.ts';
import { checkBoundaries, checkTyped } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const named = (part: string) => COMPARATORS.find(({ name }) => name.startsWith(part)) as Comparator;
const COARSE_U32 = named('u32 by its coarse');
const BY_U32 = named('u32 by its components');

const FACTORS = {
  // Keys of 1, 2, 4, 8 and 12 bytes, and a struct.
  type: [
    named('u8 '),
    named('f16 by its components'),
    COARSE_U32,
    named('a struct of 8'),
    named('vec3<f32> by its coarse'),
  ],
  ...CALL_FACTORS,
} as const;

type Row = TypedRow & { readonly form: Form };

function rows(): Row[] {
  // covertable takes plain values, so comparators are given by number.
  const type = FACTORS.type.map((_, i) => i);
  const numbered = covering({ ...FACTORS, type }, 2);
  const all = numbered.map(
    (row) => ({ ...row, type: FACTORS.type[row.type], bits: 'all', signedZero: 'distinct' }) as Row,
  );
  return ROWS === 'sample' ? new Random(SEED).shuffled(all).slice(0, 3) : inTurn(quickRows(all, 6), 8);
}

describe(`a sort by a comparator (${ROWS} rows)`, () => {
  for (const [i, row] of rows().entries()) {
    const seed = (SEED + i) >>> 0;
    itOnDevice(device, row, `${typedRowName(row)}, ${row.form}, seed ${seed}`, async () => {
      await checkBoundaries(device(), row, seed, [8500, 13_000]);
    });
  }
});

async function checkOnce(type: Comparator): Promise<void> {
  const tuning = { family: 'software', subgroups: false } as const;
  const how = { order: 'ascending', valueBytes: 4, call: 'host', countOnGpu: false } as const;
  const row = { type, bits: 'all', signedZero: 'distinct', ...how, ...tuning } as const;
  await checkTyped(device(), row, segmentsCase('ranges', [3, 8, 1, 0, 7, 2], new Random(SEED)), SEED);
}

describe('a sort by', () => {
  // Each comparator compiles separate kernels.
  const some = ROWS === 'sample' ? [COARSE_U32] : COMPARATORS.filter((_, i) => ROWS !== 'quick' || i % 4 === 0);
  for (const type of some) it(type.name, () => checkOnce(type));
});

describe('compare', () => {
  const keys = Uint32Array.from({ length: 3000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);

  it('sorts what no binding holds, stably', async () => {
    const rows = keys.map((_, i) => i);
    const offsets = [5, 5, 2600, 2900];
    const expected = rows.slice();
    for (let s = 0; s + 1 < offsets.length; s++) {
      expected.subarray(offsets[s], offsets[s + 1]).sort((a, b) => (keys[a]! & 7) - (keys[b]! & 7) || a - b);
    }
    const options: SortOptions = { ...COARSE_U32.options, tuning: { maxBindingBytes: 2048 } };
    const sorted = await segmentedStableSortByKey(device(), keys, rows, offsets, options);
    expect(sorted.values).toEqual(expected);
    expect(sorted.keys).toEqual(expected.map((row) => keys[row]!));
  });

  it('sorts what no binding holds, with items that move from one end to the other', async () => {
    const falling = Uint32Array.from({ length: 4000 }, (_, i) => 4000 - i);
    const options = { compare: { wgsl: 'return a < b;' }, tuning: { maxBindingBytes: 2048 } };
    expect(await segmentedSort(device(), falling, [0, 4000], options)).toEqual(falling.slice().sort());
  });

  it('gives the permutation', async () => {
    const order = await segmentedArgsort(device(), keys, { size: 100 }, BY_U32.options);
    for (let i = 0; i < keys.length; i++) {
      if (i % 100 === 0) continue;
      const [a, b] = [order[i - 1]!, order[i]!];
      expect(keys[a]! < keys[b]! || (keys[a] === keys[b] && a < b)).toBe(true);
    }
  });

  it('works at WebGPU’s default limits', async () => {
    const limited = await openDevice({ limits: 'default' });
    for (const family of ['software', 'gpu'] as const) {
      const options = { compare: { wgsl: 'return a < b;' }, tuning: { family } };
      expect(await segmentedSort(limited, keys, [0, 3000], options)).toEqual(keys.slice().sort());
    }
    limited.destroy();
  });

  it('compiles nothing the second time', async () => {
    const counting = await openDevice();
    const calls: string[] = [];
    for (const name of ['createShaderModule', 'createComputePipeline', 'createComputePipelineAsync'] as const) {
      const method = counting[name].bind(counting) as (descriptor: never) => unknown;
      counting[name] = ((descriptor: never) => {
        calls.push(name);
        return method(descriptor);
      }) as never;
    }
    for (const options of [COARSE_U32.options, { orderBy: { wgsl: 'return key & 7u;', bits: 3 } }]) {
      const sort = () => segmentedSort(counting, keys, [0, 9, 30], { ...options });
      const first = await sort();
      expect(calls.length).toBeGreaterThan(0);
      calls.length = 0;
      expect(await sort()).toEqual(first);
      expect(calls).toEqual([]);
    }
    counting.destroy();
  });

  describe('is refused', () => {
    afterEach(() => expectStillWorking(device()));
    const sort = (options: object, given: Uint8Array | Uint32Array | object = keys) =>
      segmentedSort(device(), given as never, [0, 10], options as SortOptions);
    const compare = { wgsl: 'return a < b;' };

    it('where it does not compile, with line, column and source', async () => {
      const wrong = { wgsl: 'let twice = a + a;\nreturn twice < nothing(b);' };
      const says = [/compare\.wgsl:2:16/, /nothing/, /return twice < nothing\(b\);/];
      await expectRefusal(() => sort({ compare: wrong }), 'shader-compile', says);
      // Every character that ends a line in WGSL. It ends a comment too.
      for (const end of ['\r\n', '\r', '\u2028', '\v']) {
        const ended = { wgsl: wrong.wgsl.replace('\n', ` // ends here${end}`) };
        await expectRefusal(() => sort({ compare: ended }), 'shader-compile', says);
      }
      const declared = { wgsl: 'return size(a) < size(b);', declarations: '\nfn size(v: u32) -> u32 { return w; }' };
      await expectRefusal(() => sort({ compare: declared }), 'shader-compile', [/compare\.declarations:2:/]);
      const open = { wgsl: 'return a < b; }}' };
      await expectRefusal(() => sort({ compare: open }), 'shader-compile', [/compare\.wgsl/]);
      const unclosed = { wgsl: 'if (a < b) { return true;\nreturn false;' };
      await expectRefusal(() => sort({ compare: unclosed }), 'shader-compile', [/compare\.wgsl:2:/]);
      const halfDeclared = { wgsl: 'return size(a) < size(b);', declarations: 'fn size(v: u32) -> u32 {\n  return v;' };
      const end = [/compare\.declarations:2:/, /return v;/];
      await expectRefusal(() => sort({ compare: halfDeclared }), 'shader-compile', end);
      const descriptor = { keyType: 'vec2<u32>', maxItems: 10, maxSegments: 1, compare: { wgsl: 'return a < b;' } };
      await expectRefusal(() => createSegmentedSort(device(), descriptor as never), 'shader-compile', [
        /compare\.wgsl:1/,
      ]);
    });

    it('with nothing left to reject afterwards', async () => {
      const limited = await openDevice({ limits: 'default' });
      const unhandled: unknown[] = [];
      const note = (reason: unknown) => unhandled.push(reason);
      process.on('unhandledRejection', note);
      try {
        const declarations = 'fn max(a: u32, b: u32) -> u32 { return a; }';
        const room = { keyType: 'u32', maxItems: 1000, maxSegments: 10 } as const;
        // The partition's kernels do not fit the device. They are compiled before the kernels with the caller's text.
        const tuning = { family: 'software', partition: { workgroup: 1024 } } as const;
        const sorts = () => createSegmentedSort(limited, { ...room, tuning, compare: { ...compare, declarations } });
        await expectRefusal(sorts, 'invalid-option', [/compare\.declarations: declares max/]);
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(unhandled).toEqual([]);
      } finally {
        process.off('unhandledRejection', note);
        limited.destroy();
      }
    });

    it('together with bits and zeros', async () => {
      for (const bits of [{ beginBit: 0 }, { endBit: 32 }, { signedZero: 'equal' }]) {
        const name = new RegExp(Object.keys(bits)[0]!);
        await expectRefusal(() => sort({ compare, ...bits }), 'invalid-option', [name, /compare/]);
      }
    });

    it('for keys of types without an order, and a missing comparator for them', async () => {
      const vectors = { type: 'vec2<f32>', data: new Float32Array(20) };
      await expectRefusal(() => sort({}, vectors), 'unsupported-type', [/keys/, /vec2<f32>/]);
      const unknown = { type: 'vec5<f32>', data: new Float32Array(20) };
      await expectRefusal(() => sort({ compare }, unknown), 'unsupported-type', [/vec5<f32>/]);
    });

    it('for a struct that is not as long as the keys, or whose length no keys can have', async () => {
      const records = (bytes: number) => ({ type: { bytes }, data: new Uint8Array(10 * bytes) });
      const by = (declarations: string, type: unknown = 'P') => ({
        compare: { wgsl: 'return false;', declarations, type },
      });
      const refusals: [object, number, string, RegExp[]][] = [
        [by('struct P { a: vec3f }'), 12, 'invalid-option', [/compare\.type: struct P takes 16 bytes/, /12/]],
        [by('struct P { a: u32, b: vec2<f32>, }'), 12, 'invalid-option', [/16 bytes/, /12/]],
        [by('struct P { a: u32 }'), 8, 'invalid-option', [/4 bytes/, /8/]],
        [by('struct P { @size(8) a: u32, b: i32 }'), 8, 'invalid-option', [/12 bytes/, /8/]],
        [by('struct P { a: u32, b: bool }'), 8, 'invalid-option', [/compare\.declarations: struct P: bool/, /vectors/]],
        [by('struct P { }'), 4, 'invalid-option', [/struct P: no members/]],
        [by('struct P { @align(N) a: u32 }'), 4, 'invalid-option', [/struct P: @align/]],
        [by('struct P { @builtin(position) a: vec4f }'), 16, 'invalid-option', [/struct P: @builtin/]],
        [by('struct P { a u32 }'), 4, 'invalid-option', [/struct P: a u32/]],
        [by('// struct P { a: u32 }'), 4, 'invalid-option', [/compare\.type: P/, /declare/]],
        [by('struct P { a: u32 }', null), 4, 'invalid-option', [/compare\.type: null/, /4/]],
        [by('struct P { a: u32 }', 'P {'), 4, 'invalid-option', [/compare\.type: P {/]],
        [by('struct P { a: u32 }'), 2, 'unsupported-type', [/keys of { bytes }: 2/, /16/]],
      ];
      for (const [options, bytes, code, says] of refusals) {
        await expectRefusal(() => sort(options, records(bytes)), code, says);
      }
      await expectRefusal(() => sort(by('struct P { a: u32 }')), 'invalid-option', [
        /compare\.type: P/,
        /none for u32/,
      ]);
      await expectRefusal(() => sort({}, records(8)), 'unsupported-type', [/keys/, /opaque bytes/]);
    });

    it('where it is no text', async () => {
      for (const wrong of [null, 5, {}, { wgsl: 7 }, { wgsl: 'return a < b;', declarations: 1 }]) {
        await expectRefusal(() => sort({ compare: wrong }), 'invalid-option', [/compare/, /string/]);
      }
    });
  });
});
