/** Faults in the networks of a top-k: of few items, and of rows of selected items. */

const TOP_K = ['tests/contract/top-k.test'];
const PLANS = ['tests/contract/top-k-plans.test'];
const LANES = ['tests/kernels/top-k-lanes.test'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const TOP_K_NETWORK_MUTANTS = [
  {
    what: 'a lane of a small top-k skips every second round',
    file: 'src/select/small.ts',
    find: 'at += ${lanes * round}u) {',
    replace: 'at += ${2 * lanes * round}u) {',
    tests: TOP_K,
  },
  {
    what: 'a merge of a small top-k compares items that are not mirrored',
    file: 'src/select/topk/kernels.ts',
    find: 'keep(i, `p${items - 1 - i}`)',
    replace: 'keep(i, `p${i}`)',
    tests: TOP_K,
  },
  {
    what: 'an inserted item comes after those of equal keys',
    file: 'src/select/small.ts',
    find: "'!lessKey(comparedKey(a), comparedKey(b))'",
    replace: "'lessKey(comparedKey(b), comparedKey(a))'",
    tests: LANES,
  },
  {
    what: 'items of a round are inserted from the first to the last',
    file: 'src/select/small.ts',
    find: 'end - ${lanes * (j + 1)}u + lane',
    replace: 'end - ${lanes * (round - j)}u + lane',
    tests: LANES,
  },
  {
    what: 'lanes of a small top-k without subgroups compare items that are not mirrored',
    file: 'src/select/topk/kernels.ts',
    find: 'keep(items - 1 - i * round - j, taken(j))',
    replace: 'keep(i * round + j, taken(j))',
    tests: LANES,
  },
  {
    what: 'lanes of a small top-k merge one time too few',
    file: 'src/select/topk/kernels.ts',
    find: 'registers(Math.log2(lanes), (i) => 2 ** i)',
    replace: 'registers(Math.log2(lanes) - 1, (i) => 2 ** i)',
    tests: TOP_K,
  },
  {
    what: 'a small top-k takes the candidates of the first segment',
    file: 'wgsl/select/topk/candidate_loaded.wgsl',
    find: 'best[begin + min(',
    replace: 'best[min(',
    tests: TOP_K,
  },
  {
    what: 'tiles of a small top-k store to the place of the first',
    file: 'wgsl/select/topk/tournament_tiles.wgsl',
    find: '(tile.firstTile + tile.index) * ITEMS',
    replace: 'tile.firstTile * ITEMS',
    tests: TOP_K,
  },
  {
    what: 'a row of a small top-k lacks the last tile',
    file: 'wgsl/select/topk/candidate_loaded.wgsl',
    find: '((segment.z - 1u) / TILE + 1u) * ITEMS',
    replace: '((segment.z - 1u) / TILE) * ITEMS',
    tests: TOP_K,
  },
  {
    what: 'a row of a small top-k begins with tiles of earlier segments',
    file: 'wgsl/select/topk/candidate_loaded.wgsl',
    find: 'vec2u((segment.x + entry) * ITEMS',
    replace: 'vec2u(segment.x * ITEMS',
    tests: TOP_K,
  },
  {
    what: 'the network of a row takes the items of the first segment',
    file: 'wgsl/select/topk/selected_loaded.wgsl',
    find: 'let i = begin + min(',
    replace: 'let i = min(',
    tests: TOP_K,
  },
  {
    what: 'the network of a row lacks its last item',
    file: 'wgsl/select/topk/selected_loaded.wgsl',
    find: 'Segment(segment.y, segment.z)), count)',
    replace: 'Segment(segment.y, segment.z)), max(count, 1u) - 1u)',
    tests: TOP_K,
  },
  {
    what: 'a network orders rows that it does not hold',
    file: 'src/select/topk/kernels.ts',
    find: 'lanes * items >= maxK',
    replace: '2 * lanes * items >= maxK',
    tests: TOP_K,
  },
  {
    what: 'the network of a row marks slots that have items',
    file: 'src/select/topk/kernels.ts',
    find: 'STORED: lanes * items',
    replace: 'STORED: 0',
    tests: PLANS,
  },
  {
    what: 'a later level counts no candidates',
    file: 'wgsl/select/radix/of_either.wgsl',
    find: 'return true;',
    replace: 'return !areCopied;',
    tests: TOP_K,
  },
  {
    what: 'a later level counts items of the input where candidates are',
    file: 'wgsl/select/radix/of_either.wgsl',
    find: 'inCandidates = areCopied;',
    replace: '',
    tests: TOP_K,
  },
  {
    what: 'the sort of a row lacks its last item',
    file: 'wgsl/select/topk/row_bounds.wgsl',
    find: 'segment.z).count;',
    replace: 'segment.z).count - 1u;',
    tests: TOP_K,
  },
];
