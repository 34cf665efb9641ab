/** Reduces of empty segments, NaNs, zeros, sums that wrap, sums by the one tree, very many and very long segments. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/index.ts';
import {
  type Fill,
  FLOAT_SPECIALS,
  fill,
  fromPalette,
  inTurn,
  lengthsInEveryClass,
  offsetsOf,
  quickRows,
  Random,
  ROWS,
  SEED,
  someVariants,
  summable,
  totalOf,
  tuningOf,
  uniform,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import { reduceClasses } from '../support/classes.ts';
import { expectNearDoubleSums } from '../support/compare.ts';
import { checkHostReduce, checkReduceOnce } from '../support/reduce-check.ts';
import type { ReduceJob } from '../support/reduce-expectation.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';
import { viewAs, type WordType } from '../support/words.ts';

const device = useDevice();

const TYPES: WordType[] = ['u32', 'i32', 'f32'];
const OPS: ReduceJob['op'][] = ['sum', 'min', 'max'];

/** By `encode` and by the call on host arrays. */
async function checkBoth(job: ReduceJob, variant: Variant): Promise<void> {
  await checkReduceOnce(device(), variant, job);
  await checkHostReduce(device(), job, variant);
}

async function inEveryClass(variant: Variant, type: WordType, op: ReduceJob['op'], word: Fill): Promise<ReduceJob> {
  const offsets = offsetsOf(lengthsInEveryClass(await reduceClasses(device(), { ...variant, type, op })));
  const input = fill(type, totalOf(offsets), new Random(SEED), word);
  return { what: `${op} of ${type}`, seed: SEED, offsets, input, op };
}

/**
 * In the quick mode the gpu family, whose kernels compile slowest, takes each type and each operator, but not all pairs
 * of them. The operator's text is the same in both families.
 */
const isFew = ({ family }: Variant) => ROWS === 'quick' && family === 'gpu';

const SIGN = 0x80000000;

/** f32 inputs for which a comparison of floats gives a wrong min or max. */
const HARD_FLOATS: Record<string, Fill> = {
  'the first NaN wins, with its bits': (r) => (r.below(300) === 0 ? r.word() | 0x7fc00000 : summable(r, 0)) >>> 0,
  'the first NaN wins among NaNs only': (r) => ((r.word() & SIGN) | 0x7f800001 | r.below(0x7fffff)) >>> 0,
  'of -0 and +0 the first is returned': fromPalette([0x00000000, SIGN]),
  'of -0 and +0 the first is returned where they are the largest': fromPalette([0x00000000, SIGN, 0xbf800000]),
  'of -0 and +0 the first is returned where they are the smallest': fromPalette([0x00000000, SIGN, 0x3f800000]),
  'infinities are numbers': fromPalette([0x7f800000, 0xff800000, 0x3f800000]),
  'all -inf or all +inf': (_, i) => (i % 4096 < 2048 ? 0x7f800000 : 0xff800000),
  'denormals are told apart and not flushed': (r) => ((r.word() & SIGN) | r.below(0x800000)) >>> 0,
  'all specials': fromPalette(FLOAT_SPECIALS),
};

/** Items that all equal the identity of argmin or argmax. The index must still be that of an item. */
const IDENTITIES: readonly ((length: number) => Uint8Array | Float32Array | BigInt64Array)[] = [
  (length) => new Uint8Array(length).fill(0xff),
  (length) => new Uint8Array(length),
  (length) => new Float32Array(length).fill(Number.POSITIVE_INFINITY),
  (length) => new Float32Array(length).fill(Number.NEGATIVE_INFINITY),
  (length) => new BigInt64Array(length).fill(2n ** 63n - 1n),
  (length) => new BigInt64Array(length).fill(-(2n ** 63n)),
];

