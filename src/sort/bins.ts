import type { SortBin, SortContext } from './context.ts';
import { mergesOf, runBins, runLength } from './medium/runs.ts';
import { smallShapes } from './small/plan.ts';

type BinKind = Omit<SortBin, 'minLength'>;

/** Bins of a network each; if keys alone are merged from runs, the network of a run sorts its bin as one, and all above 3/4 of it. */
function smallBins(context: SortContext): BinKind[] {
  const networks = smallShapes(context).map(
    ({ lanes, items }): BinKind => ({
      name: 'small',
      by: 'network',
      maxLength: lanes * items,
      lanes,
      items,
      method: `${lanes} lane${lanes > 1 ? 's' : ''} × ${items} registers, sorting network`,
    }),
  );
  const run = context.pairs || runBins(context) === 0 ? 0 : runLength(context);
  return networks
    .filter(({ maxLength }) => maxLength < 0.75 * run || maxLength >= run)
    .map((bin) => (bin.maxLength === run ? { ...bin, by: 'runs' } : bin));
}

/** Bins of several runs, of segments longer than a network sorts. */
function runsBins(context: SortContext, longest: number): BinKind[] {
  const run = runLength(context);
  return Array.from(
    { length: runBins(context) },
    (_, k): BinKind => ({
      name: 'medium',
      by: 'runs',
      maxLength: run * 2 ** k,
      lanes: 1,
      items: 0,
      method: `runs of ${run} items, merged ${mergesOf(context, k)} times`,
    }),
  ).filter(({ maxLength }) => maxLength > longest);
}

/** Bins past `longest`, up to the longest medium one. */
function limitedBins(context: SortContext, longest: number): BinKind[] {
  const { limits, workgroup } = context.table.sort.medium;
  const alone = context.family === 'cpu';
  const sort = context.compare ? 'merge sort' : alone ? 'radix sort' : 'radix sort in its memory';
  return limits
    .filter((limit) => limit > longest)
    .map((limit) => ({
      name: 'medium',
      by: 'limits',
      maxLength: limit,
      lanes: alone ? 1 : workgroup,
      items: Math.ceil(limit / workgroup),
      method: `${alone ? 'one invocation' : 'one workgroup'}, ${sort}`,
    }));
}

/** The bins of a sort whose segments have no bound. */
function allBins(context: SortContext): BinKind[] {
  const small = smallBins(context);
  const runs = runsBins(context, small.at(-1)?.maxLength ?? 0);
  const limited = limitedBins(context, [...small, ...runs].at(-1)?.maxLength ?? 0);
  const large: BinKind = {
    name: 'large',
    by: 'tiles',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: 1,
    items: 0,
    method: `tiles, multi-pass ${context.compare ? 'merge' : 'radix'} sort`,
  };
  return [...small, ...runs, ...limited, large];
}

/**
 * The bins that segments of a plan can belong to, ascending by length. Where few segments share many items all are large, however
 * short: the passes of the other bins would find next to nothing, and a dispatch costs what it costs.
 */
export function sortBins(context: SortContext): SortBin[] {
  const { maxItems, maxSegments, maxSegmentSize, table } = context;
  const longest = Math.max(1, Math.min(maxSegmentSize, maxItems));
  const bins = allBins(context)
    .map((bin, i, all) => ({ ...bin, minLength: (all[i - 1]?.maxLength ?? 0) + 1 }))
    .filter(({ minLength }) => minLength <= longest);
  const last = bins.at(-1);
  const alone = last?.by === 'tiles' && maxItems >= table.sort.large.onlyFrom * maxSegments;
  return alone ? [{ ...last, minLength: 1 }] : bins;
}

/** Places of those that are sorted in one way: neighbours. */
export function binsBy(bins: readonly SortBin[], by: SortBin['by']): number[] {
  return bins.flatMap((bin, i) => (bin.by === by ? [i] : []));
}
