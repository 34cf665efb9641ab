/**
 * Transforms on a GPU: name × type × form of segments × way of calling × kernels, against their definitions in doubles.
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedTransform, segmentedTransform } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, quickRows, Random, ROWS, rowsOf, SEED, tuningOf } from '../support/cases.ts';
import { reduceSegments } from '../support/reduce-cases.ts';
import { boundSegments, givenSegments, padded } from '../support/reduce-run.ts';
import { expectRefusal, expectThrow } from '../support/refusal.ts';
import { recordInto, Workspace, withoutGpuErrors } from '../support/run.ts';
import {
  DEFINITIONS,
  type DefinedName,
  expectSameResults,
  NAMED_ITEMS,
  transformed,
  transformItems,
  unitsApart,
} from '../support/transform-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType, widthOf } from '../support/typed-oracle.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

// The calls as callers without types see them.
const onHost = segmentedTransform as (
  device: GPUDevice,
  values: unknown,
  segments: unknown,
  transform: unknown,
  options?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the class of a result follows from the transform
) => Promise<any>;
const inJs = js.segmentedTransform as unknown as typeof onHost;
const create = createSegmentedTransform as (
  device: GPUDevice,
  descriptor: object,
) => ReturnType<typeof createSegmentedTransform>;

interface Transform {
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly segments: SegmentsCase;
  readonly transform: unknown;
  readonly resultBytes: number;
  readonly options: object;
}

interface Manner {
  readonly tuning?: InternalTuning | undefined;
  readonly inPlace?: boolean;
  readonly openPass?: boolean;
  readonly gpuCount?: number;
}

/** Transforms by a recorded call. Items outside every segment must keep the output's content, and are 0 here. */
async function recordedTransform(
  what: Transform,
  { tuning, inPlace = false, openPass = false, gpuCount }: Manner = {},
) {
  const { type, bytes, segments, transform, resultBytes, options } = what;
  const { itemCount, bounds } = segments;
  const room = { maxItems: itemCount + 77, maxSegments: Math.max(1, bounds.length) };
  const plan = await withoutGpuErrors(device(), () =>
    create(device(), { type, transform, ...options, ...room, ...(tuning ? { tuning } : {}) }),
  );
  const space = new Workspace(device());
  try {
    const given = padded(bytes);
    const input = inPlace ? space.inOut('input', given) : space.input('input', given);
    const output = inPlace ? input : space.output('output', Math.ceil((itemCount * resultBytes) / 4));
    const args = {
      ...{ input, output, itemCount },
      segments: boundSegments(space, segments, gpuCount),
      temporary: space.scratch('temporary', plan.temporaryBytes),
    };
    await space.submit((encoder) => recordInto(encoder, openPass, (into) => plan.encode(into, args)));
    const found = bytesOf(output.found).slice();
    const before = bytesOf(output.before);
    const inside = new Uint8Array(found.length);
    for (const [begin, end] of bounds.slice(0, gpuCount)) inside.fill(1, begin * resultBytes, end * resultBytes);
    for (let i = 0; i < found.length; i++) {
      if (inside[i]) continue;
      if (found[i] !== before[i]) throw new Error(`byte ${i} of the output was written, outside every segment`);
      found[i] = 0;
    }
    return found.subarray(0, itemCount * resultBytes);
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Lengths about the steps of lanes, of tiles and of a reduce's sweep. */
const LENGTHS = [0, 0, 1, 1, 2, 3, 4, 5, 15, 16, 17, 40, 63, 64, 65, 257, 1023, 0, 2049, 4097, 9001];

const FACTORS = {
  name: Object.keys(DEFINITIONS) as DefinedName[],
  type: NAMED_ITEMS,
  form: ['offsets', 'ranges', 'fixed'],
  call: ['encode', 'encode in place', 'host', 'host in batches'],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

describe(`a transform by name (${ROWS} rows)`, () => {
  const all = rowsOf(
    FACTORS,
    10,
    ({ type, call }) => !(call === 'encode in place' && type !== undefined && widthOf(type) < 32),
  );
  for (const [i, row] of inTurn([...quickRows(all, 8).entries()])) {
    const { name, type, form, call } = row;
    const seed = (SEED + i) >>> 0;
    const title = `${name} of ${type}, ${form}, ${call}, ${row.family}, subgroups ${row.subgroups}, seed ${seed}`;
    itOnDevice(device, row, title, async () => {
      const random = new Random(seed);
      const segments = reduceSegments(form, random.shuffled(LENGTHS), random);
      const { given, bytes, numbers } = transformItems(type, name, segments.itemCount, random);
      const ddof = name === 'standardize' && i % 3 === 0 ? 1 : 0;
      const options = name === 'standardize' ? { ddof } : {};
      const want = transformed(name, numbers, segments, ddof);
      const tuning = tuningOf(row);
      const found = await resultsOf();
      const inside = new Uint8Array(found.length);
      for (const [begin, end] of segments.bounds) inside.fill(1, begin, end);
      // Scores are compared with the greatest one, exactly. Less than 2^-56 of a sum of powers is lost.
      const terms = numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      const added = { softmax: 0, logSoftmax: 2 ** -16, center: terms, normalize: 1, standardize: 1 }[name];
      for (const [item, value] of found.entries()) {
        if (!inside[item] && !call.startsWith('host')) continue;
        const units = unitsApart(value, want[item]!, added);
        if (units > 4) throw new Error(`${title}: item ${item} is ${value}, not ${want[item]}: ${units} units`);
      }

      async function resultsOf(): Promise<Float32Array> {
        if (!call.startsWith('host')) {
          const what = { type, bytes, segments, transform: name, resultBytes: 4, options };
          const manner = { tuning, inPlace: call === 'encode in place', openPass: i % 3 === 0 };
          return new Float32Array((await recordedTransform(what, manner)).slice().buffer);
        }
        const maxBindingBytes = 40_960;
        const more = call === 'host' ? { tuning } : { tuning: { ...tuning, maxBindingBytes } };
        const results = await onHost(device(), given, givenSegments(segments), name, { ...options, ...more });
        expect(results).toBeInstanceOf(Float32Array);
        return results;
      }
    });
  }
});

describe('softmax on a GPU', () => {
  const inf = Number.POSITIVE_INFINITY;
  const nan = Number.NaN;
  const [half, nans] = [Math.log(2), [nan, nan]];
  /** Of two scores that differ by d. */
  const apart = (d: number) => [1 / (1 + Math.exp(d)), 1 / (1 + Math.exp(-d))];
  const logApart = (d: number) => [-d - Math.log1p(Math.exp(-d)), -Math.log1p(Math.exp(-d))];
  const CASES: Readonly<Record<'x' | 'softmax' | 'log', readonly number[]>>[] = [
    { x: [-inf, 0, 0], softmax: [0, 0.5, 0.5], log: [-inf, -half, -half] },
    { x: [-inf, -inf], softmax: nans, log: nans },
    { x: [0, nan, 1], softmax: [nan, ...nans], log: [nan, ...nans] },
    { x: [inf, 1], softmax: nans, log: nans },
    { x: [1e38, -1e38], softmax: [1, 0], log: [0, -2e38] },
    { x: [3.4e38, 3.4e38], softmax: [0.5, 0.5], log: [-half, -half] },
    { x: Array(4).fill(-3.4e38), softmax: Array(4).fill(0.25), log: Array(4).fill(-Math.log(4)) },
    { x: [-1e30, 5], softmax: [0, 1], log: [-1e30, 0] },
    // The least differences of great scores.
    { x: [2 ** 24, 2 ** 24 + 2], softmax: apart(2), log: logApart(2) },
    // Scores in neighbouring steps of 64, and two steps apart.
    { x: [31.75, 32.5], softmax: apart(0.75), log: logApart(0.75) },
    { x: [-33, 32.5], softmax: [Math.exp(-65.5), 1], log: [-65.5, -Math.exp(-65.5)] },
    { x: [-40, 60], softmax: [0, 1], log: [-100, 0] },
    { x: [7], softmax: [1], log: [0] },
    // At the ends of cells: 45, 109 and 173.
    { x: [44.75, 45.25], softmax: apart(0.5), log: logApart(0.5) },
    { x: [-45.25, -44.75], softmax: apart(0.5), log: logApart(0.5) },
    { x: [108.5, 109.5], softmax: apart(1), log: logApart(1) },
    { x: [-109.5, -108.5], softmax: apart(1), log: logApart(1) },
    { x: [-46, 43], softmax: [0, 1], log: [-89, 0] },
    { x: [-110, -43.5], softmax: [Math.exp(-66.5), 1], log: [-66.5, -Math.exp(-66.5)] },
    { x: [30, 100], softmax: [Math.exp(-70), 1], log: [-70, -Math.exp(-70)] },
    // A rest much smaller than the greatest weight.
    { x: [0, 10], softmax: apart(10), log: logApart(10) },
  ];
  const lengths = CASES.map(({ x }) => x.length);
  it.each(['software', 'gpu'] as const)('gives what torch gives at the ends of its range, %s', async (family) => {
    const x = Float32Array.from(CASES.flatMap(({ x: each }) => each));
    for (const name of ['softmax', 'logSoftmax'] as const) {
      const want = CASES.flatMap(({ softmax, log }) => (name === 'softmax' ? softmax : log));
      const found: Float32Array = await onHost(device(), x, { lengths: Uint32Array.from(lengths) }, name, {
        tuning: { family },
      });
      const text = [...found].map((each, i) =>
        unitsApart(each, want[i]!, 2 ** -8) <= 4 ? '' : `${i}: ${each} ${want[i]}`,
      );
      expect(text.join('')).toBe('');
    }
  });
});

describe('normalize on a GPU', () => {
  it.each(['software', 'gpu'] as const)('gives quotients by 0 and by infinite sums, %s', async (family) => {
    const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
    const x = Float32Array.of(1, -1, 0, 0, 0, inf, -2, inf, -inf, nan, 1, 1e-30, 3e-30, 1e30, 3e30);
    const offsets = [0, 3, 5, 7, 9, 11, 13, 15];
    const found: Float32Array = await onHost(device(), x, offsets, 'normalize', { tuning: { family } });
    const want = [inf, -inf, nan, nan, nan, nan, -0, nan, nan, nan, nan, 0.25, 0.75, 0.25, 0.75];
    expect([...found].map((each, i) => (unitsApart(each, want[i]!, 0) <= 1 ? want[i] : each))).toEqual(want);
  });
});

describe('results have the same bits', () => {
  itInTurn(2)('on arrays, in batches, recorded, and in place', async () => {
    const random = new Random(SEED);
    const segments = reduceSegments('offsets', random.shuffled(LENGTHS), random);
    for (const name of ['softmax', 'standardize'] as const) {
      const { given, bytes } = transformItems('f32', name, segments.itemCount, random);
      const what = { type: 'f32', bytes, segments, transform: name, resultBytes: 4, options: {} } as const;
      const whole = new Uint32Array((await onHost(device(), given, givenSegments(segments), name)).buffer);
      const tuning = { maxBindingBytes: 40_960 };
      const parts = await onHost(device(), given, givenSegments(segments), name, { tuning });
      expect(new Uint32Array(parts.buffer)).toEqual(whole);
      for (const inPlace of [false, true]) {
        const found = new Uint32Array((await recordedTransform(what, { inPlace })).slice().buffer);
        for (const [begin, end] of segments.bounds) {
          expect(found.subarray(begin, end)).toEqual(whole.subarray(begin, end));
        }
      }
    }
  });
});

const LAGS = [
  { lag: 1, fill: 0 },
  { lag: 3, fill: 7 },
  { lag: -2, fill: 1 },
  { lag: 0, fill: 0 },
  { lag: 10_000, fill: 5 },
  { lag: -(2 ** 31 - 1), fill: 5 },
];

describe('diff and shift on a GPU', () => {
  for (const [i, type] of inTurn([...KEY_TYPES.entries()], 4)) {
    it(`of ${type}: the bits of webgpu-segmented/js`, async () => {
      const random = new Random(SEED + i);
      for (const [k, form] of (['offsets', 'ranges', 'fixed'] as const).entries()) {
        const segments = reduceSegments(form, [0, 1, 2, 3, 12, 40, 257, 5000], random);
        const bytes = keyBytes(type, segments.itemCount, random);
        const keys = keysOf(type, bytes);
        for (const name of ['diff', 'shift'] as const) {
          const { lag, fill } = LAGS[(i + 2 * k + (name === 'diff' ? 0 : 1)) % LAGS.length]!;
          const wide = type === 'u64' || type === 'i64';
          const options = { lag, fill: wide ? BigInt(fill) : fill };
          const want = bytesOf(await inJs(null as never, keys, givenSegments(segments), name, options)).slice();
          const title = `${type} ${form} ${name} ${lag}`;
          const family = (['software', 'gpu'] as const)[(i + k) % 2]!;
          const found = await onHost(device(), keys, givenSegments(segments), name, { ...options, tuning: { family } });
          expectSameResults(type, bytesOf(found), want, title);
          const what = { type, bytes, segments, transform: name, resultBytes: widthOf(type) / 8, options };
          const recorded = await recordedTransform(what, { tuning: { family } });
          for (const [begin, end] of segments.bounds) {
            const part = (all: Uint8Array) => all.slice(begin * what.resultBytes, end * what.resultBytes);
            expectSameResults(type, part(recorded), part(want), title);
          }
        }
      }
    });
  }
});

describe("a transform by the caller's function on a GPU", () => {
  const CUSTOM = {
    'numbers of the segment': {
      of: ['max', 'count', 'sum', 'min'],
      wgsl: 'return (x - d) / (a - d + 1.0) + f32(b) + c * 0.0;',
      js: (x: number, a: number, b: number, c: number, d: number) =>
        Math.fround(Math.fround((x - d) / (a - d + 1)) + b + c * 0),
    },
    'the place': {
      wgsl: 'return before * 8.0 + f32(index) + f32(length) * 1024.0;',
      js: (_: number, before: number, index: number, length: number) => before * 8 + index + length * 1024,
    },
  } as const;
  for (const [i, [title, transform]] of inTurn([...Object.entries(CUSTOM).entries()])) {
    it(`gets ${title}`, async () => {
      const random = new Random(SEED + i);
      for (const form of ['offsets', 'ranges'] as const) {
        const segments = reduceSegments(form, [0, 1, 2, 3, 12, 40, 257, 5000], random);
        const x = Float32Array.from({ length: segments.itemCount }, () => random.below(1000) / 8);
        const given = givenSegments(segments);
        const options = { lag: 2, fill: -1 };
        const family = form === 'offsets' ? 'gpu' : 'software';
        const found: Float32Array = await onHost(device(), x, given, transform, { ...options, tuning: { family } });
        const want: Float32Array = await inJs(null as never, x, given, transform, options);
        for (const [item, value] of found.entries()) expect(Math.abs(value - want[item]!)).toBeLessThan(1e-3);
      }
    });
  }

  it('gets numbers of operators that few calls have', async () => {
    const x = Float32Array.of(2, 4, 4, 4, 5, 5, 7, 9, -3);
    const scores = { of: ['mean', 'std', 'first', 'last'], wgsl: 'return (x - a) / b + c * d;' };
    const scored = { ...scores, js: (x: number, a: number, b: number, c: number, d: number) => (x - a) / b + c * d };
    const want = [...x.subarray(0, 8)].map((each) => (each - 5) / 2 + 18);
    for (const call of [onHost, inJs]) {
      const found: Float32Array = await call(device(), x, [0, 8, 8], scored);
      expect([...found.subarray(0, 8)]).toEqual(want.map((each) => expect.closeTo(each, 5)));
      const bits = { of: ['any', 'all', 'last'], wgsl: 'return a + 2 * b + u32(abs(c));', type: 'u32' };
      const all = { ...bits, js: (_: number, a: number, b: number, c: number) => a + 2 * b + Math.abs(c) };
      expect(await call(device(), Int8Array.of(0, 5, 0, 0, -7, 1), [0, 2, 4, 6], all)).toEqual(
        Uint32Array.of(6, 6, 0, 0, 4, 4),
      );
      const log = { of: 'logsumexp', wgsl: 'return x - a;', js: (x: number, a: number) => x - a };
      const logs: Float32Array = await call(device(), Float32Array.of(1, 1, 7), [0, 2, 3], log);
      expect([...logs]).toEqual([-Math.LN2, -Math.LN2, 0].map((each) => expect.closeTo(each, 6)));
    }
  });

  itInTurn(2)('sees narrow items as words, with wrapped sums', async () => {
    const ofBytes = { of: ['sum', 'min'], wgsl: 'return x * 65536u + a * 256u + b;', type: 'u32' };
    const found = await onHost(device(), Uint8Array.of(200, 100, 7), [0, 2, 3], ofBytes);
    expect(found).toEqual(
      Uint32Array.of(200 * 65_536 + 44 * 256 + 100, 100 * 65_536 + 44 * 256 + 100, 7 * 65_536 + 7 * 257),
    );
    const signed = { of: ['sum', 'max', 'mean'], wgsl: 'return x * 10000 + a * 100 + b + i32(c) * 0;', type: 'i32' };
    const sums = await onHost(device(), Int8Array.of(-100, -50, 3), [0, 2, 3], signed);
    expect(sums).toEqual(Int32Array.of(-1_000_000 + 10_600 - 50, -500_000 + 10_600 - 50, 30_303));
    const half = { type: 'f16', data: Uint16Array.of(0x3c00, 0xc000, 0x4200) };
    const halves = { of: ['min', 'sum'], wgsl: 'return x * 100.0 + a * 10.0 + b;' };
    expect(await onHost(device(), half, [0, 2, 3], halves)).toEqual(Float32Array.of(79, -221, 333));
  });

  itInTurn(2, 1)('replaces items, and says where it does not compile', async () => {
    const x = Float32Array.of(1, 3, 5, 9);
    const segments: SegmentsCase = {
      ...{ form: 'offsets', given: { offsets: Uint32Array.of(0, 2, 4) } },
      ...{
        bounds: [
          [0, 2],
          [2, 4],
        ],
        itemCount: 4,
      },
    };
    const transform = { of: 'mean', wgsl: 'return x - a;' };
    const what = {
      type: 'f32',
      bytes: new Uint8Array(x.buffer),
      segments,
      transform,
      resultBytes: 4,
      options: {},
    } as const;
    const found = new Float32Array((await recordedTransform(what, { inPlace: true })).slice().buffer);
    expect(found).toEqual(Float32Array.of(-1, 1, -2, 2));
    const wrong = { wgsl: 'let y = x;\nreturn y + nothing;' };
    await expectRefusal(() => onHost(device(), x, [0, 4], wrong), 'shader-compile', [/transform\.wgsl:2:/, /nothing/]);
    const ends = { wgsl: 'return x; }' };
    await expectRefusal(() => onHost(device(), x, [0, 4], ends), 'shader-compile', [/transform\.wgsl/]);
  });
});

describe('a fill of f16 is rounded once', () => {
  // As f32 it would be halfway between two f16, and go to the even one.
  const options = { fill: 1 + 2 ** -11 + 2 ** -40 };
  const x = { type: 'f16', data: Uint16Array.of(0x3c00, 0x4000, 0x4200) } as const;
  const up = 1 + 2 ** -10;

  it('on arrays', async () => {
    const shifted = await segmentedTransform(device(), x, [0, 3], 'shift', options);
    expect([...shifted.data]).toEqual([0x3c01, 0x3c00, 0x4000]);
    const diff = await segmentedTransform(device(), x, [0, 3], 'diff', options);
    // 1 - (1 + 2^-10), 2 - 1, 3 - 2
    expect([...diff.data]).toEqual([0x9400, 0x3c00, 0x3c00]);
    const before = { wgsl: 'return before;' } as const;
    expect([...(await segmentedTransform(device(), x, [0, 3], before, options))]).toEqual([up, 1, 2]);
  });

  it('recorded', async () => {
    const room = { maxItems: 3, maxSegments: 1 };
    const plan = await createSegmentedTransform(device(), { type: 'f16', transform: 'shift', ...options, ...room });
    const space = new Workspace(device());
    const input = space.input('input', Uint32Array.of(0x40003c00, 0x4200));
    const output = space.output('output', 2);
    const offsets = space.input('offsets', Uint32Array.of(0, 3));
    const segments = { offsets, count: 1 };
    await space.submit((encoder) => plan.encode(encoder, { input, output, segments, itemCount: 3 }));
    expect(output.found[0]).toBe(0x3c003c01);
    space.destroy();
    plan.destroy();
  });
});

describe('a transform on a GPU', () => {
  itInTurn(2)('stays inside the output, whatever the offsets are', async () => {
    const random = new Random(SEED);
    const count = 40;
    const garbage = () =>
      Uint32Array.from({ length: count + 1 }, () =>
        random.below(3) === 0 ? random.below(2 ** 32) : random.below(700),
      );
    const transforms = ['softmax', 'standardize', 'shift'] as const;
    for (const [i, transform] of transforms.entries()) {
      for (const ranged of [false, true]) {
        const plan = await create(device(), {
          type: i === 2 ? 'u8' : 'f32',
          transform,
          maxItems: 600,
          maxSegments: count,
        });
        const space = new Workspace(device());
        try {
          const list = (name: string) => space.input(name, garbage());
          const segments = ranged
            ? { begin: list('begin'), end: list('end'), count: space.input('count', Uint32Array.of(0xffffffff)) }
            : { offsets: list('offsets'), count };
          const input = space.input('input', new Uint32Array(600).fill(0x3f800000));
          const output = space.output('output', i === 2 ? 150 : 600);
          const temporary = space.scratch('temporary', plan.temporaryBytes);
          // `submit` checks the words around each range, and that inputs stay.
          await space.submit((encoder) =>
            plan.encode(encoder, { input, output, segments, itemCount: 600, temporary } as never),
          );
        } finally {
          space.destroy();
          plan.destroy();
        }
      }
    }
  });

  itInTurn(2, 1)('takes a count on the GPU', async () => {
    const random = new Random(SEED);
    for (const form of ['offsets', 'ranges'] as const) {
      const segments = reduceSegments(form, [3, 5, 700, 4, 9], random);
      const { bytes, numbers } = transformItems('f32', 'center', segments.itemCount, random);
      const what = { type: 'f32', bytes, segments, transform: 'center', resultBytes: 4, options: {} } as const;
      const found = new Float32Array((await recordedTransform(what, { gpuCount: 3 })).slice().buffer);
      const want = transformed('center', numbers, segments);
      for (const [begin, end] of segments.bounds.slice(0, 3)) {
        for (let i = begin; i < end; i++) expect(unitsApart(found[i]!, want[i]!, 32)).toBeLessThanOrEqual(4);
      }
    }
  });

  it('refuses wrong input by name', async () => {
    const x = new Float32Array(4);
    const call = (transform: unknown, options?: object, values: unknown = x, segments: unknown = [0, 4]) => {
      return () => onHost(device(), values, segments, transform, options);
    };
    await expectRefusal(call('sofmax'), 'unsupported-type', [/^transform/, /'sofmax'/]);
    await expectRefusal(call('softmax', {}, new Float64Array(4)), 'unsupported-type', [/^values/, /f64/]);
    await expectRefusal(call('diff', { lag: 0.5 }), 'invalid-option', [/^lag: 0\.5/]);
    await expectRefusal(call('standardize', { ddof: -1 }), 'invalid-option', [/^ddof: -1/]);
    await expectRefusal(call('softmax', { dof: 1 }), 'invalid-option', [/dof/, /ddof/]);
    await expectRefusal(call('softmax', {}, x, { begin: [0, 1], end: [2, 3] }), 'segments-overlap', []);
    await expectRefusal(call({ of: ['median'], wgsl: '' }), 'unsupported-type', [/transform\.of\[0\]/]);
    await expectRefusal(call({ js: () => 0 }), 'invalid-option', [/transform\.wgsl/]);
    const room = { maxItems: 4, maxSegments: 1 };
    await expectRefusal(() => create(device(), { type: 'u64', transform: 'center', ...room }), 'unsupported-type', [
      /^type/,
    ]);
    const wrong = { type: 'f32', transform: 'diff', lags: 1, ...room };
    await expectRefusal(() => create(device(), wrong), 'invalid-option', [/lags/, /'lag'/]);
    const plan = await create(device(), { type: 'f32', transform: 'diff', ...room });
    const buffer = device().createBuffer({ size: 16, usage: GPUBufferUsage.STORAGE });
    const offsets = device().createBuffer({ size: 8, usage: GPUBufferUsage.STORAGE });
    const encoder = device().createCommandEncoder();
    const args = { input: buffer, output: buffer, segments: { offsets, count: 1 } };
    await expectThrow(() => plan.encode(encoder, args), 'overlapping-buffers', [/^output/, /'diff'/]);
    plan.destroy();
    for (const each of [buffer, offsets]) each.destroy();
  });
});
