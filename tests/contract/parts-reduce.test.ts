/** Segments that are cut across calls: the joined results of the parts, compared with one call and with the oracle. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/index.ts';
import { combineParts, type PartOp, reduceParts, type SegmentPart } from '../../src/parts/index.ts';
import { inTurn, Random, ROWS, SEED } from '../support/cases.ts';
import { treeFold } from '../support/reduce-oracle.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

type Numbers = Float32Array | Float64Array | Uint32Array | Int32Array | BigUint64Array | BigInt64Array | Int8Array;

/** Positions at which to cut a length, ascending, with both ends. */
function cutsOf(random: Random, length: number, count: number): number[] {
  const cuts = Array.from({ length: count }, () => random.below(length + 1));
  return [0, ...cuts.sort((a, b) => a - b), length];
}

/** The parts of one segment that is cut. */
async function partsOf(values: Numbers, cuts: readonly number[], ops: readonly PartOp[]): Promise<SegmentPart[]> {
  const parts: SegmentPart[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i] as number, cuts[i + 1] as number];
    const [part] = await reduceParts(device(), values.slice(from, to) as Float32Array, [0, to - from], ops, {
      firstFrom: from,
    });
    parts.push(JSON.parse(JSON.stringify(part)));
  }
  return parts;
}

async function whole(values: Numbers, ops: readonly PartOp[]) {
  const found = await segmentedReduce(device(), values as Float32Array, [0, values.length], ops as ['sum']);
  return (found as unknown as (Float32Array | { values: Float32Array; indices: Uint32Array })[]).map((result) =>
    'indices' in result ? { value: result.values[0], index: result.indices[0] } : result[0],
  );
}

const EXACT: PartOp[] = ['sum', 'product', 'min', 'max', 'argmin', 'argmax', 'count'];
const BITWISE: PartOp[] = ['and', 'or', 'xor'];

function valuesOf(type: string, length: number, random: Random): Numbers {
  const small = () => random.below(2000) - 1000;
  switch (type) {
    case 'f32':
      return Float32Array.from({ length }, () => small() / 7);
    case 'f64':
      return Float64Array.from({ length }, () => small() / 7);
    case 'i8':
      return Int8Array.from({ length }, small);
    case 'i32':
      return Int32Array.from({ length }, () => random.below(2 ** 32));
    case 'u64':
      return BigUint64Array.from({ length }, () => (BigInt(random.below(2 ** 32)) << 32n) | BigInt(random.below(9)));
    case 'i64':
      return BigInt64Array.from({ length }, () => BigInt(small()) * 2n ** 50n);
    default:
      return Uint32Array.from({ length }, () => random.below(2 ** 32));
  }
}

