/** Faults in top-k and quantiles. */

const TOP_K = ['tests/contract/top-k.test'];
const QUANTILE = ['tests/contract/quantile.test'];
const PLANS = ['tests/contract/top-k-plans.test'];
const FORMS = ['tests/contract/top-k-forms.test'];
const CUB = ['tests/ports/cub-topk.test'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SELECT_MUTANTS = [
  {
    what: 'a top-k keeps equal keys beyond k',
    file: 'wgsl/select/radix/keep.software.wgsl',
    find: 'if (lesser || equalKept < limit) {',
    replace: 'if (lesser || equalKept <= limit) {',
    tests: TOP_K,
  },
  {
    what: 'a workgroup of a top-k forgets the items that it has kept',
    file: 'wgsl/select/radix/keep.gpu.wgsl',
    find: '    sums += vec2u(scan.total & 0xFFFFu, scan.total >> 16u);\n',
    replace: '',
    tests: TOP_K,
  },
  {
    what: 'a search keeps its rank among all keys',
    file: 'wgsl/select/radix/descend.wgsl',
    find: 'vec4u(packedKey(prefix), rank - before, count)',
    replace: 'vec4u(packedKey(prefix), rank, count)',
    tests: TOP_K,
  },
  {
    what: 'digit sums of an earlier level stay',
    file: 'wgsl/select/radix/descend.wgsl',
    find: '      atomicStore(&digitSums[other + i], 0u);\n',
    replace: '',
    tests: TOP_K,
  },
  {
    what: 'a tile of candidates begins at the first candidate',
    file: 'wgsl/select/radix/tile.wgsl',
    find: 'firstCandidate(tile.segment) + done',
    replace: 'firstCandidate(tile.segment)',
    tests: TOP_K,
  },
  {
    what: 'the tile sums are not scanned',
    file: 'wgsl/select/radix/tile_starts.wgsl',
    find: '    before += count;\n',
    replace: '',
    tests: TOP_K,
  },
  {
    what: 'a whole segment is searched',
    file: 'wgsl/select/topk/start.wgsl',
    find: 'select(vec2u(), vec2u(0xFFFFFFFFu), taken == WHOLE)',
    replace: 'vec2u()',
    tests: TOP_K,
  },
  {
    what: 'a row gets k items of a shorter segment',
    file: 'wgsl/select/topk/rows_of_k.wgsl',
    find: 'min(wantedCount(), length)',
    replace: 'wantedCount()',
    tests: PLANS,
  },
  {
    what: 'k on the GPU is not clamped',
    file: 'wgsl/select/topk/k_buffer.wgsl',
    find: 'min(kIn[0], MAX_K)',
    replace: 'kIn[0]',
    tests: PLANS,
  },
  {
    what: 'empty slots of a row get an index',
    file: 'wgsl/select/topk/indices.wgsl',
    find: '  if (!isFilled) {\n    picked[slot] = UNWRITTEN;\n  }\n',
    replace: '',
    tests: PLANS,
  },
  {
    what: 'a position is not rounded half to even',
    file: 'wgsl/select/quantile/position.wgsl',
    find: 'if (isMore || (isHalf && (product.x & 1u) == 1u)) {',
    replace: 'if (false) {',
    tests: QUANTILE,
  },
  {
    what: 'the upper position is the lower one',
    file: 'wgsl/select/quantile/position.wgsl',
    find: 'floor + select(0u, upper, hasRest)',
    replace: 'floor',
    tests: QUANTILE,
  },
  {
    what: 'NaNs are not left out',
    file: 'wgsl/select/quantile/rank_counted.wgsl',
    find: 'select(largeAt(entry).z, numbersOf(side, entry), OMITS_NANS)',
    replace: 'largeAt(entry).z',
    tests: QUANTILE,
  },
  {
    what: 'a sought key counts for the last one with the same digits',
    file: 'wgsl/select/radix/slot_several.wgsl',
    find: 'for (var k = SOUGHT; k > 0u; k--) {',
    replace: 'for (var k = 1u; k <= SOUGHT; k++) {',
    tests: QUANTILE,
  },
  {
    what: 'a recorded top-k of one size reads offsets',
    file: 'src/select/topk/operation.ts',
    find: 'const numbers = { items, segments, size, k, slots, rows: segments, none: 0 };',
    replace: 'const numbers = { items, segments, size: 0, k, slots, rows: segments, none: 0 };',
    tests: FORMS,
  },
  {
    what: 'rows of a batched top-k have the lowest k',
    file: 'src/cub/topk.ts',
    find: "requireNumber('k: highest', bounds.highest)",
    replace: "requireNumber('k: lowest', bounds.lowest)",
    tests: CUB,
  },
  {
    what: '-0 and +0 differ in a batched top-k',
    file: 'src/cub/topk.ts',
    find: "signedZero: 'equal'",
    replace: "signedZero: 'distinct'",
    tests: CUB,
  },
  {
    what: 'MinPairs gives the largest',
    file: 'src/cub/topk.ts',
    find: "MinPairs: (...given) => topK('ascending', true, given)",
    replace: "MinPairs: (...given) => topK('descending', true, given)",
    tests: CUB,
  },
  {
    what: 'a plan for many more segments than the call has, whatever k is',
    file: 'src/ports/topk_plans.ts',
    find: 'Math.min(roundedUp(maxSegments), affordable)',
    replace: 'roundedUp(maxSegments)',
    tests: CUB,
  },
  {
    what: 'a recorded top-k without slots writes no counts',
    file: 'src/select/topk/operation.ts',
    find: '(spec.maxK > 0 || checked.access.counts)',
    replace: 'spec.maxK > 0',
    tests: FORMS,
  },
  {
    what: 'the first level of several quantiles counts the lowest digit',
    file: 'wgsl/select/radix/slot_first.wgsl',
    find: 'bitsFrom(key, shift)',
    replace: 'bitsFrom(key, 0u)',
    tests: QUANTILE,
  },
];
