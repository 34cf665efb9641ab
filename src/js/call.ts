/**
 * Code of all calls: their arguments, copied before an operation loads, their segments as begins and ends, and the loop
 * that lets the event loop run.
 */
import { type CallOptions, type CheckedCall, checkedCall, requireWork } from '../api/array_call.ts';
import { gathered, type HostItems, hostItems } from '../api/arrays.ts';
import type { OnProgress } from '../api/batches.ts';
import { type CheckedSegments, requireCover } from '../api/segments.ts';
import { refused, requireOneOf } from '../checks.ts';
import { VALUE_BYTES } from '../item_types.ts';

/** Arrays of a worker's call, and objects with one, that the call may use up: nobody else has their memory. */
export const GIVEN_UP = new WeakSet();

/** The items of an argument: a copy, or the array itself if it is given up. */
export const ownItems = (argument: string, value: unknown): HostItems =>
  hostItems(argument, value, GIVEN_UP.has(value as object));

/** Devices are ignored. */
export type NoDevice = GPUDevice | null | undefined;

/** Checks the segments and options of a call, as calls on a GPU do. `requireRare` checks the rest. */
export function checked(
  itemCount: number,
  segments: unknown,
  options: CallOptions,
  rules: Parameters<typeof checkedCall>[4],
): CheckedCall {
  return checkedCall(null as unknown as GPUDevice, itemCount, segments, options, rules);
}

/** Values of sorts and top-k: one for each key, of an allowed size. */
export function checkedValues(values: unknown, keys: HostItems): HostItems {
  const items = ownItems('values', values);
  if (items.length !== keys.length) {
    throw refused('length-mismatch', 'values', `${items.length} values`, `${keys.length}, one per key`);
  }
  requireOneOf('values', items.itemBytes, VALUE_BYTES, 'unsupported-type');
  return items;
}

/** The items in the order of the call's segments: gathered by their rows if they have rows. */
export function itemsOf<T extends HostItems | undefined>({ segments }: CheckedCall, items: T): T {
  return segments.rows && items ? (gathered(items, segments.rows) as T) : items;
}

/** The checks that calls on a GPU make last. */
export function requireRare(call: CheckedCall): void {
  requireWork(call);
  const { cover, segments, itemCount } = call;
  if (cover !== undefined) requireCover(cover, segments, itemCount);
}

/** Segment i has items begin[i] … end[i] − 1. */
export interface Spans {
  readonly count: number;
  readonly longest: number;
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
}

export function spansOf({ count, longest, offsets, ranges, size = 0 }: CheckedSegments): Spans {
  if (ranges) return { count, longest, ...ranges };
  const all = offsets ?? new Uint32Array(count + 1);
  if (!offsets) for (let i = 0; i <= count; i++) all[i] = i * size;
  return { count, longest, begin: all, end: all.subarray(1) };
}

/** Whether operators load the walk that means and variances have, and that several operators share. */
export const needsWalk = (op: unknown) => Array.isArray(op) || op === 'mean' || op === 'variance' || op === 'std';

/** The options that every call has. */
export interface Work {
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The event loop does not run: the call is short, and reports nothing. */
  readonly atOnce?: boolean;
}

/** Items, and segments, that are processed before the time is checked. */
const CHUNK = 2 ** 15;
/** After this time the event loop runs. */
const MILLISECONDS = 25;

/** Resolves when the event loop has run. A timer would take milliseconds in browsers. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/**
 * Gives `work` all segments, in ranges of indices. Between ranges it reports, and throws 'aborted' if the signal is
 * aborted. Like the calls on a GPU, it does nothing if no segment has `minLength` items.
 */
export async function inChunks(
  { count, longest, begin, end }: Spans,
  itemCount: number,
  { onProgress, signal, atOnce }: Work,
  minLength: number,
  work: (first: number, last: number) => void,
): Promise<void> {
  if (count === 0 || longest < minLength) return;
  if (atOnce) return work(0, count);
  let since = performance.now();
  let done = 0;
  for (let first = 0; first < count; ) {
    let last = first;
    let items = 0;
    for (; last < count && items + (last - first) < CHUNK; last++) items += end[last]! - begin[last]!;
    work(first, last);
    first = last;
    done += items;
    if (first === count || performance.now() - since < MILLISECONDS) continue;
    onProgress?.({ done: Math.min(done, itemCount), total: itemCount });
    await turn();
    requireWork({ onProgress, signal });
    since = performance.now();
  }
  onProgress?.({ done: itemCount, total: itemCount });
}

/** The numbers 0 … length − 1. */
export function iota(length: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = i;
  return numbers;
}
