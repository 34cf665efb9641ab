/** Faults in segmented scans. */

const MATRIX = ['tests/contract/scan-matrix'];
const CUSTOM = ['tests/contract/scan-custom'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const SEGMENTED_SCAN_MUTANTS = [
  {
    what: 'a result of a whole leaf combines subtrees from the longest on',
    file: 'wgsl/segmented_scan/apply.software.wgsl',
    find: '      values[i] = combine(subtree, values[i]);',
    replace: '      values[i] = combine(values[i], subtree);',
    tests: CUSTOM,
  },
  {
    what: 'a scan forgets its exclusive first result',
    file: 'wgsl/segmented_scan/apply.software.wgsl',
    find: '    storeResult(item, emptyResult());',
    replace: '    storeResult(item, withInitial(value));',
    tests: CUSTOM,
  },
  {
    what: 'a piece begins without the pieces before it',
    file: 'wgsl/segmented_scan/apply.software.wgsl',
    find: '  if (leaves > 0u) {',
    replace: '  if (leaves == 1u) {',
    tests: MATRIX,
  },
  {
    what: 'the join takes a neighbouring piece for a subtree',
    file: 'wgsl/segmented_scan/join.software.wgsl',
    find: 'slotOfPiece(mergeTile, piece - span)',
    replace: 'slotOfPiece(mergeTile, piece - 1u)',
    tests: MATRIX,
  },
  {
    what: 'the first piece has the slot of a later one',
    file: 'wgsl/segmented_scan/pieces.software.wgsl',
    find: 'select(0u, 1u, piece == 0u)',
    replace: '0u',
    tests: MATRIX,
  },
  {
    what: 'a reverse scan reads items in their order',
    file: 'wgsl/segmented_scan/term.wgsl',
    find: 'length - 1u - position',
    replace: 'position',
    tests: CUSTOM,
  },
  {
    what: 'a reverse scan counts indices from the end',
    file: 'wgsl/segmented_scan/window/whole.wgsl',
    find: 'select(position, length - 1u - position, REVERSE)',
    replace: 'position',
    tests: CUSTOM,
  },
  {
    what: 'segments by begin and end are read at their starts',
    file: 'wgsl/segmented_scan/segments/listed.wgsl',
    find: 'return min(begins[id], min(ends[id], state[ITEM_COUNT]));',
    replace: 'return segment.begin;',
    tests: MATRIX,
  },
  {
    what: 'a window of a long segment gets too few subtrees',
    file: 'wgsl/segmented_scan/total.wgsl',
    find: '((windows >> k) & 1u) != 0u',
    replace: 'k < 1u && (windows & 1u) != 0u',
    tests: CUSTOM,
  },
  {
    what: 'items outside every segment stay 0',
    file: 'src/segmented_scan/array_call.ts',
    find: 'if (!call.segments.coversAll) await',
    replace: 'if (call.segments.coversAll) await',
    tests: MATRIX,
  },
];
