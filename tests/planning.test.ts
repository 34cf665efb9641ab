import { describe, expect, it } from 'vitest';
import { lengthsHeld } from '../src/api/segments.ts';
import type { DeviceFacts } from '../src/device.ts';
import { largeBounds } from '../src/partition/plan.ts';
import { assembleKernel } from '../src/record/pipelines.ts';
import { layOut, type Plan, type Resource, resourceOf, workgroupsOf } from '../src/record/plan.ts';
import { reducePlan } from '../src/reduce/plan.ts';
import { comparisonOf } from '../src/sort/compare.ts';
import type { SortAccess, SortSpec } from '../src/sort/context.ts';
import { keyWidth } from '../src/sort/keys.ts';
import { mappingOf } from '../src/sort/order_by.ts';
import { digitPasses } from '../src/sort/passes.ts';
import { sortPlan } from '../src/sort/plan.ts';
import { assemble } from '../src/template/assemble.ts';
import { WGSL_NAMES } from '../src/template/isolate.ts';
import type { FamilyTuning, Tuning } from '../src/tuning/tuning.ts';

const FACTS: DeviceFacts = {
  software: true,
  lavapipe: false,
  subgroups: true,
  subgroupMinSize: 8,
  subgroupMaxSize: 8,
  workgroupStorageBytes: 32768,
  workgroupInvocations: 1024,
};
const DEFAULT_LIMITS: DeviceFacts = {
  ...FACTS,
  software: false,
  lavapipe: false,
  workgroupStorageBytes: 16384,
  workgroupInvocations: 256,
};
const SPEC = { maxItems: 1 << 20, maxSegments: 1 << 16, maxSegmentSize: Number.POSITIVE_INFINITY } as const;
const LISTED = { form: 'offsets', countOnGpu: false } as const;
const APART = { ...LISTED, keysInPlace: false, valuesInPlace: false };

const REDUCE = {
  type: 'f32',
  ops: ['sum'],
  listed: false,
  accuracy: 'pairwise',
  initial: [],
  stage: 'whole',
} as const;

const COMPARE = comparisonOf('vec3<f32>', { wgsl: 'return a.x < b.x;' }, false, {});
const ORDER_BY = { wgsl: 'return key.xy;', returns: 'vec2<u32>' } as const;

type Changes = Partial<SortSpec & SortAccess>;
const sort = (facts: DeviceFacts, tuning: Tuning, changes: Changes = {}): Plan => {
  const keyType = changes.keyType ?? 'u32';
  const bits = { beginBit: 0, endBit: keyWidth(keyType) };
  const spec = { keyType, order: 'ascending', ...bits, zerosTie: false, valueBytes: 4, ...SPEC, ...changes } as const;
  return sortPlan(spec, { ...APART, ...changes }, facts, tuning);
};

/** Every plan that a device of these facts can get. */
const everyPlan: [string, DeviceFacts, Plan][] = [];
for (const subgroupMinSize of [4, 8, 16, 32, 64, 128]) {
  for (const family of ['cpu', 'gpu'] as const) {
    for (const subgroups of [true, false]) {
      for (const base of [FACTS, DEFAULT_LIMITS]) {
        const facts = { ...base, subgroupMinSize, subgroupMaxSize: subgroupMinSize };
        const tuning = { family, subgroups };
        const name = `${family}, subgroups ${subgroups ? subgroupMinSize : 'off'}, ${base.workgroupStorageBytes} bytes`;
        everyPlan.push([`sort pairs, ${name}`, facts, sort(facts, tuning)]);
        everyPlan.push([`sort keys, ${name}`, facts, sort(facts, tuning, { valueBytes: 0 })]);
        const wide = { keyType: 'f64', valueBytes: 16, form: 'ranges', countOnGpu: true, endBit: 40 } as const;
        everyPlan.push([`sort wide pairs, ${name}`, facts, sort(facts, tuning, wide)]);
        const narrow = { keyType: 'i8', valueBytes: 2, keysInPlace: true, valuesInPlace: true } as const;
        everyPlan.push([`sort narrow pairs in place, ${name}`, facts, sort(facts, tuning, narrow)]);
        const compared = { compare: COMPARE, valueBytes: 2, keysInPlace: true, valuesInPlace: true } as const;
        everyPlan.push([`sort by a comparator, ${name}`, facts, sort(facts, tuning, compared)]);
        const ordered = {
          ...mappingOf('vec3<u32>', ORDER_BY, 'descending', {}),
          valueBytes: 1,
          countOnGpu: true,
        } as const;
        const twoWords = { keyType: 'f64', endBit: 64, valueBytes: 0 } as const;
        everyPlan.push([`sort keys of two words, ${name}`, facts, sort(facts, tuning, twoWords)]);
        everyPlan.push([`sort by numbers of keys, ${name}`, facts, sort(facts, tuning, ordered)]);
        const reduce = reducePlan({ ...REDUCE, ...SPEC }, { ...LISTED, wholeVectors: true }, facts, tuning);
        everyPlan.push([`reduce, ${name}`, facts, reduce]);
        const ops = ['argmin', 'min', 'mean', 'variance', 'sum', 'count', 'or'] as const;
        const many = { ...REDUCE, ...SPEC, type: 'i8', ops, listed: true } as const;
        for (const form of ['offsets', 'ranges'] as const) {
          const several = reducePlan(many, { ...LISTED, form, wholeVectors: false }, facts, tuning);
          everyPlan.push([`several reduces at once, ${form}, ${name}`, facts, several]);
        }
      }
    }
  }
}

