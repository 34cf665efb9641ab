/** Row 14: segments of 513 to 2048 items. */
import { sort } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';
import { best } from '../lab.mjs';

const OPERATIONS = { keys: sort('sort u32'), pairs: sort('sort pairs u32', true) };
const LENGTHS = [1024, 640, 2048, 768, 1536];

/** Networks whose lanes cross subgroups: 16 items a lane, up to 128 lanes, or none. */
const ACROSS = { small: { across: { lanes: 128, lanesPairs: 128, items: 16 } } };
const NONE = { small: { across: { lanes: 0, lanesPairs: 0, items: 16 } } };

const FORMS = {
  networks: { sort: ACROSS },
  radix: { sort: NONE },
  'radix, more bins': { sort: { ...NONE, medium: { limits: [512, 768, 1024, 1536, 2048] } } },
};

export default {
  name: 'medium',
  row: 14,
  needs: ['subgroups'],
  question: 'How do segments of 513 to 2048 items sort best?',
  measures: 'a sort of segments of one length',
  decides: 'the best for each length, if it is best by 5 %',
  seconds: 52,
  few: 4,
  variants: () =>
    LENGTHS.flatMap((length) =>
      Object.keys(OPERATIONS).flatMap((of) => Object.keys(FORMS).map((form) => ({ length, of, form }))),
    ),
  prepare: (lab, { length, of, form }) =>
    libraryCall(lab, { operation: OPERATIONS[of], workload: `rows of ${length}`, tuning: FORMS[form] }),
  answers: (rows) =>
    best(
      rows,
      ({ length, of }) => `${length} ${of}`,
      ({ form }) => form,
    ),
};
