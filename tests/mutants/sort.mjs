/** Faults in the three classes of a sort. */

const CLASSES = ['tests/sort-classes'];
const MATRIX = ['tests/sort-matrix'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SORT_MUTANTS = [
  // Sort, small
  {
    what: 'an exchange reads before its partner wrote: a barrier dropped',
    file: 'wgsl/sort/small/exchange_workgroup.wgsl',
    find: '  workgroupBarrier();',
    replace: '',
    tests: CLASSES,
    name: 'without subgroups',
  },
  {
    what: 'an exchange with the wrong lane',
    file: 'wgsl/sort/small/exchange_subgroup.wgsl',
    find: 'subgroupShuffleXor(item, mask)',
    replace: 'subgroupShuffleXor(item, 1u)',
    tests: CLASSES,
    name: 'with subgroups',
  },
  {
    what: 'a register past the segment’s end is stored',
    file: 'wgsl/sort/small/item/key.wgsl',
    find: '  if (place < length) {',
    replace: '  if (place <= length) {',
    tests: CLASSES,
    name: 'keys',
  },
  {
    what: 'ties turned round',
    file: 'wgsl/sort/small/item/tagged.wgsl',
    find: 'placeOf(a) < placeOf(b)',
    replace: 'placeOf(a) > placeOf(b)',
    tests: ['tests/sort-stability'],
  },
  {
    what: 'a pad is compared as a key',
    file: 'wgsl/sort/small/item/stored_bits.wgsl',
    find: 'select(sortKey(keyOf(item)), MOST_KEY, placeOf(item) == NO_PLACE)',
    replace: 'sortKey(keyOf(item))',
    tests: MATRIX,
  },
  {
    what: 'a bitonic merge without its mirror',
    file: 'src/sort/network.ts',
    find: 'compareAcrossLanes(items, run - 1, run / 2, true)',
    replace: 'compareAcrossLanes(items, run / 2, run / 2, false)',
    tests: CLASSES,
  },

  // Sort, medium
  {
    what: 'the last segment of a list is left out',
    file: 'wgsl/sort/medium/lone.wgsl',
    find: 'slot < count; slot += step',
    replace: 'slot + 1u < count; slot += step',
    tests: CLASSES,
  },
  {
    what: 'digits counted from 1',
    file: 'wgsl/sort/medium/lone.wgsl',
    find: 'var digit = 0u; digit < DIGITS',
    replace: 'var digit = 1u; digit < DIGITS',
    tests: CLASSES,
  },
  {
    what: 'the last nibble is not sorted by',
    file: 'wgsl/sort/medium/workgroup.wgsl',
    find: 'shift < sortKeyBits()',
    replace: 'shift + 4u < sortKeyBits()',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'one item past the tile’s end counts as real',
    file: 'wgsl/workgroup/radix_tile.wgsl',
    find: 'place < count);',
    replace: 'place <= count);',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'upper digits start where the lower ones do: a lost carry',
    file: 'wgsl/workgroup/radix_tile.wgsl',
    find: 'scan.before + (scan.total << 16u)',
    replace: 'scan.before',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'counters are read before they are scanned: a barrier dropped',
    file: 'wgsl/workgroup/radix_tile.wgsl',
    find: '    before += value;\n  }\n  workgroupBarrier();',
    replace: '    before += value;\n  }',
    tests: CLASSES,
    name: 'gpu kernels',
  },

  // Sort, large
  {
    what: 'a tile’s last key is not counted',
    file: 'wgsl/sort/large/upsweep_lone.wgsl',
    find: 'i < tile.count; i++',
    replace: 'i + 1u < tile.count; i++',
    tests: CLASSES,
  },
  {
    what: 'a digit’s second key goes where the first went',
    file: 'wgsl/sort/large/downsweep_lone.wgsl',
    find: 'places[digit] = place + 1u;',
    replace: '',
    tests: CLASSES,
  },
  {
    what: 'counters are not cleared',
    file: 'wgsl/sort/large/upsweep_workgroup.wgsl',
    find: 'digit += WORKGROUP) {\n    atomicStore(&counts[digit], 0u);',
    replace: 'digit += WORKGROUP) {\n    atomicStore(&counts[digit], digit / 255u);',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'a tile is sorted by the upper nibble alone',
    file: 'wgsl/sort/large/downsweep_workgroup.wgsl',
    find: 'var shift = digitShift; shift <',
    replace: 'var shift = digitShift + 4u; shift <',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'in place, an odd number of passes',
    file: 'src/sort/passes.ts',
    find: 'inPlace ? needed % 2 : 0',
    replace: '0',
    tests: MATRIX,
    name: 'in place',
  },
  {
    what: 'the pass for the last bits is left out',
    file: 'src/sort/passes.ts',
    find: 'Math.ceil(context.key.bits / DIGIT_BITS)',
    replace: 'Math.floor(context.key.bits / DIGIT_BITS)',
    tests: MATRIX,
    name: 'middle bits',
  },
];
