/** Faults in indices that a sort makes. */

const INDICES = ['tests/contract/sort-indices'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SORT_INDICES_MUTANTS = [
  {
    what: 'indices of segments count from the array',
    file: 'wgsl/sort/access/values_index_in_segment.wgsl',
    find: 'return i - begin;',
    replace: 'return i;',
    tests: INDICES,
  },
  {
    what: 'a tile’s indices count from the tile',
    file: 'wgsl/sort/large/downsweep.gpu.wgsl',
    find: 'loadTileItem(tile.start + first + i, tile.segment.begin, bank(i));',
    replace: 'loadTileItem(tile.start + first + i, tile.start, bank(i));',
    tests: INDICES,
    name: 'gpu kernels',
  },
  {
    what: 'indices of a tile whose items stay count from the tile',
    file: 'wgsl/sort/large/downsweep.software.wgsl',
    find: 'copySorted == 0u), tile.segment.begin);',
    replace: 'copySorted == 0u), tile.start);',
    tests: INDICES,
    name: 'sorted segments',
  },
  {
    what: 'every digit computes the indices anew',
    file: 'src/sort/context.ts',
    find: '(isFirst && computedValue) || accessValuesMoved',
    replace: 'computedValue ?? accessValuesMoved',
    tests: INDICES,
  },
  {
    what: 'the first digit reads values',
    file: 'src/sort/context.ts',
    find: 'return [computedValue ? make(true) : others, others];',
    replace: 'return [others, others];',
    tests: INDICES,
  },
  {
    what: 'under a custom order a segment of one item has no index',
    file: 'wgsl/sort/singleton/index_in_segment.wgsl',
    find: '    indicesOut[segment.begin] = 0u;\n',
    replace: '',
    tests: INDICES,
    name: 'indices under',
  },
  {
    what: 'under a custom order the permutation is delivered where nothing was sorted',
    file: 'wgsl/sort/convert/deliver.wgsl',
    find: 'source != UNWRITTEN',
    replace: 'true',
    tests: INDICES,
    name: 'indices under',
  },
  {
    what: 'the last bin of listed segments is not delivered',
    file: 'wgsl/sort/convert/deliver_listed.wgsl',
    find: 'bin < LISTED_BINS',
    replace: 'bin + 1u < LISTED_BINS',
    tests: INDICES,
    name: 'indices under',
  },
  {
    what: 'a tile’s last item is not delivered',
    file: 'wgsl/sort/convert/deliver_tiles.wgsl',
    find: 'i < tile.start + tile.count',
    replace: 'i + 1u < tile.start + tile.count',
    tests: INDICES,
    name: 'indices under',
  },
  {
    what: 'values are taken with indices, and ignored',
    file: 'src/sort/encode.ts',
    find: 'if (read) throw refused(',
    replace: "if (read && read === 'none') throw refused(",
    tests: INDICES,
    name: 'takes no values',
  },
  {
    what: 'indexFrom without indices is ignored',
    file: 'src/sort/spec.ts',
    find: 'if (indexFrom === undefined) return',
    replace: 'if (indexFrom !== null) return',
    tests: INDICES,
    name: 'no meaning',
  },
];
