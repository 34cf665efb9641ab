/**
 * Measured tuning of a device. See docs/tuning.md.
 *
 * @module
 */
export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export type { Family, Tuning } from '../tuning/tuning.ts';
export { tune } from './calls.ts';
export type { TuneOptions, TuneProgress } from './tune.ts';
