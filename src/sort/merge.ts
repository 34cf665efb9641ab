import type { ChunkedSegment } from './batches.ts';
import { hostSortKeys, type KeyOrder } from './keys.ts';

/** Items of an array as bytes: keys, or values. */
export interface ItemBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly itemBytes: number;
}

/** For each place of the merged runs [begin, middle) and [middle, end), the item that comes there. Stable. */
function mergeOrder(keys: ArrayLike<number | bigint>, middle: number): Uint32Array {
  const order = new Uint32Array(keys.length);
  let left = 0;
  let right = middle;
  for (let i = 0; i < order.length; i++) {
    const takeRight = left >= middle || (right < keys.length && (keys[right] as number) < (keys[left] as number));
    order[i] = takeRight ? right++ : left++;
  }
  return order;
}

function permute({ bytes, itemBytes }: ItemBytes, begin: number, order: Uint32Array): void {
  const range = bytes.subarray(begin * itemBytes, (begin + order.length) * itemBytes);
  const before = range.slice();
  order.forEach((source, i) => {
    for (let k = 0; k < itemBytes; k++) range[i * itemBytes + k] = before[source * itemBytes + k] as number;
  });
}

/**
 * Merges the sorted chunks of one segment in place, pairs of neighbours at a time: for segments longer than what a
 * device can bind, O(n log chunks) on the host.
 */
export function mergeChunks(
  segment: ChunkedSegment,
  order: KeyOrder,
  keys: ItemBytes,
  others: readonly ItemBytes[],
): void {
  const { begin, end } = segment;
  for (let run = segment.chunk; run < end - begin; run *= 2) {
    for (let from = begin; from + run < end; from += 2 * run) {
      const to = Math.min(from + 2 * run, end);
      const bytes = keys.bytes.subarray(from * keys.itemBytes, to * keys.itemBytes);
      const places = mergeOrder(hostSortKeys(order, bytes), run);
      for (const items of [keys, ...others]) permute(items, from, places);
    }
  }
}
