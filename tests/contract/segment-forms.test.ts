/** Forms of segments of calls on arrays: classes of offsets, lengths, rows, and the option `cover`. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  type HostSegments,
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
} from '../../src/index.ts';
import { inTurn, Random, ROWS } from '../support/cases.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { bytesOf, keyBytes, keysOf } from '../support/typed-cases.ts';
import { sortedIndices } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(41);

afterEach(() => expectStillWorking(device()));

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const KEYS = Uint32Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
/** The items of these rows. */
function taken(bytes: Uint8Array<ArrayBuffer>, width: number, rows: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: rows.length * width }, (_, i) => {
    return bytes[(rows[Math.floor(i / width)] as number) * width + (i % width)] as number;
  });
}

/** Two calls with segments: a sort and a reduce. */
const CALLS: Record<string, (segments: Wrong, options?: object) => Promise<unknown>> = {
  segmentedSort: (segments, options) => segmentedSort(device(), KEYS, segments, options),
  segmentedSortByKey: (segments, options) => segmentedSortByKey(device(), KEYS, KEYS, segments, options),
  segmentedArgsort: (segments, options) => segmentedArgsort(device(), KEYS, segments, options),
  segmentedReduce: (segments, options) => segmentedReduce(device(), KEYS, segments, 'sum', options),
};

const CLASSES = {
  'a plain array': (numbers: number[]) => numbers,
  Uint32Array: (numbers: number[]) => Uint32Array.from(numbers),
  Int32Array: (numbers: number[]) => Int32Array.from(numbers),
  BigInt64Array: (numbers: number[]) => BigInt64Array.from(numbers, BigInt),
  BigUint64Array: (numbers: number[]) => BigUint64Array.from(numbers, BigInt),
};

describe('offsets, begins and ends, lengths and rows', () => {
  const sums = (segments: HostSegments) => segmentedReduce(device(), KEYS, segments, 'sum');

  it.each(Object.entries(CLASSES))('may be %s', async (_, of) => {
    expect(await sums(of([1, 3, 3, 10]))).toEqual(Uint32Array.of(15, 0, 21));
    expect(await sums({ begin: of([4, 0]), end: of([6, 2]) })).toEqual(Uint32Array.of(9, 17));
    expect(await sums({ lengths: of([2, 0, 3]) })).toEqual(Uint32Array.of(17, 0, 18));
    expect(await sums({ offsets: of([0, 2, 2, 3]), rows: of([9, 0, 1]) })).toEqual(Uint32Array.of(9, 0, 8));
    const sorted = await segmentedSort(device(), KEYS, of([1, 3, 3, 10]));
    expect(sorted).toEqual(Uint32Array.of(9, 7, 8, 0, 1, 2, 3, 4, 5, 6));
  });

  it('may be views and shared memory', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(24), 4, 3);
    shared.set([0, 4, 10]);
    expect(await sums(shared)).toEqual(Uint32Array.of(30, 15));
    expect(await sums(BigInt64Array.of(7n, 0n, 4n, 10n).subarray(1))).toEqual(Uint32Array.of(30, 15));
  });

  it('are read before the promise is returned', async () => {
    const keys = KEYS.slice();
    const [rows, offsets, lengths] = [Int32Array.of(1, 0, 2), BigInt64Array.of(0n, 3n), Int32Array.of(2, 1)];
    const order = segmentedArgsort(device(), keys, { offsets, rows });
    const byKey = segmentedSortByKey(device(), keys, keys, { offsets, rows });
    const sum = segmentedReduce(device(), keys, { lengths }, 'sum');
    keys.fill(0);
    rows.fill(0);
    lengths.fill(0);
    offsets.fill(0n);
    expect(await order).toEqual(Uint32Array.of(2, 0, 1));
    expect((await byKey).values).toEqual(Uint32Array.of(7, 8, 9));
    expect(await sum).toEqual(Uint32Array.of(17, 7));
  });

  it('of another class are refused by name', async () => {
    const classes = /Uint32Array, Int32Array, BigInt64Array, BigUint64Array, number\[\]/;
    for (const [call, run] of Object.entries(CALLS)) {
      const wrong = Float32Array.of(0, 10);
      const forms = [/^segments: Float32Array is not supported/, classes, /\{ lengths \}/, /\{ offsets, rows \}/];
      await expectRefusal(() => run(wrong), 'unsupported-type', forms);
      for (const [segments, name] of [
        [{ begin: wrong, end: [10] }, 'begin'],
        [{ begin: [0], end: wrong }, 'end'],
        [{ lengths: wrong }, 'lengths'],
        [{ offsets: wrong, rows: [0] }, 'offsets'],
        [{ offsets: [0, 1], rows: wrong }, 'rows'],
      ] as const) {
        const says = [new RegExp(`^segments\\.${name}: Float32Array is not supported`), classes];
        await expectRefusal(() => run(segments), 'unsupported-type', says);
      }
      await expectRefusal(() => run({ offsets: [0, 1] }), 'unsupported-type', [
        /^segments\.rows: undefined/,
        call && classes,
      ]);
    }
  });

  it('past 32 bits, below 0 or of another type are refused with the type found', async () => {
    for (const run of Object.values(CALLS)) {
      for (const [segments, found] of [
        [BigInt64Array.of(0n, 2n ** 32n + 5n), 'offset 1 is 4294967301n (BigInt64Array)'],
        [BigUint64Array.of(0n, 2n ** 63n), 'offset 1 is 9223372036854775808n (BigUint64Array)'],
        [BigInt64Array.of(-1n, 10n), 'offset 0 is -1n (BigInt64Array)'],
        [Int32Array.of(0, -3, 10), 'offset 1 is -3 (Int32Array)'],
        [[0, 5n], 'offset 1 is 5n'],
        [[0, '5'], "offset 1 is '5'"],
        [{ lengths: Int32Array.of(2, -1) }, 'length 1 is -1 (Int32Array)'],
        [{ lengths: [0.5] }, 'length 0 is 0.5'],
        [{ lengths: [2 ** 32] }, 'length 0 is 4294967296'],
        [{ begin: [0n], end: [1] }, 'begin 0 is 0n'],
        [{ begin: [0], end: Int32Array.of(-1) }, 'end 0 is -1 (Int32Array)'],
        [{ offsets: [0, 1], rows: [3.5] }, 'row 0 is 3.5'],
      ] as const) {
        await expectRefusal(() => run(segments), 'offsets-out-of-range', [
          `segments: ${found};`,
          /from 0 to .* (10|9)$/,
        ]);
      }
    }
  });
});

