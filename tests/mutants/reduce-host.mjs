/** Faults in initial values of a reduce, and in host calls longer than a binding. */

const MATRIX = ['tests/contract/reduce-matrix'];
const CUSTOM = ['tests/contract/reduce-custom'];
const SEVERAL = ['tests/contract/reduce-several'];
const ACCURACY = ['tests/contract/reduce-accuracy'];
const FORMS = ['tests/contract/reduce-forms'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const REDUCE_HOST_MUTANTS = [
  // Initial values
  {
    what: 'an initial value is folded in on the right',
    file: 'src/reduce/results.ts',
    find: '(initial, total);',
    replace: '(total, initial);',
    tests: CUSTOM,
    name: 'after an initial value.*affine maps',
  },
  {
    what: 'an empty segment’s identity is folded onto its initial value',
    file: 'src/reduce/results.ts',
    find: "'if (length == 0u) {',",
    replace: "'if (false) {',",
    tests: [...MATRIX, 'tests/contract/reduce-rare'],
    name: 'sum of f(16|32), initial|an initial value',
  },
  {
    what: 'the second initial value of a list is read one word late',
    file: 'src/reduce/results.ts',
    find: '    first += words;\n',
    replace: '    first += words + 1;\n',
    tests: SEVERAL,
    name: 'initial values',
  },
  {
    what: 'an initial value in f16 is cut, not rounded',
    file: 'src/operators/initial.ts',
    find: 'size / spacing + 2 ** 52 - 2 ** 52',
    replace: 'Math.floor(size / spacing)',
    tests: ['tests/contract/reduce-rare'],
    name: 'an initial value',
  },
  {
    what: 'an initial value half way between two f16 is rounded up',
    file: 'src/operators/initial.ts',
    find: 'size / spacing + 2 ** 52 - 2 ** 52',
    replace: 'Math.round(size / spacing)',
    tests: ['tests/contract/reduce-rare'],
    name: 'an initial value',
  },
  {
    what: 'an initial value is of the elements’ type, not of the result’s',
    file: 'src/operators/initial.ts',
    find: 'resultType(type, op) as NumberType',
    replace: 'type as NumberType',
    tests: MATRIX,
    name: 'sum.? of f16, initial',
  },
  {
    what: 'narrow initial values lose their sign',
    file: 'src/operators/initial.ts',
    find: 'BigInt.asUintN(32, whole));',
    replace: 'BigInt.asUintN(Math.min(width, 32), whole));',
    tests: [...MATRIX, 'tests/contract/reduce-rare'],
    name: 'max.? of i(8|16), initial|an initial value',
  },
  {
    what: 'initial values past the type’s largest are taken',
    file: 'src/operators/initial.ts',
    find: 'whole < min || whole > max',
    replace: 'whole < min',
    tests: ['tests/contract/errors-reduce'],
    name: 'an initial value is refused',
  },

  // Batches
  {
    what: 'a batch ends where its last segment does',
    file: 'src/api/batches.ts',
    find: 'Math.max(open.endItem, end)',
    replace: 'end',
    tests: FORMS,
    name: 'batched by a host call',
  },
  {
    what: 'segments of a batch are not in order of their begins',
    file: 'src/api/batches.ts',
    find: 'const order = segments.ranges && idsByBegin(segments.ranges.begin);',
    replace: 'const order = segments.ranges && Uint32Array.from(segments.ranges.begin, (_, i) => i);',
    tests: FORMS,
    name: 'batched by a host call',
  },
  {
    what: 'a batch is longer than a binding',
    file: 'src/api/batches.ts',
    find: 'end - open.firstItem <= limits.items',
    replace: 'end - open.firstItem <= limits.items + 1024',
    tests: [...FORMS, 'tests/contract/reduce-rare'],
    name: 'batched by a host call|no binding longer',
  },
  {
    what: 'bounds of a batch count from the first item of all',
    file: 'src/api/batches.ts',
    find: 'from === to ? 0 : from - firstItem;',
    replace: 'from === to ? 0 : from;',
    tests: FORMS,
    name: 'batched by a host call',
  },
  {
    what: 'results of a batch go to the first segments',
    file: 'src/api/array_call.ts',
    find: 'const to = (ids[i] as number) * entryBytes;',
    replace: 'const to = i * entryBytes;',
    tests: FORMS,
    name: 'batched by a host call',
  },

  // Segments longer than a binding
  {
    what: 'pieces that are no subtrees',
    file: 'src/reduce/long.ts',
    find: 'while (2 * size <= max) size *= 2;',
    replace: 'while (base + size <= max) size += base;',
    tests: ACCURACY,
    name: 'in batches shorter',
  },
  {
    what: 'every window of a segment begins at index 0',
    file: 'src/reduce/long.ts',
    find: 'Uint32Array.of(first)',
    replace: 'Uint32Array.of(0)',
    tests: CUSTOM,
    name: 'in batches.*affine maps of element',
  },
  {
    what: 'accumulators of later windows over those of the first',
    file: 'src/reduce/long.ts',
    find: '(first / piece) * accumulatorBytes',
    replace: '0',
    tests: CUSTOM,
    name: 'in batches.*affine maps',
  },
  {
    what: 'accumulators are merged once, however many are left',
    file: 'src/reduce/long.ts',
    find: 'while (bytes.length / itemBytes > perCall) {',
    replace: 'if (bytes.length / itemBytes > perCall) {',
    tests: [...CUSTOM, 'tests/contract/reduce-rare'],
    name: 'in batches.*hash|of more chunks than|no binding longer',
  },
  {
    what: 'accumulators are not merged',
    file: 'src/reduce/long.ts',
    find: "bytes = await foldPieces(reduce, 'merge', merge);",
    replace: 'bytes = bytes.slice(0, merge.piece * itemBytes);',
    tests: [...CUSTOM, 'tests/contract/reduce-rare'],
    name: 'in batches.*hash|of more chunks than',
  },
  {
    what: 'a leaf of accumulators is 16 of them',
    file: 'src/reduce/descriptor.ts',
    find: 'readsElements(spec) ? LEAF : 1',
    replace: "spec.phase === 'merge' ? 1 : LEAF",
    tests: ACCURACY,
    name: 'in batches shorter',
  },
];
