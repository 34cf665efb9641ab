import { refused, SegmentedError } from '../errors.ts';

/** Checks a choice among names. */
export function requireOneOf(
  name: string,
  value: unknown,
  allowed: readonly string[],
  code: 'unsupported-type' | 'invalid-option',
): void {
  if (allowed.includes(value as string)) return;
  const names = allowed.map((item) => `'${item}'`).join(', ');
  throw new SegmentedError(code, `${name}: ${String(value)}; allowed: ${names}`);
}

/** Whole numbers from 0 up to `most`; past that the device or 32-bit addresses can't follow. */
export function requireCount(name: string, value: unknown, most: number): number {
  const whole = typeof value === 'number' && Number.isInteger(value);
  if (whole && value >= 0 && value <= most) return value;
  throw new SegmentedError(
    whole && value > most ? 'limit-exceeded' : 'invalid-option',
    `${name}: ${String(value)}; allowed: whole numbers from 0 to ${most}`,
  );
}

/** Checks a number of bits, or a place among them. */
export function requireBits(name: string, value: unknown, width: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= width) return value;
  throw refused('invalid-option', name, value, `whole numbers from 0 to ${width}`);
}

/** Most items or segments that 32-bit byte sizes can address. */
export const MOST_ITEMS = 2 ** 30 - 1;

/** The bounds that every plan is made for. */
export function requireBounds(descriptor: { maxItems: number; maxSegments: number; maxSegmentSize?: number }) {
  const { maxItems, maxSegments, maxSegmentSize } = descriptor;
  return {
    maxItems: requireCount('maxItems', maxItems, MOST_ITEMS),
    maxSegments: requireCount('maxSegments', maxSegments, MOST_ITEMS),
    maxSegmentSize:
      maxSegmentSize === undefined
        ? Number.POSITIVE_INFINITY
        : requireCount('maxSegmentSize', maxSegmentSize, Number.MAX_SAFE_INTEGER),
  };
}
