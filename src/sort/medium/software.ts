import { type BinKind, binsOf, limitedBins, type SortContext } from '../context.ts';
import type { MediumStage } from '../stages.ts';
import { mediumDigitPasses } from './digits.ts';
import { mergesOf, runBins, runLength, runPasses } from './runs.ts';

/**
 * The bins of networks. Where keys without values are merged from runs, the pass that sorts runs also sorts the bin of
 * one run. That bin then includes the segments of the network of 3/4 of a run.
 */
function smallBins(context: SortContext, networks: readonly BinKind[]): BinKind[] {
  const run = context.pairs || runBins(context) === 0 ? 0 : runLength(context);
  return networks
    .filter(({ maxLength }) => maxLength < 0.75 * run || maxLength >= run)
    .map((bin) => (bin.maxLength === run ? { ...bin, method: 'runMerge' } : bin));
}

/** The bins of several runs, for segments longer than `longest`. */
function runsBins(context: SortContext, longest: number): BinKind[] {
  const run = runLength(context);
  return Array.from(
    { length: runBins(context) },
    (_, k): BinKind => ({
      name: 'medium',
      method: 'runMerge',
      maxLength: run * 2 ** k,
      lanes: 1,
      items: 0,
      methodText: `runs of ${run} items, merged ${mergesOf(context, k)} times`,
    }),
  ).filter(({ maxLength }) => maxLength > longest);
}

/** Runs are merged in registers. Longer segments, and keys of few digits, are radix sorted by one invocation each. */
export const mediumSoftware: MediumStage = {
  bins(context, networks) {
    const small = smallBins(context, networks);
    const runs = runsBins(context, small.at(-1)?.maxLength ?? 0);
    const longest = [...small, ...runs].at(-1)?.maxLength ?? 0;
    const limited = limitedBins(context, longest, { lanes: 1, methodText: 'one invocation, radix sort' });
    return [...small, ...runs, ...limited];
  },
  passes: (context, bins, gridOf) => [
    ...runPasses(context, bins, gridOf),
    ...mediumDigitPasses(context, binsOf(bins, 'oneBlock'), gridOf),
  ],
  usesScratch: () => true,
};