for (const variant of someVariants()) {
  describe(variantName(variant), () => {
    itOnDevice(
      device,
      variant,
      'means and variances of segments of all lengths, with the tables of the device',
      async () => {
        const offsets = offsetsOf(Array.from({ length: 130 }, (_, i) => (i * 37) % 131));
        const input = Float32Array.from(fill('u32', totalOf(offsets), new Random(SEED), uniform), (x) => x / 2 ** 32);
        const tuning = tuningOf(variant);
        const means = await segmentedReduce(device(), input, offsets, 'mean', { tuning });
        const variances = await segmentedReduce(device(), input, offsets, 'variance', { tuning });
        for (const [i, begin] of offsets.subarray(0, -1).entries()) {
          const items = [...input.subarray(begin, offsets[i + 1])];
          if (items.length === 0) continue;
          const mean = items.reduce((sum, x) => sum + x) / items.length;
          const variance = items.reduce((sum, x) => sum + (x - mean) ** 2, 0) / items.length;
          expect(Math.abs(means[i]! - mean), `mean ${i}`).toBeLessThanOrEqual(1e-6);
          expect(Math.abs(variances[i]! - variance), `variance ${i}`).toBeLessThanOrEqual(1e-5 * variance);
        }
      },
    );

    itOnDevice(device, variant, 'many short segments after a longer one, of results of several words', async () => {
      // A workgroup of GPUs has room for fewer of them than of results of one word.
      const offsets = offsetsOf([70, ...new Array<number>(700).fill(1), 70, 1, 2]);
      const input = fill('u32', totalOf(offsets), new Random(SEED), uniform) as Uint32Array<ArrayBuffer>;
      const found = await segmentedReduce(device(), input, offsets, ['sum', 'min', 'max'], {
        tuning: tuningOf(variant),
      });
      const segments = Array.from(offsets.subarray(1), (end, i) => [...input.subarray(offsets[i], end)]);
      const sums = segments.map((items) => items.reduce((sum, item) => (sum + item) >>> 0));
      const extremes = [Math.min, Math.max].map((of) => segments.map((items) => of(...items)));
      expect(found.map((each) => [...(each as Uint32Array)])).toEqual([sums, ...extremes]);
    });

    itOnDevice(device, variant, 'gives the identity for empty segments, and nothing for none', async () => {
      for (const [i, type] of TYPES.entries()) {
        for (const op of isFew(variant) ? [OPS[i]!] : inTurn(OPS, 3, i)) {
          const input = fill(type, 12, new Random(SEED), type === 'f32' ? summable : uniform);
          const what = `${op} of ${type}`;
          await checkBoth({ what, offsets: [2, 2, 5, 5, 5, 12, 12], input, op }, variant);
          await checkBoth({ what, offsets: [3, 3, 3, 3], input, op }, variant);
          await checkBoth({ what, offsets: [0], input, op }, variant);
          await checkBoth({ what, offsets: [0, 0, 0], input: input.slice(0, 0), op }, variant);
        }
      }
    });

    for (const op of ['min', 'max'] as const) {
      itOnDevice(device, variant, `${op} of f32 in every size class: NaN, zeros, infinities, denormals`, async () => {
        for (const [what, word] of Object.entries(HARD_FLOATS)) {
          const job = await inEveryClass(variant, 'f32', op, word);
          await checkReduceOnce(device(), variant, { ...job, what: `${op}: ${what}` });
        }
      });

      itOnDevice(device, variant, `${op} finds a single extreme at any index`, async () => {
        await checkSingleExtremes(variant, op);
      });
    }

    itOnDevice(
      device,
      variant,
      'argmin of nothing but the largest, argmax of nothing but the smallest, is the first',
      async () => {
        const offsets = offsetsOf(
          lengthsInEveryClass(await reduceClasses(device(), { ...variant, type: 'u32', op: 'min' })),
        );
        const ranges = { begin: Uint32Array.from(offsets.slice(0, -1)), end: Uint32Array.from(offsets.slice(1)) };
        const lengths = Array.from(ranges.begin, (begin, s) => ranges.end[s]! - begin);
        for (const identical of isFew(variant) ? IDENTITIES.slice(2, 4) : inTurn(IDENTITIES, 3)) {
          const values = identical(totalOf(offsets));
          for (const segments of [offsets, ranges]) {
            const found = await segmentedReduce(device(), values, segments, ['argmin', 'argmax'], { tuning: variant });
            for (const [k, { values: extremes, indices }] of found.entries()) {
              const what = `${['argmin', 'argmax'][k]} of ${values.constructor.name} of only ${values[0]}, lengths ${lengths}`;
              expect(indices, what).toEqual(Uint32Array.from(lengths, (length) => (length > 0 ? 0 : 0xffffffff)));
              const same = lengths.map((length, s) => length === 0 || extremes[s] === values[0]);
              expect(same, what).not.toContain(false);
            }
          }
        }
      },
    );

    itOnDevice(device, variant, 'ignores elements outside every segment', async () => {
      const input = fill('u32', 3000, new Random(SEED), uniform);
      for (const op of isFew(variant) ? OPS.slice(0, 1) : OPS) {
        await checkBoth({ what: op, offsets: [9, 10, 300, 300, 2500], input, op }, variant);
      }
    });

    itOnDevice(device, variant, 'wraps integer sums', async () => {
      for (const type of ['u32', 'i32'] as const) {
        const large: Fill = (r) => (0x7fffff00 + r.below(0x200)) >>> 0;
        await checkReduceOnce(device(), variant, await inEveryClass(variant, type, 'sum', large));
        await checkReduceOnce(device(), variant, await inEveryClass(variant, type, 'sum', () => 0xffffffff));
      }
    });

    itOnDevice(device, variant, 'sums f32 by the one tree, bit for bit, and near the exact sum', async () => {
      const job = await inEveryClass(variant, 'f32', 'sum', summable);
      const found = await checkReduceOnce(device(), variant, job);
      const words = found.subarray(0, job.offsets.length - 1);
      expectNearDoubleSums(viewAs('f32', words) as Float32Array, job.input as Float32Array, job);
      // The segment does not begin where a tile begins.
      const shifted = offsetsOf([1, 999, 16, 17, 5000, 15, 31, 33, 3000], 3);
      const input = fill('f32', totalOf(shifted), new Random(SEED), summable);
      await checkBoth({ what: 'unaligned sums', seed: SEED, offsets: shifted, input, op: 'sum' }, variant);
    });

    itOnDevice(device, variant, 'keeps the sign of zero in a sum of -0', async () => {
      await checkReduceOnce(device(), variant, await inEveryClass(variant, 'f32', 'sum', () => SIGN));
    });
  });
}

