/** Faults in reduces. */

const REDUCES = ['tests/reduce-classes', 'tests/reduce-edges'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const REDUCE_MUTANTS = [
  // Reduce
  {
    what: 'a leaf’s second term is left out',
    file: 'wgsl/reduce/fold.wgsl',
    find: 'var i = first + 1u; i < end',
    replace: 'var i = first + 2u; i < end',
    tests: REDUCES,
  },
  {
    what: 'later before earlier',
    file: 'wgsl/reduce/fold.wgsl',
    find: 'result = combine((*stack)[level], result);',
    replace: 'result = combine(result, (*stack)[level]);',
    tests: REDUCES,
  },
  {
    what: 'the last NaN wins',
    file: 'wgsl/reduce/operator/extreme.wgsl',
    find: ' && !isNan(a)',
    replace: '',
    tests: REDUCES,
  },
  {
    what: '-0 is less than +0',
    file: 'wgsl/reduce/operator/rank_f32.wgsl',
    find: 'select(bits, 0u, bits == 0x80000000u)',
    replace: 'bits',
    tests: REDUCES,
  },
  {
    what: 'the last tile of a segment is left out',
    file: 'wgsl/reduce/partials.wgsl',
    find: '(segment.z - 1u) / TILE + 1u',
    replace: 'segment.z / TILE',
    tests: REDUCES,
  },
  {
    what: 'a lane reads its neighbour before that wrote: a barrier dropped',
    file: 'wgsl/reduce/neighbour/workgroup.wgsl',
    find: '  laneValues[local] = value;\n  workgroupBarrier();',
    replace: '  laneValues[local] = value;',
    tests: REDUCES,
  },
];
