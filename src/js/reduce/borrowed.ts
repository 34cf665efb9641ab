/**
 * Row numbers of calls that run at once. Such a call awaits nothing before its results are there. So it reads the
 * caller's array, and copies nothing. This check takes half the time of the one that gives messages.
 */
import { isPlain } from '../../checks.ts';

/** An array that only this thread changes. */
function isOwn(array: unknown): array is Uint32Array {
  return array instanceof Uint32Array && array.buffer instanceof ArrayBuffer;
}

/** Whether all rows exist. A wrong row number is negative, or its distance from the last row is. */
function areWithin(rows: Uint32Array, itemCount: number): boolean {
  const last = (itemCount - 1) | 0;
  const { length } = rows;
  let least = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    const a = rows[i]! | 0;
    const b = rows[i + 1]! | 0;
    const c = rows[i + 2]! | 0;
    const d = rows[i + 3]! | 0;
    least |= a | b | c | d | (last - a) | (last - b) | (last - c) | (last - d);
  }
  for (; i < length; i++) least |= rows[i]! | (last - rows[i]!);
  return least >= 0;
}

interface Listed {
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
}

/** Offsets into rows, if both are arrays of 32 bits, and all rows exist. Offsets are not checked. */
export function borrowedRows(segments: unknown, itemCount: number): Listed | undefined {
  if (!isPlain(segments) || Object.keys(segments).join() !== 'offsets,rows') return undefined;
  const { offsets, rows } = segments as Listed;
  // Messages about fewer offsets name the member. A detached array has no length.
  const isRight = isOwn(offsets) && offsets.length > 1 && isOwn(rows) && rows.length > 0;
  return isRight && itemCount < 2 ** 31 && areWithin(rows, itemCount) ? { offsets, rows } : undefined;
}
