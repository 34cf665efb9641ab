/** Quantiles with their indices: an argsort, and the items at the ranks. Loaded by the option `indices`. */
import type { CheckedCall } from '../../api/array_call.ts';
import { gathered, type HostItems } from '../../api/arrays.ts';
import { type HostSegments, segmentBounds } from '../../api/segments.ts';
import { segmentedArgsort } from '../../sort/calls.ts';
import { fillAbsent, type Interpolation, NO_INDEX, numbersOf, positionsOf, takesHigh } from './descriptor.ts';
import type { QuantileSpec } from './plan.ts';

/** The keys of all quantiles as bytes, and their indices. */
export async function indexedQuantiles(
  { device, tuning, signal, onProgress, cover, segments }: CheckedCall,
  keys: HostItems,
  { quantiles, omitsNans, keyType }: Pick<QuantileSpec, 'quantiles' | 'omitsNans' | 'keyType'>,
  interpolation: Interpolation,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly indices: Uint32Array<ArrayBuffer> }> {
  const { offsets, ranges, size, count } = segments;
  const given = offsets ?? ranges ?? { size, count };
  const work = { tuning, cover, ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) };
  const copy = keys.bytes.slice();
  const order = await segmentedArgsort(device, keys.like(copy), given as HostSegments, work as object);
  const numbers = numbersOf(keyType, copy);
  const isNan = (i: number) => Number.isNaN(numbers[order[i]!]);
  const indices = new Uint32Array(count * quantiles.length).fill(NO_INDEX);
  for (let s = 0; s < count; s++) {
    const [begin, end] = segmentBounds(segments, s);
    // NaNs are last.
    let items = end - begin;
    while (items > 0 && isNan(begin + items - 1)) items--;
    if (items === 0 || (!omitsNans && items < end - begin)) continue;
    quantiles.forEach((q, k) => {
      const sides = positionsOf(q, items, interpolation === 'inverted_cdf');
      const rank = takesHigh(interpolation, q, items) ? sides.high : sides.low;
      indices[s * quantiles.length + k] = order[begin + rank]!;
    });
  }
  const { itemBytes } = keys;
  // Segments without a key get the first one's bytes, then those of no key.
  const { bytes } = gathered(
    keys,
    indices.map((i) => (i === NO_INDEX ? 0 : i)),
  );
  indices.forEach((index, at) => {
    if (index === NO_INDEX) fillAbsent(keyType, bytes, at * itemBytes, (at + 1) * itemBytes);
  });
  return { bytes, indices };
}
