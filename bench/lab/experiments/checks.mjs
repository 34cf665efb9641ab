/** Row 12: what Dawn adds to kernels for safety. The runner for Node opens a device for each set of toggles. */
import { CASES } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';

const NAMES = [
  'sum u32, len340',
  'sort u32, single',
  'sort u32, len64',
  'sort pairs u32, len64',
  'running sum u32, single',
];

/**
 * Calls that are also measured without zeroed workgroup memory: all of their kernels clear what they count in. Other
 * kernels rely on zeros, as WGSL promises them. Without zeros those may not end.
 */
const CLEARED = ['sort u32, single'];

/** Toggles of Dawn that leave something out. */
export const TOGGLES = [
  '',
  'disable_robustness',
  'disable_workgroup_init',
  'disable_robustness,disable_workgroup_init',
];

export default {
  name: 'checks',
  row: 12,
  question: 'What do checks of bounds and zeroed workgroup memory cost?',
  measures: 'calls on a device whose Dawn leaves them out; a browser has no such device',
  decides: 'less than 5 %: of no more interest',
  seconds: 12,
  few: 1,
  toggles: TOGGLES,
  variants: ({ toggles }) =>
    (toggles.includes('workgroup_init') ? CLEARED : NAMES).map((name) => ({
      case: name,
      without: toggles || 'nothing',
    })),
  prepare(lab, { case: name }) {
    const { operation, workload } = CASES.find((one) => one.name === name);
    return libraryCall(lab, { operation, workload });
  },
  answers: (rows) => rows.map(({ variant, us }) => `${variant.case} without ${variant.without}: ${us.toFixed(1)} µs`),
};
