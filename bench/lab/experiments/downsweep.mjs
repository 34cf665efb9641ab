/** Row 8: passes of large segments by three kernels a digit. */
import { sort } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';
import { best } from '../lab.mjs';

const SORT = sort('sort u32');
/** Lanes of a tile stay, so a lane of a larger tile holds more keys. No tile looks back: that is row 9. */
const FORMS = Object.fromEntries(
  ['ballots', 'counters'].flatMap((ranking) =>
    [8192, 4096, 2048].map((maxTile) => [
      `${ranking}, tiles of ${maxTile}`,
      { ranking, maxTile, lookBackWorkgroup: 0 },
    ]),
  ),
);

export default {
  name: 'downsweep',
  row: 8,
  question: 'How does a pass of large segments rank and move its tiles best?',
  measures: 'a sort; its profile has the downsweeps',
  decides: 'a downsweep under 45 µs at 2^22 keys: take it',
  seconds: 25,
  few: 2,
  variants: () => ['single', 'len65536'].flatMap((workload) => Object.keys(FORMS).map((form) => ({ form, workload }))),
  async prepare(lab, { form, workload }) {
    return libraryCall(lab, { operation: SORT, workload, tuning: { sort: { large: FORMS[form] } }, passes: true });
  },
  answers(rows) {
    const downsweep = ({ passes = [], variant }) => {
      const found = passes.find(({ kernel }) => kernel === 'sort/large downsweep');
      if (!found) return [];
      return [`${variant.workload}, ${variant.form}: ${(found.us / found.times).toFixed(1)} µs a downsweep, profiled`];
    };
    return [
      ...best(
        rows,
        ({ workload }) => workload,
        ({ form }) => form,
      ),
      ...rows.flatMap(downsweep),
    ];
  },
};
