/** Faults in what is sorted: keys and their order, values. */

const FORMS = ['tests/sort-forms', 'tests/sort-recording'];
const MATRIX = ['tests/sort-matrix'];
const COMPARES = ['tests/sort-compare.test'];
const BROKEN = ['tests/sort-compare-broken'];
const ORDER_BY = ['tests/sort-orderby'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const KEYS_MUTANTS = [
  // Keys
  {
    what: 'NaNs are not moved to the end',
    file: 'wgsl/keys/word.wgsl',
    find: ' - by.flips.z;',
    replace: ';',
    tests: ['tests/sort-floats'],
  },
  {
    what: 'zeros never tie',
    file: 'wgsl/keys/word.wgsl',
    find: 'bits == by.range.y',
    replace: 'false',
    tests: MATRIX,
    name: 'zeros tie',
  },
  {
    what: 'a lost borrow',
    file: 'wgsl/keys/two_words.wgsl',
    find: ' - origin.y - borrow',
    replace: ' - origin.y',
    tests: MATRIX,
    name: 'f64',
  },
  {
    what: 'a lost carry',
    file: 'wgsl/keys/two_words.wgsl',
    find: ' + keyMap[1].y + carry',
    replace: ' + keyMap[1].y',
    tests: MATRIX,
    name: 'f64',
  },
  {
    what: 'low words are not compared',
    file: 'wgsl/keys/two_words.wgsl',
    find: 'a.y < b.y || (a.y == b.y && a.x < b.x)',
    replace: 'a.y < b.y',
    tests: MATRIX,
    name: '64',
  },
  {
    what: 'a shift by whole words',
    file: 'wgsl/keys/two_words.wgsl',
    find: 'select(words.y << (32u - bits), 0u, bits == 0u)',
    replace: 'words.y << ((32u - bits) % 32u)',
    tests: MATRIX,
    name: '64',
  },

  // Packed keys, values that are not 4 bytes
  {
    what: 'what lies outside the segments is overwritten',
    file: 'wgsl/convert/narrow.wgsl',
    find: 'bits != UNWRITTEN',
    replace: 'true',
    tests: MATRIX,
    name: '8',
  },
  {
    what: 'items of one word all come from its first',
    file: 'wgsl/convert/widen.wgsl',
    find: '(bits >> (k * ITEM_BITS))',
    replace: 'bits',
    tests: MATRIX,
    name: '8',
  },
  {
    what: 'scratch of the call before passes for sorted',
    file: 'wgsl/convert/indices.wgsl',
    find: 'sorted[i] = UNWRITTEN;',
    replace: '',
    tests: MATRIX,
    name: '(8|12|16)-byte',
  },
  {
    what: 'a value’s first word alone is moved',
    file: 'wgsl/convert/gather.wgsl',
    find: 'k < VALUE_WORDS',
    replace: 'k < 1u',
    tests: MATRIX,
    name: '(8|12|16)-byte',
  },
  {
    what: 'a value moved over one that is still to be moved',
    file: 'wgsl/convert/copy.wgsl',
    find: 'gatherTo[i * VALUE_WORDS + k] =',
    replace: 'gatherTo[i * VALUE_WORDS] =',
    tests: MATRIX,
    name: 'in place',
  },
  {
    what: 'the last chunk of a long segment is not sorted with its neighbour',
    file: 'src/sort/host.ts',
    find: 'first + chunk < length; first',
    replace: 'first + 2 * chunk < length; first',
    tests: FORMS,
    name: 'batches',
  },

  // An order of the caller's own
  {
    what: 'indices of ties turned round',
    file: 'wgsl/keys/compared.wgsl',
    find: 'less(ownKey(select(later, earlier, DESCENDING)), ownKey(select(earlier, later, DESCENDING)))',
    replace: '!less(ownKey(select(earlier, later, DESCENDING)), ownKey(select(later, earlier, DESCENDING)))',
    tests: COMPARES,
  },
  {
    what: 'the greater of two runs first',
    file: 'wgsl/sort/merge/merge.wgsl',
    find: 'takeA = lessKey(keyA, keyB);',
    replace: 'takeA = lessKey(keyB, keyA);',
    tests: COMPARES,
  },
  {
    what: 'a part of a merge begins one item early in the first run',
    file: 'wgsl/sort/merge/merge.wgsl',
    find: 'var a = fromA;',
    replace: 'var a = max(fromA, 1u) - 1u;',
    tests: COMPARES,
  },
  {
    what: 'a run goes on past the segment',
    file: 'wgsl/sort/merge/runs.wgsl',
    find: 'min(RUN, stop - at)',
    replace: 'RUN',
    tests: COMPARES,
  },
  {
    what: 'lanes share a tile wrongly',
    file: 'wgsl/sort/merge/large.wgsl',
    find: '(local % LANES + 1u) * share',
    replace: '(local % LANES) * share',
    tests: COMPARES,
  },
  {
    what: 'a merge too few',
    file: 'src/sort/merges.ts',
    find: 'Math.ceil(Math.log2(longest / RUN))',
    replace: 'Math.floor(Math.log2(longest / RUN))',
    tests: COMPARES,
  },
  {
    what: 'a round too few over the chunks of a segment',
    file: 'src/sort/host.ts',
    find: 'round * chunk < length; round++',
    replace: '(round + 2) * chunk < length; round++',
    tests: COMPARES,
    name: 'no binding holds',
  },
  {
    what: 'lanes that exchange items ask an order each its own way round',
    file: 'wgsl/keys/compared.wgsl',
    find: 'return laterFirst == (a > b);',
    replace:
      'return less(ownKey(select(a, b, DESCENDING)), ownKey(select(b, a, DESCENDING))) || (a < b && !laterFirst);',
    tests: BROKEN,
    name: 'gpu kernels without',
  },
  {
    what: 'cuts of tiles that contradict each other',
    file: 'wgsl/sort/merge/tile_cuts.wgsl',
    find: 'cut = max(cut, reach(counters[firstTile + other], other * TILE, at));',
    replace: 'cut = select(cut, counters[firstTile + other], other * TILE == at);',
    tests: BROKEN,
    name: 'cpu kernels without',
  },
  {
    what: 'cuts of lanes that contradict each other',
    file: 'wgsl/sort/merge/workgroup.wgsl',
    find: 'atomicStore(&crossed, 1u);',
    replace: 'atomicStore(&crossed, 0u);',
    tests: BROKEN,
    name: 'gpu kernels without',
  },
  {
    what: 'a struct with a vec3 is taken for packed',
    file: 'src/sort/struct.ts',
    find: 'align: count === 3 ? 16 : 4 * count',
    replace: 'align: count === 3 ? 4 : 4 * count',
    tests: COMPARES,
    name: 'is refused',
  },
  {
    what: 'narrow keys are gathered by place',
    file: 'wgsl/convert/gather_packed.wgsl',
    find: 'gatherFrom[source / PER_WORD]',
    replace: 'gatherFrom[i / PER_WORD]',
    tests: ORDER_BY,
    name: 'u8 turned round',
  },
  {
    what: 'a number without its high word',
    file: 'wgsl/convert/mapped.wgsl',
    find: '= number.y;',
    replace: '= 0u;',
    tests: ORDER_BY,
    name: 'u64 as it is',
  },
];