describe('a plan', () => {
  it.each(everyPlan)('%s: its classes cover every length once, and there is room for all bins', (_, __, plan) => {
    expect(plan.classes[0]?.minLength).toBeLessThanOrEqual(1);
    plan.classes.slice(1).forEach((bin, i) => {
      expect(bin.minLength).toBe((plan.classes[i]?.maxLength ?? 0) + 1);
    });
    expect(plan.classes.at(-1)?.maxLength).toBe(Number.POSITIVE_INFINITY);
    // Segments that a reduce walks need no middle class.
    const names = plan.classes.map(({ name }) => name).filter((name) => name !== 'medium');
    expect(new Set(names)).toEqual(new Set(['small', 'large']));
    expect(plan.classes.length).toBeLessThanOrEqual(16);
  });

  it.each(everyPlan)('%s: stays within the limits every device has', (_, facts, plan) => {
    for (const { kernel } of plan.passes) {
      const storage = kernel.bindings.filter((name) => !/^(item|segment|size)\d$|^(digitShift|keyMap)$/.test(name));
      expect(storage.length, kernel.name).toBeLessThanOrEqual(8);
      expect(kernel.bindings.length - storage.length, kernel.name).toBeLessThanOrEqual(12);
      expect(kernel.constants.WORKGROUP ?? 1, kernel.name).toBeLessThanOrEqual(facts.workgroupInvocations);
    }
  });

  it.each(everyPlan)('%s: lanes of one segment fit one subgroup', (_, facts, plan) => {
    for (const { kernel } of plan.passes) {
      if (!kernel.subgroups) continue;
      const lanes = Number(kernel.constants.LANES ?? kernel.constants.GROUP_LANES);
      expect(lanes, kernel.name).toBeLessThanOrEqual(facts.subgroupMinSize);
    }
  });

  it('asks for no subgroups on a device without them', () => {
    const plan = sort({ ...FACTS, subgroups: false, subgroupMinSize: 1, subgroupMaxSize: 1 }, {});
    for (const { kernel } of plan.passes) {
      expect(assembleKernel(kernel).code).not.toMatch(/subgroup(Shuffle|Ballot)|enable subgroups/);
    }
  });

  it('leaves out the passes that bounded segments cannot need', () => {
    const short = sort(FACTS, {}, { maxSegmentSize: 8 });
    expect(short.classes.map(({ maxLength }) => maxLength)).toEqual([4, 8]);
    expect(short.passes.some(({ kernel }) => /medium|large/.test(kernel.name))).toBe(false);
    expect(short.temporaryBytes).toBeLessThan(sort(FACTS, {}).temporaryBytes / 4);
  });

  it('has small bins up to what all lanes hold, however many items a lane is wanted to', () => {
    const longest = (valueBytes: 0 | 4, itemsWanted?: number) => {
      const tuning = { family: 'cpu', ...(itemsWanted ? { sort: { small: { itemsWanted } } } : {}) } as const;
      const { classes } = sort(FACTS, tuning, { valueBytes });
      return Math.max(...classes.filter(({ name }) => name === 'small').map(({ maxLength }) => maxLength));
    };
    for (const wanted of [undefined, 2, 16, 64]) {
      expect(longest(0, wanted)).toBe(8 * 32);
      expect(longest(4, wanted)).toBe(8 * 16);
    }
  });

  it('gives every binding a resource that exists', () => {
    for (const [name, , plan] of everyPlan) {
      for (const pass of plan.passes) {
        for (const binding of pass.kernel.bindings) {
          const resource = resourceOf(pass, binding);
          if (resource.kind === 'region') expect(plan.regions, name).toHaveProperty(resource.name);
          if (resource.kind === 'constant') expect(resource.value).toBeLessThan(256);
        }
        if (pass.grid.kind === 'indirect') expect(pass.grid.slot).toBeLessThan(plan.argsSlots);
      }
    }
  });
});

