/** Faults in workgroups that repeat, and in what they keep from one task to the next. */

const REPEATED = ['tests/kernels/repeated'];
const EARLY_OUT = ['tests/kernels/sort-early-out'];
const SCHEDULES = ['tests/kernels/schedules'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const REPEATED_MUTANTS = [
  {
    what: 'a workgroup does only its first task',
    file: 'wgsl/plan/entry.wgsl',
    section: 'choice entry: repeated',
    find: 'number += grid.x) {',
    replace: 'number += tasks) {',
    tests: REPEATED,
  },
  {
    what: 'the second dimension of a grid is not counted',
    file: 'wgsl/plan/entry.wgsl',
    section: 'choice entry: repeated',
    find: ' * gridWord(GRID_SLOT * 3u + 1u)',
    replace: ' * min(gridWord(GRID_SLOT * 3u + 1u), 1u)',
    tests: REPEATED,
    name: '66,000',
  },
  {
    what: 'a task writes the memory that lanes of the last one read: a barrier dropped',
    file: 'wgsl/plan/entry.wgsl',
    section: 'choice entry: repeated',
    find: '      workgroupBarrier();\n',
    replace: '',
    tests: REPEATED,
    name: 'NaNs',
  },
  {
    what: 'a task past the last tile repeats the workgroup’s last tile',
    file: 'wgsl/partition/tile_table.wgsl',
    find: '    sharedTile.count = 0u;\n',
    replace: '',
    tests: REPEATED,
    name: '66,000',
  },
  {
    what: 'a tile stays in place because an earlier tile of the workgroup did',
    file: 'wgsl/sort/large/downsweep.gpu.wgsl',
    find: '    stays = 0u;\n',
    replace: '',
    tests: EARLY_OUT,
    name: 'gpu kernels',
  },
  {
    what: 'the cuts of a tile are at least those of the workgroup’s last tile',
    file: 'wgsl/sort/merge/large_merge.gpu.wgsl',
    find: '    atomicStore(&tileEnds[local], 0u);\n',
    replace: '',
    tests: SCHEDULES,
    name: 'comparator',
  },
  {
    what: 'a segment begins on the side where the last one ended',
    file: 'wgsl/sort/merge/medium_merge.gpu.wgsl',
    find: '  fromSide = 0u;\n',
    replace: '',
    tests: SCHEDULES,
    name: 'comparator',
  },
  {
    what: 'the shortest segment of several bins is the longest bin’s',
    file: 'src/partition/gpu.ts',
    find: 'shortestOf(Math.min(',
    replace: 'shortestOf(Math.max(',
    tests: ['tests/kernels/sort-classes'],
    name: 'gpu kernels',
  },
  {
    what: 'a grid past its bound has a workgroup for every task',
    file: 'src/plan/plan.ts',
    find: 'Math.min(bound, maxWorkgroups)',
    replace: 'bound',
    tests: ['tests/plans/grids'],
  },
  {
    what: 'a grid without loops is cut at its bound',
    file: 'src/plan/plan.ts',
    find: "bound > maxWorkgroups && overflow === 'indirect'",
    replace: "bound > most && past !== 'indirect' && bound < 0",
    tests: REPEATED,
  },
];
