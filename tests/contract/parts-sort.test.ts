/** A stable sort of one segment that is cut across calls: ranges by splitters are sorted one by one. */
import { describe, expect, it } from 'vitest';
import { segmentedSort } from '../../src/index.ts';
import { rangesOf, type Splitters, sampleKeys, splittersOf } from '../../src/parts/index.ts';
import { Random, SEED } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const joined = (arrays: readonly Float64Array[]) => Float64Array.from(arrays.flatMap((array) => [...array]));

/** The segment sorted by ranges: the sorted keys, and their rows in the input. */
async function sortedInRanges(keys: Float32Array, parts: number, ranges: number, order: 'ascending' | 'descending') {
  const size = Math.ceil(keys.length / parts);
  const cut = Array.from({ length: parts }, (_, i) => ({ from: i * size, keys: keys.slice(i * size, (i + 1) * size) }));
  const samples = cut.map(({ keys, from }) => sampleKeys(keys, { count: 40, from }));
  const all: Splitters<Float32Array> = {
    keys: Float32Array.from(samples.flatMap((sample) => [...sample.keys])),
    rows: joined(samples.map(({ rows }) => rows)),
  };
  const splitters = splittersOf(all, ranges, { order });
  const pieces: number[][] = Array.from({ length: ranges }, () => []);
  for (const { keys, from } of cut) {
    const found = rangesOf(keys, splitters, from, { order });
    found.forEach((range, i) => {
      pieces[range]?.push(from + i);
    });
  }
  const sorted: number[] = [];
  for (const rows of pieces) {
    const piece = Float32Array.from(rows, (row) => keys[row] as number);
    sorted.push(...(await segmentedSort(device(), piece, [0, piece.length], { order })));
  }
  return { sorted: Float32Array.from(sorted), sizes: pieces.map((rows) => rows.length), pieces };
}

const bits = (array: Float32Array) => new Uint32Array(array.buffer);

describe('a sort in ranges', () => {
  it.each(['ascending', 'descending'] as const)('%s, with NaNs and both zeros', async (order) => {
    const random = new Random(SEED);
    const special = [Number.NaN, -0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const keys = Float32Array.from({ length: 3000 }, () =>
      random.below(9) === 0 ? (special[random.below(5)] as number) : random.below(1000) - 500,
    );
    const { sorted, sizes } = await sortedInRanges(keys, 5, 8, order);
    expect(bits(sorted)).toEqual(bits(await segmentedSort(device(), keys, [0, keys.length], { order })));
    expect(Math.max(...sizes)).toBeLessThan(3 * (keys.length / 8));
  });

  it('spreads a key that 40 % of the rows have, and keeps it stable', async () => {
    const random = new Random(SEED + 1);
    const keys = Float32Array.from({ length: 4000 }, () => (random.below(10) < 4 ? 5 : random.below(11)));
    const { sorted, sizes, pieces } = await sortedInRanges(keys, 4, 10, 'ascending');
    expect(sorted).toEqual(keys.slice().sort());
    expect(Math.max(...sizes)).toBeLessThan(2 * (keys.length / 10));
    const rowsOfKey = pieces.flat().filter((row) => keys[row] === 5);
    expect(rowsOfKey).toEqual(rowsOfKey.slice().sort((a, b) => a - b));
  });

  it.each([
    ['u8', Uint8Array.of(200, 3, 255, 0)],
    ['i16', Int16Array.of(-5, 4, 7, -32768)],
    ['u64', BigUint64Array.of(2n ** 60n, 5n, 2n ** 32n, 1n)],
    ['i64', BigInt64Array.of(-5n, 5n, -(2n ** 40n), 1n)],
    ['f64', Float64Array.of(-1.5, 5, 1e300, -0)],
  ])('of %s', (_, keys) => {
    const splitters = { keys: keys.slice(0, 1), rows: Float64Array.of(0) } as Splitters<Float64Array>;
    const order = [...keys].map((key) => Number(key >= (keys[0] as never)));
    expect([...rangesOf(keys as Float64Array, splitters)]).toEqual(order);
  });

  it('of no keys has no splitters', () => {
    const none = sampleKeys(new Float32Array(0));
    expect(none.rows.length).toBe(0);
    expect(splittersOf(none, 5).rows.length).toBe(0);
    expect([...rangesOf(Float32Array.of(3, 1), none)]).toEqual([0, 0]);
  });

  it('refuses wrong arguments by name', async () => {
    const [keys, rows] = [Float32Array.of(1, 2), Float64Array.of(0, 1)];
    await expectRefusal(() => splittersOf({ keys, rows: rows.slice(1) }, 2), 'length-mismatch', [
      'samples.rows: 1',
      '2',
    ]);
    await expectRefusal(() => splittersOf({ keys, rows }, 0), 'invalid-option', ['parts: 0', 'from 1']);
    await expectRefusal(() => splittersOf({ keys, rows }, '2' as never), 'invalid-option', ['parts', 'from 1']);
    await expectRefusal(() => sampleKeys(keys, { size: 3 } as never), 'invalid-option', ["unknown member 'size'"]);
    const wide = { keys: Float64Array.of(1), rows: Float64Array.of(0) };
    await expectRefusal(() => rangesOf(keys as never, wide), 'unsupported-type', ['splitters.keys: f64', 'f32']);
    await expectRefusal(() => rangesOf(keys, { keys, rows }, -1), 'invalid-option', ['from: -1']);
    await expectRefusal(() => splittersOf({ keys, rows }, 2, { order: 'up' as never }), 'invalid-option', [
      "order: 'up'",
    ]);
  });
});
