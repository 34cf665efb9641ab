/**
 * `webgpu-segmented/parts`: segments that are cut across several calls, processes or machines. The joined results are
 * those of one call on the whole. The program of docs/command-line.md uses this entry.
 *
 * @module
 */
export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export { type CombinedResult, combineParts } from './combine.ts';
export { type ReducePartsOptions, reduceParts } from './reduce.ts';
export {
  rangesOf,
  type SampleOptions,
  type SplitOptions,
  type Splitters,
  sampleKeys,
  splittersOf,
} from './splitters.ts';
export type { OpState, PartOp, SegmentPart, TreeState } from './state.ts';
