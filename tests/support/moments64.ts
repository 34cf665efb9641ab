/** Exactly rounded means and variances of 64-bit items. Shares no code with the library. */

/** The double nearest to the quotient of a whole number and a positive one. */
export function exactQuotient(numerator: bigint, divisor: number): number {
  const size = numerator < 0n ? -numerator : numerator;
  // The quotient has at least 64 bits. Its last bit says whether it was rounded.
  const quotient = (size << 96n) / BigInt(divisor);
  const exact = quotient * BigInt(divisor) === size << 96n;
  const nearest = Number((quotient << 1n) | (exact ? 0n : 1n)) * 2 ** -97;
  return numerator < 0n ? -nearest : nearest;
}

/** A range: its length, its first element, and the sums of the distances from that element and of their squares. */
interface Range {
  readonly count: number;
  readonly shift: number;
  readonly sum: number;
  readonly squares: number;
  /** Whether all items are finite. */
  readonly finite: boolean;
}

export function rangeOf(x: number): Range {
  return { count: 1, shift: x, sum: 0, squares: 0, finite: Number.isFinite(x) };
}

export function joined(a: Range, b: Range): Range {
  const distance = b.shift - a.shift;
  const moved = b.sum + b.count * distance;
  const squares = a.squares + b.squares + distance * (b.sum + moved);
  return { count: a.count + b.count, shift: a.shift, sum: a.sum + moved, squares, finite: a.finite && b.finite };
}

export function varianceOf({ count, sum, squares, finite }: Range, ddof = 0): number {
  if (!finite || count <= ddof) return Number.NaN;
  const distances = squares - sum * (sum / count);
  if (!Number.isFinite(distances)) return Number.POSITIVE_INFINITY;
  const variance = distances / (count - ddof);
  return variance <= 0 ? 0 : variance;
}
