/** Row 13: short segments, by blocks of consecutive segments or by networks, and the lanes of direct dispatches. */
import { sort } from '../../model/cases.mjs';
import { libraryCall, WITHOUT_BLOCKS } from '../kernels.mjs';
import { best } from '../lab.mjs';

const OPERATIONS = { keys: sort('sort u32'), pairs: sort('sort pairs u32', true) };

/** Bytes of workgroup memory of a window of 4096 keys, with what else a block holds. */
const ROOMY = 28 * 1024;
/** Blocks whose workgroup memory holds a window of so many keys, or half as many pairs. */
const blocks = (window) => ({
  ...{ workgroup: 128, maxLength: 128, maxItems: 32, maxItemsPairs: 16 },
  ...{ windowItems: window, windowItemsPairs: window / 2 },
});
const networks = (log) => ({ lists: { lanes: 2 ** log, overflow: 'repeated' }, sort: WITHOUT_BLOCKS });

const FORMS = {
  'blocks of 4096': { sort: { blocks: blocks(4096) } },
  'networks, 2^17 lanes': networks(17),
  'blocks of 2048': { sort: { blocks: blocks(2048) } },
  'blocks of 1024': { sort: { blocks: blocks(1024) } },
  'networks, 2^16 lanes': networks(16),
  'networks, 2^18 lanes': networks(18),
};

export default {
  name: 'short',
  row: 13,
  needs: ['subgroups'],
  question: 'How do short segments sort best?',
  measures: 'a sort; blocks: of a window of so many keys, half as many pairs; lanes: the most of a dispatch over lists',
  decides: 'len8 by blocks below 30 µs: keep them; windows and lists.lanes: the best by 5 %',
  seconds: 45,
  few: 2,
  variants({ device: { limits } }) {
    const forms = Object.keys(FORMS).slice(limits.maxComputeWorkgroupStorageSize < ROOMY ? 1 : 0);
    return ['len8', 'len64'].flatMap((workload) =>
      Object.keys(OPERATIONS).flatMap((of) => forms.map((form) => ({ workload, of, form }))),
    );
  },
  prepare: (lab, { workload, of, form }) =>
    libraryCall(lab, { operation: OPERATIONS[of], workload, tuning: FORMS[form] }),
  answers: (rows) =>
    best(
      rows,
      ({ workload, of }) => `${workload}, ${of}`,
      ({ form }) => form,
    ),
};
