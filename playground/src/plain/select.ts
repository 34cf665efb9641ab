/** Top-k and quantiles in plain JavaScript: a sort of every segment. */
import type { NumberType } from 'webgpu-segmented';
import type { Column } from '../columns.ts';
import { type Items, numberAt, takenFrom } from '../items.ts';
import { sortedKeys, sortedRows } from './sort.ts';

type Order = 'ascending' | 'descending';

/** The first k of the stable sort of each segment. */
export function plainTopK(type: NumberType, items: Items, offsets: Uint32Array, order: Order, k: number): Column[] {
  const rows = sortedRows(type, items, offsets, order);
  const starts = new Uint32Array(offsets.length);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const length = (offsets[s + 1] as number) - (offsets[s] as number);
    starts[s + 1] = (starts[s] as number) + Math.min(k, length);
  }
  const taken = new Uint32Array(starts.at(-1) as number);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const count = (starts[s + 1] as number) - (starts[s] as number);
    taken.set(rows.subarray(offsets[s], (offsets[s] as number) + count), starts[s]);
  }
  return [
    { name: 'keys', type, per: 'taken', array: takenFrom(items, taken) },
    { name: 'indices', type: 'u32', per: 'taken', array: taken },
    { name: 'offsets', type: 'u32', per: 'offset', array: starts },
  ];
}

export const quantileName = (q: number) => (q === 0.5 ? 'median' : `q ${q}`);

/** numpy's interpolation, from the nearer number: of an infinity it gives that infinity or NaN. */
function between(low: number, high: number, fraction: number): number {
  if (fraction === 0 || low === high) return low;
  return fraction >= 0.5 ? high - (high - low) * (1 - fraction) : low + (high - low) * fraction;
}

/** numpy's linear interpolation at q · (n - 1). */
export function plainQuantiles(
  type: NumberType,
  items: Items,
  offsets: Uint32Array,
  quantiles: readonly number[],
): Column[] {
  const sorted = sortedKeys(type, items, offsets, 'ascending');
  return quantiles.map((q) => {
    const array = new Float64Array(offsets.length - 1);
    const tolerance = new Float64Array(array.length);
    for (let s = 0; s < array.length; s++) {
      const [begin, end] = [offsets[s] as number, offsets[s + 1] as number];
      const position = q * (end - begin - 1);
      const low = numberAt(type, sorted, begin + Math.floor(position));
      const high = numberAt(type, sorted, begin + Math.ceil(position));
      // NaNs are sorted last, and one makes all quantiles NaN.
      const isNone = end === begin || Number.isNaN(numberAt(type, sorted, end - 1));
      const fraction = position - Math.floor(position);
      array[s] = isNone ? Number.NaN : between(low, high, fraction);
      const size = Math.max(Math.abs(low), Math.abs(high));
      tolerance[s] = Number.isFinite(size) ? 2 ** -50 * size : 0;
    }
    return { name: quantileName(q), type: 'f64', per: 'segment', array, tolerance };
  });
}
