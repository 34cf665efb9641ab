/** Faults in groups and scans of Arrow tables, and in the ports' calls on runs of equal keys. */

const ARROW_GROUP = ['tests/ports/arrow-group'];
const ARROW_SCAN = ['tests/ports/arrow-scan'];
const CUB_RUNS = ['tests/ports/cub-runs'];
const CUB_SCAN = ['tests/ports/cub-scan'];
const BY_SEGMENT = ['tests/ports/dpct-by-segment'];

const GROUP = 'src/arrow/group.ts';
const KEYS = 'src/arrow/keys.ts';

/** @type {import('./mutants.mjs').Mutant[]} */
export const TABLES_MUTANTS = [
  {
    what: 'a column that comes later counts most',
    file: GROUP,
    find: 'low = before.map((word, i) => (word << more) | (codes[i] as number));',
    replace: 'low = before.map((word, i) => ((codes[i] as number) << bits) | word);',
    tests: ARROW_GROUP,
  },
  {
    what: 'codes of more than 32 bits lose their high bits',
    file: GROUP,
    find: '(word >>> (32 - more)) | ((above?.[i] ?? 0) << more)',
    replace: '(above?.[i] ?? 0) << more',
    tests: ARROW_GROUP,
  },
  {
    what: 'codes of more than 64 bits are not packed anew',
    file: GROUP,
    find: 'if (bits + more > 64) {',
    replace: 'if (bits + more > 640) {',
    tests: ARROW_GROUP,
  },
  {
    what: 'a group without rows stays',
    file: GROUP,
    find: 'i === 0 || offset !== offsets[i - 1]',
    replace: 'true',
    tests: ARROW_GROUP,
  },
  {
    what: 'nulls join the first group',
    file: GROUP,
    find: '(first ? 0 : count)',
    replace: '0',
    tests: ARROW_GROUP,
  },
  {
    what: 'with nulls first the other groups are not moved',
    file: GROUP,
    find: 'code + Number(first)',
    replace: 'code',
    tests: ARROW_GROUP,
  },
  {
    what: 'rows count among those that are kept',
    file: GROUP,
    find: 'rows: chosen === all ? rows : rows.map((i) => chosen[i] as number)',
    replace: 'rows',
    tests: ARROW_GROUP,
  },
  {
    what: 'the keys are those of a group’s last row',
    file: GROUP,
    find: 'offsets.slice(0, -1).map((offset) => rows[offset] as number)',
    replace: 'offsets.slice(1).map((offset) => rows[offset] as number)',
    tests: ARROW_GROUP,
  },
  {
    what: 'texts keep the order in which they came',
    file: KEYS,
    find: '.sort(ascending)',
    replace: '',
    tests: ARROW_GROUP,
  },
  {
    what: 'booleans of a sliced column are read from its start',
    file: KEYS,
    find: 'bit(offset + i)',
    replace: 'bit(i)',
    tests: ARROW_GROUP,
  },
  {
    what: 'numbers of a chunk are written over those of the one before',
    file: KEYS,
    find: 'subarray(0, rows), at);\n    at += rows;',
    replace: 'subarray(0, rows), at);',
    tests: ARROW_GROUP,
  },
  {
    what: 'results stay where items without nulls were packed',
    file: 'src/arrow/scan.ts',
    find: 'results[first + (from[i] as number)] = found[i] as never;',
    replace: 'results[i] = found[i] as never;',
    tests: ARROW_SCAN,
  },
  {
    what: 'sums of a narrower type have the items’ type',
    file: 'src/arrow/scan.ts',
    find: "const keeps = typeof op === 'string' && results.constructor",
    replace: "const keeps = typeof op === 'string' || results.constructor",
    tests: ARROW_SCAN,
  },
  {
    what: 'the offsets of runs share memory with their rows',
    file: 'src/ports/runs.ts',
    find: 'bytes += BINDING_ALIGNMENT * Math.ceil(size / BINDING_ALIGNMENT);',
    replace: 'bytes += BINDING_ALIGNMENT;',
    tests: CUB_RUNS,
  },
  {
    what: 'zeros of different signs begin a run',
    file: 'src/ports/runs.ts',
    find: "signedZero: 'equal'",
    replace: "signedZero: 'distinct'",
    tests: CUB_RUNS,
  },
  {
    what: 'keys of runs are sorted',
    file: 'src/ports/runs.ts',
    find: 'sorted: true',
    replace: 'sorted: false',
    tests: CUB_RUNS,
  },
  {
    what: 'exclusive and inclusive sums are exchanged',
    file: 'src/cub/scan.ts',
    find: 'ExclusiveSegmentedSum: sum(true),',
    replace: 'ExclusiveSegmentedSum: sum(false),',
    tests: CUB_SCAN,
  },
  {
    what: 'the end of the keys is taken in bytes',
    file: 'src/dpct/by_segment.ts',
    find: '(to.byte - from.byte) / typeBytes(type)',
    replace: '(to.byte - from.byte) / 1',
    tests: BY_SEGMENT,
  },
];
