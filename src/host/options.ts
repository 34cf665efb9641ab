import { SegmentedError } from '../errors.ts';
import type { Tuning } from '../tuning.ts';

const TUNING_NAMES: readonly string[] = ['family', 'subgroups', 'maxBindingBytes'];

/** Checks what a caller forces. */
export function requireTuning(tuning: Tuning | undefined): void {
  if (tuning === undefined) return;
  for (const name of Object.keys(tuning)) {
    if (!TUNING_NAMES.includes(name)) {
      throw new SegmentedError('invalid-option', `tuning: unknown member ${name}; allowed: ${TUNING_NAMES.join(', ')}`);
    }
  }
  if (tuning.family !== undefined) requireOneOf('tuning.family', tuning.family, ['cpu', 'gpu'], 'invalid-option');
  const { maxBindingBytes } = tuning;
  if (maxBindingBytes !== undefined && !(Number.isInteger(maxBindingBytes) && maxBindingBytes >= 1024)) {
    throw new SegmentedError(
      'invalid-option',
      `tuning.maxBindingBytes: ${String(maxBindingBytes)}; allowed: whole numbers from 1024`,
    );
  }
  if (tuning.subgroups !== undefined && typeof tuning.subgroups !== 'boolean') {
    throw new SegmentedError('invalid-option', `tuning.subgroups: ${String(tuning.subgroups)}; allowed: true, false`);
  }
}

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
