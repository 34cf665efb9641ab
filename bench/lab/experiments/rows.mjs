/** Calls of the library: the cases of the model, with their passes. They calibrate the model. */
import { CASES } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';

export default {
  name: 'rows',
  row: 0,
  question: 'How long do calls of the library take, and each kernel of them?',
  measures: 'a call in a row of calls; a profile gives its passes',
  decides: 'a call more than 25 % off the prediction (npm run model): look at its passes',
  seconds: 120,
  variants: () => CASES.map(({ name }) => ({ case: name })),
  prepare(lab, { case: name }) {
    const { operation, workload, target } = CASES.find((one) => one.name === name);
    return libraryCall(lab, { operation, workload, items: Math.min(target, lab.items), passes: true });
  },
  answers: (rows, { gpu }) =>
    rows.map(({ variant, us, dispatches }) => {
      const { us: before, ...peers } = gpu.measured?.[variant.case] ?? {};
      const beside = Object.entries({ before, ...peers }).filter(([, value]) => value !== undefined);
      const ratios = beside.map(([name, value]) => `, ${(us / value).toFixed(2)} × ${name}`).join('');
      return `${variant.case}: ${us.toFixed(1)} µs, ${dispatches} dispatches${ratios}`;
    }),
};
