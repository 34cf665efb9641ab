import type { SegmentsArgument } from '../../api/recorded.ts';
import type { BufferArgument } from '../../gpu/ranges.ts';
import type { SegmentedSort } from '../../sort/encode.ts';
import type { SegmentedSortDescriptor } from '../../sort/spec.ts';
import type { ValueType } from '../../sort/value_types.ts';

/** What `createSegmentedTopK` makes a top-k for. */
export interface SegmentedTopKDescriptor
  extends Pick<
    SegmentedSortDescriptor,
    | ('keyType' | 'signedZero' | 'orderBy')
    | ('maxItems' | 'maxSegments' | 'maxSegmentSize' | 'ownTemporary' | 'profile' | 'tuning')
  > {
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
  /** The segments, which must not overlap. */
  segments: SegmentsArgument;
  /** A whole number up to `maxK`, or a buffer whose first u32 is clamped to `maxK`. Default: `maxK`. */
  k?: number | BufferArgument;
  /** Items of the call. Default: all that the inputs hold, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. */
  temporary?: BufferArgument;
}

/** A top-k whose kernels are compiled. It can be recorded any number of times. */
export interface SegmentedTopK extends Omit<SegmentedSort, 'encode'> {
  /**
   * Records the top-k. If it throws, it throws synchronously and has recorded nothing. In an open compute pass it
   * changes the pipeline, bind group 0 and the immediate data.
   *
   * @throws SegmentedError 'invalid-option', 'length-mismatch', 'limit-exceeded', 'missing-usage',
   *   'overlapping-buffers', 'destroyed', 'device-lost'
   */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedTopKArguments): void;
}