describe('lengths', () => {
  it('lie back to back from the first item on; the rest is outside', async () => {
    const sorted = await segmentedSort(device(), KEYS, { lengths: [3, 0, 4] });
    expect(sorted).toEqual(Uint32Array.of(7, 8, 9, 3, 4, 5, 6, 2, 1, 0));
    expect(await segmentedReduce(device(), KEYS, { lengths: [] }, 'sum')).toEqual(new Uint32Array(0));
  });

  it('that are more than the items are refused', async () => {
    const says = [/^segments\.lengths: lengths 0 to 1 are 11 items; allowed: at most the item count 10/];
    for (const run of Object.values(CALLS)) {
      await expectRefusal(() => run({ lengths: [6, 5, 2] }), 'offsets-out-of-range', says);
    }
  });
});

describe('rows', () => {
  const LENGTHS = [0, 1, 2, 40, 900, 3, 2500];

  /** Offsets into rows, some of which repeat, and items outside every segment. */
  function rowsCase(itemCount: number) {
    const offsets = [3];
    for (const length of LENGTHS) offsets.push((offsets.at(-1) as number) + length);
    const bounds = LENGTHS.map((_, i) => [offsets[i] as number, offsets[i + 1] as number] as const);
    const rows = Uint32Array.from({ length: (offsets.at(-1) as number) + 2 }, () => random.below(itemCount));
    return { offsets, rows, bounds };
  }

  // Each width has separate kernels: bytes, half words, words and pairs of words.
  it.each(
    ROWS === 'quick' ? inTurn(['u8', 'f16', 'f64'] as const, 3) : (['u8', 'i16', 'f16', 'f32', 'u64', 'f64'] as const),
  )('of %s are sorted as the gathered array', async (type) => {
    const { offsets, rows, bounds } = rowsCase(700);
    const width = Number(type.slice(1)) / 8;
    const bytes = keyBytes(type, 700, random);
    const keys = keysOf(type, bytes);
    const gathered = taken(bytes, width, rows);
    const indices = sortedIndices(type, gathered, bounds, {});
    const sorted = taken(gathered, width, indices);
    const data = Uint32Array.from({ length: 3 * 700 }, () => random.word());
    const values = { type: { bytes: 12 }, data } as const;
    for (const tuning of [{}, { maxBindingBytes: 16384 }]) {
      expect(bytesOf(await segmentedSort(device(), keys, { offsets, rows }, { tuning }))).toEqual(sorted);
      const pairs = await segmentedSortByKey(device(), keys, values, { offsets, rows }, { tuning });
      expect(bytesOf(pairs.keys)).toEqual(sorted);
      expect(bytesOf(pairs.values)).toEqual(taken(taken(new Uint8Array(data.buffer), 12, rows), 12, indices));
    }
    expect(await segmentedArgsort(device(), keys, { offsets, rows })).toEqual(indices);
    const fromSegment = await segmentedArgsort(device(), keys, { offsets, rows }, { indexFrom: 'segment' });
    for (const [begin, end] of bounds) {
      expect(fromSegment.slice(begin, end)).toEqual(indices.slice(begin, end).map((index) => index - begin));
    }
  });

  it('are reduced as the gathered array; indices count from the segment’s start', async () => {
    const { offsets, rows, bounds } = rowsCase(300);
    const values = Int16Array.from({ length: 300 }, () => random.below(200) - 100);
    const lists = bounds.map(([begin, end]) => Array.from(rows.slice(begin, end), (row) => values[row] as number));
    const ops = ['min', 'argmax', 'count'] as const;
    const [mins, argmax, counts] = await segmentedReduce(device(), values, { offsets, rows }, ops);
    expect(Array.from(mins)).toEqual(lists.map((list) => Math.min(32767, ...list)));
    expect(Array.from(argmax.indices)).toEqual(
      lists.map((list) => (list.length === 0 ? 0xffffffff : list.indexOf(Math.max(...list)))),
    );
    expect(Array.from(counts)).toEqual(LENGTHS);
  });

  it('and offsets may be empty; the result has an item per row', async () => {
    expect(await segmentedSort(device(), KEYS, { offsets: [0], rows: [] })).toEqual(new Uint32Array(0));
    expect(await segmentedSort(device(), KEYS, { offsets: [0, 2], rows: [0, 1, 5] })).toEqual(Uint32Array.of(8, 9, 4));
    expect(await segmentedReduce(device(), new Uint32Array(0), { offsets: [0, 0], rows: [] }, 'sum')).toEqual(
      Uint32Array.of(0),
    );
  });

  it('that no item has are refused, and offsets past the rows', async () => {
    for (const run of Object.values(CALLS)) {
      const rows = [0, 10];
      const says = [/^segments: row 1 is 10; allowed: whole numbers from 0 to the last item, 9/];
      await expectRefusal(() => run({ offsets: [0, 2], rows }), 'offsets-out-of-range', says);
      const past = [/^segments: offset 1 is 3; allowed: whole numbers from 0 to the item count 2/];
      await expectRefusal(() => run({ offsets: [0, 3], rows: [0, 1] }), 'offsets-out-of-range', past);
      await expectRefusal(() => run({ offsets: [], rows: [0] }), 'length-mismatch', [/^segments\.offsets: 0 offsets/]);
    }
    const fewer = () => segmentedSortByKey(device(), KEYS, KEYS.slice(1), { offsets: [0, 1], rows: [3] });
    await expectRefusal(fewer, 'length-mismatch', [/^values: 9 values; allowed: 10, one per key/]);
  });
});

