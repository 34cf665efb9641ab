/** Large tiles that are dispatched directly, for as many as there can be: their number is right whatever the form of a call. */
import { describe, expect, it } from 'vitest';
import { createSegmentedSort, segmentedSort, type Tuning } from '../src/index.ts';
import { offsetsOf, Random, repeated, SEED } from './support/cases.ts';
import { Workspace } from './support/run.ts';
import { useDevice } from './support/use-device.ts';

const device = useDevice();

const TUNING: Tuning = {
  family: 'cpu',
  sort: { small: { lengthMost: 8 }, medium: { mergedMost: 0, limits: [64] }, large: { tile: 64, directGrid: true } },
};

type Span = readonly [begin: number, end: number];

/** Sorted by plain JavaScript. */
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

it('two tiles for each of as many large segments as the items make', async () => {
  const keys = randomWords(65 * 500);
  const offsets = offsetsOf(repeated(65, 500));
  const spans = repeated(65, 500).map((size, i): Span => [i * size, (i + 1) * size]);
  expect(await segmentedSort(device(), keys, offsets, { tuning: TUNING })).toEqual(sortedBy(keys, spans));
});

it('in place, of fewer items than there is room for, the number of segments on the GPU', async () => {
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
