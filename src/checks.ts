/**
 * Checks of arguments that all rooms share: what is wrong is refused by its name, the value found and the value
 * allowed.
 */
import { refused } from './errors.ts';

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
  max: number,
  past: 'limit-exceeded' | 'invalid-option' = 'limit-exceeded',
): number {
  const whole = typeof value === 'number' && Number.isInteger(value);
  if (whole && value >= 0 && value <= max) return value;
  throw refused(whole && value > max ? past : 'invalid-option', name, value, `whole numbers from 0 to ${max}`);
}

/** Most items or segments that 32-bit byte sizes can address. */
export const MAX_ITEMS = 2 ** 30 - 1;

/** Checks a half-open range of a key's bits, all of them by default. `names`: what messages call its ends. */
export function requireBitRange(
  width: number,
  begin: unknown,
  end: unknown,
  [beginName, endName]: readonly [string, string],
): { beginBit: number; endBit: number } {
  const beginBit = begin === undefined ? 0 : requireCount(beginName, begin, width, 'invalid-option');
  const endBit = end === undefined ? width : requireCount(endName, end, width, 'invalid-option');
  if (beginBit <= endBit) return { beginBit, endBit };
  throw refused('invalid-option', beginName, beginBit, `at most ${endName}, ${endBit}`);
}
