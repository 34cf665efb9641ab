/** Transforms, compared with tests/support/transform-oracle.ts, on arrays and recorded. */
import fc from 'fast-check';
import { createSegmentedTransform } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { Random } from '../support/cases.ts';
import { expectWritten, recordCall } from '../support/recorded-call.ts';
import { encoded, Items } from '../support/reduce-items.ts';
import {
  DEFINITIONS,
  type DefinedName,
  expectSameResults,
  lagged,
  NAMED_ITEMS,
  transformed,
  transformItems,
  unitsApart,
} from '../support/transform-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { type KeyType, widthOf } from '../support/typed-oracle.ts';
import { hostCall, recordedSoakCall, type SoakCall, type SoakRow } from './call.ts';
import { given, recordedTuning, seeds, segments, tunings, types } from './draw.ts';

interface Manner {
  readonly manner: 'host' | 'recorded' | 'in place';
  readonly tuning: InternalTuning;
}

/** A transform of drawn items. `check`: throws if the bytes of all results are wrong, of segments or of all items. */
interface Work {
  readonly transform: unknown;
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly resultBytes: number;
  readonly options: object;
  /** Whether a result depends on other items, so that no call is in place. */
  readonly readsOthers: boolean;
  check(found: Uint8Array, bounds: SegmentsCase['bounds']): void;
}

const manners = fc.record({
  manner: fc.constantFrom<Manner['manner']>('host', 'host', 'recorded', 'in place'),
  tuning: tunings,
});

function callOf(work: Work, { manner, tuning }: Manner, segments: SegmentsCase, seed: number): SoakCall {
  const { transform, type, bytes, resultBytes, options } = work;
  const { bounds, itemCount } = segments;
  if (manner === 'host') {
    const form = given(segments, seed);
    return hostCall({
      ...{ name: 'segmentedTransform', tuning, segments: bounds.length, options },
      args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments, transform],
      check: (result: never) => work.check(bytesOf(result), [[0, itemCount]]),
    });
  }
  const kernels = recordedTuning(tuning);
  const isInPlace = manner === 'in place' && resultBytes === widthOf(type) / 8 && !work.readsOthers;
  return recordedSoakCall(
    'transform',
    bounds.length,
    { transform, type, options, kernels, segments, seed },
    async (device) => {
      const outputs = { output: resultBytes * itemCount };
      const what = { segments, inputs: { input: bytes }, outputs };
      const descriptor = { type, transform, ...options, tuning: kernels };
      const { output } = await recordCall(
        device,
        createSegmentedTransform as never,
        descriptor,
        isInPlace ? { ...what, inPlace: ['input', 'output'] } : what,
        seed,
      );
      work.check(output!.found, bounds);
      expectWritten('transform', output!, output!.found, bounds, resultBytes);
    },
  );
}

// --------------------------------------------------------------------------------------------------------- by name

const named = fc.record({
  name: fc.constantFrom(...(Object.keys(DEFINITIONS) as DefinedName[])),
  type: fc.constantFrom(...NAMED_ITEMS),
  ddof: fc.constantFrom(0, 0, 1, 3),
  manner: manners,
});
type Named = typeof named extends fc.Arbitrary<infer T> ? T : never;

function namedWork({ name, type, ddof }: Named, segments: SegmentsCase, seed: number): Work {
  const { bytes, numbers } = transformItems(type, name, segments.itemCount, new Random(seed));
  const want = transformed(name, numbers, segments, ddof);
  const inside = new Uint8Array(segments.itemCount);
  for (const [begin, end] of segments.bounds) inside.fill(1, begin, end);
  const terms = numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const added = { softmax: 0, logSoftmax: 2 ** -16, center: terms, normalize: 1, standardize: 1 }[name];
  return {
    ...{ transform: name, type, bytes, resultBytes: 4, options: name === 'standardize' && ddof > 0 ? { ddof } : {} },
    readsOthers: false,
    check(found, bounds) {
      const results = new Float32Array(found.slice().buffer);
      for (const [begin, end] of bounds) {
        for (let i = begin; i < end; i++) {
          const units = unitsApart(results[i]!, want[i]!, inside[i] ? added : 0);
          if (units > 4) throw new Error(`${name}: item ${i} is ${results[i]}, not ${want[i]}: ${units} units`);
        }
      }
    },
  };
}

// ------------------------------------------------------------------------------------------------- diff and shift

const laggedChoices = fc.record({
  name: fc.constantFrom('diff' as const, 'shift' as const),
  type: types,
  lag: fc.oneof(fc.integer({ min: -70, max: 70 }), fc.constantFrom(1, 1, 0, -1, 5000, 2 ** 31 - 1, 1 - 2 ** 31)),
  fill: fc.integer({ min: 0, max: 100 }),
  manner: manners,
});
type Lagged = typeof laggedChoices extends fc.Arbitrary<infer T> ? T : never;

