/** Faults in the ranking of a tile on GPUs: by ballots, and with values in the memory of counters. */

const RANKING = ['tests/kernels/sort-ranking'];
const BALLOTS = 'wgsl/sort/radix/rank.gpu.wgsl';
const COUNTERS = 'wgsl/sort/radix/rank.gpu.wgsl';

/** @type {import('./mutants.mjs').Mutant[]} */
export const RANKING_MUTANTS = [
  {
    what: 'later lanes with the same digit count as earlier ones',
    file: BALLOTS,
    find: 'countOneBits(same & below)',
    replace: 'countOneBits(same)',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'items of earlier rows are not counted',
    file: BALLOTS,
    find: '  counted += countOneBits(own);\n',
    replace: '',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'a lane takes the count of another digit',
    file: BALLOTS,
    find: 'ofDigit(counted, digit) +',
    replace: 'ofDigit(counted, digit ^ 1u) +',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'a bit of the digit is left out',
    file: BALLOTS,
    find: 'for (var bit = 0u; bit < LOCAL_BITS; bit++)',
    replace: 'for (var bit = 1u; bit < LOCAL_BITS; bit++)',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'a group’s own items come before it',
    file: BALLOTS,
    find: 'select(0u, n, i < group)',
    replace: 'select(0u, n, i <= group)',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'counts of groups are read before they are written: a barrier dropped',
    file: BALLOTS,
    section: 'choice rank: ballots',
    find: '  workgroupBarrier();',
    replace: '',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'a group reads the rows of the next one',
    file: 'wgsl/sort/radix/rank.gpu.wgsl',
    find: 'let slot = local % WORKGROUP / GROUP * (GROUP * ITEMS) + i * GROUP',
    replace: 'let slot = local % WORKGROUP / GROUP * GROUP + i * WORKGROUP',
    tests: RANKING,
    name: 'ballots',
  },
  {
    what: 'counters are cleared before all values are taken: a barrier dropped',
    file: COUNTERS,
    find: 'fn openCounts(local: u32) {\n  if (PAIRS) {\n    workgroupBarrier();\n  }',
    replace: 'fn openCounts(local: u32) {',
    tests: RANKING,
    name: 'pairs',
  },
  {
    what: 'values are stored before all counters are read: a barrier dropped',
    file: COUNTERS,
    find: 'fn closeCounts() {\n  if (PAIRS) {\n    workgroupBarrier();\n  }',
    replace: 'fn closeCounts() {',
    tests: RANKING,
    name: 'pairs',
  },
  {
    what: 'the memory of counters is too small for the values',
    file: COUNTERS,
    find: 'max(COUNTER_WORDS, select(0u, TILE_WORDS, PAIRS))',
    replace: 'COUNTER_WORDS',
    tests: RANKING,
    name: 'pairs',
  },
  {
    what: 'ballots are used on a device without subgroups',
    file: 'src/sort/gpu.ts',
    find: 'subgroups && maxLanes <= 32',
    replace: 'maxLanes <= 32',
    tests: RANKING,
    name: 'no subgroups',
  },
  {
    what: 'ballots by more bits than a group has lanes for',
    file: 'src/sort/gpu.ts',
    find: 'bits: group < 16 ? 2 : 4',
    replace: 'bits: 4',
    tests: RANKING,
    name: 'ballots',
  },
];
