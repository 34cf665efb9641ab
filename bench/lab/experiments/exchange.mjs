/** Row 7: how two registers of a network change places. */
import { sort } from '../../model/cases.mjs';
import { libraryCall, WITHOUT_BLOCKS } from '../kernels.mjs';
import { best } from '../lab.mjs';

const OPERATIONS = { keys: sort('sort u32'), pairs: sort('sort pairs u32', true) };
const SELECTS =
  /\{let a= ?(\w+);let b= ?(\w+);let swap= ?(precedes\w*\(b, ?a\));\w+ ?=select\(a,b,swap\);\w+ ?=select\(b,a,swap\);\}/g;
const IF_ELSE = [[SELECTS, '{let a=$1;let b=$2;if($3){$1=b;$2=a;}}']];
const NO_MIN_MAX = { small: { minMax: false } };
/** Between lanes: keep one of two keys. */
const KEEP = /(r\d+) ?=select\(\1,(p\d+),precedes\w*\(\2,\1\)==lower\);/g;

const FORMS = {
  keys: {
    'min and max': {},
    select: { sort: NO_MIN_MAX },
    'if and else': { sort: NO_MIN_MAX, changes: IF_ELSE },
    'between lanes min and max': { changes: [[KEEP, '$1=select(max($1,$2),min($1,$2),lower);']] },
  },
  pairs: { select: {}, 'if and else': { changes: IF_ELSE } },
};

export default {
  name: 'exchange',
  row: 7,
  needs: ['subgroups'],
  question: 'How do registers of a network change places best?',
  measures: 'a sort of segments of one length',
  decides: 'the best form, if it is best by 5 %',
  seconds: 40,
  few: 6,
  variants: () =>
    [64, 256].flatMap((length) =>
      Object.entries(FORMS).flatMap(([of, forms]) => Object.keys(forms).map((form) => ({ length, of, form }))),
    ),
  prepare(lab, { length, of, form }) {
    const { sort: more, changes } = FORMS[of][form];
    const tuning = { sort: { ...WITHOUT_BLOCKS, ...more } };
    return libraryCall(lab, { operation: OPERATIONS[of], workload: `rows of ${length}`, tuning, changes });
  },
  answers: (rows) =>
    best(
      rows,
      ({ length, of }) => `${length} ${of}`,
      ({ form }) => form,
    ),
};
