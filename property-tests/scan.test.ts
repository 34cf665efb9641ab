/** Properties of any scan of any segments, checked by other calls of the library: a reduce, an index, another scan. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { Random } from '../tests/support/cases.ts';
import { givenAs } from '../tests/support/elements.ts';
import { initialOf, itemKind, reduceItems } from '../tests/support/reduce-cases.ts';
import { itemBytesOf } from '../tests/support/reduce-items.ts';
import { allows, resultType } from '../tests/support/reduce-oracle.ts';
import { givenSegments, reduceHost } from '../tests/support/reduce-run.ts';
import { type Scan, scanHost, scanOnHost } from '../tests/support/scan-check.ts';
import { SCAN_OPS } from '../tests/support/scan-oracle.ts';
import { bytesOf, type SegmentsCase } from '../tests/support/typed-cases.ts';
import { KEY_TYPES } from '../tests/support/typed-oracle.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/**
 * Few types and operators, because each pair is compiled: sums with every kind of result, and operators that keep
 * items.
 */
const PAIRS = KEY_TYPES.flatMap((type) => SCAN_OPS.map((op) => ({ type, op }))).filter(
  ({ type, op }) =>
    allows(type, op) && ['f32 sum', 'f16 sum', 'u8 sum', 'i64 sum', 'f32 min'].includes(`${type} ${op}`),
);

const FAMILIES = ['software', 'gpu'] as const;

const cases = fc
  .record({
    pair: fc.constantFrom(...PAIRS),
    segments: segmentsCases,
    seed: seeds,
    reverse: fc.boolean(),
    family: fc.constantFrom(...FAMILIES),
  })
  .map(({ pair: { type, op }, segments, seed, reverse, family }) => {
    const random = new Random(seed);
    const bytes = reduceItems(type, itemKind(type, [op]), segments.itemCount, random);
    const resultBytes = itemBytesOf(resultType(type, op));
    const scan: Scan = { type, op, bytes, segments, options: { reverse }, resultBytes };
    return { scan, reverse, tuning: { family }, initial: initialOf(type, op, random) };
  });

/** The bytes of one item. */
const itemAt = (bytes: Uint8Array, i: number, itemBytes: number) => [
  ...bytes.subarray(i * itemBytes, (i + 1) * itemBytes),
];

const filled = ({ bounds }: SegmentsCase) => bounds.filter(([begin, end]) => end > begin);

describe('any scan', () => {
  it('ends with the reduce, bit for bit', async () => {
    const property = fc.asyncProperty(cases, async ({ scan, tuning }) => {
      const { type, bytes, segments, op, resultBytes } = scan;
      const found = await scanOnHost(device(), { ...scan, options: {} }, { tuning });
      const reduced = await reduceHost(device(), givenAs(type, bytes) as never, givenSegments(segments), op, {
        tuning,
      });
      const results = bytesOf(('data' in reduced ? reduced.data : reduced) as ArrayBufferView);
      for (const [i, [begin, end]] of segments.bounds.entries()) {
        if (end > begin) expect(itemAt(found, end - 1, resultBytes)).toEqual(itemAt(results, i, resultBytes));
      }
    });
    await fc.assert(property, runParameters(45));
  });

  it('of ones counts the items of its segment', async () => {
    const property = fc.asyncProperty(
      segmentsCases,
      fc.boolean(),
      fc.boolean(),
      async (segments, exclusive, reverse) => {
        const ones = new Uint32Array(segments.itemCount).fill(1);
        const found: Uint32Array = await scanHost(device(), ones, givenSegments(segments), 'sum', {
          exclusive,
          reverse,
        });
        const expected = ones.slice();
        for (const [begin, end] of segments.bounds) {
          for (let i = begin; i < end; i++) expected[i] = (reverse ? end - i : i - begin + 1) - Number(exclusive);
        }
        expect(found).toEqual(expected);
      },
    );
    await fc.assert(property, runParameters(45));
  });

  it('that is exclusive is the inclusive one, an item later, and begins at its initial value', async () => {
    const property = fc.asyncProperty(cases, async ({ scan, reverse, tuning, initial }) => {
      const { segments, resultBytes } = scan;
      const both = [true, false].map((exclusive) =>
        scanOnHost(device(), { ...scan, options: { reverse, exclusive, initial } }, { tuning }),
      );
      const [exclusive, inclusive] = (await Promise.all(both)) as [Uint8Array, Uint8Array];
      const single = await scanOnHost(device(), { ...scan, options: { exclusive: true, initial } }, { tuning });
      for (const [begin, end] of filled(segments)) {
        for (let k = 1; k < end - begin; k++) {
          const [now, before] = reverse ? [end - 1 - k, end - k] : [begin + k, begin + k - 1];
          expect(itemAt(exclusive, now, resultBytes)).toEqual(itemAt(inclusive, before, resultBytes));
        }
        const first = itemAt(exclusive, reverse ? end - 1 : begin, resultBytes);
        expect(first).toEqual(itemAt(single, begin, resultBytes));
      }
    });
    await fc.assert(property, runParameters(30));
  });

  it('in reverse is the scan of the reversed array', async () => {
    const property = fc.asyncProperty(cases, async ({ scan, tuning }) => {
      const { type, bytes, segments, op, resultBytes } = scan;
      const { itemCount, bounds } = segments;
      const width = bytes.length / Math.max(1, itemCount);
      const turned = new Uint8Array(bytes.length);
      for (let i = 0; i < itemCount; i++) turned.set(itemAt(bytes, itemCount - 1 - i, width), i * width);
      const found = await scanOnHost(device(), { ...scan, options: { reverse: true } }, { tuning });
      const mirrored = {
        begin: Uint32Array.from(bounds, ([, end]) => itemCount - end),
        end: Uint32Array.from(bounds, ([begin]) => itemCount - begin),
      };
      const given = givenAs(type, turned);
      const forward = await scanHost(device(), given, mirrored, op, { tuning });
      const results = bytesOf('data' in forward ? forward.data : forward);
      for (let i = 0; i < itemCount; i++) {
        expect(itemAt(found, i, resultBytes)).toEqual(itemAt(results, itemCount - 1 - i, resultBytes));
      }
    });
    await fc.assert(property, runParameters(30));
  });
});
