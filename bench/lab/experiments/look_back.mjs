/** Row 9: large segments by one pass a digit, in which tiles look back. */
import { sort } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';
import { best } from '../lab.mjs';

const SORT = sort('sort u32');
const ONE_PASS = 'one pass a digit';
const MISSING = '1 % of the tiles publish nothing';

const tries = (count) => ({ changes: [['TRIES = 16u', `TRIES = ${count}u`]] });
/** Bytes of workgroup memory of 512 lanes with tiles of 8192, with what else a kernel holds. */
const ROOMY = 40 * 1024;
/**
 * Lanes that look back. Other vendors' tables look back nowhere. Narrow subgroups need more counters, so a small run has
 * few lanes, and tiles of which a lane holds 8 keys.
 */
function lanesOf({ small, device }) {
  if (small) return { lookBackWorkgroup: 64, tile: 512 };
  return { lookBackWorkgroup: device.limits.maxComputeWorkgroupStorageSize < ROOMY ? 256 : 512 };
}
/** The hash chooses other tiles in each pass. */
const silent = 'if ((descriptorRow(tile, tile.index) / DIGITS * 7919u + digitPass * 31u) % 100u < 1u) { return; }';

const FORMS = {
  [ONE_PASS]: {},
  'three kernels a digit': { large: { lookBackWorkgroup: 0 } },
  [MISSING]: { changes: [[/fn publish\([^)]*\)\s*\{/, (head) => `${head} ${silent}`]] },
  '512 lanes, tiles of 8192': { large: { lookBackWorkgroup: 512, maxTile: 8192 } },
  '256 lanes, tiles of 4096': { large: { lookBackWorkgroup: 256, maxTile: 4096 } },
  '256 lanes, tiles of 2048': { large: { lookBackWorkgroup: 256, maxTile: 2048 } },
  '4 tries before a tile is counted again': tries(4),
  '64 tries before a tile is counted again': tries(64),
};

export default {
  name: 'look-back',
  row: 9,
  needs: ['subgroups'],
  question: 'What does it cost to look back, and to count a tile again that has published nothing?',
  measures: 'a sort; the model knows no wait for earlier tiles, so the rest over its time is the cost of looking back',
  decides: 'under 8 µs a pass over the model: keep one pass a digit; tiles and tries: the best by 5 %',
  seconds: 25,
  few: 3,
  variants: () => ['single', 'len65536'].flatMap((workload) => Object.keys(FORMS).map((form) => ({ form, workload }))),
  prepare(lab, { form, workload }) {
    // A small run has several tiles too.
    const items = lab.small ? 2 ** 15 : lab.items;
    const { changes, large } = FORMS[form];
    const tuning = { sort: { large: { ...lanesOf(lab), ...large } } };
    return libraryCall(lab, { operation: SORT, workload, items, tuning, changes, passes: form === ONE_PASS });
  },
  answers(rows) {
    const us = (workload, form) => rows.find(({ variant: v }) => v.workload === workload && v.form === form)?.us;
    const cost = (workload) => {
      const more = us(workload, MISSING) - us(workload, ONE_PASS);
      return Number.isNaN(more)
        ? []
        : [`${workload}: ${more.toFixed(1)} µs more where 1 % of the tiles publish nothing`];
    };
    const digits = ({ passes = [], variant }) =>
      passes
        .filter(({ kernel }) => kernel === 'sort/large digit')
        .map(({ us: all, times }) => `${variant.workload}: ${(all / times).toFixed(1)} µs a pass, profiled`);
    return [
      ...best(
        rows,
        ({ workload }) => workload,
        ({ form }) => form,
      ),
      ...['single', 'len65536'].flatMap(cost),
      ...rows.flatMap(digits),
    ];
  },
};
