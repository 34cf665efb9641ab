/** Faults in segmented scans. */

const MATRIX = ['tests/contract/scan-matrix'];
const CUSTOM = ['tests/contract/scan-custom'];
const EDGES = ['tests/kernels/scan-edges'];
const GPU = "family 'gpu'";

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
    file: 'wgsl/segmented_scan/slot.wgsl',
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
  {
    what: 'a lane of a GPU takes a subtree of a later lane',
    file: 'wgsl/segmented_scan/apply.gpu.wgsl',
    find: 'local + ((index >> level) << level) - 1u - index',
    replace: 'local + ((index >> level) << level) - index',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs the subtrees before a piece are those of the piece itself',
    file: 'wgsl/segmented_scan/apply.gpu.wgsl',
    find: 'slotOfPiece(owner, ended - 1u)',
    replace: 'slotOfPiece(owner, ended)',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs the last leaf of a segment is scanned as a segment',
    file: 'wgsl/segmented_scan/apply.gpu.wgsl',
    find: '} else if (index == 0u && leaves == 0u) {',
    replace: '} else if (leaves == 0u) {',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs a search skips the segment at the start of a lane',
    file: 'wgsl/segmented_scan/apply.gpu.wgsl',
    find: 'return max(low, first + 1u) - 1u;',
    replace: 'return max(low, first + 1u);',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs a piece that follows another is scanned without it',
    file: 'wgsl/segmented_scan/apply.gpu.wgsl',
    find: 'if (local == 0u && next + 1u < pieces) {',
    replace: 'if (local == 0u && next + 2u < pieces) {',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs falling offsets go unseen',
    file: 'wgsl/segmented_scan/tile/work.gpu.wgsl',
    find: 'atomicMax(&falling, 1u);',
    replace: 'atomicMax(&falling, 0u);',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs a lane adds up leaves of another segment',
    file: 'wgsl/segmented_scan/tile/totals.gpu.wgsl',
    find: '((leaf + 1u) & (2u * span - 1u)) == 0u',
    replace: '((local + 1u) & (2u * span - 1u)) == 0u',
    tests: EDGES,
    name: GPU,
  },
  {
    what: 'on GPUs the join misses a level',
    file: 'src/segmented_scan/gpu.ts',
    find: 'Math.max(1, Math.ceil(Math.log2(context.maxItems / tile)))',
    replace: 'Math.max(1, Math.ceil(Math.log2(context.maxItems / tile)) - 2)',
    tests: EDGES,
    name: GPU,
  },
];
