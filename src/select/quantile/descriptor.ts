import type { SegmentsArgument } from '../../api/recorded.ts';
import type { BufferArgument } from '../../gpu/ranges.ts';
import type { SegmentedSort } from '../../sort/encode.ts';
import type { SortKeyType } from '../../sort/keys/keys.ts';
import type { SegmentedSortDescriptor } from '../../sort/spec.ts';

/** What `createSegmentedQuantile` makes a plan for. */
export interface SegmentedQuantileDescriptor
  extends Pick<
    SegmentedSortDescriptor,
    'maxItems' | 'maxSegments' | 'maxSegmentSize' | 'ownTemporary' | 'profile' | 'tuning'
  > {
  keyType: SortKeyType;
  /** Numbers from 0 to 1. */
  quantiles: readonly number[];
  /** `'propagate'` (default): a segment with a NaN gives NaN. `'omit'`: NaNs are left out. */
  nan?: 'propagate' | 'omit';
}

/** The buffers of one recorded call. Results are row-major: segment by segment, quantile by quantile. */
export interface SegmentedQuantileArguments {
  /** The keys. They are not changed. */
  keysIn: BufferArgument;
  /**
   * Receives the keys at the position q · (n - 1) rounded down, where n is the number of items. NaN, or 0 for integers,
   * where there are none.
   */
  keysLow?: BufferArgument;
  /** Receives the keys at the position rounded up. */
  keysHigh?: BufferArgument;
  /** Receives for each segment the number of its items that are not NaN, u32. */
  countsOut?: BufferArgument;
  /** The segments, which must not overlap. */
  segments: SegmentsArgument;
  /** Items of the call. Default: all that the inputs hold, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. */
  temporary?: BufferArgument;
}

/** Quantiles whose kernels are compiled. They can be recorded any number of times. */
export interface SegmentedQuantile extends Omit<SegmentedSort, 'encode'> {
  /**
   * Records the quantiles. If it throws, it throws synchronously and has recorded nothing. In an open compute pass it
   * changes the pipeline, bind group 0 and the immediate data.
   *
   * @throws SegmentedError 'invalid-option', 'length-mismatch', 'limit-exceeded', 'missing-usage',
   *   'overlapping-buffers', 'destroyed', 'device-lost'
   */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedQuantileArguments): void;
}
