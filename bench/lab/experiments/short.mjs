/** Row 13: short segments, by the lanes of direct dispatches. */
import { sort } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';
import { best } from '../lab.mjs';

const OPERATIONS = { keys: sort('sort u32'), pairs: sort('sort pairs u32', true) };

export default {
  name: 'short',
  row: 13,
  question: 'How do short segments sort best?',
  measures: 'a sort; lists: the most lanes of a dispatch over lists',
  decides: 'lists.lanes: the one that is best by 5 %. Blocks of short segments: below 30 µs for len8',
  seconds: 35,
  variants: () =>
    ['len8', 'len64'].flatMap((workload) =>
      Object.keys(OPERATIONS).flatMap((of) => [17, 16, 18].map((log) => ({ workload, of, lists: 2 ** log }))),
    ),
  prepare: (lab, { workload, of, lists }) =>
    libraryCall(lab, { operation: OPERATIONS[of], workload, tuning: { lists: { lanes: lists, past: 'repeated' } } }),
  answers: (rows) =>
    best(
      rows,
      ({ workload, of }) => `${workload}, ${of}`,
      ({ lists }) => `${lists} lanes`,
    ),
};
