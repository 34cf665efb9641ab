/** A stable sort of one segment that is too long for a worker: samples, splitters, and the range of each item. */
import { type HostArray, hostItems } from '../api/arrays.ts';
import { refused, requireCount, requireMembers, requireObject, requireOneOf } from '../checks.ts';
import { NUMBER_TYPES, type NumberType } from '../item_types.ts';
import { mapped } from '../js/sort/key_map.ts';
import { type KeyOrder, keyWidth, type SortOrder } from '../sort/kernels.ts';

/** Keys and their rows in the whole segment, in the order of a stable sort. */
export interface Splitters<K = HostArray> {
  readonly keys: K;
  /** Rows are numbers, since a segment on many machines may have more than 2^32 items. */
  readonly rows: Float64Array;
}

/** The keys as whole numbers that ascend in the order of the sort. */
interface Ordered {
  readonly low: Uint32Array;
  readonly high: Uint32Array | undefined;
  readonly length: number;
}

function ordered(name: string, keys: HostArray, order: SortOrder): Ordered & { readonly type: NumberType } {
  const { type, bytes, length } = hostItems(name, keys);
  requireOneOf(name, type, NUMBER_TYPES, 'unsupported-type');
  const keyType = type as NumberType;
  const whole: KeyOrder = { keyType, order, beginBit: 0, endBit: keyWidth(keyType), zerosTie: false };
  return { ...mapped(bytes, whole), length, type: keyType };
}

/** Whether item i of one array comes before item k of the other in a stable sort. */
function isBefore(a: Ordered, i: number, rowOfA: number, b: Ordered, k: number, rowOfB: number): boolean {
  const [highA, highB] = [a.high?.[i] ?? 0, b.high?.[k] ?? 0];
  if (highA !== highB) return highA < highB;
  const [lowA, lowB] = [a.low[i] as number, b.low[k] as number];
  return lowA === lowB ? rowOfA < rowOfB : lowA < lowB;
}

function requireRows({ keys, rows }: Splitters, name: string): void {
  const { length } = hostItems(`${name}.keys`, keys);
  if (rows.length === length) return;
  throw refused('length-mismatch', `${name}.rows`, `${rows.length} rows`, `${length}, one per key`);
}

/** Takes the items of an array at the given indices. */
function itemsAt<K extends HostArray>(keys: K, indices: ArrayLike<number>): K {
  const { bytes, itemBytes, like } = hostItems('keys', keys);
  const found = new Uint8Array(itemBytes * indices.length);
  for (let i = 0; i < indices.length; i++) {
    const at = (indices[i] as number) * itemBytes;
    found.set(bytes.subarray(at, at + itemBytes), i * itemBytes);
  }
  return like(found) as K;
}

/** Options of `sampleKeys`. */
export interface SampleOptions {
  /** The number of samples: at most the number of keys. Default: 256. */
  count?: number;
  /** The number of the segment's items in earlier parts. Default: 0. */
  from?: number;
}

/**
 * Samples the keys of a part of a segment, at equal distances. Give the samples of all parts to `splittersOf`.
 *
 * @throws SegmentedError `'unsupported-type'`, `'invalid-option'`
 * @example
 * const sample = sampleKeys(keysOfThisPart, { from: itemsInEarlierParts });
 */
export function sampleKeys<K extends HostArray>(keys: K, options: SampleOptions = {}): Splitters<K> {
  requireObject('options', options);
  requireMembers('options', options, ['count', 'from']);
  const { length } = hostItems('keys', keys);
  const count = Math.min(length, requireCount('count', options.count ?? 256, 2 ** 24, 'invalid-option'));
  const from = requireCount('from', options.from ?? 0, Number.MAX_SAFE_INTEGER, 'invalid-option');
  const at = Float64Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count));
  return { keys: itemsAt(keys, at), rows: at.map((index) => from + index) };
}

/** Options of `splittersOf` and `rangesOf`. */
export interface SplitOptions {
  /** Default: `'ascending'`. */
  order?: SortOrder;
}

function orderOf(options: SplitOptions): SortOrder {
  requireObject('options', options);
  const { order = 'ascending' } = options;
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  return order;
}

/**
 * Chooses the splitters of a sort in `parts` ranges from samples of all parts. Splitters are pairs of a key and a row.
 * So a key that many items have can be cut as well, and ranges have about the same size.
 *
 * @param samples the samples of all parts, joined in any order
 * @throws SegmentedError `'length-mismatch'`, `'unsupported-type'`, `'invalid-option'`
 * @example
 * const splitters = splittersOf(allSamples, 16); // 15 splitters
 */
export function splittersOf<K extends HostArray>(
  samples: Splitters<K>,
  parts: number,
  options: SplitOptions = {},
): Splitters<K> {
  requireMembers('options', options, ['order']);
  const order = orderOf(options);
  requireCount('parts', parts, 2 ** 24, 'invalid-option', 1);
  requireRows(samples, 'samples');
  const { rows } = samples;
  const keys = ordered('samples.keys', samples.keys, order);
  const sorted = Uint32Array.from(rows, (_, i) => i).sort((i, k) =>
    isBefore(keys, i, rows[i] as number, keys, k, rows[k] as number) ? -1 : 1,
  );
  const count = Math.min(parts - 1, sorted.length);
  const chosen = Array.from(
    { length: count },
    (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / parts)] as number,
  );
  return { keys: itemsAt(samples.keys, chosen), rows: Float64Array.from(chosen, (i) => rows[i] as number) };
}

/**
 * Finds the range of each key of a part: the number of splitters that are not after it. All items of range i come
 * before those of range i + 1 in a stable sort of the segment. So the sorted ranges, one after another, are the sorted
 * segment, bit for bit.
 *
 * Cost: O(n log parts) on the host.
 *
 * @param from the number of the segment's items in earlier parts
 * @throws SegmentedError `'length-mismatch'`, `'unsupported-type'`, `'invalid-option'`
 * @example
 * const ranges = rangesOf(keysOfThisPart, splitters, itemsInEarlierParts); // Uint32Array, one a key
 */
export function rangesOf<K extends HostArray>(
  keys: K,
  splitters: Splitters<K>,
  from = 0,
  options: SplitOptions = {},
): Uint32Array<ArrayBuffer> {
  requireMembers('options', options, ['order']);
  const order = orderOf(options);
  requireCount('from', from, Number.MAX_SAFE_INTEGER, 'invalid-option');
  requireRows(splitters, 'splitters');
  const [own, cuts] = [ordered('keys', keys, order), ordered('splitters.keys', splitters.keys, order)];
  if (own.type !== cuts.type) throw refused('unsupported-type', 'splitters.keys', cuts.type, `${own.type}, as in keys`);
  const ranges = new Uint32Array(own.length);
  for (let i = 0; i < own.length; i++) {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(own, i, from + i, cuts, middle, splitters.rows[middle] as number)) high = middle;
      else low = middle + 1;
    }
    ranges[i] = low;
  }
  return ranges;
}
