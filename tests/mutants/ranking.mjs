/** Faults in the ranking of a tile on GPUs, with values in the memory of counters. */

const RANKING = ['tests/kernels/sort-ranking'];
const RANK_TILE = 'wgsl/sort/radix/rank_tile.gpu.wgsl';

/** @type {import('./mutants.mjs').Mutant[]} */
export const RANKING_MUTANTS = [
  {
    what: 'a lane ranks items that are not consecutive',
    file: RANK_TILE,
    find: 'let slot = local % WORKGROUP * ITEMS + i;',
    replace: 'let slot = local % WORKGROUP + i * WORKGROUP;',
    tests: RANKING,
    name: 'keys',
  },
  {
    what: 'counters are cleared before all values are taken: a barrier dropped',
    file: RANK_TILE,
    find: '    // All values are in registers before their memory is cleared.\n    workgroupBarrier();\n',
    replace: '',
    tests: RANKING,
    name: 'pairs',
  },
  {
    what: 'values are stored before all counters are read: a barrier dropped',
    file: RANK_TILE,
    find: '    // All counters are read before their memory takes values.\n    workgroupBarrier();\n',
    replace: '',
    tests: RANKING,
    name: 'pairs',
  },
  {
    what: 'the memory of counters is too small for the values',
    file: RANK_TILE,
    find: 'max(COUNTER_WORDS, select(0u, TILE_WORDS, PAIRS))',
    replace: 'COUNTER_WORDS',
    tests: RANKING,
    name: 'pairs',
  },
];
