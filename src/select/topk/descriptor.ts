import type { CallOptions } from '../../api/array_call.ts';
import type { HostArray } from '../../api/arrays.ts';
import type { CompiledPlan, SegmentsArgument } from '../../api/recorded.ts';
import { nameOf, refused, requireCount } from '../../checks.ts';
import type { BufferArgument } from '../../gpu/arguments.ts';
import type { PlanDescription } from '../../plan/describe.ts';
import type { OrderBy } from '../../sort/custom.ts';
import type { SegmentedSortDescriptor, ValueType } from '../../sort/descriptor.ts';
import type { SortOrder } from '../../sort/kernels.ts';

/** What `createSegmentedTopK` makes a top-k for. */
export interface SegmentedTopKDescriptor
  extends Pick<
    SegmentedSortDescriptor,
    | ('keyType' | 'signedZero' | 'orderBy')
    | ('maxItems' | 'maxSegments' | 'maxSegmentSize' | 'ownTemporary' | 'profile' | 'tuning')
  > {
  /**
   * Maximum number of items of all segments together, in calls whose segments by begin and end share items, such as
   * windows. Default: they share none.
   */
  maxWindowItems?: number;
  /** Where NaNs come, in both orders; `'omit'`: nowhere. Default: where the sort puts them. */
  nan?: 'last' | 'first' | 'omit';
  /** Type of the values, which are moved with the keys. Default: no values. */
  valueType?: ValueType;
  /** Default `'descending'`: the greatest. */
  order?: 'ascending' | 'descending';
  /** The largest k of a call, and the length of a row of results. */
  maxK: number;
}

/** The buffers of one recorded top-k. At least one output must be given. */
export interface SegmentedTopKArguments {
  /** The keys. They are not changed. */
  keysIn: BufferArgument;
  /** The values, one per key: needed with `valuesOut`. */
  valuesIn?: BufferArgument;
  /** Receives the keys: `maxK` slots per segment. Slots that get no item are not written. */
  keysOut?: BufferArgument;
  /** Receives the values in the same way. */
  valuesOut?: BufferArgument;
  /** Receives the items' indices from the segment's start, u32. Slots that get no item receive 0xFFFFFFFF. */
  indicesOut?: BufferArgument;
  /** Receives the number of results of each segment, u32. */
  countsOut?: BufferArgument;
  /**
   * Receives how many items all segments have together, one u32. Results are undefined if there are more than
   * `maxWindowItems`. Only with that bound and segments by begin and end. A call with 0 segments does not write it.
   */
  windowItemsOut?: BufferArgument;
  /** The segments. They must not overlap, unless the plan has `maxWindowItems`. */
  segments: SegmentsArgument;
  /** A whole number up to `maxK`, or a buffer whose first u32 is clamped to `maxK`. Default: `maxK`. */
  k?: number | BufferArgument;
  /** Items of the call. Default: all that the inputs hold, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. */
  temporary?: BufferArgument;
}

/** A top-k whose kernels are compiled. It can be recorded any number of times. */
export interface SegmentedTopK extends CompiledPlan<SegmentedTopKArguments> {
  /** Describes, as plain data, what `encode` records for a call with `keysOut` and `indicesOut`. */
  describe(): PlanDescription;
}

/** Options of `segmentedTopK`. */
export interface TopKOptions<V extends HostArray = HostArray> extends CallOptions {
  /** Default `'descending'`: the greatest. */
  order?: SortOrder;
  /** `'equal'`: -0 and +0 tie. Default `'distinct'`: -0 is less than +0. */
  signedZero?: 'distinct' | 'equal';
  /**
   * Where NaNs come, in both orders; `'omit'`: nowhere. Default: before all numbers in descending order, after them in
   * ascending.
   */
  nan?: 'last' | 'first' | 'omit';
  /** A custom order in WGSL: keys are ordered by the number that a function returns for each. */
  orderBy?: OrderBy;
  /** Values, one per key, of 1, 2, 4, 8, 12 or 16 bytes. Those of the found items are in the result's `values`. */
  values?: V;
  /** Where the indices count from: the start of the whole array (default) or the start of each segment. */
  indexFrom?: 'array' | 'segment';
}

/** The first k items of every segment. */
export interface TopK<K, V = never> {
  /** The keys, in the form of the given keys. */
  keys: K;
  indices: Uint32Array<ArrayBuffer>;
  /** The items of segment i are `offsets[i]` to `offsets[i + 1]` of the other arrays. */
  offsets: Uint32Array<ArrayBuffer>;
  /** The values, in the form of the given values. Undefined if none were given. */
  values: [V] extends [never] ? undefined : V;
}

/** Checks k, a whole number or a list of one per segment, and returns the k of each segment. */
export function checkedK(k: unknown, count: number): (i: number) => number {
  const max = Number.MAX_SAFE_INTEGER;
  if (!Array.isArray(k) && !ArrayBuffer.isView(k)) {
    if (typeof k === 'object' && k !== null) {
      throw refused('invalid-option', 'k', nameOf(k), 'a whole number, or a list of one per segment');
    }
    const all = requireCount('k', k, max, 'invalid-option');
    return () => all;
  }
  const each = k as ArrayLike<number>;
  if (each.length !== count) {
    throw refused('length-mismatch', 'k', `${each.length ?? 0} numbers`, `${count}, one per segment`);
  }
  for (let i = 0; i < count; i++) {
    // The name of an entry is made only where the entry is wrong.
    if (Number.isSafeInteger(each[i]) && (each[i] as number) >= 0) continue;
    requireCount(`k[${i}]`, each[i], max, 'invalid-option');
  }
  return (i) => each[i] as number;
}
