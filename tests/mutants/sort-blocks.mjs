/** Faults in blocks of short segments. */

const FILE = 'wgsl/sort/blocks/kernel.wgsl';
const TESTS = ['tests/kernels/sort-blocks'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SORT_BLOCKS_MUTANTS = [
  {
    what: 'a block also stores items of longer segments',
    file: FILE,
    find: 'let count = min(atomicLoad(&longerCount), LONGER);',
    replace: 'let count = 0u;',
    tests: TESTS,
    name: 'leave items',
  },
  {
    what: 'a block stores items before its first segment',
    file: FILE,
    find: 'atomicOr(&foreign[0], (1u << (begin - base)) - 1u);',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a longer segment’s first word of bits is marked whole',
    file: FILE,
    find: ' & (0xFFFFFFFFu << low));',
    replace: ');',
    tests: TESTS,
    name: 'leave items',
  },
  {
    what: 'a second round finds the lanes of the first',
    file: FILE,
    find: '        slots[slot] = 0u;',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a second round counts on from the first',
    file: FILE,
    find: '        atomicStore(&binCounts[local], 0u);',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a round loads again what is sorted',
    file: FILE,
    find: '      if (first >= loaded) {',
    replace: '      if (true) {',
    tests: TESTS,
  },
  {
    what: 'a block ends a segment too soon',
    file: FILE,
    find: 'beginAt(min(probe, segments)) + probe < diagonal',
    replace: 'beginAt(min(probe, segments)) < diagonal',
    tests: TESTS,
  },
  {
    what: 'singletons have no slot',
    file: FILE,
    find: '  order[min(slot, WINDOW)] = orderWord(slot, slot);',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'values are stored while others load them',
    file: FILE,
    find: '    workgroupBarrier();\n    restageValues',
    replace: '    restageValues',
    tests: ['tests/kernels/races'],
    name: 'by blocks',
  },
  {
    what: 'items are sorted before all are loaded',
    file: FILE,
    find: '    workgroupBarrier();\n\n    // Give each segment its lanes.',
    replace: '    // Give each segment its lanes.',
    tests: ['tests/kernels/races'],
    name: 'by blocks',
  },
  {
    what: 'a lane whose merges are over exchanges on',
    file: 'src/sort/blocks.ts',
    find: 'let other = select(lane, lane ^ ((2u << level) - 1u), isMerged);',
    replace: 'let other = lane ^ ((2u << level) - 1u);',
    tests: TESTS,
  },
  {
    what: 'pads come from the next segment',
    file: 'src/sort/blocks.ts',
    find: ', at${i} <= last);',
    replace: ', true);',
    tests: TESTS,
  },
  {
    what: 'segments of a bin that takes several lanes have too few slots',
    file: 'src/sort/blocks.ts',
    find: 'EACH * workgroup + window / itemsOfMore + bins.length * aligned',
    replace: 'workgroup',
    tests: TESTS,
  },
  {
    what: 'the partition also lists short segments',
    file: 'src/sort/plan.ts',
    find: '{ minLength: first.maxLength + 1 }',
    replace: '{ minLength: 1 }',
    tests: ['tests/plans/profile'],
    name: 'blocks',
  },
];
