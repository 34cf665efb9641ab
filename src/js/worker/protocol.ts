/** What the two sides of a worker say to each other, and how arrays move. */
import type * as js from '../index.ts';

/** The calls that a worker runs. */
export type CallName = {
  [Name in keyof typeof js]: (typeof js)[Name] extends (...given: never[]) => Promise<unknown> ? Name : never;
}[keyof typeof js];

/** Where each call has its options. */
export const OPTIONS_AT: Readonly<Record<CallName, number>> = {
  segmentedSort: 3,
  segmentedStableSort: 3,
  segmentedSortByKey: 4,
  segmentedStableSortByKey: 4,
  segmentedArgsort: 3,
  segmentedReduce: 4,
  segmentedTopK: 4,
  segmentedQuantile: 4,
  segmentedScan: 4,
  groupBy: 2,
  reduceByKey: 4,
  segmentedTransform: 4,
  segmentedRank: 3,
  segmentedUnique: 3,
  segmentedMode: 3,
  segmentedHistogram: 3,
};

/** What is added to the indices of a result: `by`, from the index at `from` on. */
export interface Shift {
  readonly from: number;
  readonly by: number;
}

export function shift(indices: Uint32Array, { from, by }: Shift): void {
  if (by > 0) for (let i = from; i < indices.length; i++) indices[i]! += by;
}

/** To the worker. */
export type Request =
  | {
      readonly id: number;
      readonly call: CallName;
      readonly args: readonly unknown[];
      readonly reports: boolean;
      readonly aborted: boolean;
      readonly shift: Shift | undefined;
      /** Whether the memory of the arguments comes back with the result. */
      readonly returns: boolean;
    }
  | { readonly id: number; readonly abort: true };

/** From the worker. */
export type Answer =
  | { readonly id: number; readonly progress: { readonly done: number; readonly total: number } }
  | { readonly id: number; readonly result: unknown; readonly back: readonly ArrayBuffer[] }
  | { readonly id: number; readonly code: js.SegmentedErrorCode; readonly message: string }
  | { readonly id: number; readonly error: unknown };

/** One side of a worker, of the web's or of Node's. */
export interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

/** Copies elements begin … end − 1 of an array, or all. */
export type Copy = <T extends ArrayBufferView>(array: T, begin?: number, end?: number) => T;

const { slice } = Object.getPrototypeOf(Uint8Array.prototype) as Pick<Uint8Array<ArrayBufferLike>, 'slice'>;

/** A copy in fresh memory. The method of Node's `Buffer` copies nothing, so that of all arrays is called. */
export const sliceOf: Copy = (array, begin, end) => slice.call(array as never, begin, end) as never;

/** The buffers of all arrays in a value. Those that threads share do not move. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) buffersOf(each, found);
  }
  return found;
}

/** The number of cores. Node 20 has no `navigator`. */
export function coresHere(): number {
  const { navigator, process } = globalThis as unknown as {
    navigator?: { hardwareConcurrency?: number };
    process?: { getBuiltinModule?(name: string): { availableParallelism(): number } };
  };
  const cores = navigator?.hardwareConcurrency ?? process?.getBuiltinModule?.('node:os').availableParallelism() ?? 1;
  return Math.max(1, cores);
}
