/** Softmax on a GPU of scores near each other and far apart, anywhere in their range, against doubles. */
import { describe, expect, it } from 'vitest';
import { segmentedTransform } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { inTurn, Random, SEED } from '../support/cases.ts';
import { f16Bits } from '../support/reduce-items.ts';
import { DEFINITIONS, unitsApart } from '../support/transform-oracle.ts';
import { CLASSES } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('softmax of scores anywhere', () => {
  const MIDDLES = [0, 30, -40, 45, 64, -76, 108, 150, 1000, -5000, 2 ** 20 + 5, 2 ** 25 + 64, -(2 ** 27), 3e9];
  for (const [i, type] of inTurn([...(['f32', 'u32', 'i32', 'f16'] as const).entries()], 2)) {
    it.each(['software', 'gpu'] as const)(`of ${type}, %s`, async (family) => {
      const random = new Random(SEED + i);
      const least = { f32: -(2 ** 28), u32: 0, i32: -(2 ** 31), f16: -5000 }[type];
      const most = { f32: 3e9, u32: 2 ** 32 - 1, i32: 2 ** 31 - 1, f16: 2000 }[type];
      const lengths: number[] = [];
      const list: number[] = [];
      for (const middle of [...MIDDLES, least, most]) {
        for (const spread of [1, 9, 30, 70, 150]) {
          // Whole leaves and others.
          const length = [16, 7, 48, 33, 250][random.below(5)]!;
          lengths.push(length);
          for (let k = 0; k < length; k++) {
            const score = middle + ((random.below(2001) - 1000) / 1000) * spread;
            const step = { f32: 2 ** -40, f16: 4, u32: 1, i32: 1 }[type];
            const whole = Math.round(score / step) * step;
            list.push(Math.min(Math.max(whole, least), most));
          }
        }
      }
      // One far score, at each place of a leaf and after it.
      for (let place = 0; place < 20; place++) {
        lengths.push(20);
        list.push(...Array.from({ length: 20 }, (_, k) => (k === place ? 100 : k % 3)));
      }
      // Both ends of the range in one segment.
      lengths.push(3, 4096);
      list.push(least, most, most, ...Array.from({ length: 4096 }, () => random.below(64)));
      // A tile of one segment, whose last leaf is not whole.
      lengths.push(5003);
      list.push(...Array.from({ length: 5003 }, () => random.below(20) - (type === 'u32' ? 0 : 20)));
      const half = { type: 'f16' as const, data: Uint16Array.from(list, f16Bits) };
      const given = type === 'f16' ? half : CLASSES[type].from(list);
      const x = Float64Array.from(type === 'f16' ? list : (given as Float32Array));
      const found = await segmentedTransform(device(), given, { lengths: Uint32Array.from(lengths) }, 'softmax', {
        tuning: { family },
      });
      let begin = 0;
      for (const length of lengths) {
        const want = DEFINITIONS.softmax(x.subarray(begin, begin + length));
        for (const [k, each] of want.entries()) {
          const units = unitsApart(found[begin + k]!, each, 0);
          if (units > 4) throw new Error(`item ${k} of ${length} near ${x[begin + k]}: ${units} units`);
        }
        begin += length;
      }
    });
  }
});

describe('softmax of many short segments', () => {
  // Where one score outweighs the others, errors of its weight, of each addition and of the reciprocal do not even out.
  for (const [length, spread] of inTurn(
    [5, 16, 65].flatMap((each) => [1, 10, 40, 125].map((s) => [each, s] as const)),
    3,
  )) {
    it.each(['software', 'gpu'] as const)(`${length} scores up to ${spread} from 0, %s`, async (family) => {
      const random = new Random(SEED + length);
      const count = Math.floor(2 ** 19 / length);
      const x = Float32Array.from(
        { length: count * length },
        () => ((random.below(2 ** 22) - 2 ** 21) / 2 ** 21) * spread,
      );
      const found = await segmentedTransform(device(), x, { size: length, count }, 'softmax', { tuning: { family } });
      let most = 0;
      for (let begin = 0; begin < x.length; begin += length) {
        const want = DEFINITIONS.softmax(Float64Array.from(x.subarray(begin, begin + length)));
        for (const [k, each] of want.entries()) {
          // A GPU may take numbers below 10⁻³⁷ for 0.
          if (each > 1e-37) most = Math.max(most, unitsApart(found[begin + k]!, each, 0));
        }
      }
      expect(most).toBeLessThanOrEqual(4);
    });
  }
});