function laggedWork({ name, type, lag, fill }: Lagged, segments: SegmentsCase, seed: number): Work {
  const bytes = keyBytes(type, segments.itemCount, new Random(seed));
  const want = lagged(name, type, bytes, segments, { lag, fill });
  const size = widthOf(type) / 8;
  const isBig = type === 'u64' || type === 'i64';
  return {
    ...{ transform: name, type, bytes, resultBytes: size, options: { lag, fill: isBig ? BigInt(fill) : fill } },
    readsOthers: true,
    check(found, bounds) {
      for (const [begin, end] of bounds) {
        const part = (all: Uint8Array) => all.slice(begin * size, end * size);
        expectSameResults(type, part(found), part(want), `${name} of ${type}, from item ${begin}`);
      }
    },
  };
}

// -------------------------------------------------------------------------------------------------------- functions

/** Numbers of a segment, and the function with whole numbers, whose results are exact in doubles. */
const FUNCTIONS = {
  numbers: {
    of: ['max', 'min', 'count', 'first'],
    wgsl: 'return 3 * x + 5 * a - 7 * b + T(11 * c) + 13 * d;',
    js: (x: number, a: number, b: number, c: number, d: number) => 3 * x + 5 * a - 7 * b + 11 * c + 13 * d,
  },
  one: { of: 'last', wgsl: 'return x - a;', js: (x: number, a: number) => x - a },
  place: {
    before: true,
    wgsl: 'return before * 4 + T(index) + T(length) * 2;',
    js: (_: number, before: number, index: number, length: number) => before * 4 + index + length * 2,
  },
} as const;

const functions = fc.record({
  name: fc.constantFrom(...(Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])),
  type: fc.constantFrom('u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32'),
  lag: fc.integer({ min: -3, max: 3 }),
  manner: manners,
});
type Function_ = typeof functions extends fc.Arbitrary<infer T> ? T : never;

/** Small whole numbers as items of any type. */
function smallItems(type: KeyType, count: number, random: Random): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((count * widthOf(type)) / 8);
  for (let i = 0; i < count; i++) {
    const number = random.below(100) - (type[0] === 'u' ? 0 : 50);
    bytes.set(encoded(type, type[0] === 'f' ? number : BigInt(number)), (i * widthOf(type)) / 8);
  }
  return bytes;
}

function functionWork({ name, type, lag }: Function_, segments: SegmentsCase, seed: number): Work {
  const bytes = smallItems(type, segments.itemCount, new Random(seed));
  const { numbers, integers } = new Items(type, bytes);
  const x = type[0] === 'f' ? [...numbers] : integers.map(Number);
  const resultType = ({ f: 'f32', u: 'u32', i: 'i32' } as const)[type[0] as 'f'];
  const { before, ...own } = { before: false, ...FUNCTIONS[name] };
  const options = before ? { lag, fill: 9 } : {};
  const wanted = x.slice();
  for (const [begin, end] of segments.bounds) {
    const part = x.slice(begin, end);
    for (let i = begin; i < end; i++) {
      const from = i - lag;
      const earlier = from >= begin && from < end ? x[from]! : 9;
      wanted[i] = {
        numbers: () => FUNCTIONS.numbers.js(x[i]!, Math.max(...part), Math.min(...part), part.length, part[0]!),
        one: () => FUNCTIONS.one.js(x[i]!, part.at(-1)!),
        place: () => FUNCTIONS.place.js(0, earlier, i - begin, part.length),
      }[name]();
    }
  }
  const results = { f32: Float32Array, u32: Uint32Array, i32: Int32Array }[resultType].from(wanted);
  const wgsl = own.wgsl.replaceAll('T(', `${resultType}(`);
  const transform = { ...own, wgsl, type: resultType };
  return {
    ...{ transform, type, bytes, resultBytes: 4, options, readsOthers: before },
    check(found, bounds) {
      const got = new (results.constructor as typeof Float32Array)(found.slice().buffer);
      for (const [begin, end] of bounds) {
        for (let i = begin; i < end; i++) {
          if (got[i] !== results[i]) throw new Error(`function: item ${i} is ${got[i]}, not ${results[i]}`);
        }
      }
    },
  };
}

function rowsOf<T extends { readonly manner: Manner }>(
  choices: fc.Arbitrary<T>,
  work: (choice: T, segments: SegmentsCase, seed: number) => Work,
): fc.Arbitrary<SoakRow> {
  return choices.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc
      .tuple(segments, seeds)
      .map(([segments, seed]) => callOf(work(choice, segments, seed), choice.manner, segments, seed)),
  }));
}

export const transformRows: fc.Arbitrary<SoakRow> = fc.oneof(
  rowsOf(named, namedWork),
  rowsOf(laggedChoices, laggedWork),
  rowsOf(functions, functionWork),
);