it.each(['cpu', 'gpu'] as const)('a sort of few segments for its items has large ones alone, family %s', (family) => {
  const room = { maxItems: 9 * 32768, maxSegments: 9, maxSegmentSize: 9 * 32768 };
  const names = (changes: Changes, large = {}) =>
    sort(FACTS, { family, sort: { large } }, { ...room, ...changes }).classes.map(({ name }) => name);
  expect(names({})).toEqual(['large']);
  for (const many of [names({ maxSegments: 10 }), names({}, { onlyFrom: 32769 })]) expect(many).toContain('small');
  expect(names({ maxSegmentSize: 300 })).not.toContain('large');
});

describe('scratch memory', () => {
  it('is laid out in disjoint ranges at binding offsets', () => {
    const { regions, bytes } = layOut({ a: 4, b: 257, c: 0 });
    const range = (offset: number, size: number) => ({ offset, size });
    expect(regions).toEqual({ a: range(0, 256), b: range(256, 512), c: range(768, 256) });
    expect(bytes).toBe(1024);
  });

  it('has room for the tiles of any disjoint large segments', () => {
    const tile = 10;
    for (const lengths of [[11, 11, 11], [33], [20, 13], [11, 22], [1], [1, 1, 1], [9, 2, 21, 1, 40]]) {
      const maxItems = lengths.reduce((a, b) => a + b);
      const last = { name: 'large' as const, minLength: Math.min(11, ...lengths) };
      const bounds = largeBounds({ maxItems, maxSegments: lengths.length }, last, tile);
      expect(lengths.length).toBeLessThanOrEqual(bounds.segments);
      expect(lengths.reduce((sum, length) => sum + Math.ceil(length / tile), 0)).toBeLessThanOrEqual(bounds.tiles);
    }
  });
});

describe('a radix sort', () => {
  it('chains its digits from the input over scratch to the output', () => {
    const name = (resource: Resource | undefined) => (resource && 'name' in resource ? resource.name : undefined);
    const ways = [8, 4, 2, 1].flatMap((digitBits) => [true, false].map((inPlace) => [digitBits, inPlace] as const));
    for (let bits = 0; bits <= 64; bits++) {
      for (const [digitBits, keysInPlace] of ways) {
        const table = { sort: { digitBits } } as FamilyTuning;
        const key = { bytes: 8, words: 2, bits, lossless: true, plain: true } as const;
        const passes = digitPasses({ key, keysInPlace, valuesInPlace: false, table });
        expect(name(passes[0]?.move.keysFrom)).toBe('keysIn');
        if (keysInPlace) expect(name(passes[0]?.move.keysTo)).toBe('scratchKeys');
        expect(name(passes.at(-1)?.move.keysTo)).toBe('keysOut');
        expect(passes.length).toBeGreaterThanOrEqual(bits / digitBits);
        passes.slice(1).forEach((pass, i) => {
          expect(pass.move.keysFrom).toEqual(passes[i]?.move.keysTo);
          expect(pass.move.valuesFrom).toEqual(passes[i]?.move.valuesTo);
        });
      }
    }
  });
});

