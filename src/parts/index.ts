/**
 * `webgpu-segmented/parts`: segments that are cut over several calls, processes or machines, with the results of one
 * call on the whole. The command line of docs/command-line.md is made of it.
 */
export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
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
