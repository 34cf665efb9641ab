/** Checks of arguments that all folders share. An error names the argument, the value found and the value allowed. */
import { refused, shown } from './errors.ts';

/** Checks a choice among names. */
export function requireOneOf(
  name: string,
  value: unknown,
  allowed: readonly unknown[],
  code: 'unsupported-type' | 'invalid-option',
): void {
  if (allowed.includes(value)) return;
  throw refused(code, name, shown(value), allowed.map((item) => `'${item}'`).join(', '));
}

/** Refuses arrays and all values that are not objects. */
export function requireObject(name: string, value: unknown, allowed = 'an object'): void {
  const listed = Array.isArray(value);
  if (typeof value === 'object' && value !== null && !listed) return;
  throw refused('invalid-option', name, listed ? 'an array' : shown(value), allowed);
}

/** Whether a value is an object without a class, as a literal is. Objects of frameworks have classes. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === null || Object.getPrototypeOf(proto) === null;
}

/** A member of an object that is not among the known names, if there is one. A member that is undefined is left out. */
export function unknownIn(given: object, known: readonly string[]): string | undefined {
  return Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
}

export const isWhole = Number.isInteger as (value: unknown) => value is number;

/**
 * Checks a whole number from 0 to `max`. Larger numbers exceed the device's limits or 32-bit addresses and get the code
 * `past`.
 */
export function requireCount(
  name: string,
  value: unknown,
  max: number,
  past: 'limit-exceeded' | 'invalid-option' = 'limit-exceeded',
): number {
  if (isWhole(value) && value >= 0 && value <= max) return value;
  throw refused(
    isWhole(value) && value > max ? past : 'invalid-option',
    name,
    shown(value),
    `whole numbers from 0 to ${max}`,
  );
}

/** Largest size in bytes of all arrays of a call on arrays that have one entry a segment or a group. */
export const HOST_BYTES = 2 ** 31;

/** Refuses results that memory of the host cannot hold. `entryBytes`: bytes of a segment or group in all its arrays. */
export function requireHostRoom(name: string, count: number, entryBytes: number, what: string): void {
  if (count * entryBytes <= HOST_BYTES) return;
  const most = Math.floor(HOST_BYTES / entryBytes);
  const found = `${count}, whose ${what} are ${count * entryBytes} bytes`;
  throw refused('limit-exceeded', name, found, `at most ${most}, ${HOST_BYTES} bytes`);
}

/** Largest number of items or segments that 32-bit byte sizes can address. */
export const MAX_ITEMS = 2 ** 30 - 1;

/**
 * Checks a half-open range of a key's bits, which by default holds all bits. `beginName` and `endName` are the names of
 * its ends in messages.
 */
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
