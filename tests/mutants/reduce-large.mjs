/** Faults in the large segments of a reduce, and in how results are written. */

const CLASSES = ['tests/kernels/reduce-classes'];
const MATRIX = ['tests/contract/reduce-matrix'];
const CUSTOM = ['tests/contract/reduce-custom'];
const SEVERAL = ['tests/contract/reduce-several'];
const ACCURACY = ['tests/contract/reduce-accuracy'];
const FORMS = ['tests/contract/reduce-forms'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const REDUCE_LARGE_MUTANTS = [
  // Large segments
  {
    what: 'more tiles than there is room for',
    file: 'wgsl/partition/large.wgsl',
    find: '/ TILE * SPREAD',
    replace: '/ TILE * SPREAD * 4u',
    tests: FORMS,
    name: 'software.*true.*span almost all',
  },
  {
    what: 'no tile for a segment where there are more segments than tiles',
    file: 'wgsl/partition/large.wgsl',
    find: 'max(state[ITEM_COUNT] / TILE * SPREAD / max(segments, 1u), 1u)',
    replace: 'state[ITEM_COUNT] / TILE * SPREAD / max(segments, 1u)',
    tests: FORMS,
    name: 'same one many times',
  },
  {
    what: 'segments of one tile are folded from tiles all the same',
    file: 'wgsl/partition/large.wgsl',
    find: 'select(0u, ceilDiv(segments, LARGE_PER_WORKGROUP), each > 1u)',
    replace: 'ceilDiv(segments, LARGE_PER_WORKGROUP)',
    tests: FORMS,
    name: 'same one many times',
  },
  {
    what: 'the last tile of a segment is left out',
    file: 'wgsl/partition/spread_tiles.wgsl',
    find: 'length / size + select(0u, 1u, length % size != 0u)',
    replace: 'length / size',
    tests: CLASSES,
  },
  {
    what: 'a tile longer than the least one is no subtree',
    file: 'wgsl/partition/spread_tiles.wgsl',
    find: 'size *= 2u;',
    replace: 'size += TILE;',
    tests: [...ACCURACY, 'tests/contract/reduce-rare'],
    name: 'bits of a sum.*every form|tiles are longer',
  },
  {
    what: 'tiles of several segments in one slot',
    file: 'wgsl/partition/spread_tiles.wgsl',
    find: 'let slot = entry * each + index;',
    replace: 'let slot = entry + index;',
    tests: FORMS,
  },
  {
    what: 'a tile begins where its segment does',
    file: 'wgsl/partition/spread_tiles.wgsl',
    find: 'SpreadTile(segment.begin + index * size,',
    replace: 'SpreadTile(segment.begin,',
    tests: FORMS,
  },
  {
    what: 'indices are counted from the tile',
    file: 'wgsl/reduce/large/tiles.wgsl',
    find: 'fold(tile.begin, terms, tile.segment.begin,',
    replace: 'fold(tile.begin, terms, tile.begin,',
    tests: CUSTOM,
    name: 'recorded.*affine maps of element',
  },
  {
    what: 'a segment of one tile goes to the second stage that is not there',
    file: 'wgsl/reduce/large/tiles.wgsl',
    find: 'if (state[TILES_EACH] > 1u) {',
    replace: 'if (state[TILES_EACH] > 0u) {',
    tests: FORMS,
    name: 'same one many times',
  },
  {
    what: 'tiles are folded from the first segment’s slots',
    file: 'wgsl/reduce/large/partials.wgsl',
    find: 'fold(entry * each, tiles,',
    replace: 'fold(0u, tiles,',
    tests: FORMS,
  },
  {
    what: 'results of tiles are stored high word first',
    file: 'src/operators/accumulator.ts',
    find: "'xyzw'[word]",
    replace: "'xyzw'[words - 1 - word]",
    tests: CUSTOM,
    name: 'recorded.*affine maps',
  },
  {
    what: 'room for one slot a tile',
    file: 'src/reduce/plan.ts',
    find: 'Math.floor(maxItems / table.reduce.tile) * SPREAD',
    replace: 'Math.floor(maxItems / table.reduce.tile)',
    tests: FORMS,
    name: 'span almost all',
  },

  // Results
  {
    what: 'counts of segments past the count are written',
    file: 'wgsl/reduce/segments/lengths.wgsl',
    find: 'if (id < state[SEGMENT_COUNT]) {',
    replace: 'if (id < arrayLength(&output0)) {',
    tests: MATRIX,
    name: 'count of.*encode, count on the GPU',
  },
  {
    what: 'bits behind the last result are written',
    file: 'wgsl/reduce/results/deliver.wgsl',
    find: 'if (item < items) {',
    replace: 'if (item < items + PER_WORD) {',
    tests: FORMS,
    name: 'narrow results|narrow and wide',
  },
  {
    what: 'a narrow result’s upper bits spill over',
    file: 'wgsl/reduce/results/deliver.wgsl',
    find: 'k * ITEM_BITS, ITEM_BITS)',
    replace: 'k * ITEM_BITS, 32u)',
    tests: FORMS,
    name: 'narrow results|narrow and wide',
  },
  {
    what: 'items of a word in the wrong order',
    file: 'wgsl/reduce/results/deliver.wgsl',
    find: 'k * ITEM_BITS, ITEM_BITS)',
    replace: '(PER_WORD - 1u - k) * ITEM_BITS, ITEM_BITS)',
    tests: FORMS,
    name: 'narrow results|narrow and wide',
  },
  {
    what: 'every result is delivered from the first one’s words',
    file: 'wgsl/reduce/results/deliver.wgsl',
    find: 'results[BEFORE * segments + item]',
    replace: 'results[item]',
    tests: SEVERAL,
    name: 'narrow results|narrow and wide',
  },
  {
    what: 'results begin where the first one does',
    file: 'src/reduce/results.ts',
    find: 'u * state[SEGMENT_COUNT]',
    replace: 'u * 0u',
    tests: SEVERAL,
    name: 'narrow results|narrow and wide',
  },
  {
    what: 'a fourth output together with the results in scratch memory: a binding too many',
    file: 'src/reduce/kernels.ts',
    find: 'DIRECT.length : DIRECT.length - 1',
    replace: 'DIRECT.length : DIRECT.length',
    // Only by the plan: on a device the kernel does not compile.
    tests: ['tests/plans/plans'],
    name: 'within the limits',
  },
];
