/** For any sort or reduce, the call without a GPU gives the same bits as the call on a GPU. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.ts';
import * as js from '../src/js/index.ts';
import { reduceSegmentsCases, runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { Random, ROWS } from '../tests/support/cases.ts';
import { itemKind, reduceItems } from '../tests/support/reduce-cases.ts';
import { allows, OP_NAMES } from '../tests/support/reduce-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../tests/support/typed-cases.ts';
import { KEY_TYPES } from '../tests/support/typed-oracle.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

const givenOf = ({ given }: SegmentsCase) => ('offsets' in given ? given.offsets : given);

/** Means and variances of the GPU may differ in their last bits. */
const EXACT = OP_NAMES.filter((op) => op !== 'mean' && op !== 'variance');

const RUNS = ROWS === 'lean' ? 25 : 150;

describe('webgpu-segmented/js and the GPU', () => {
  it('sort alike', async () => {
    const options = fc.record({
      type: fc.constantFrom(...KEY_TYPES),
      order: fc.constantFrom('ascending', 'descending'),
      signedZero: fc.constantFrom('distinct', 'equal'),
      // Few ranges of bits, because the GPU compiles kernels for each.
      beginBit: fc.constantFrom(0, 3),
      valueBytes: fc.constantFrom(2, 4, 12),
    });
    const property = fc.asyncProperty(options, segmentsCases, seeds, async (given, segments, seed) => {
      const { type, valueBytes, ...order } = given;
      const random = new Random(seed);
      const keys = keysOf(type, keyBytes(type, segments.itemCount, random));
      const data = Uint8Array.from({ length: segments.itemCount * valueBytes }, () => random.below(256));
      const values = { type: { bytes: valueBytes as 4 }, data };
      const onGpu = await core.segmentedSortByKey(device(), keys, values, givenOf(segments), order);
      const inJs = await js.segmentedSortByKey(null, keys, values, givenOf(segments), order);
      expect(bytesOf(inJs.keys)).toEqual(bytesOf(onGpu.keys));
      expect(bytesOf(inJs.values)).toEqual(bytesOf(onGpu.values));
    });
    await fc.assert(property, runParameters(RUNS));
  });

  it('reduce alike', async () => {
    const operators = fc
      .constantFrom(...KEY_TYPES)
      .chain((type) =>
        fc.record({ type: fc.constant(type), op: fc.constantFrom(...EXACT.filter((op) => allows(type, op))) }),
      );
    const property = fc.asyncProperty(operators, reduceSegmentsCases, seeds, async ({ type, op }, segments, seed) => {
      const bytes = reduceItems(type, itemKind(type, [op]), segments.itemCount, new Random(seed));
      const values = keysOf(type, bytes);
      const onGpu = await core.segmentedReduce(device(), values, givenOf(segments), op);
      const inJs = await js.segmentedReduce(null, values, givenOf(segments), op);
      expect(inJs).toEqual(onGpu);
    });
    await fc.assert(property, runParameters(RUNS));
  });
});
