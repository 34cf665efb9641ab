/** Row 6: how items of pairs compare. */
import { sort } from '../../model/cases.mjs';
import { libraryCall, WITHOUT_BLOCKS } from '../kernels.mjs';
import { best } from '../lab.mjs';

const SORT = sort('sort pairs u32', true);
const FROM = /return lessKey\(keyA,keyB\)\|\(all\(keyA==keyB\)&\((itemIndexOf\(a\)<itemIndexOf\(b\))\)\);/g;
const FORMS = {
  now: [],
  branches: [[FROM, 'return lessKey(keyA,keyB)||(all(keyA==keyB)&&($1));']],
  select: [[FROM, 'return select(lessKey(keyA,keyB),$1,all(keyA==keyB));']],
};

export default {
  name: 'comparator',
  row: 6,
  question: 'How do networks compare pairs best?',
  measures: 'a stable sort of pairs of one length; now: | and &; branches: || and &&',
  decides: 'a form that is better by more than 5 %',
  seconds: 30,
  few: 3,
  variants: () => [64, 128, 256].flatMap((length) => Object.keys(FORMS).map((form) => ({ length, form }))),
  prepare: (lab, { length, form }) =>
    libraryCall(lab, {
      operation: SORT,
      workload: `rows of ${length}`,
      tuning: { sort: WITHOUT_BLOCKS },
      changes: FORMS[form],
    }),
  answers: (rows) =>
    best(
      rows,
      ({ length }) => `${length} pairs`,
      ({ form }) => form,
    ),
};
