/** Checks of a tuning. Only calls with one load this file. */
export { requireTuning } from '../tuning/check.ts';