describe('a merge sort', () => {
  it('chains its passes from the input over scratch to the output, as many as the longest segment needs', () => {
    for (const family of ['cpu', 'gpu'] as const) {
      for (const maxSegmentSize of [9, 16, 17, 64, 100, 1024, 1025, 5000, 70_000]) {
        const plan = sort(FACTS, { family }, { compare: COMPARE, valueBytes: 0, maxSegmentSize });
        if (plan.classes.at(-1)?.name === 'small') continue;
        const last = plan.passes.filter(({ bins }) => bins?.includes(plan.classes.length - 1));
        const merges = last.filter(({ kernel }) => kernel.name.endsWith('merge'));
        expect(merges.length).toBe(Math.ceil(Math.log2(maxSegmentSize / 8)));
        const runs = last.find(({ kernel }) => kernel.name.endsWith('runs')) as (typeof last)[number];
        let from = resourceOf(runs, 'keysOut');
        for (const [i, merge] of merges.entries()) {
          expect(merge.resources?.keysFrom).toEqual(from);
          expect(merge.resources?.runShift).toEqual({ kind: 'constant', value: 3 + i });
          from = resourceOf(merge, 'keysTo');
        }
        expect(from).toEqual({ kind: 'region', name: 'permutation' });
      }
    }
  });
});

describe('a grid', () => {
  it('follows from the item or the segment count', () => {
    const grid = { kind: 'counted', of: 'segments', perBlock: 100, rows: 3, extra: 1, perWorkgroup: 8 } as const;
    const numbers = (segments: number) => ({ items: 5, segments });
    expect(workgroupsOf(grid, numbers(0))).toBe(1);
    expect(workgroupsOf(grid, numbers(1000))).toBe(4);
    expect(workgroupsOf({ ...grid, of: 'items', perBlock: 1 }, numbers(0))).toBe(2);
    expect(workgroupsOf({ kind: 'direct', workgroups: 5 }, numbers(9))).toBe(5);
    expect(workgroupsOf({ kind: 'indirect', slot: 0 }, numbers(9))).toBeUndefined();
  });
});

describe('the assembler', () => {
  const parts = {
    enables: ['subgroups'],
    aliases: { Key: 'u32' },
    constants: { A: 3, B: [1, 2], C: true },
    bindings: [{ name: 'keys', space: 'storage, read_write', type: 'array<Key>' }],
    pieces: [
      { name: 'one.wgsl', text: 'fn one() {\n}\n' },
      { name: 'two.wgsl', text: 'fn two() {\n}' },
    ],
  } as const;

  it('writes directives, aliases, constants and numbered bindings before the pieces', () => {
    expect(assemble(parts).code.split('\n').slice(0, 7)).toEqual([
      'enable subgroups;',
      'alias Key = u32;',
      'const A = 3u;',
      'const B = array<u32, 2>(1u, 2u);',
      'const C = true;',
      '@group(0) @binding(0) var<storage, read_write> keys: array<Key>;',
      'fn one() {',
    ]);
  });

  it('maps every line of the code back to its piece and line', () => {
    const { code, locate } = assemble(parts);
    code.split('\n').forEach((text, i) => {
      if (text === 'fn one() {') expect(locate(i + 1)).toMatchObject({ piece: 'one.wgsl', line: 1 });
      if (text === 'fn two() {') expect(locate(i + 1)).toMatchObject({ piece: 'two.wgsl', line: 1 });
    });
    expect(locate(1)).toMatchObject({ piece: '(prelude)', line: 1 });
  });
});