describe('softmax of 2^22 scores', () => {
  const COUNT = 2 ** 22;
  /** The most units in the last place between 1000 results and doubles. */
  function mostUnits(x: Float32Array, found: Float32Array, length: number): number {
    let most = 0;
    for (let begin = 0; begin < x.length; begin += length) {
      const own = x.subarray(begin, begin + length);
      const max = own.reduce((a, b) => Math.max(a, b));
      const sum = own.reduce((total, each) => total + Math.exp(each - max), 0);
      const step = Math.max(1, Math.floor(x.length / 1000) | 1);
      for (let i = (step - (begin % step)) % step; i < own.length; i += step) {
        most = Math.max(most, unitsApart(found[begin + i]!, Math.exp(own[i]! - max) / sum, 0));
      }
    }
    return most;
  }

  const random = new Random(SEED);
  const x = Float32Array.from({ length: COUNT }, () => (random.below(2 ** 16) - 2 ** 15) / 4096);
  for (const length of inTurn([COUNT, 2 ** 16, 341], 3)) {
    const offsets = Uint32Array.from({ length: Math.ceil(COUNT / length) + 1 }, (_, i) => Math.min(i * length, COUNT));
    it(`in segments of ${length}, without a GPU`, async () => {
      const found = await js.segmentedTransform(null, x, offsets, 'softmax');
      expect(mostUnits(x, found, length)).toBeLessThanOrEqual(2);
    });
    it.each(['software', 'gpu'] as const)(`in segments of ${length}, %s`, async (family) => {
      const found = await segmentedTransform(device(), x, offsets, 'softmax', { tuning: { family } });
      expect(mostUnits(x, found, length)).toBeLessThanOrEqual(4);
    });
  }
});

describe('logarithms near 0', () => {
  /** Segments whose greatest score is far above two others, and the greatest one's result. */
  function farTops() {
    const random = new Random(SEED + 9);
    const count = 3000;
    const scores = new Float32Array(3 * count);
    const wants = Float64Array.from({ length: count }, (_, s) => {
      const top = Math.fround(random.below(4000) / 10 - 200);
      const far = 1 + random.below(85_000) / 1000;
      // The greatest one at each place.
      const at = 3 * s + (s % 3);
      scores.fill(top - far, 3 * s, 3 * s + 3);
      scores[3 * s + ((s + 1) % 3)] = top - far - random.below(1000) / 100;
      scores[at] = top;
      let rest = 0;
      for (let i = 3 * s; i < 3 * s + 3; i++) if (i !== at) rest += Math.exp(scores[i]! - top);
      return -Math.log1p(rest);
    });
    return { scores, wants, segments: { size: 3 } };
  }

  it.each(['software', 'gpu'] as const)(
    'are within 4 units, and below 10^-20 within 2 · 10^-24: %s',
    async (family) => {
      const { scores, wants, segments } = farTops();
      const found = await segmentedTransform(device(), scores, segments, 'logSoftmax', { tuning: { family } });
      for (const [s, want] of wants.entries()) {
        const result = found[3 * s + (s % 3)]!;
        const isRight = want > -1e-20 ? Math.abs(result - want) <= 2e-24 : unitsApart(result, want, 0) <= 4;
        if (!isRight) expect.fail(`segment ${s}: found ${result}, not ${want}`);
      }
    },
  );

  it('are rounded once without a GPU', async () => {
    const { scores, wants, segments } = farTops();
    const found = await js.segmentedTransform(null, scores, segments, 'logSoftmax');
    for (const [s, want] of wants.entries()) {
      const result = found[3 * s + (s % 3)]!;
      if (Math.abs(result - want) > Math.abs(want) * 2 ** -23.9) expect.fail(`${s}: found ${result}, not ${want}`);
    }
  });
});
