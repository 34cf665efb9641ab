import { SegmentedError } from '../errors.ts';
import type { Tuning } from '../tuning.ts';

const TUNING_NAMES: readonly string[] = ['family', 'subgroups'];

/** Checks what a caller forces. */
export function requireTuning(tuning: Tuning | undefined): void {
  if (tuning === undefined) return;
  for (const name of Object.keys(tuning)) {
    if (!TUNING_NAMES.includes(name)) {
      throw new SegmentedError('invalid-option', `tuning: unknown member ${name}; allowed: ${TUNING_NAMES.join(', ')}`);
    }
  }
  if (tuning.family !== undefined && tuning.family !== 'cpu' && tuning.family !== 'gpu') {
    throw new SegmentedError('invalid-option', `tuning.family: ${String(tuning.family)}; allowed: 'cpu', 'gpu'`);
  }
  if (tuning.subgroups !== undefined && typeof tuning.subgroups !== 'boolean') {
    throw new SegmentedError('invalid-option', `tuning.subgroups: ${String(tuning.subgroups)}; allowed: true, false`);
  }
}
