/** Faults in selections from medium segments on GPUs. */

const TOP_K = ['tests/contract/top-k.test'];
const QUANTILE = ['tests/contract/quantile.test'];
const MEDIUM = ['tests/contract/selection-medium.test'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SELECT_MEDIUM_MUTANTS = [
  {
    what: 'a top-k of a medium segment has indices of the segment',
    file: 'wgsl/select/medium/top.gpu.wgsl',
    find: 'segment.begin + tileValue(word)',
    replace: 'tileValue(word)',
    tests: TOP_K,
  },
  {
    what: 'a slot of a medium segment without an item is not marked',
    file: 'wgsl/select/medium/top.gpu.wgsl',
    find: 'i < row.count',
    replace: 'true',
    tests: MEDIUM,
  },
  {
    what: 'a medium segment takes the row of its entry in the list',
    file: 'wgsl/select/medium/top.gpu.wgsl',
    find: 'listedId(BIN, slot)',
    replace: 'slot',
    tests: TOP_K,
  },
  {
    what: 'values of a medium segment are not set',
    file: 'wgsl/select/medium/sorted.gpu.wgsl',
    find: '      setTileValue(tileWord(i), i);\n',
    replace: '',
    tests: TOP_K,
  },
  {
    what: 'medium segments of a selection are sorted by all digits but the last',
    file: 'wgsl/select/medium/sorted.gpu.wgsl',
    find: 'shift < sortKeyBits();',
    replace: 'shift + LOCAL_BITS < sortKeyBits();',
    tests: QUANTILE,
  },
  {
    what: 'every NaN of a medium segment is taken for the first one',
    file: 'wgsl/select/medium/quantile.gpu.wgsl',
    find: '(i == 0u || !isNanAt(i - 1u))',
    replace: 'true',
    tests: QUANTILE,
  },
  {
    what: 'a medium segment of NaNs has no first one',
    file: 'wgsl/select/medium/quantile.gpu.wgsl',
    find: 'i == 0u || !isNanAt(i - 1u)',
    replace: 'i > 0u && !isNanAt(i - 1u)',
    tests: MEDIUM,
  },
  {
    what: 'a medium segment has no number of items that are not NaN',
    file: 'wgsl/select/medium/quantile.gpu.wgsl',
    find: '    sharedNumbers = length;\n',
    replace: '',
    tests: QUANTILE,
  },
  {
    what: 'NaNs of a medium segment are not omitted',
    file: 'wgsl/select/medium/quantile.gpu.wgsl',
    find: 'select(length, numbers, OMITS_NANS)',
    replace: 'length',
    tests: QUANTILE,
  },
  {
    what: 'kernels of several medium bins take the first one',
    file: 'src/select/small.ts',
    find: 'BIN: index }',
    replace: 'BIN: context.bins.findIndex(({ method }) => method === "oneBlock") }',
    tests: TOP_K,
  },
];
