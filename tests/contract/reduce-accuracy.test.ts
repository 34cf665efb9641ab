/** Errors of sums, means and variances of floats. Their bits do not depend on the form of the call. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/index.ts';
import { segmentedReduce as reduceJs } from '../../src/js/index.ts';
import { combineParts, reduceParts, type SegmentPart } from '../../src/parts/index.ts';
import {
  fill,
  inTurn,
  lengthsInEveryClass,
  offsetsOf,
  quickRows,
  Random,
  SEED,
  summable,
  totalOf,
  tuningOf,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import { reduceClasses } from '../support/classes.ts';
import { type ElementType, itemsOf } from '../support/elements.ts';
import { cancelling, errorOf, exactSum } from '../support/exact.ts';
import { momentsOf, naiveVariance } from '../support/moments.ts';
import { f16Number } from '../support/reduce-items.ts';
import {
  type Outcome,
  type Reduction,
  rangesCase,
  reduceHost,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectSame } from '../support/reduce-same.ts';
import type { SegmentsCase } from '../support/typed-cases.ts';
import { itOnDevice, runsOn, useDevice } from '../support/use-device.ts';
import { canonicalSum } from '../support/words.ts';

const device = useDevice();

type Accuracy = 'pairwise' | 'compensated';
const ACCURACIES: Accuracy[] = ['pairwise', 'compensated'];

const floatsIn = ({ bytes }: Outcome) => new Float32Array(bytes.slice().buffer);
const bytesIn = (values: Float32Array) => new Uint8Array(values.slice().buffer);

function offsetsCase(lengths: ArrayLike<number>, start = 0): SegmentsCase {
  const offsets = offsetsOf(lengths, start);
  const bounds = Array.from(lengths, (_, i) => [offsets[i]!, offsets[i + 1]!] as const);
  return { form: 'offsets', given: { offsets }, bounds, itemCount: totalOf(offsets) };
}

async function lengthsFor(variant: Variant): Promise<number[]> {
  return lengthsInEveryClass(await reduceClasses(device(), { ...variant, type: 'f32', op: 'sum' }));
}

describe('the bits of a sum are the same', () => {
  const values = fill('f32', 60_000, new Random(SEED), summable) as Float32Array;
  const bytes = bytesIn(values);
  // Fourteen segments of one size: every form of segments can have them.
  const size = 4200;
  const bounds = Array.from({ length: 14 }, (_, i) => [i * size, (i + 1) * size] as const);
  const itemCount = values.length;
  const forms: SegmentsCase[] = [
    { ...offsetsCase(new Array(14).fill(size)), itemCount },
    rangesCase(bounds, itemCount),
    { form: 'fixed', given: { size, count: 14 }, bounds, itemCount },
  ];

  for (const accuracy of ACCURACIES) {
    it(`in every form, family and way of calling, with and without subgroups (${accuracy})`, async () => {
      const common = { type: 'f32', bytes, op: 'sum', accuracy } as const;
      const expected = await reduceOnHost(device(), { ...common, segments: forms[0]! });
      if (accuracy === 'pairwise') {
        const tree = Float32Array.from(bounds, ([begin, end]) => canonicalSum(values, begin, end));
        expect(floatsIn(expected[0]!)).toEqual(tree);
      }
      for (const variant of quickRows(VARIANTS).filter((one) => runsOn(device(), one))) {
        const tuning = tuningOf(variant);
        for (const segments of forms) {
          const reduction: Reduction = { ...common, segments };
          const what = `${accuracy}, ${variantName(variant)}`;
          expectSame(await reduceRecorded(device(), reduction, { tuning }), expected, reduction, what);
          expectSame(await reduceOnHost(device(), reduction, { tuning }), expected, reduction, `${what}, host`);
        }
      }
    });

    it(`in batches shorter than a segment (${accuracy})`, async () => {
      for (const segments of forms) {
        const reduction: Reduction = { type: 'f32', bytes, op: 'sum', accuracy, segments };
        const expected = await reduceOnHost(device(), reduction);
        for (const maxBindingBytes of inTurn([4096, 10_000, 65_536], 3)) {
          const found = await reduceOnHost(device(), reduction, { tuning: { maxBindingBytes } });
          expectSame(found, expected, reduction, `${accuracy}, ${maxBindingBytes} bytes`);
        }
      }
    });

    it(`on every run, wherever its segment lies, also of halves (${accuracy})`, async () => {
      const random = new Random(SEED);
      const halves = itemsOf('f16', 30_000, () => [random.below(0x7000) | (random.word() & 0x8000)]);
      const inputs: [ElementType, Uint8Array<ArrayBuffer>, number][] = [
        ['f32', bytes, 4],
        ['f16', halves, 2],
      ];
      for (const [type, items, itemBytes] of inputs) {
        const at = (shift: number): Reduction => {
          const moved = new Uint8Array(items.length + shift * itemBytes);
          moved.set(items, shift * itemBytes);
          return { type, bytes: moved, op: 'sum', accuracy, segments: offsetsCase([17, 900, 20_000, 5], shift) };
        };
        const expected = await reduceOnHost(device(), at(0));
        for (let run = 0; run < 4; run++) {
          for (const shift of [0, 1, 31]) expectSame(await reduceOnHost(device(), at(shift)), expected, at(shift));
        }
      }
    });
  }
});

/** Segments of every class, with about the given condition number. */
function illConditioned(lengths: readonly number[], condition: number): Float32Array {
  const random = new Random(SEED + condition);
  const parts = lengths.map((length) => cancelling(length, condition, random));
  const all = new Float32Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Throws if a sum differs from the exact one by more than `allowed`. All are in units of 2^-149. */
function expectNear(
  found: Float32Array,
  values: ArrayLike<number>,
  { bounds }: SegmentsCase,
  allowed: (exact: ReturnType<typeof exactSum>, length: number) => number,
  what: string,
) {
  for (const [s, [begin, end]] of bounds.entries()) {
    const exact = exactSum(values, begin, end);
    const error = errorOf(found[s]!, exact);
    const most = allowed(exact, end - begin);
    if (error <= most) continue;
    throw new Error(
      `${what}, segment ${s}, length ${end - begin}, condition ${exact.condition}: found ${found[s]}, off by ` +
        `${error / exact.ulp} ulp, allowed ${most / exact.ulp}; seed ${SEED}`,
    );
  }
}

const ALLOWED: Record<Accuracy, (exact: ReturnType<typeof exactSum>, length: number) => number> = {
  pairwise: ({ magnitude }, length) => (16 + Math.log2(Math.max(1, length))) * 2 ** -24 * magnitude,
  compensated: ({ magnitude, ulp }) => 2 * ulp + 2 ** -44 * magnitude,
};

for (const accuracy of ACCURACIES) {
  describe(`a ${accuracy} sum is within its bound of the exact one`, () => {
    for (const variant of quickRows(VARIANTS)) {
      itOnDevice(device, variant, variantName(variant), async () => {
        const lengths = (await lengthsFor(variant)).filter((length) => length > 2);
        for (const condition of [1, 1e2, 1e4, 1e6, 1e8]) {
          const segments = offsetsCase(lengths);
          const plain = () => fill('f32', segments.itemCount, new Random(SEED), summable) as Float32Array;
          const data = condition === 1 ? plain() : illConditioned(lengths, condition);
          const reduction: Reduction = { type: 'f32', bytes: bytesIn(data), segments, op: 'sum', accuracy };
          for (const call of [reduceOnHost, reduceRecorded]) {
            const [found] = await call(device(), reduction, { tuning: tuningOf(variant) });
            expectNear(floatsIn(found!), data, segments, ALLOWED[accuracy], `condition ${condition}`);
          }
        }
      });
    }

    it('in batches, and of halves', async () => {
      const segments = offsetsCase([30_000, 17, 2500]);
      const values = illConditioned([30_000, 17, 2500], 1e6);
      const options = { tuning: { maxBindingBytes: 8192 } };
      const floats: Reduction = { type: 'f32', bytes: bytesIn(values), segments, op: 'sum', accuracy };
      const [found] = await reduceOnHost(device(), floats, options);
      expectNear(floatsIn(found!), values, segments, ALLOWED[accuracy], 'batches');
      const random = new Random(SEED);
      const bits = Array.from({ length: segments.itemCount }, () => random.below(0x7800) | (random.word() & 0x8000));
      const halves = itemsOf('f16', bits.length, (i) => [bits[i]!]);
      const [summed] = await reduceOnHost(device(), { ...floats, type: 'f16', bytes: halves });
      expectNear(floatsIn(summed!), bits.map(f16Number), segments, ALLOWED[accuracy], 'halves');
    });
  });
}

describe('a compensated sum', () => {
  it('keeps the digits that a pairwise one loses', async () => {
    const values = new Float32Array(40_001).fill(2 ** -26);
    values[0] = 1;
    const lost = await reduceHost(device(), values, { size: 40_001 }, 'sum', { accuracy: 'compensated' });
    expect(lost).toEqual(Float32Array.of(1 + 40_000 * 2 ** -26));
    const big = Float32Array.from({ length: 9000 }, (_, i) => (i % 3 === 0 ? 2 ** 30 : i % 3 === 1 ? 1 : -(2 ** 30)));
    expect(await reduceHost(device(), big, [0, 9000], 'sum', { accuracy: 'compensated' })).toEqual(
      Float32Array.of(3000),
    );
  });

  it('begins with the initial value', async () => {
    const values = new Float32Array(5000).fill(2 ** -20);
    const options = { accuracy: 'compensated', initial: 16 };
    const found = await reduceHost(device(), values, [0, 5000, 5000], 'sum', options);
    expect(found).toEqual(Float32Array.of(16 + 5000 * 2 ** -20, 16));
  });

  it('goes with other operators in a list', async () => {
    const values = new Float32Array(40_001).fill(2 ** -26);
    values[7] = 1;
    const found = await reduceHost(device(), values, [0, 40_001], ['max', 'sum', 'argmax'], {
      accuracy: 'compensated',
    });
    expect(found[1]).toEqual(Float32Array.of(1 + 40_000 * 2 ** -26));
    expect(found[2].indices).toEqual(Uint32Array.of(7));
  });
});

/** The largest relative error of a variance. */
const VARIANCE_ERROR = 1e-5;

describe('mean and variance', () => {
  for (const variant of quickRows(VARIANTS)) {
    itOnDevice(device, variant, `keep their digits far from zero (${variantName(variant)})`, async () => {
      const lengths = (await lengthsFor(variant)).filter((length) => length > 20);
      const segments = offsetsCase(lengths);
      for (const [offset, noise] of [
        [1e4, 1],
        [-1e4, 4],
        [1e6, 300],
        [0, 1],
      ] as const) {
        const random = new Random(SEED);
        const values = Float32Array.from(
          { length: segments.itemCount },
          () => offset + noise * (random.word() / 2 ** 31 - 1),
        );
        const reduction: Reduction = { type: 'f32', bytes: bytesIn(values), segments, op: ['mean', 'variance'] };
        const outcome = await reduceRecorded(device(), reduction, { tuning: tuningOf(variant) });
        const [means, variances] = outcome.map(floatsIn) as [Float32Array, Float32Array];
        let worst = 0;
        for (const [s, [begin, end]] of segments.bounds.entries()) {
          const { mean, variance, largest } = momentsOf(values, begin, end);
          const what = `offset ${offset}, length ${end - begin}`;
          expect(Math.abs(means[s]! - mean), `${what}: mean ${means[s]}`).toBeLessThan(1e-5 * largest);
          const error = Math.abs(variances[s]! / variance - 1);
          expect(error, `${what}: variance ${variances[s]}`).toBeLessThan(VARIANCE_ERROR);
          worst = Math.max(worst, Math.abs(naiveVariance(values, begin, end) / variance - 1) / VARIANCE_ERROR);
        }
        // A sum of squares would fail this comparison on the same data.
        if (offset !== 0) expect(worst).toBeGreaterThan(2);
      }
    });

    itOnDevice(
      device,
      variant,
      `of what is constant: the constant, and exactly 0 (${variantName(variant)})`,
      async () => {
        const lengths = await lengthsFor(variant);
        const segments = offsetsCase(lengths);
        for (const constant of [Math.fround(0.1), -10_000.125, 2 ** 40 / 3, 1e-20].map(Math.fround)) {
          const bytes = bytesIn(new Float32Array(segments.itemCount).fill(constant));
          const reduction: Reduction = { type: 'f32', bytes, segments, op: ['variance', 'mean'] };
          const outcome = await reduceRecorded(device(), reduction, { tuning: tuningOf(variant) });
          const [variances, means] = outcome.map(floatsIn) as [Float32Array, Float32Array];
          for (const [s, length] of lengths.entries()) {
            expect(variances[s], `variance of ${length} times ${constant}`).toBe(length === 0 ? Number.NaN : 0);
            expect(means[s], `mean of ${length} times ${constant}`).toBe(length === 0 ? Number.NaN : constant);
          }
        }
      },
    );
  }

  it('have the same bounds in batches', async () => {
    const random = new Random(SEED);
    const values = Float32Array.from({ length: 40_000 }, () => 1e4 + random.word() / 2 ** 32);
    const tuning = { maxBindingBytes: 4096 };
    const [means, variances] = await reduceHost(device(), values, [0, 30_000, 40_000], ['mean', 'variance'], {
      tuning,
    });
    for (const [s, [begin, end]] of [
      [0, 30_000],
      [30_000, 40_000],
    ].entries() as Iterable<[number, [number, number]]>) {
      const { mean, variance } = momentsOf(values, begin, end);
      expect(Math.abs(means[s] - mean)).toBeLessThan(0.1);
      expect(Math.abs(variances[s] / variance - 1)).toBeLessThan(VARIANCE_ERROR);
    }
  });
});

describe('a variance has a relative error of at most 1e-5', () => {
  const far = (length: number) => Float32Array.from({ length }, (_, i) => 1e7 + (i % 7));
  const whole = (length: number, at: (i: number) => number) => Array.from({ length }, (_, i) => at(i));
  const CASES: readonly [string, Float32Array | Uint32Array | Int32Array | Uint16Array | Int8Array][] = [
    ['f32 at 1e7', Float32Array.of(1e7, 1e7 + 1, 1e7 + 2)],
    ['10,000 f32 at 1e7', far(10_000)],
    ['u32 at 1.7e9', Uint32Array.of(1.7e9, 1.7e9 + 100)],
    ['u32 near the largest', Uint32Array.from(whole(5000, (i) => 2 ** 32 - 1 - (i % 7)))],
    ['u32 at both ends', Uint32Array.from(whole(5000, (i) => (i % 2) * (2 ** 32 - 1 - i)))],
    ['i32 at 1.7e9', Int32Array.from(whole(7, (i) => 1.7e9 + i))],
    ['i32 at both ends', Int32Array.from(whole(5000, (i) => (i % 3 === 0 ? -(2 ** 31) + i : 2 ** 31 - 1 - i)))],
    ['u16 far from 0', Uint16Array.from(whole(5000, (i) => 65_535 - (i % 3)))],
    ['i8', Int8Array.from(whole(5000, (i) => (i % 2 === 0 ? -128 : 127 - (i % 5))))],
    // The distance to an outlier has fewer digits than the others need.
    ['an outlier first', Float32Array.from(whole(40_000, (i) => (i === 0 ? 0 : i < 20_000 ? 1e7 : 1e7 + 100_000)))],
    ['an outlier last', Float32Array.from(whole(40_000, (i) => (i === 39_999 ? 0 : i < 20_000 ? 1e7 : 1e7 + 100_000)))],
    ['numbers that double', Float32Array.from(whole(3000, (i) => 2 ** ((i % 40) - 20)))],
  ];
  const varianceOf = (values: ArrayLike<number>) => {
    const distances = Array.from(values, (x) => x - values[0]!);
    const mean = distances.reduce((sum, x) => sum + x, 0) / distances.length;
    return distances.reduce((sum, x) => sum + (x - mean) ** 2, 0) / distances.length;
  };
  const expectVariance = (found: number, values: ArrayLike<number>, what: string) =>
    expect(Math.abs(found / varianceOf(values) - 1), `${what}: ${found}`).toBeLessThan(VARIANCE_ERROR);

  it.each(CASES)('%s', async (_, values) => {
    const given = values as Float32Array;
    const { length } = values;
    for (const { family, subgroups } of quickRows(VARIANTS).filter((one) => runsOn(device(), one))) {
      const [found] = await segmentedReduce(device(), given, [0, length], 'variance', {
        tuning: tuningOf({ family, subgroups }),
      });
      expectVariance(found!, values, family);
    }
    const [js] = await reduceJs(null, given, [0, length], 'variance');
    expectVariance(js!, values, '/js');
  });

  it.each(
    inTurn(
      CASES.filter(([, { length }]) => length > 100),
      4,
    ),
  )('%s, in pieces and in parts', async (_, values) => {
    const given = values as Float32Array;
    const { length } = values;
    const [pieces] = await segmentedReduce(device(), given, [0, length], 'variance', {
      tuning: { maxBindingBytes: 4096 },
    });
    expectVariance(pieces!, values, 'pieces');
    const parts: SegmentPart[] = [];
    for (const [begin, end] of [
      [0, 1],
      [1, 1000],
      [1000, length],
    ] as const) {
      const part = await reduceParts(device(), given.slice(begin, end), [0, end - begin], ['variance', 'mean'], {
        firstFrom: begin,
      });
      parts.push(...part);
    }
    const [variance] = combineParts(parts) as number[];
    expectVariance(variance!, values, 'parts');
  });

  // With distances from the first item the error would be 1.2e-5, and that of the mean 100 times as large.
  it('does not depend on a first item that is far from the others', async () => {
    const length = 65_536;
    const slope = (10 * 3e7) / Math.sqrt(length) / length;
    const values = Float32Array.from({ length }, (_, i) => (i === 0 ? -33_333_333 : Math.round(i * slope)));
    for (const variant of quickRows(VARIANTS).filter((one) => runsOn(device(), one))) {
      const [found] = await segmentedReduce(device(), values, [0, length], 'variance', { tuning: tuningOf(variant) });
      expect(Math.abs(found! / varianceOf(values) - 1), `${found}`).toBeLessThan(2e-6);
    }
  });

  const WIDE = [
    Float64Array.from({ length: 300 }, (_, i) => 1e15 + (i % 7)),
    BigInt64Array.from({ length: 300 }, (_, i) => 2n ** 52n + BigInt(i % 7)),
  ];
  it.each(inTurn(WIDE, 8))('two words an element, far from 0, in parts', async (values) => {
    const parts = [
      ...(await reduceParts(device(), values.slice(0, 100) as Float64Array, [0, 100], ['variance'])),
      ...(await reduceParts(device(), values.slice(100) as Float64Array, [0, 200], ['variance'], { firstFrom: 100 })),
    ];
    expectVariance(
      combineParts(parts)[0] as number,
      Array.from({ length: 300 }, (_, i) => i % 7),
      'parts',
    );
  });
});
