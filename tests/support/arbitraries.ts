/**
 * The data of the property tests. A seed draws keys from a short list, so that a failing case shrinks to few and short
 * segments with few different keys.
 */
import fc from 'fast-check';
import {
  FLOAT_SPECIALS,
  fill,
  fromPalette,
  offsetsOf,
  PADDING_WORDS,
  Random,
  ROWS,
  totalOf,
  uniform,
} from './cases.ts';
import { REDUCE_FORMS, reduceSegments } from './reduce-cases.ts';
import { type Form, type SegmentsCase, segmentsCase } from './typed-cases.ts';
import type { WordArray, WordType } from './words.ts';

/** fast-check's own seed is printed with a failure; set WEBGPU_SEGMENTED_SEED to it to repeat the run. */
const seedText = process.env.WEBGPU_SEGMENTED_SEED;

/**
 * A property of `npm test` ends after this time of the processor, since rows that are drawn by chance may take long to
 * compile. On a busy machine it does as many runs as on an idle one.
 */
const QUICK_TIME_MS = 1_000;

/** The processor time of this process with its threads, which compile kernels and run them. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Ends a property after a time, between two runs. `fc.interruptAfterTimeLimit` also ends a run's test. The run would go
 * on during the next test, and nobody would see its failure.
 */
function endsAfter(milliseconds: number): NonNullable<fc.Parameters<unknown>['plugins']>[number] {
  return () => {
    const end = processorTime() + milliseconds;
    let runs = 0;
    return {
      decorateRun: (run) => (value) =>
        runs++ > 0 && processorTime() > end ? new fc.PreconditionFailure(true) : run(value),
    };
  };
}

/** Throws at a failure, as `fc.assert` does. One line says that a property was ended. */
function reported(details: fc.RunDetails<unknown>): void {
  if (details.interrupted && !details.failed) {
    console.log(
      `ended after ${QUICK_TIME_MS / 1000} s of the processor: ${details.numRuns} of ${details.runConfiguration.numRuns} runs`,
    );
  }
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
}

/** @param runs for all rows; `npm test` does a third of them, or as many as `QUICK_TIME_MS` allows, and says so */
export function runParameters(runs: number): fc.Parameters<unknown> {
  const isQuick = ROWS === 'quick';
  return {
    numRuns: isQuick ? Math.ceil(runs / 3) : runs,
    verbose: fc.VerbosityLevel.Verbose,
    ...(isQuick && { plugins: [endsAfter(QUICK_TIME_MS)], reporter: reported }),
    ...(seedText !== undefined && { seed: Number(seedText) }),
  };
}

/** Mostly short lengths, and some in the medium or the large class. */
export const lengths = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 5 }), weight: 8 },
  { arbitrary: fc.integer({ min: 0, max: 70 }), weight: 6 },
  { arbitrary: fc.constantFrom(31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513), weight: 3 },
  { arbitrary: fc.integer({ min: 0, max: 1500 }), weight: 2 },
  { arbitrary: fc.integer({ min: 0, max: 9500 }), weight: 1 },
);

/** Segments of one array, with elements before and behind them. */
export interface Layout {
  offsets: Uint32Array;
  itemCount: number;
}

export const layouts: fc.Arbitrary<Layout> = fc
  .record({
    before: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })),
    lengths: fc.array(lengths, { maxLength: 40 }),
    behind: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })),
  })
  .map(({ before, lengths, behind }) => {
    // A single offset that is not 0 is refused: lengths were meant.
    const offsets = offsetsOf(lengths, lengths.length > 0 ? before : 0);
    return { offsets, itemCount: totalOf(offsets) + behind };
  });

/** A few words to draw keys from, special ones among them. An empty list gives uniform keys. */
export const palettes: fc.Arbitrary<number[]> = fc.array(
  fc.oneof(
    fc.constantFrom(...FLOAT_SPECIALS, ...PADDING_WORDS),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 0xffffffff }),
  ),
  { maxLength: 9 },
);

export const seeds = fc.integer({ min: 0, max: 0xffffffff });

export function keysFrom(type: WordType, count: number, palette: number[], seed: number): WordArray {
  return fill(type, count, new Random(seed), palette.length === 0 ? uniform : fromPalette(palette));
}

/** Segments of every form and any lengths. Of segments of one size, as many as fit a few thousand items. */
export const segmentsCases: fc.Arbitrary<SegmentsCase> = fc
  .record({
    form: fc.constantFrom<Form>('offsets', 'ranges', 'fixed'),
    lengths: fc.array(lengths, { minLength: 1, maxLength: 30 }),
    seed: seeds,
  })
  .map(({ form, lengths, seed }) => segmentsCase(form, lengths, new Random(seed)));

/** The same for reduces, whose segments may overlap. */
export const reduceSegmentsCases: fc.Arbitrary<SegmentsCase> = fc
  .record({
    form: fc.constantFrom(...REDUCE_FORMS),
    lengths: fc.array(lengths, { minLength: 1, maxLength: 30 }),
    seed: seeds,
  })
  .map(({ form, lengths, seed }) => reduceSegments(form, lengths, new Random(seed)));