describe('parts of a segment', () => {
  const lengths = ROWS === 'quick' ? [5, 1000] : [1, 15, 16, 17, 31, 300, 1000, 4097];
  const rows = ['u32', 'i32', 'i8', 'u64', 'i64', 'f32', 'f64'].flatMap((type) =>
    lengths.map((n) => [type, n] as const),
  );

  it.each(inTurn(rows, 5))('of %s, %i items: the bits of one call', async (type, length) => {
    const random = new Random(SEED + length);
    const values = valuesOf(type, length, random);
    const ops = [...EXACT, ...(type[0] === 'f' ? [] : BITWISE), ...(type.endsWith('64') ? (['mean'] as const) : [])];
    const want = await whole(values, ops);
    for (const cuts of [cutsOf(random, length, 1), cutsOf(random, length, 6), [0, length]]) {
      const found = combineParts(await partsOf(values, cuts, ops));
      expect(found, `cut at ${cuts}`).toEqual(want);
    }
  });

  it.each(inTurn([16, 32, 48, 160, 1024], 4))('cut at each multiple of %i, and one item beside it', async (step) => {
    const values = valuesOf('f32', 2000, new Random(SEED)) as Float32Array;
    const sum = treeFold(values, 0, values.length, (a, b) => Math.fround(a + b));
    for (const beside of [-1, 0, 1]) {
      const cuts = [0];
      for (let at = step; at < values.length; at += step) cuts.push(at + beside);
      expect(combineParts(await partsOf(values, [...cuts, values.length], ['sum']))).toEqual([sum]);
    }
  });

  it('gives means and variances near those of one call', async () => {
    const values = valuesOf('f32', 3000, new Random(SEED)) as Float32Array;
    const [mean, variance] = (await whole(values, ['mean', 'variance'])) as number[];
    const found = combineParts(await partsOf(values, [0, 100, 1777, 3000], ['mean', 'variance'])) as number[];
    expect(Math.abs((found[0] as number) - (mean as number))).toBeLessThan(1e-4);
    expect(Math.abs((found[1] as number) / (variance as number) - 1)).toBeLessThan(1e-5);
  });

  it('keeps the first NaN with its bits, and gives indices from the segment’s start', async () => {
    const values = Float32Array.from({ length: 100 }, (_, i) => i);
    new Uint32Array(values.buffer)[60] = 0x7fc12345;
    new Uint32Array(values.buffer)[80] = 0x7fc54321;
    const parts = await partsOf(values, [0, 40, 70, 100], ['max', 'argmax', 'argmin']);
    const [, winner, least] = combineParts(parts);
    expect(winner).toEqual({ value: Number.NaN, index: 60 });
    expect(least).toEqual({ value: Number.NaN, index: 60 });
    expect(parts[1]?.states[0]).toEqual({ kind: 'exact', bits: '7fc12345' });
  });

  it('of several segments: only the first one may have begun before', async () => {
    const values = Float32Array.from({ length: 50 }, (_, i) => i / 3);
    const parts = await reduceParts(device(), values, [0, 20, 20, 50], ['sum', 'count'], { firstFrom: 7 });
    expect(parts.map(({ from, items }) => [from, items])).toEqual([
      [7, 20],
      [0, 0],
      [0, 30],
    ]);
    const sum = treeFold(values, 20, 50, (a, b) => Math.fround(a + b));
    expect(combineParts([parts[2] as SegmentPart])).toEqual([sum, 30]);
    expect(combineParts([parts[1] as SegmentPart])).toEqual([undefined, undefined]);
  });

  it('are small', async () => {
    const [part] = await reduceParts(device(), new Float32Array(2 ** 16 + 9), [3, 2 ** 16 + 9], ['sum'], {
      firstFrom: 5,
    });
    expect(JSON.stringify(part).length).toBeLessThan(1500);
  });
});

describe('wrong parts', () => {
  const values = Float32Array.of(1, 2, 3);

  it('are refused by name', async () => {
    const parts = (await partsOf(values, [0, 1, 3], ['sum'])) as [SegmentPart, SegmentPart];
    const [a, b] = parts;
    await expectRefusal(() => combineParts([b]), 'length-mismatch', ['part 0 begins at item 1', 'item 0']);
    await expectRefusal(() => combineParts([a, a]), 'length-mismatch', ['part 1 begins at item 0', 'item 1']);
    await expectRefusal(() => combineParts([]), 'length-mismatch', ['0 parts']);
    const other = { ...b, type: 'f64' } as SegmentPart;
    await expectRefusal(() => combineParts([a, other]), 'invalid-option', ['part 1 has sum of f64', 'sum of f32']);
  });

  it('of unknown operators and options are refused', async () => {
    const reduce =
      (ops: string[], options = {}) =>
      () =>
        reduceParts(device(), values, [0, 3], ops as PartOp[], options);
    await expectRefusal(reduce(['median']), 'invalid-option', ["ops: 'median'", 'sum, product']);
    await expectRefusal(reduce(['sum'], { from: 3 }), 'invalid-option', ["unknown member 'from'", 'firstFrom']);
    await expectRefusal(reduce(['sum'], { firstFrom: -1 }), 'invalid-option', ['firstFrom: -1']);
    await expectRefusal(reduce(['sum'], { firstFrom: 0.5 }), 'invalid-option', ['firstFrom: 0.5']);
  });
});