describe('a kernel with a text of the caller’s', () => {
  const kernel = { enables: [], aliases: {}, constants: { SIZE: 4 }, bindings: [] };
  const own = { name: 'wgsl/own.wgsl', text: 'fn main() {\n  let size = max(SIZE, 1u);\n}\n' };
  const theirs = (text: string) => ({ name: 'op.declarations', text, theirs: 'declarations' as const });

  it('has none of the library’s names left bare', () => {
    const text = 'const SIZE = 1u;\nfn helper(x: u32) -> u32 { return SIZE + x; }\nfn main() {}\n';
    const { code, entryPoint } = assemble({ ...kernel, pieces: [own, theirs(text)] });
    expect(code).toContain('const segmented_SIZE = 4u;');
    expect(code).toContain('let size = max(segmented_SIZE, 1u);');
    expect(code).toContain(text);
    expect(entryPoint).toBe('segmented_main');
  });

  it('points compile errors of what it left open at its last line', () => {
    const pieces = [own, theirs('fn f() {\n  let a = 1u +'), { name: '(end)', text: ';\n}', closes: true }];
    const { code, locate } = assemble({ ...kernel, pieces });
    const line = code.split('\n').indexOf(';') + 1;
    expect(locate(line)).toEqual({ piece: 'op.declarations', line: 2, text: '  let a = 1u +' });
  });

  it.each([
    'fn max(a: u32) -> u32 { return a; }',
    'const segmented_x = 1;',
    'struct /* ! */ vec3u { a: u32 }',
    'const uniform = 1u;',
    // Whether this kernel has it or another one of the call.
    'fn subgroupShuffleXor(a: u32, b: u32) -> u32 { return a; }',
  ])('is refused where it declares what the library needs: %s', (text) => {
    expect(() => assemble({ ...kernel, pieces: [own, theirs(text)] })).toThrow(/op\.declarations: declares/);
  });

  it('may use names in functions of its own that the library needs', () => {
    const text = 'fn f() { var max = 1u; let vec3u = max; }';
    const body = { name: 'op.wgsl', text: 'var min = a; const max = 3u;', theirs: 'body' as const };
    expect(() => assemble({ ...kernel, pieces: [own, theirs(text), body] })).not.toThrow();
  });

  it.each([
    'fn group(a: u32) -> u32 { return a; }',
    'const binding = 1u;',
    'var<private> builtin: u32;',
    'const atomicNumber = 6u;',
  ])('may have names that kernels don’t use: %s', (text) =>
    expect(() => assemble({ ...kernel, pieces: [own, theirs(text)] })).not.toThrow(),
  );

  it.each(everyPlan)('can’t have what kernels use of WGSL’s own: %s', (_, __, plan) => {
    for (const { kernel: planned } of plan.passes) {
      const code = assembleKernel(planned).code.replace(/@\w+/g, '');
      const declared = new Set(
        [...code.matchAll(/\b(?:fn|const|alias|struct|let|var(?:\s*<[^>]*>)?)\s+(\w+)|(\w+)\s*:/g)].map(
          ([, a, b]) => a ?? b,
        ),
      );
      const called = [...code.matchAll(/\b([a-z]\w*)\s*(?:<[^<>()]*>)?\(/gi)].map(([, name]) => name!);
      const spaces = [...code.matchAll(/<(\w+)(?:,\s*(\w+))?/g)].flatMap(([, a, b]) => [a!, b ?? a!]);
      const own = [...called, ...spaces].filter(
        (name) => !declared.has(name) && !/^\d|^(?:if|for|while|return|switch)$/.test(name),
      );
      expect(own.length).toBeGreaterThan(0);
      for (const name of own) expect(name, planned.name).toMatch(WGSL_NAMES);
    }
  });
});

describe('the lengths of a host call’s segments', () => {
  const held = (lengths: readonly number[]) => {
    const offsets = Uint32Array.from([0, ...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b))]);
    return lengthsHeld({ count: lengths.length, longest: Math.max(...lengths), coversAll: true, offsets });
  };

  it('are never taken for missing', () => {
    const lengths = [0, 1, 2, 3, 4, 5, 8, 9, 255, 256, 257, 4096, 4097, 1_000_000];
    for (const length of lengths) {
      expect(held([length])(length, length), `${length}`).toBe(true);
      expect(held([7, length])(length, Number.POSITIVE_INFINITY), `${length}`).toBe(true);
    }
  });

  it('are known to the next power of two', () => {
    const holds = held([3, 70, 70]);
    expect(holds(3, 4)).toBe(true);
    expect(holds(65, 128)).toBe(true);
    for (const [least, most] of [
      [1, 2],
      [5, 64],
      [129, 256],
      [4097, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(holds(least, most), `${least} to ${most}`).toBe(false);
    }
    const ranges = { begin: Uint32Array.of(0, 50), end: Uint32Array.of(20, 51) };
    const ofRanges = lengthsHeld({ count: 2, longest: 20, coversAll: false, ranges });
    expect([ofRanges(1, 2), ofRanges(3, 16), ofRanges(17, 32), ofRanges(33, 64)]).toEqual([true, false, true, false]);
    expect(lengthsHeld({ count: 4, longest: 9, coversAll: true, size: 9 })(9, 16)).toBe(true);
  });
});
