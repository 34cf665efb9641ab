/** A variance has a relative error of at most 1e-5, wherever the items lie, on the GPU and in `/js`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../src/index.ts';
import { segmentedReduce as reduceJs } from '../src/js/index.ts';
import { runParameters, seeds } from '../tests/support/arbitraries.ts';
import { offsetsOf, Random } from '../tests/support/cases.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

const CLASSES = { f32: Float32Array, u32: Uint32Array, i32: Int32Array } as const;

/** A power of two, and a few steps between it and the next one. */
const size = fc.record({ exponent: fc.integer({ min: -20, max: 30 }), part: fc.integer({ min: 0, max: 7 }) });
const sizeOf = ({ exponent, part }: { exponent: number; part: number }) => (1 + part / 8) * 2 ** exponent;

/** By two passes over the distances from the first item, which are exact in doubles. */
function varianceOf(items: ArrayLike<number>): number {
  const distances = Array.from(items, (x) => x - items[0]!);
  const mean = distances.reduce((sum, x) => sum + x, 0) / distances.length;
  return distances.reduce((sum, x) => sum + (x - mean) ** 2, 0) / distances.length;
}

describe('a variance of any offset and spread', () => {
  it('has a relative error of at most 1e-5', async () => {
    const draws = fc.record({
      type: fc.constantFrom('f32', 'u32', 'i32'),
      offset: size,
      spread: size,
      negative: fc.boolean(),
      outlier: fc.boolean(),
      seed: seeds,
    });
    const property = fc.asyncProperty(draws, async ({ type, offset, spread, negative, outlier, seed }) => {
      const random = new Random(seed);
      const lengths = [1, 2, 17, 300, 5000].map((length) => 1 + random.below(length));
      const offsets = offsetsOf(lengths);
      const sign = negative && type !== 'u32' ? -1 : 1;
      const at = () => sign * (sizeOf(offset) + (sizeOf(spread) * random.word()) / 2 ** 32);
      // Items are exact: they are what the type has kept of these numbers.
      const values = new CLASSES[type as 'f32'](offsets.at(-1)!).map(at);
      if (outlier) for (const first of offsets.slice(0, -1)) values[first] = 0;
      for (const found of [
        await segmentedReduce(device(), values, offsets, 'variance'),
        await reduceJs(null, values, offsets, 'variance'),
      ]) {
        lengths.forEach((_, s) => {
          const exact = varianceOf(values.subarray(offsets[s], offsets[s + 1]));
          expect(Math.abs(found[s]! - exact), `${found[s]}, exactly ${exact}`).toBeLessThanOrEqual(1e-5 * exact);
        });
      }
    });
    await fc.assert(property, runParameters(150));
  });
});
