/** The expected results of top-k and quantiles, by plain sorting. Shares no code with the library. */
import { type Bounds, bitsAt, isNan, type KeyType, sortedIndices, type TypedOrder } from './typed-oracle.ts';

/** The first k indices of each segment in the stable sort, one segment after another, and the begin of each. */
export function topIndices(
  type: KeyType,
  bytes: Uint8Array,
  bounds: Bounds,
  kOf: (segment: number) => number,
  { nan, ...order }: Omit<TypedOrder, 'nan'> & { readonly nan?: TypedOrder['nan'] | 'omit' },
): { readonly indices: number[]; readonly offsets: number[] } {
  const placed = nan === undefined || nan === 'omit' ? order : { ...order, nan };
  const sorted = sortedIndices(type, bytes, bounds, placed);
  const isKept = (i: number) => nan !== 'omit' || !isNan(type, bitsAt(type, bytes, i));
  const indices: number[] = [];
  const offsets = [0];
  let segment = 0;
  for (const [begin, end] of bounds) {
    indices.push(...Array.from(sorted.subarray(begin, end)).filter(isKept).slice(0, kOf(segment++)));
    offsets.push(indices.length);
  }
  return { indices, offsets };
}

/** numpy's definition, for ascending numbers without NaN. */
export function numpyQuantile(sorted: readonly number[], q: number, interpolation: string): number {
  if (sorted.length === 0) return Number.NaN;
  const virtual = q * (sorted.length - 1);
  const [floor, ceil] = [Math.floor(virtual), Math.ceil(virtual)];
  const [a, b] = [sorted[floor]!, sorted[ceil]!];
  const gamma = virtual - floor;
  switch (interpolation) {
    case 'inverted_cdf': {
      // numpy's method: from the position n · q - 1, to the next one unless it is whole.
      const at = q * sorted.length - 1;
      return sorted[Math.max(0, Math.floor(at) === at ? at : Math.floor(at) + 1)]!;
    }
    case 'lower':
      return a;
    case 'higher':
      return b;
    case 'nearest':
      return gamma < 0.5 || (gamma === 0.5 && floor % 2 === 0) ? a : b;
    case 'midpoint':
      // numpy interpolates from the upper number if that is at least as near.
      return a === b ? a : b - (b - a) * 0.5;
    default:
      if (a === b || gamma === 0) return a;
      return gamma >= 0.5 ? b - (b - a) * (1 - gamma) : a + (b - a) * gamma;
  }
}
