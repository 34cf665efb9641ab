/** Ranks, distinct keys, modes and histograms, compared with tests/support/keys-oracle.ts, on arrays and recorded. */
import fc from 'fast-check';
import {
  createSegmentedHistogram,
  createSegmentedMode,
  createSegmentedRank,
  createSegmentedUnique,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { Random } from '../support/cases.ts';
import { histogramOf, type KeysCase, modesOf, numbersOf, ranksOf, TIES, uniqueOf } from '../support/keys-oracle.ts';
import { expectBytes, expectWritten, recordCall, type Written } from '../support/recorded-call.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { type KeyType, widthOf } from '../support/typed-oracle.ts';
import { hostCall, recordedSoakCall, type SoakCall, type SoakRow } from './call.ts';
import { given, overlappingSegments, recordedTuning, seeds, segments, tunings, types } from './draw.ts';

const bytesOfWords = (numbers: readonly number[]) => new Uint8Array(Uint32Array.from(numbers).buffer);

const manners = { recorded: fc.boolean(), tuning: tunings };

type Bounds = SegmentsCase['bounds'];

/** What a call makes of keys: its results on arrays, and the outputs of a recorded call. */
interface Work {
  readonly name: 'segmentedRank' | 'segmentedUnique' | 'segmentedMode' | 'segmentedHistogram';
  readonly create: unknown;
  readonly options: object;
  readonly outputs: Readonly<Record<string, number>>;
  check(result: never): void;
  checkRecorded(outputs: Readonly<Record<string, Written>>): void;
}

function callOf(
  work: Work,
  { type, bytes, segments }: KeysCase,
  { recorded, tuning }: { recorded: boolean; tuning: InternalTuning },
  seed: number,
): SoakCall {
  const { name, create, options, outputs } = work;
  const count = segments.bounds.length;
  if (!recorded) {
    const form = given(segments, seed);
    return hostCall({
      ...{ name, tuning, segments: count, options, check: work.check },
      args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments],
    });
  }
  const kernels = recordedTuning(tuning);
  return recordedSoakCall(name, count, { type, options, kernels, segments, seed }, async (device) => {
    const isHistogram = name === 'segmentedHistogram';
    const descriptor = { [isHistogram ? 'type' : 'keyType']: type, ...options, tuning: kernels };
    const inputs = { [isHistogram ? 'input' : 'keysIn']: bytes };
    work.checkRecorded(await recordCall(device, create as never, descriptor, { segments, inputs, outputs }, seed));
  });
}

// ------------------------------------------------------------------------------------------------------------ ranks

const ranks = fc.record({
  type: types,
  ties: fc.constantFrom(...TIES),
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  nan: fc.constantFrom(undefined, 'last' as const, 'first' as const, 'omit' as const),
  ...manners,
});
type Ranks = typeof ranks extends fc.Arbitrary<infer T> ? T : never;

function rankWork({ ties, order, signedZero, nan }: Ranks, what: KeysCase): Work {
  const options = { ties, order, signedZero, ...(nan ? { nan } : {}) };
  const isDouble = ties === 'average';
  const want = ranksOf(what, options);
  const wanted = new Uint8Array((isDouble ? Float64Array : Uint32Array).from(want).buffer);
  const size = isDouble ? 8 : 4;
  return {
    ...{ name: 'segmentedRank', create: createSegmentedRank, options },
    outputs: { ranksOut: size * what.segments.itemCount },
    check: (result) => expectBytes('ranks', bytesOf(result), wanted, size),
    checkRecorded: ({ ranksOut }) => expectWritten('ranks', ranksOut!, wanted, what.segments.bounds, size),
  };
}

// ---------------------------------------------------------------------------------------------- distinct keys, modes

const distinct = fc.record({
  type: types,
  makes: fc.constantFrom('distinct' as const, 'modes' as const),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  nan: fc.constantFrom(undefined, 'propagate' as const, 'omit' as const),
  ...manners,
});
type Distinct = typeof distinct extends fc.Arbitrary<infer T> ? T : never;

