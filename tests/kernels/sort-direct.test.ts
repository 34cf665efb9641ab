/**
 * Large tiles that are dispatched directly, for the largest possible number of tiles. The number is right for every
 * form of segments. And sorts that have only the large class.
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedSort, segmentedSort, segmentedStableSortByKey } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { offsetsOf, Random, repeated, SEED } from '../support/cases.ts';
import { Workspace } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const TUNING: InternalTuning = {
  family: 'software',
  sort: { small: { maxLength: 8 }, medium: { maxMerged: 0, limits: [64] }, large: { tile: 64, directGrid: true } },
};

type Span = readonly [begin: number, end: number];

/** The keys sorted by plain JavaScript. */
function sortedBy<T extends Uint32Array | BigUint64Array>(keys: T, spans: readonly Span[]): T {
  const sorted = keys.slice() as T;
  for (const [begin, end] of spans) sorted.subarray(begin, end).sort();
  return sorted;
}

function randomWords(count: number): Uint32Array {
  const random = new Random(SEED);
  return Uint32Array.from({ length: count }, () => random.word());
}

describe('64-bit keys', () => {
  const keys = BigUint64Array.from(randomWords(3000), (word, i) => (BigInt(word) << 32n) | BigInt(i));
  const three: Span[] = [
    [5, 1000],
    [1000, 1065],
    [1065, 3000],
  ];

  it.each([
    { form: 'offsets', segments: [5, 1000, 1065, 1065, 3000], spans: three },
    { form: 'begin and end', segments: { begin: [1065, 5, 1000], end: [3000, 1000, 1065] }, spans: three },
    {
      form: 'one size',
      segments: { size: 300 },
      spans: repeated(300, 10).map((size, i): Span => [i * size, (i + 1) * size]),
    },
  ])('by $form', async ({ segments, spans }) => {
    expect(await segmentedSort(device(), keys, segments, { tuning: TUNING })).toEqual(sortedBy(keys, spans));
  });
});

it('has two tiles for each of the most large segments that the items allow', async () => {
  const keys = randomWords(65 * 500);
  const offsets = offsetsOf(repeated(65, 500));
  const spans = repeated(65, 500).map((size, i): Span => [i * size, (i + 1) * size]);
  expect(await segmentedSort(device(), keys, offsets, { tuning: TUNING })).toEqual(sortedBy(keys, spans));
});

it('sorts in place fewer items than there is room for, with the number of segments on the GPU', async () => {
  const plan = await createSegmentedSort(device(), { keyType: 'u32', maxItems: 9000, maxSegments: 90, tuning: TUNING });
  const space = new Workspace(device(), SEED);
  const words = randomWords(2000);
  const keys = space.inOut('keys', words);
  const offsets = space.input('offsets', Uint32Array.of(3, 900, 967, 1990, 2000));
  const segments = { offsets, count: space.input('count', Uint32Array.of(3)) };
  await space.submit((encoder) => plan.encode(encoder, { keysIn: keys, keysOut: keys, segments, itemCount: 1500 }));
  const spans: Span[] = [
    [3, 900],
    [900, 967],
    [967, 1500],
  ];
  expect(keys.found).toEqual(sortedBy(words, spans));
  space.destroy();
  plan.destroy();
});

describe('every segment large', () => {
  const lengths = [0, 1, 2, 63, 64, 65, 1, 1, 128, 129, 3, 0, 1000, 1];
  const offsets = offsetsOf(lengths, 5);
  const spans = lengths.map((_, i): Span => [offsets[i]!, offsets[i + 1]!]);
  // Segments of 65 or more items would be large with any tuning.
  const { small, medium } = { small: { maxLength: 8 }, medium: { maxMerged: 0, maxMergedPairs: 0, limits: [64] } };
  const all = (family: 'software' | 'gpu', more: object): InternalTuning => ({
    family,
    sort: { small, medium, large: { tile: 64, largeOnlyFrom: 1, ...more } },
  });

  describe.each([
    ['direct', all('software', { directGrid: true })],
    ['indirect', all('software', { directGrid: false })],
    ['family gpu', all('gpu', { workgroup: 64 })],
  ])('%s', (_, tuning) => {
    const ranges = { begin: spans.map(([begin]) => begin).reverse(), end: spans.map(([, end]) => end).reverse() };

    it.each([
      { form: 'offsets', segments: offsets, taken: spans },
      { form: 'begin and end', segments: ranges, taken: spans },
      { form: 'one size', segments: { size: 65, count: 15 }, taken: repeated(65, 15) },
      { form: 'one tile', segments: { size: 64, count: 15 }, taken: repeated(64, 15) },
      { form: 'two at a time', segments: { size: 2, count: 400 }, taken: repeated(2, 400) },
    ])('by $form', async ({ segments, taken }) => {
      const keys = randomWords(offsets.at(-1)! + 7);
      const bounds = taken.map((of, i): Span => (typeof of === 'number' ? [i * of, (i + 1) * of] : of));
      expect(await segmentedSort(device(), keys, segments, { tuning })).toEqual(sortedBy(keys, bounds));
    });

    it('sorts pairs with few different keys stably', async () => {
      const keys = randomWords(offsets.at(-1)!).map((word) => word % 3);
      const indices = keys.map((_, i) => i);
      const found = await segmentedStableSortByKey(device(), keys, indices, offsets, { tuning });
      expect(found.keys).toEqual(sortedBy(keys, spans));
      const order = (a: number, b: number) => keys[a]! - keys[b]! || a - b;
      for (const [begin, end] of spans) indices.subarray(begin, end).sort(order);
      expect(found.values).toEqual(indices);
    });

    it('sorts by a comparator', async () => {
      const keys = randomWords(offsets.at(-1)!);
      const found = await segmentedSort(device(), keys, offsets, { tuning, compare: { wgsl: 'return a < b;' } });
      expect(found).toEqual(sortedBy(keys, spans));
    });

    it('sorts fewer segments than there is room for, with their number on the GPU', async () => {
      const room = { maxItems: 3000, maxSegments: 90 };
      const plan = await createSegmentedSort(device(), { keyType: 'u32', ...room, tuning });
      expect(plan.describe().classes).toMatchObject([{ name: 'large', minLength: 1 }]);
      const space = new Workspace(device(), SEED);
      const words = randomWords(2000);
      const keysOut = space.output('out', words.length);
      const segments = { offsets: space.input('offsets', offsets), count: space.input('n', Uint32Array.of(9)) };
      const keysIn = space.input('keys', words);
      await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, segments }));
      const sorted = sortedBy(words, spans.slice(0, 9));
      const [first, last] = [offsets[0]!, offsets[9]!];
      expect(keysOut.found.subarray(first, last)).toEqual(sorted.subarray(first, last));
      const ones = { size: 1, count: 90 };
      await space.submit((encoder) => plan.encode(encoder, { keysIn, keysOut, segments: ones, itemCount: 90 }));
      expect(keysOut.found.subarray(0, 90)).toEqual(words.subarray(0, 90));
      space.destroy();
      plan.destroy();
    });
  });
});
