/** Faults in the partition and the scan. */

const CLASSES = ['tests/sort-classes'];
const PLANS = ['tests/sort-plans'];
const FORMS = ['tests/sort-forms', 'tests/sort-recording'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const PARTITION_MUTANTS = [
  // Partition
  {
    what: 'a segment of one item is not copied',
    file: 'src/partition/plan.ts',
    find: 'segment.length==1u',
    replace: 'segment.length==0u',
    tests: CLASSES,
  },
  {
    what: 'the value of a segment of one item is not copied',
    file: 'src/sort/plan.ts',
    find: 'if (context.pairs && !context.valuesInPlace) copies',
    replace: 'if (context.keysInPlace && !context.valuesInPlace) copies',
    tests: CLASSES,
  },
  {
    what: 'a segment of one item is listed as well: lists and counts differ',
    file: 'src/partition/plan.ts',
    find: '...(spec.units ? { MIN_LENGTH: 2 } : {})',
    replace: '...(spec.units ? { MIN_LENGTH: 3 } : {})',
    tests: CLASSES,
  },
  {
    what: 'a grid forgets its last bin',
    file: 'src/partition/plan.ts',
    find: 'Object.entries(shares).map(',
    replace: 'Object.entries(shares).slice(0, 1).map(',
    tests: CLASSES,
    name: 'cpu kernels',
  },
  {
    what: 'a grid is one workgroup short',
    file: 'wgsl/partition/bins.wgsl',
    find: 'workgroups[slot - ARGS_FIRST_GRID]',
    replace: 'max(workgroups[slot - ARGS_FIRST_GRID], 1u) - 1u',
    tests: CLASSES,
  },
  {
    what: 'a length one past a bin’s limit stays in it',
    file: 'src/partition/rows.ts',
    find: 'u32(length>',
    replace: 'u32(length-1u>',
    tests: CLASSES,
  },
  {
    what: 'the shortest length is in no bin',
    file: 'wgsl/partition/classify.wgsl',
    find: 'length < MIN_LENGTH',
    replace: 'length <= MIN_LENGTH',
    tests: CLASSES,
  },
  {
    what: 'segments past the count are binned',
    file: 'wgsl/partition/count.wgsl',
    find: 'let end = min(first + SEGMENTS_PER_LANE, state[SEGMENT_COUNT]);',
    replace: 'let end = first + SEGMENTS_PER_LANE;',
    tests: FORMS,
  },
  {
    what: 'a block’s later lanes forget the earlier ones',
    file: 'wgsl/partition/scatter.wgsl',
    find: 'places[quad] = blockScan(local, places[quad]).before;',
    replace: 'places[quad] = vec4u();',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'an entry of the large table is counted from the first bin’s',
    file: 'wgsl/partition/scatter.wgsl',
    find: 'enterLarge(place - counters[bin * blocks],',
    replace: 'enterLarge(place,',
    tests: CLASSES,
  },
  {
    what: 'tiles are counted from the first bin’s segments',
    file: 'wgsl/partition/scatter.wgsl',
    find: 'rowOf(rows, TILE_ROW) - counters[TILE_ROW * blocks];',
    replace: 'rowOf(rows, TILE_ROW);',
    tests: CLASSES,
  },
  {
    what: 'the number of tiles holds the segments, too',
    file: 'wgsl/partition/finish.wgsl',
    find: 'counters[ROWS * blocks] - counters[TILE_ROW * blocks]',
    replace: 'counters[ROWS * blocks]',
    tests: CLASSES,
  },
  {
    what: 'one item past whole tiles gets no tile',
    file: 'wgsl/partition/large.wgsl',
    find: '(length - 1u) / TILE',
    replace: '(length - 1u) / (TILE + 1u)',
    tests: CLASSES,
  },
  {
    what: 'the search for a tile’s segment ends one short',
    file: 'wgsl/partition/tiles.wgsl',
    find: 'large[middle].x <= number',
    replace: 'large[middle].x < number',
    tests: CLASSES,
  },
  {
    what: 'an end is not clamped to the item count',
    file: 'wgsl/segments/offsets.wgsl',
    find: 'min(offsets[id + 1u], state[ITEM_COUNT])',
    replace: 'offsets[id + 1u]',
    tests: [...PLANS, ...FORMS],
  },
  {
    what: 'end < begin is not empty: ranges',
    file: 'wgsl/segments/ranges.wgsl',
    find: 'min(begins[id], end)',
    replace: 'begins[id]',
    tests: FORMS,
  },
  {
    what: 'a grid has one row',
    file: 'wgsl/state/grid.wgsl',
    find: 'let rows = ceilDiv(workgroups, GRID_LIMIT);',
    replace: 'let rows = min(workgroups, 1u);',
    tests: ['tests/sort-edges'],
  },
  {
    what: 'more segments of one size than there are items',
    file: 'wgsl/setup/kernel.wgsl',
    find: 'segments = min(segments, items / size);',
    replace: '',
    tests: FORMS,
  },

  // Scan
  {
    what: 'a block of the scan forgets the blocks before it',
    file: 'wgsl/scan/apply.wgsl',
    find: 'before += sums[block];',
    replace: '',
    tests: CLASSES,
  },
  {
    what: 'a block’s sum leaves out its first counter',
    file: 'wgsl/scan/reduce.wgsl',
    find: 'for (var i = first; i < end; i++)',
    replace: 'for (var i = first + 1u; i < end; i++)',
    tests: CLASSES,
  },
  {
    what: 'lanes of the spine take too few sums',
    file: 'wgsl/scan/lanes.wgsl',
    find: 'count / WORKGROUP + 1u',
    replace: 'max(count / WORKGROUP, 1u)',
    tests: ['tests/sort-edges'],
  },
  {
    what: 'a workgroup’s scan forgets the rows before',
    file: 'wgsl/block/cooperative.wgsl',
    find: 'if (row == local / RAKE) {',
    replace: 'if (row == 0u) {',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'rows are read before they are raked: a barrier dropped',
    file: 'wgsl/block/cooperative.wgsl',
    find: '  workgroupBarrier();\n  var before = blockSums[local];',
    replace: '  var before = blockSums[local];',
    tests: CLASSES,
    name: 'gpu kernels',
  },
];
