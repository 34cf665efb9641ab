/** Faults in the entry for Apache Arrow, and in the examples. */

const ARROW = ['tests/ports/arrow'];
const EXAMPLES = ['tests/docs/examples'];

const COLUMN = 'src/arrow/column.ts';
const NULLS = 'src/arrow/nulls.ts';

/** @type {import('./mutants.mjs').Mutant[]} */
export const ARROW_MUTANTS = [
  {
    what: 'validity of a sliced column read from its start',
    file: COLUMN,
    find: 'const bit = offset + first + i;',
    replace: 'const bit = first + i;',
    tests: ARROW,
  },
  {
    what: 'validity of a chunk written over that of the one before',
    file: COLUMN,
    find: 'at += chunk.length;',
    replace: '',
    tests: ARROW,
  },
  {
    what: 'a run of items that goes on over a gap',
    file: COLUMN,
    find: 'if (begin !== run.end) {',
    replace: 'if (begin < run.end) {',
    tests: ARROW,
  },
  {
    what: 'items under a null row taken along',
    file: COLUMN,
    find: "const empty = kind !== 'FixedSizeList' && rowValid?.[row] === 0;",
    replace: 'const empty = false;',
    tests: ARROW,
  },
  {
    what: 'no room for the null rows of lists of fixed size',
    file: COLUMN,
    find: "const empty = kind !== 'FixedSizeList' && rowValid",
    replace: 'const empty = rowValid',
    tests: ARROW,
  },
  {
    what: 'nulls of items forgotten',
    file: COLUMN,
    find: 'const nulls = runs.some(({ child }) => child.nullCount > 0);',
    replace: 'const nulls = false;',
    tests: ARROW,
  },
  {
    what: 'falling offsets taken',
    file: COLUMN,
    find: 'if (begin > end) {',
    replace: 'if (begin > end + 9) {',
    tests: ARROW,
  },
  {
    what: 'offsets past the child taken',
    file: COLUMN,
    find: 'begin < 0 || end > items',
    replace: 'begin < 0',
    tests: ARROW,
  },
  {
    what: 'nulls first, but sorted from the wrong index',
    file: NULLS,
    find: "let at = nulls === 'first' ? first + nullCount : first;",
    replace: 'let at = first;',
    tests: ARROW,
  },
  {
    what: 'indices in the child instead of the row',
    file: NULLS,
    find: 'from[to] = i - first;',
    replace: 'from[to] = i;',
    tests: ARROW,
  },
  {
    what: 'argsort that does not count nulls',
    file: 'src/arrow/sort.ts',
    find: 'from ? order.map((index) => from[index] as number) : order',
    replace: 'order',
    tests: ARROW,
  },
  {
    what: 'argmin that does not count nulls',
    file: 'src/arrow/reduce.ts',
    find: '(from[(begin[row] as number) + index] as number)',
    replace: 'index',
    tests: ARROW,
  },
  {
    what: 'the extreme of nothing is a number',
    file: 'src/arrow/reduce.ts',
    find: 'if (hasInitial || !NULL_WITHOUT_ITEMS.includes(op)) return column.rowValid;',
    replace: 'if (op) return column.rowValid;',
    tests: ARROW,
  },
  {
    what: 'initial does not make something of nothing',
    file: 'src/arrow/reduce.ts',
    find: 'if (hasInitial || !NULL',
    replace: 'if (!NULL',
    tests: ARROW,
  },
  {
    what: 'dates summed',
    file: 'src/arrow/reduce.ts',
    find: 'if (!isTime(itemType)) return;',
    replace: 'if (itemType) return;',
    tests: ARROW,
  },
  {
    what: 'a null row of a result is not null',
    file: 'src/arrow/reduce.ts',
    find: 'flag & (rowValid[row] as number)',
    replace: 'flag | (rowValid[row] as number)',
    tests: ARROW,
  },
  {
    what: 'validity bits in the wrong order',
    file: 'src/arrow/build.ts',
    find: '| (1 << (i & 7));',
    replace: '| (128 >> (i & 7));',
    tests: ARROW,
  },
  {
    what: 'the upper neighbour of a quantile left out',
    file: 'examples/quantiles.mjs',
    find: '(above - below) * (rank % 1)',
    replace: '(above - below) * 0',
    tests: EXAMPLES,
  },
  {
    what: 'a product with the vector element of the wrong column',
    file: 'examples/csr.mjs',
    find: 'entries[i] * x[columns[i]]',
    replace: 'entries[i] * x[i % 4]',
    tests: EXAMPLES,
  },
  {
    what: 'top-p that keeps one token too few',
    file: 'examples/sampling.mjs',
    find: 'return i + 1;',
    replace: 'return Math.max(i, 1);',
    tests: EXAMPLES,
  },
  {
    what: 'splats back to front',
    file: 'examples/splats.mjs',
    find: 'segmentedSortByKey(device, depths, listed, offsets)',
    replace: "segmentedSortByKey(device, depths, listed, offsets, { order: 'descending' })",
    tests: EXAMPLES,
  },
  {
    what: 'neighbours of only the point’s row of cells',
    file: 'examples/neighbours.mjs',
    find: 'const around = [-1, 0, 1].flatMap',
    replace: 'const around = [0].flatMap',
    tests: EXAMPLES,
  },
  {
    what: 'softmax without its sums',
    file: 'examples/ragged.mjs',
    find: 'value / sums[row]',
    replace: 'value',
    tests: EXAMPLES,
  },
];
