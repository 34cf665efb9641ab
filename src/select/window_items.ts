/** Checks what recorded selections of segments that share items are given. */
import type { CallSegments } from '../api/recorded.ts';
import { MAX_ITEMS, refused, requireCount } from '../checks.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';

/** Checks the bound of a plan whose segments may share items. */
export function checkedWindows({ maxWindowItems }: { readonly maxWindowItems?: number }): { maxWindowItems?: number } {
  if (maxWindowItems === undefined) return {};
  return { maxWindowItems: requireCount('maxWindowItems', maxWindowItems, MAX_ITEMS) };
}

/** The range for the number of items of all segments together, if a call asks for it. */
export function windowItemsOut(
  { maxWindowItems }: { readonly maxWindowItems?: number | undefined },
  given: { readonly windowItemsOut?: BufferArgument },
  { form }: CallSegments,
): { windowItemsOut?: BufferRange } {
  if (given.windowItemsOut === undefined) return {};
  if (maxWindowItems === undefined) {
    throw refused('invalid-option', 'windowItemsOut', 'given', 'none: the plan has no maxWindowItems');
  }
  if (form !== 'ranges')
    throw refused('invalid-option', 'windowItemsOut', 'given', 'only with segments by begin and end');
  const range = bufferRange('windowItemsOut', given.windowItemsOut);
  return { windowItemsOut: { ...firstBytes(range, 4), size: 4 } };
}
