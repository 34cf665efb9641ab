/** Quantiles with their indices: an argsort, and the items at the ranks. Loaded by the option `indices`. */
import type { CheckedCall } from '../../api/array_call.ts';
import { gathered, type HostItems } from '../../api/arrays.ts';
import { type HostSegments, segmentBounds } from '../../api/segments.ts';
import { segmentedArgsort } from '../../sort/calls.ts';
import { type Interpolation, NO_INDEX, numbersOf, positionsOf, takesHigh } from './descriptor.ts';

/** The quantiles' items, and their indices: 2^32 − 1 where a segment has none, whose items are the first one's. */
export async function indexedQuantiles(
  { device, tuning, signal, onProgress, cover, segments }: CheckedCall,
  keys: HostItems,
  list: readonly number[],
  how: { readonly interpolation: Interpolation; readonly omitsNans: boolean },
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly indices: Uint32Array<ArrayBuffer> }> {
  const { offsets, ranges, size, count } = segments;
  const given = offsets ?? ranges ?? { size, count };
  const work = { tuning, cover, ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) };
  const copy = keys.bytes.slice();
  const order = await segmentedArgsort(device, keys.like(copy), given as HostSegments, work as object);
  const numbers = numbersOf(keys.type as string, copy);
  const isNan = (i: number) => Number.isNaN(numbers[order[i]!]);
  const indices = new Uint32Array(count * list.length).fill(NO_INDEX);
  for (let s = 0; s < count; s++) {
    const [begin, end] = segmentBounds(segments, s);
    // NaNs are last.
    let items = end - begin;
    while (items > 0 && isNan(begin + items - 1)) items--;
    if (items === 0 || (!how.omitsNans && items < end - begin)) continue;
    list.forEach((q, k) => {
      const sides = positionsOf(q, items, how.interpolation === 'inverted_cdf');
      const rank = takesHigh(how.interpolation, q, items) ? sides.high : sides.low;
      indices[s * list.length + k] = order[begin + rank]!;
    });
  }
  const present = keys.length > 0 ? indices.map((i) => (i === NO_INDEX ? 0 : i)) : new Uint32Array(0);
  const { bytes } = gathered(keys, present);
  return { bytes: keys.length > 0 ? bytes : new Uint8Array(indices.length * keys.itemBytes), indices };
}
