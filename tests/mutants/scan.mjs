/** Faults in the scan, inside the partition and by itself. */

const CLASSES = ['tests/kernels/sort-classes'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SCAN_MUTANTS = [
  {
    what: 'a block of the scan forgets the blocks before it',
    file: 'wgsl/scan/apply.wgsl',
    find: 'before = scanCombine(sums[block], before);',
    replace: '',
    tests: ['tests/kernels/scan'],
  },
  {
    what: 'a block’s sum leaves out its first counter',
    file: 'wgsl/scan/reduce.wgsl',
    find: 'for (var i = first; i < end; i++)',
    replace: 'for (var i = first + 1u; i < end; i++)',
    tests: ['tests/kernels/scan'],
  },
  {
    what: 'lanes of the spine take too few sums',
    file: 'wgsl/scan/lanes.wgsl',
    find: 'count / WORKGROUP + 1u',
    replace: 'max(count / WORKGROUP, 1u)',
    tests: ['tests/kernels/sort-edges'],
  },
  {
    what: 'a workgroup’s scan forgets the rows before',
    file: 'wgsl/scan/block.gpu.wgsl',
    find: 'if (row == local / RAKE) {',
    replace: 'if (row == 0u) {',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'rows are read before they are raked: a barrier dropped',
    file: 'wgsl/scan/block.gpu.wgsl',
    find: '  workgroupBarrier();\n  var before = blockSums[bank(local)];',
    replace: '  var before = blockSums[bank(local)];',
    tests: CLASSES,
    name: 'gpu kernels',
  },
  {
    what: 'a subgroup adds its own sum to those before it',
    file: 'wgsl/scan/block.gpu.wgsl',
    find: 'i < first / SUBGROUP_MIN',
    replace: 'i <= first / SUBGROUP_MIN',
    tests: ['tests/kernels/sort-ranking'],
    name: 'subgroups',
  },
  {
    what: 'sums of subgroups are read before they are written: a barrier dropped',
    file: 'wgsl/scan/block.gpu.wgsl',
    section: 'choice scan: subgroups',
    find: '  workgroupBarrier();\n',
    replace: '',
    tests: ['tests/kernels/sort-ranking'],
    name: 'subgroups',
  },
  // The scan by itself
  {
    what: 'rows of a block are combined in the wrong order',
    file: 'wgsl/scan/block.gpu.wgsl',
    find: 'before = scanCombine(total, before);',
    replace: 'before = scanCombine(before, total);',
    tests: ['tests/kernels/scan'],
    name: 'does not commute',
  },
  {
    what: 'a block’s first value is combined behind the blocks before it',
    file: 'wgsl/scan/apply.wgsl',
    find: 'before = scanCombine(sums[block], before);',
    replace: 'before = scanCombine(before, sums[block]);',
    tests: ['tests/kernels/scan'],
    name: 'does not commute',
  },
  {
    what: 'a scan begins with zeros whatever the identity is',
    file: 'wgsl/scan/reduce.wgsl',
    find: 'sum = scanCombine(sum, scanned(i));',
    replace: 'sum = scanCombine(scanned(i), sum);',
    tests: ['tests/kernels/scan'],
    name: 'does not commute',
  },
  {
    what: 'a pass of a nested plan writes to the caller’s array',
    file: 'src/plan/plan.ts',
    find: "(resource.kind === 'argument' && instead[resource.name]) || resource",
    replace: 'resource',
    tests: ['tests/plans/nesting'],
  },
  {
    what: 'a nested plan keeps its own names of scratch memory',
    file: 'src/plan/plan.ts',
    find: 'regions[resource.name] ?? resource.name',
    replace: 'resource.name',
    tests: ['tests/plans/nesting'],
  },
];
