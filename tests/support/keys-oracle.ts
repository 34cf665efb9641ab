/** Ranks, distinct keys and modes by their definitions, for every key type. Shares no code with the library. */
import { Items } from './reduce-items.ts';
import type { SegmentsCase } from './typed-cases.ts';
import { bitsAt, isNan, type KeyType, rankOf, widthOf } from './typed-oracle.ts';

export const TIES = ['ordinal', 'min', 'max', 'dense', 'average'] as const;

export interface KeysCase {
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly segments: SegmentsCase;
}

export interface RankHow {
  readonly ties: (typeof TIES)[number];
  readonly order?: 'ascending' | 'descending';
  readonly signedZero?: 'distinct' | 'equal';
  readonly nan?: 'last' | 'first' | 'omit';
}

/** The items of a segment in order, cut where the number changes. */
function runsOf(items: number[], numberOf: (item: number) => number | bigint, descending = false): number[][] {
  const numbers = new Map(items.map((item) => [item, numberOf(item)]));
  const sign = descending ? -1 : 1;
  const compare = (a: number, b: number) => {
    const [x, y] = [numbers.get(a)!, numbers.get(b)!];
    return x === y ? a - b : x < y ? -sign : sign;
  };
  const runs: number[][] = [];
  for (const item of items.sort(compare)) {
    const last = runs.at(-1);
    if (last && numbers.get(last[0]!) === numbers.get(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

const between = (begin: number, end: number) => Array.from({ length: end - begin }, (_, k) => begin + k);

/** The rank of each item; 0 for items outside every segment. */
export function ranksOf({ type, bytes, segments }: KeysCase, { ties, order, signedZero, nan }: RankHow): number[] {
  const numberOf = rankOf(type, bytes, signedZero ? { signedZero } : {});
  const isNanAt = (item: number) => isNan(type, bitsAt(type, bytes, item));
  const ranks = new Array<number>(segments.itemCount).fill(0);
  for (const [begin, end] of segments.bounds) {
    const all = between(begin, end);
    const nans = nan === undefined ? [] : all.filter(isNanAt);
    const numbers = nan === undefined ? all : all.filter((item) => !isNanAt(item));
    const descending = order === 'descending';
    const [first, last] = [runsOf(numbers, numberOf, descending), runsOf(nans, numberOf, descending)];
    const runs = nan === 'omit' ? first : nan === 'first' ? [...last, ...first] : [...first, ...last];
    let before = 0;
    for (const [dense, run] of runs.entries()) {
      for (const [k, item] of run.entries()) {
        const [least, greatest] = [before + 1, before + run.length];
        ranks[item] = {
          ordinal: least + k,
          min: least,
          max: greatest,
          dense: dense + 1,
          average: (least + greatest) / 2,
        }[ties];
      }
      before += run.length;
    }
  }
  return ranks;
}

export interface DistinctHow {
  readonly signedZero?: 'distinct' | 'equal';
  readonly nan?: 'propagate' | 'omit';
}

/** The distinct keys of each segment: bytes of their first items, how often they occur, and whether they are NaN. */
function distinctOf({ type, bytes, segments }: KeysCase, { signedZero = 'equal' }: DistinctHow) {
  const numberOf = rankOf(type, bytes, { signedZero });
  const isNanAt = (item: number) => isNan(type, bitsAt(type, bytes, item));
  const size = widthOf(type) / 8;
  return segments.bounds.map(([begin, end]) => {
    const all = between(begin, end);
    const nans = all.filter(isNanAt);
    const runs = runsOf(
      all.filter((item) => !isNanAt(item)),
      numberOf,
    );
    if (nans.length > 0) runs.push(nans);
    return runs.map((run) => {
      const [first] = run as [number];
      return { key: [...bytes.subarray(first * size, (first + 1) * size)], count: run.length, nan: isNanAt(first) };
    });
  });
}

export function uniqueOf(what: KeysCase, how: DistinctHow) {
  const found = distinctOf(what, how);
  const offsets = [0];
  for (const { length } of found) offsets.push(offsets.at(-1)! + length);
  const all = found.flat();
  return { keys: all.flatMap(({ key }) => key), counts: all.map(({ count }) => count), offsets };
}

export function modesOf(what: KeysCase, how: DistinctHow) {
  const none = { key: new Array<number>(widthOf(what.type) / 8).fill(0), count: 0 };
  const found = distinctOf(what, how).map((runs) =>
    runs
      .filter(({ nan }) => !(nan && how.nan === 'omit'))
      .reduce((most, run) => (run.count > most.count ? run : most), none),
  );
  return { values: found.flatMap(({ key }) => key), counts: found.map(({ count }) => count) };
}

/** The number of each item; integers of 64 bits as the nearest doubles. */
export function numbersOf(type: KeyType, bytes: Uint8Array<ArrayBuffer>): number[] {
  const { numbers, integers } = new Items(type, bytes);
  return type[0] === 'f' ? [...numbers] : integers.map(Number);
}

/** Counts of each segment: an item is in the last bin whose edge is not above it; the last bin is closed. */
export function histogramOf(
  numbers: readonly number[],
  { bounds }: Pick<SegmentsCase, 'bounds'>,
  edges: readonly number[],
): Uint32Array {
  const bins = edges.length - 1;
  const counts = new Uint32Array(bounds.length * bins);
  const binAt = numbers.map((x) => {
    if (!(x >= edges[0]! && x <= edges[bins]!)) return -1;
    return Math.min(
      edges.findLastIndex((edge) => edge <= x),
      bins - 1,
    );
  });
  for (const [s, [begin, end]] of bounds.entries()) {
    for (let i = begin; i < end; i++) if (binAt[i]! >= 0) counts[s * bins + binAt[i]!]!++;
  }
  return counts;
}
