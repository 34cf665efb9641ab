/** Ranks, distinct keys, modes and histograms in plain JavaScript: maps, and a sort of every segment. */
import type { NumberType, Ties } from 'webgpu-segmented';
import type { Column } from '../columns.ts';
import { emptyItems, type Items, numberAt, takenFrom } from '../items.ts';
import { sortedRows } from './sort.ts';

interface Keys {
  readonly type: NumberType;
  readonly items: Items;
  readonly offsets: Uint32Array;
}

/** scipy's ranks, from 1. */
export function plainRanks({ type, items, offsets }: Keys, order: 'ascending' | 'descending', ties: Ties): Column {
  const rows = sortedRows(type, items, offsets, order);
  const typed = ties === 'average' ? 'f64' : 'u32';
  const ranks = emptyItems(typed, items.length);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s] as number, offsets[s + 1] as number];
    for (let from = begin, dense = 1, to = begin; from < end; from = to, dense++) {
      const key = items[rows[from] as number];
      while (to < end && Object.is(items[rows[to] as number], key)) to++;
      const [least, greatest] = [from - begin + 1, to - begin];
      const rank = { min: least, max: greatest, dense, average: (least + greatest) / 2 };
      for (let i = from; i < to; i++) ranks[rows[i] as number] = ties === 'ordinal' ? i - begin + 1 : rank[ties];
    }
  }
  return { name: 'rank', type: typed, per: 'item', array: ranks };
}

interface Distinct {
  /** Index of the first item with the key. */
  readonly first: number;
  count: number;
}

/** The distinct keys of a range, ascending, NaN last. A map takes both zeros for one key, and all NaNs. */
function distinctOf({ type, items }: Keys, begin: number, end: number): Distinct[] {
  const found = new Map<number | bigint, Distinct>();
  for (let i = begin; i < end; i++) {
    const key = type === 'f16' ? numberAt(type, items, i) : (items[i] as number | bigint);
    const one = found.get(key);
    if (one) one.count++;
    else found.set(key, { first: i, count: 1 });
  }
  const nan = (key: number | bigint) => Number(Number.isNaN(key));
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : nan(a) - nan(b)));
  return sorted.map(([, distinct]) => distinct);
}

export function plainUnique(job: Keys): Column[] {
  const { type, items, offsets } = job;
  const all: Distinct[] = [];
  const starts = new Uint32Array(offsets.length);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (const distinct of distinctOf(job, offsets[s] as number, offsets[s + 1] as number)) all.push(distinct);
    starts[s + 1] = all.length;
  }
  const keys = takenFrom(
    items,
    Uint32Array.from(all, ({ first }) => first),
  );
  return [
    { name: 'keys', type, per: 'taken', array: keys },
    { name: 'counts', type: 'u32', per: 'taken', array: Uint32Array.from(all, ({ count }) => count) },
    { name: 'offsets', type: 'u32', per: 'offset', array: starts },
  ];
}

/** The most frequent key of each segment, the lowest of several; 0, found 0 times, without items. */
export function plainModes(job: Keys): Column[] {
  const { type, items, offsets } = job;
  const values = emptyItems(type, offsets.length - 1);
  const counts = new Uint32Array(values.length);
  for (let s = 0; s < counts.length; s++) {
    const all = distinctOf(job, offsets[s] as number, offsets[s + 1] as number);
    const [first] = all;
    if (!first) continue;
    const most = all.reduce((best, one) => (one.count > best.count ? one : best), first);
    values[s] = items[most.first] as number | bigint;
    counts[s] = most.count;
  }
  return [
    { name: 'mode', type, per: 'segment', array: values },
    { name: 'mode count', type: 'u32', per: 'segment', array: counts },
  ];
}

/** The least and the greatest finite number. Without one 0 and 1, as numpy has. */
export function finiteRange(type: NumberType, items: Items): [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < items.length; i++) {
    const number = numberAt(type, items, i);
    if (!Number.isFinite(number)) continue;
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
  }
  return least <= greatest ? [least, greatest] : [0, 1];
}

/** numpy's borders of bins of equal width. */
function edgesOf(bins: number, [least, greatest]: readonly [number, number]): Float64Array {
  const [first, last] = least === greatest ? [least - 0.5, greatest + 0.5] : [least, greatest];
  const step = (last - first) / bins;
  return Float64Array.from({ length: bins + 1 }, (_, i) => (i === bins ? last : first + i * step));
}

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Each bin's name: its borders, with as many digits as tell the bins apart. */
export function binNames(bins: number, range: readonly [number, number]): string[] {
  const edges = [...edgesOf(bins, range)];
  const rounded = edges.map((edge) => short.format(edge));
  const texts = new Set(rounded).size === edges.length ? rounded : edges.map(String);
  return texts.slice(1).map((text, i) => `${texts[i]} to ${text}`);
}

/** One column a bin. The last bin has the greatest number, too. */
export function plainHistogram(
  { type, items, offsets }: Keys,
  bins: number,
  range: readonly [number, number],
): Column[] {
  const edges = edgesOf(bins, range);
  const [first, last] = [edges[0] as number, edges[bins] as number];
  const counts = Array.from({ length: bins }, () => new Uint32Array(offsets.length - 1));
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++) {
      const number = numberAt(type, items, i);
      if (!(number >= first && number <= last)) continue;
      // The division may be off by one beside an edge.
      let bin = Math.min(bins - 1, Math.floor(((number - first) / (last - first)) * bins));
      while (number < (edges[bin] as number)) bin--;
      while (bin + 1 < bins && number >= (edges[bin + 1] as number)) bin++;
      const of = counts[bin] as Uint32Array;
      of[s] = (of[s] as number) + 1;
    }
  }
  const names = binNames(bins, range);
  return counts.map((array, bin) => ({ name: names[bin] as string, type: 'u32', per: 'segment', array }));
}
