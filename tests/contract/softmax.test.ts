/** Softmax on a GPU of scores near each other and far apart, anywhere in their range, against doubles. */
import { describe, it } from 'vitest';
import { segmentedTransform } from '../../src/index.ts';
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
