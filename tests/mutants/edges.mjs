/** Faults in the forms of segments, and in what refuses wrong arguments. */

const FORMS = ['tests/contract/segment-forms'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const EDGES_MUTANTS = [
  {
    what: 'numbers of 64 bits keep 32 bits',
    file: 'src/api/segments.ts',
    find: 'numbers[i] = Number(array[i]);',
    replace: 'numbers[i] = Number(BigInt.asUintN(32, BigInt(array[i] as bigint)));',
    tests: FORMS,
    name: 'past 32 bits',
  },
  {
    what: 'the sum of lengths is not bounded',
    file: 'src/api/segments.ts',
    find: 'if (sum > itemCount) {',
    replace: 'if (false) {',
    tests: FORMS,
    name: 'more than the items',
  },
  {
    what: 'a row may be one past the last item',
    file: 'src/api/segments.ts',
    find: "requireOffset(given, 'row', i, itemCount - 1,",
    replace: "requireOffset(given, 'row', i, itemCount,",
    tests: FORMS,
    name: 'that no item has',
  },
  {
    what: 'offsets into rows are bounded by the items, not by the rows',
    file: 'src/api/segments.ts',
    find: "checkOffsets(numbers('offsets'), rows.length)",
    replace: "checkOffsets(numbers('offsets'), itemCount)",
    tests: FORMS,
    name: 'that no item has',
  },
  {
    what: 'lengths that fill the array do not cover it',
    file: 'src/api/segments.ts',
    find: 'coversAll: sum === itemCount, offsets',
    replace: 'coversAll: true, offsets',
    tests: FORMS,
    name: 'refuses .*lengths',
  },
  {
    what: 'values are not gathered with their keys',
    file: 'src/sort/array_call.ts',
    find: 'return itemsOf(call, items);',
    replace: 'return Promise.resolve(items);',
    tests: FORMS,
    name: 'of f32',
  },
  {
    what: 'only the first word of an item is gathered',
    file: 'src/api/gather.ts',
    find: 'for (let k = 0; k < words; k++) to',
    replace: 'for (let k = 0; k < 1; k++) to',
    tests: FORMS,
    name: 'of u64',
  },
  {
    what: 'an overlap covers',
    file: 'src/api/cover.ts',
    find: 'if (begin !== covered) {',
    replace: 'if (begin > covered) {',
    tests: FORMS,
    name: 'that several segments',
  },
  {
    what: 'the items after the last segment count as covered',
    file: 'src/api/cover.ts',
    find: 'k <= segments.count; k++',
    replace: 'k < segments.count; k++',
    tests: FORMS,
    name: 'refuses',
  },
];
