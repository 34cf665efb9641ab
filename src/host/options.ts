import { refused } from '../errors.ts';

/** Checks a choice among names. */
export function requireOneOf(
  name: string,
  value: unknown,
  allowed: readonly unknown[],
  code: 'unsupported-type' | 'invalid-option',
): void {
  if (allowed.includes(value)) return;
  throw refused(code, name, value, allowed.map((item) => `'${item}'`).join(', '));
}

/** Refuses what is no object, and lists. */
export function requireObject(name: string, value: unknown, allowed = 'an object'): void {
  const listed = Array.isArray(value);
  if (typeof value === 'object' && value !== null && !listed) return;
  throw refused('invalid-option', name, listed ? 'an array' : value, allowed);
}

/** Whole numbers from 0 up to `most`; past that the device or 32-bit addresses can't follow. */
export function requireCount(
  name: string,
  value: unknown,
  most: number,
  past: 'limit-exceeded' | 'invalid-option' = 'limit-exceeded',
): number {
  const whole = typeof value === 'number' && Number.isInteger(value);
  if (whole && value >= 0 && value <= most) return value;
  throw refused(whole && value > most ? past : 'invalid-option', name, value, `whole numbers from 0 to ${most}`);
}

/** Checks a number of bits, or a place among them. */
export function requireBits(name: string, value: unknown, width: number): number {
  return requireCount(name, value, width, 'invalid-option');
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
