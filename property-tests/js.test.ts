/**
 * For any sort, reduce, scan or grouping, the call without a GPU gives the same bits as the call on a
 * GPU. Selections: `select.test.ts`.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.ts';
import * as js from '../src/js/index.ts';
import { reduceSegmentsCases, runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { Random, ROWS } from '../tests/support/cases.ts';
import { someIds } from '../tests/support/group-cases.ts';
import { initialOf, itemKind, reduceItems } from '../tests/support/reduce-cases.ts';
import { allows, OP_NAMES, type OpName } from '../tests/support/reduce-oracle.ts';
import { SCAN_OPS } from '../tests/support/scan-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../tests/support/typed-cases.ts';
import { KEY_TYPES, type KeyType } from '../tests/support/typed-oracle.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

const givenOf = ({ given }: SegmentsCase) => ('offsets' in given ? given.offsets : given);

/** Means and variances of the GPU may differ in their last bits. */
const EXACT = OP_NAMES.filter((op) => op !== 'mean' && op !== 'variance' && op !== 'std');

type Pair = { readonly type: KeyType; readonly op: OpName };
const isAllowed = ({ type, op }: Pair) => allows(type, op);
const PAIRS = KEY_TYPES.flatMap((type) => EXACT.map((op): Pair => ({ type, op }))).filter(isAllowed);

/** In the quick mode a few rows take turns: the GPU compiles kernels for each. */
function some<T>(rows: readonly T[]): readonly T[] {
  if (ROWS !== 'quick') return rows;
  const { seed } = runParameters(0);
  return fc.sample(fc.constantFrom(...rows), { numRuns: 8, ...(seed === undefined ? {} : { seed }) });
}

const RUNS = ROWS === 'quick' ? 25 : 150;

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

  it('scan alike', async () => {
    const scans = fc
      .constantFrom(...some(KEY_TYPES.flatMap((type) => SCAN_OPS.map((op) => ({ type, op }))).filter(isAllowed)))
      .chain(({ type, op }) =>
        fc.record({
          ...{ type: fc.constant(type), op: fc.constant(op) },
          ...{ exclusive: fc.boolean(), reverse: fc.boolean(), hasInitial: fc.boolean() },
        }),
      );
    const property = fc.asyncProperty(scans, segmentsCases, seeds, async (given, segments, seed) => {
      const { type, op, hasInitial, ...run } = given;
      const random = new Random(seed);
      const values = keysOf(type, reduceItems(type, itemKind(type, [op]), segments.itemCount, random));
      const initial = run.exclusive && hasInitial ? { initial: initialOf(type, op, random) as number } : {};
      const options = { ...run, ...initial };
      const onGpu = await core.segmentedScan(device(), values, givenOf(segments), op, options);
      const inJs = await js.segmentedScan(null, values, givenOf(segments), op, options);
      expect(bytesOf(inJs)).toEqual(bytesOf(onGpu));
    });
    await fc.assert(property, runParameters(RUNS));
  });

  const grouped = fc.record({
    type: fc.constantFrom(...(['u8', 'i16', 'f16', 'f32', 'u32', 'i64', 'f64'] as const)),
    count: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 41, max: 5000 })),
    seed: seeds,
  });

  it('group alike', async () => {
    const property = fc.asyncProperty(grouped, async ({ type, count, seed }) => {
      const ids = keysOf(type, someIds(type, count, new Random(seed)));
      const onGpu = await core.groupBy(device(), ids);
      const inJs = await js.groupBy(null, ids);
      expect(inJs).toEqual(onGpu);
      expect(bytesOf(inJs.keys)).toEqual(bytesOf(onGpu.keys));
    });
    await fc.assert(property, runParameters(RUNS));
  });

  it('reduce by key alike', async () => {
    const property = fc.asyncProperty(
      grouped,
      fc.constantFrom(...some(PAIRS)),
      async ({ type: idType, count, seed }, { type, op }) => {
        const random = new Random(seed);
        const ids = keysOf(idType, someIds(idType, count, random));
        const values = keysOf(type, reduceItems(type, itemKind(type, [op]), count, random));
        const onGpu = await core.reduceByKey(device(), ids, values, op);
        expect(await js.reduceByKey(null, ids, values, op)).toEqual(onGpu);
      },
    );
    await fc.assert(property, runParameters(RUNS));
  });
});