function uniqueWork({ signedZero }: Distinct, what: KeysCase): Work {
  const { keys, counts, offsets } = uniqueOf(what, { signedZero });
  const size = widthOf(what.type) / 8;
  const { itemCount, bounds } = what.segments;
  const all: Bounds = [[0, counts.length]];
  return {
    ...{ name: 'segmentedUnique', create: createSegmentedUnique, options: { signedZero } },
    outputs: { keysOut: size * itemCount, countsOut: 4 * itemCount, offsetsOut: 4 * (bounds.length + 1) },
    check(result: never) {
      const found = result as { keys: Uint8Array; counts: Uint32Array; offsets: Uint32Array };
      expectBytes('offsets', bytesOf(found.offsets), bytesOfWords(offsets), 4);
      expectBytes('counts', bytesOf(found.counts), bytesOfWords(counts), 4);
      expectBytes('keys', bytesOf(found.keys), Uint8Array.from(keys), size);
    },
    checkRecorded({ keysOut, countsOut, offsetsOut }) {
      expectWritten('offsets', offsetsOut!, bytesOfWords(offsets), [[0, offsets.length]], 4);
      expectWritten('counts', countsOut!, bytesOfWords(counts), all, 4);
      expectWritten('keys', keysOut!, Uint8Array.from(keys), all, size);
    },
  };
}

function modeWork({ signedZero, nan }: Distinct, what: KeysCase): Work {
  const options = { signedZero, ...(nan ? { nan } : {}) };
  const { values, counts } = modesOf(what, options);
  const size = widthOf(what.type) / 8;
  const all: Bounds = [[0, counts.length]];
  return {
    ...{ name: 'segmentedMode', create: createSegmentedMode, options },
    outputs: { valuesOut: size * counts.length, countsOut: 4 * counts.length },
    check(result: never) {
      const found = result as { values: Uint8Array; counts: Uint32Array };
      expectBytes('counts', bytesOf(found.counts), bytesOfWords(counts), 4);
      expectBytes('values', bytesOf(found.values), Uint8Array.from(values), size);
    },
    checkRecorded({ valuesOut, countsOut }) {
      expectWritten('counts', countsOut!, bytesOfWords(counts), all, 4);
      expectWritten('values', valuesOut!, Uint8Array.from(values), all, size);
    },
  };
}

// ------------------------------------------------------------------------------------------------------- histograms

const histograms = fc.record({
  type: types,
  bins: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(256, 700)),
  hasEdges: fc.boolean(),
  ...manners,
});
type Histogram = typeof histograms extends fc.Arbitrary<infer T> ? T : never;

/** Edges of equal width, as numpy has them, over a range that begins and ends inside the numbers. */
function binsOf({ type, bins, hasEdges }: Histogram) {
  const [least, greatest] = type[0] === 'f' ? [-3, 5] : type[0] === 'u' ? [2, 250] : [-100, 120];
  const step = (greatest - least) / bins;
  const edges = Array.from({ length: bins + 1 }, (_, k) => (k === bins ? greatest : least + k * step));
  return { edges, options: hasEdges ? { edges } : { bins, range: [least, greatest] } };
}

function histogramWork(choice: Histogram, { type, bytes, segments }: KeysCase): Work {
  const { edges, options } = binsOf(choice);
  const counts = histogramOf(numbersOf(type, bytes), segments, edges);
  return {
    ...{ name: 'segmentedHistogram', create: createSegmentedHistogram, options },
    outputs: { output: 4 * counts.length },
    check: (result) => expectBytes('counts', bytesOf(result), bytesOf(counts), 4),
    checkRecorded: ({ output }) => expectWritten('counts', output!, bytesOf(counts), [[0, counts.length]], 4),
  };
}

function rowsOf<T extends { readonly type: KeyType; readonly recorded: boolean; readonly tuning: InternalTuning }>(
  choices: fc.Arbitrary<T>,
  of: fc.Arbitrary<SegmentsCase>,
  workOf: (choice: T, what: KeysCase) => Work,
): fc.Arbitrary<SoakRow> {
  return choices.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc.tuple(of, seeds).map(([segments, seed]) => {
      const { type } = choice;
      const what = { type, bytes: keyBytes(type, segments.itemCount, new Random(seed)), segments };
      return callOf(workOf(choice, what), what, choice, seed);
    }),
  }));
}

export const keyRows: fc.Arbitrary<SoakRow> = fc.oneof(
  rowsOf(ranks, segments, rankWork),
  rowsOf(distinct, segments, (choice, what) =>
    choice.makes === 'distinct' ? uniqueWork(choice, what) : modeWork(choice, what),
  ),
  rowsOf(histograms, overlappingSegments, histogramWork),
);
