import type { BinKind, SortBin, SortContext } from './context.ts';
import { smallShapes } from './small/plan.ts';
import type { SortStages } from './stages.ts';

/** One bin per network. */
function networkBins(context: SortContext): BinKind[] {
  return smallShapes(context).map(({ lanes, items }) => ({
    name: 'small',
    method: 'network',
    maxLength: lanes * items,
    lanes,
    items,
    methodText: `${lanes} lane${lanes > 1 ? 's' : ''} × ${items} registers, sorting network`,
  }));
}

/** All bins, for segments of any length. */
function allBins(context: SortContext, { medium, large }: SortStages): BinKind[] {
  const tiles: BinKind = {
    name: 'large',
    method: 'tiles',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: 1,
    items: 0,
    methodText: large.methodText,
  };
  return [...medium.bins(context, networkBins(context)), tiles];
}

/**
 * The bins that segments of a plan can belong to, ascending by length. If few segments share many items, all segments
 * are large, even short ones: the other bins would have few segments, and their dispatches would cost more than they
 * save.
 */
export function sortBins(context: SortContext, stages: SortStages): SortBin[] {
  const { maxItems, maxSegments, maxSegmentSize, table } = context;
  const longest = Math.max(1, Math.min(maxSegmentSize, maxItems));
  const all = allBins(context, stages);
  const bins = all
    .map((bin, i) => ({ ...bin, minLength: (all[i - 1]?.maxLength ?? 0) + 1 }))
    .filter(({ minLength }) => minLength <= longest);
  const { largeOnlyFrom } = table.sort.large;
  const isWorth = bins.at(-1)?.method === 'tiles' && maxItems >= largeOnlyFrom * maxSegments;
  return isWorth || largeOnlyFrom === 0 ? [{ ...(all.at(-1) as BinKind), minLength: 1 }] : bins;
}
