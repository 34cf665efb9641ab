/** Top-k and quantiles of arrays. */
import { type HostArray, type HostItems, hostItems } from '../../api/arrays.ts';
import { gathered } from '../../api/gather.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireCount, requireObject, requireOneOf } from '../../checks.ts';
import { refused } from '../../errors.ts';
import { checkedQuantiles } from '../../select/quantile/operation.ts';
import type { QuantileOptions, Quantiles } from '../../select/quantile/options.ts';
import type { TopK, TopKOptions } from '../../select/topk/options.ts';
import type { KeyOrder } from '../../sort/keys/keys.ts';
import { keyOrder } from '../../sort/spec.ts';
import { checked, inChunks, itemsOf, type NoDevice, requireRare, spansOf } from '../call.ts';
import { checkedValues } from '../sort/calls.ts';
import { customOrder } from '../sort/custom.ts';
import { mapped } from '../sort/key_map.ts';
import { selectFirst, selector } from './descent.ts';
import { interpolated, positionsOf } from './quantiles.ts';

/** The k of each segment. */
function checkedK(k: unknown, count: number): (i: number) => number {
  const max = Number.MAX_SAFE_INTEGER;
  if (typeof k !== 'object' || k === null) {
    const all = requireCount('k', k, max, 'invalid-option');
    return () => all;
  }
  const each = Array.from(k as ArrayLike<number>);
  if (each.length !== count)
    throw refused('length-mismatch', 'k', `${each.length} numbers`, `${count}, one per segment`);
  for (const [i, one] of each.entries()) requireCount(`k[${i}]`, one, max, 'invalid-option');
  return (i) => each[i]!;
}

/** Checks the order of a top-k, and makes the numbers that order its keys. */
function checkedOrder({ type }: HostItems, { order = 'descending', signedZero, orderBy }: TopKOptions) {
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  if (orderBy !== undefined) {
    const custom = customOrder({ keyType: type, order, orderBy, bits: { signedZero } });
    if ('numbers' in custom) return (bytes: HostItems['bytes']) => mapped(custom.numbers(bytes), custom.order);
  }
  const byBits: KeyOrder = keyOrder({ keyType: type, order, signedZero } as Parameters<typeof keyOrder>[0], 'keys');
  // The map may write to its argument.
  return (bytes: HostItems['bytes']) => mapped(bytes.slice(), byBits);
}

/**
 * `segmentedTopK` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored.
 *
 * Cost: O(items) for long segments, by radix descent, and a sort of the found items.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedTopK } from 'webgpu-segmented/js';
 * const keys = new Float32Array([3, 1, 2, 9, 8]);
 * const top = await segmentedTopK(null, keys, [0, 3, 5], 2);   // keys 3 2 | 9 8, indices 0 2 | 3 4, offsets 0 2 4
 */
export async function segmentedTopK<K extends HostArray, V extends HostArray = never>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  k: number | Uint32Array | readonly number[],
  options: TopKOptions<V> = {},
): Promise<TopK<K, V>> {
  requireObject('options', options);
  const given = hostItems('keys', keys);
  const givenValues = options.values === undefined ? undefined : checkedValues(options.values, given);
  const rules = { mayOverlap: false, options: ['order', 'signedZero', 'orderBy', 'values', 'indexFrom'] };
  const call = checked(given.length, segments, options, rules);
  const { indexFrom = 'array' } = options;
  requireOneOf('indexFrom', indexFrom, ['array', 'segment'], 'invalid-option');
  const spans = spansOf(call.segments);
  const { begin, end, count } = spans;
  const kOf = checkedK(k, count);
  const numbersOf = checkedOrder(given, options);
  requireRare(call);
  const items = itemsOf(call, given);
  const values = itemsOf(call, givenValues);
  const offsets = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i]! + Math.min(kOf(i), end[i]! - begin[i]!);
  const indices = new Uint32Array(offsets[count]!);
  const numbers = numbersOf(items.bytes);
  const select = selector(spans.longest);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => {
    for (let i = first; i < last; i++) {
      const [from, to] = [offsets[i]!, offsets[i + 1]!];
      if (from === to) continue;
      selectFirst(select, numbers, begin[i]!, end[i]!, to - from);
      for (let at = from; at < to; at++) indices[at] = select.found[at - from]!;
    }
  });
  const result = {
    keys: items.like(gathered(items, indices).bytes),
    values: values?.like(gathered(values, indices).bytes),
    indices,
    offsets,
  };
  if (indexFrom === 'segment') {
    for (let i = 0; i < count; i++) for (let at = offsets[i]!; at < offsets[i + 1]!; at++) indices[at]! -= begin[i]!;
  }
  return result as TopK<K, V>;
}

/**
 * `segmentedQuantile` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored.
 *
 * Cost: O(items) for each quantile of a long segment, by radix descent.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedQuantile } from 'webgpu-segmented/js';
 * const values = new Float32Array([4, 1, 3, 10, 20]);
 * const medians = await segmentedQuantile(null, values, [0, 3, 5], [0.5]);   // Float64Array 3 15
 */
export async function segmentedQuantile<K extends HostArray, const O extends QuantileOptions = QuantileOptions>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  quantiles: readonly number[] | Float64Array | Float32Array,
  options: O = {} as O,
): Promise<Quantiles<K, O>> {
  requireObject('options', options);
  const given = hostItems('keys', keys);
  const rules = { mayOverlap: false, options: ['interpolation', 'nan'] };
  const call = checked(given.length, segments, options, rules);
  const { interpolation = 'linear', nan = 'propagate' } = options;
  const list = checkedQuantiles(quantiles);
  const names = ['linear', 'lower', 'higher', 'nearest', 'midpoint'];
  requireOneOf('interpolation', interpolation, names, 'invalid-option');
  requireOneOf('nan', nan, ['propagate', 'omit'], 'invalid-option');
  const order = keyOrder({ keyType: given.type, order: 'ascending' } as Parameters<typeof keyOrder>[0], 'keys');
  requireRare(call);
  const items = itemsOf(call, given);
  const spans = spansOf(call.segments);
  const numbers = mapped(items.bytes.slice(), order);
  // Two items for each quantile: at its position rounded down and rounded up.
  const found = await positionsOf(call, spans, { numbers, type: order.keyType, list, omits: nan === 'omit' });
  return interpolated(items, order.keyType, found, list, interpolation) as Quantiles<K, O>;
}
