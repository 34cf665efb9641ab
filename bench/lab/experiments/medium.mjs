/** Row 14: segments of 513 to 2048 items. */
import { sort } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';
import { best } from '../lab.mjs';

const OPERATIONS = { keys: sort('sort u32'), pairs: sort('sort pairs u32', true) };
const LENGTHS = [1024, 640, 2048, 768, 1536];

/** Networks whose lanes cross subgroups: 16 keys a lane, 64 or 128 lanes. */
const NETWORKS = { small: { maxLanesAcross: 128, maxLength: 2048, maxStriped: 2048 } };
const RADIX = { maxLanesAcross: 32, maxLength: 512, maxStriped: 512 };

const FORMS = {
  keys: {
    networks: { sort: NETWORKS },
    radix: { sort: { small: RADIX } },
    'radix, more bins': { sort: { small: RADIX, medium: { limits: [512, 768, 1024, 1536, 2048] } } },
  },
  pairs: {
    radix: {},
    'radix, more bins': { sort: { medium: { limits: [512, 768, 1024, 1536, 2048] } } },
  },
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
      Object.entries(FORMS).flatMap(([of, forms]) => Object.keys(forms).map((form) => ({ length, of, form }))),
    ),
  prepare: (lab, { length, of, form }) =>
    libraryCall(lab, { operation: OPERATIONS[of], workload: `rows of ${length}`, tuning: FORMS[of][form] }),
  answers: (rows) =>
    best(
      rows,
      ({ length, of }) => `${length} ${of}`,
      ({ form }) => form,
    ),
};