describe('cover: true', () => {
  const COVERING: [string, Wrong][] = [
    ['offsets', [0, 4, 4, 10]],
    ['begin and end in any order', { begin: [4, 9, 0, 2], end: [10, 9, 4, 2] }],
    ['a size', { size: 5 }],
    ['lengths', { lengths: [4, 0, 6] }],
    ['all rows', { offsets: [0, 1, 3], rows: [7, 7, 2] }],
  ];
  it.each(COVERING)('takes %s', async (_, segments) => {
    for (const run of Object.values(CALLS)) await run(segments, { cover: true });
  });

  const MISSING: [Wrong, string][] = [
    [[0, 3], 'items 3 to 9 are outside'],
    [[2, 3, 10], 'items 0 to 1 are outside'],
    [[0, 0], 'items 0 to 9 are outside'],
    [[0], 'items 0 to 9 are outside'],
    [{ begin: [5, 0], end: [10, 4] }, 'item 4 is outside'],
    [{ begin: [0], end: [9] }, 'item 9 is outside'],
    [{ size: 3, count: 3 }, 'item 9 is outside'],
    [{ lengths: [4, 5] }, 'item 9 is outside'],
    [{ offsets: [0, 2], rows: [1, 2, 3] }, 'item 2 is outside'],
  ];
  it.each(MISSING)('refuses %j', async (segments, found) => {
    for (const run of Object.values(CALLS)) {
      const says = [`segments: ${found} every segment; allowed: all ${found.includes('item 2') ? 3 : 10} items once`];
      await expectRefusal(() => run(segments, { cover: true }), 'length-mismatch', says);
      await run(segments, { cover: false });
    }
  });

  it('refuses items that lie in several segments of a reduce', async () => {
    const segments = { begin: [3, 0], end: [10, 5] };
    const says = [/^segments: items 3 to 4 are in several segments; allowed: all 10 items once/];
    await expectRefusal(() => CALLS.segmentedReduce?.(segments, { cover: true }), 'length-mismatch', says);
  });

  it('is true or false', async () => {
    for (const run of Object.values(CALLS)) {
      await expectRefusal(() => run([0, 10], { cover: 'yes' }), 'invalid-option', [
        /^cover: 'yes'; allowed: true, false/,
      ]);
    }
  });
});