/** One extreme in a segment of equal values: at its ends, and at random indices. */
async function checkSingleExtremes(variant: Variant, op: 'min' | 'max'): Promise<void> {
  const { offsets } = await inEveryClass(variant, 'u32', op, uniform);
  const random = new Random(SEED);
  for (let round = 0; round < 4; round++) {
    const input = isFew(variant) ? new Float32Array(totalOf(offsets)) : new Int32Array(totalOf(offsets));
    for (let s = 0; s + 1 < offsets.length; s++) {
      const begin = offsets[s]!;
      const end = offsets[s + 1]!;
      if (begin === end) continue;
      const at = [begin, end - 1, random.between(begin, end - 1), random.between(begin, end - 1)][round]!;
      input[at] = op === 'min' ? -1 - s : 1 + s;
    }
    await checkReduceOnce(device(), variant, { what: `single ${op}, round ${round}`, seed: SEED, offsets, input, op });
  }
}

describe('the call on host arrays', () => {
  it('gives one element per segment, in the class of the input', async () => {
    const values = Float32Array.of(1, 2, 3, 4.5);
    const found = await segmentedReduce(device(), values, [0, 2, 2, 4], 'sum');
    expect(found).toEqual(Float32Array.of(3, 0, 7.5));
    expect(await segmentedReduce(device(), values, [0], 'max')).toEqual(new Float32Array(0));
    expect(await segmentedReduce(device(), Int32Array.of(3, -4), [0, 2], 'min')).toEqual(Int32Array.of(-4));
  });

  it('gives the same bits on every run', async () => {
    const input = fill('f32', 50_000, new Random(SEED), summable);
    const job = { what: 'run again', seed: SEED, offsets: [0, 100, 20_000, 50_000], input, op: 'sum' as const };
    for (let run = 0; run < 5; run++) await checkHostReduce(device(), job);
  });
});

const MILLION = 1_000_000;

// A million segments once per family, because the partition is the same with and without subgroups.
for (const variant of quickRows(VARIANTS.filter(({ subgroups }) => subgroups))) {
  describe(`a million segments, ${variantName(variant)}`, () => {
    const random = new Random(SEED);
    const most = [
      ['all empty but one', () => 0, 5000],
      ['of 0 to 3, with a giant among them', () => random.below(4), 200_000],
    ] as const;
    for (const [what, lengthOf, giant] of inTurn(most)) {
      itOnDevice(device, variant, what, async () => {
        const lengths = Uint32Array.from({ length: MILLION }, lengthOf);
        lengths[765_432] = giant;
        const offsets = offsetsOf(lengths);
        const input = fill('f32', totalOf(offsets), random, summable);
        await checkReduceOnce(device(), variant, { what, seed: SEED, offsets, input, op: 'sum' });
      });
    }
  });
}
