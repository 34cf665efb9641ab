/** Measured tuning of a device. See docs/tuning.md. */
export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export type { Family, Tuning } from '../tuning/tuning.ts';
export { type TuneOptions, type TuneProgress, tune } from './tune.ts';
