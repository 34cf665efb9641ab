// Segmented scan, last of three kernels: an invocation scans the piece and the segments of its merge tile
// (work.software.wgsl), leaf after leaf. Every result is the fold of its segment's items up to its own by the tree of
// reduce/fold/fold.wgsl. So it has the same bits as a reduce of these items, whatever the cut. Method: flags in the
// order of items as Sengupta, Harris, Zhang and Owens (2007) scan them; sums of pieces first, so nothing waits.
//
//   input      read
//   partials   read: subtrees of cut segments, after the join
//   results    written by storeResult: one an item (src/segmented_scan/kernels.ts)
//   TREE       whether results depend on how terms are bracketed
//
// import slotOfPiece from segmented_scan/pieces
// import emptyResult, withInitial, termAt, itemOf, leavesBefore, givenSubtree from segmented_scan/terms
// import foldStack, push, subtrees from reduce/fold/stack
// import workgroupIndex from plan/grid
// import workOf from segmented_scan/work.software
// given segmentAt, baseOf, Acc, TILE_LEVEL, loadPartial, MERGE_TILE, LEAF, TREE, EXCLUSIVE, storeResult, combine
// given WORKGROUP, SEGMENT_COUNT, ITEM_COUNT

var<storage, read_write> state: array<u32>;

/**
 * The inclusive result of the position before; at a segment's first position the initial value or the identity. Where
 * results need no tree, the initial value is in it at all positions.
 */
var<private> before: Acc;

/** Items of a step where results need no tree. Steps keep the lanes of a subgroup together, whatever the lengths. */
const SCAN_STEP = 64u;

/** Loads the subtrees before a piece of the segment that merge tile `owner` owns. Returns the leaves before it. */
fn beginPiece(owner: u32, piece: u32) -> u32 {
  let given = leavesBefore();
  var k = 0u;
  for (var level = 0u; (given >> level) != 0u; level++) {
    if (((given >> level) & 1u) != 0u) {
      subtrees[level] = givenSubtree(k);
      k++;
    }
  }
  for (var level = 0u; (piece >> level) != 0u; level++) {
    if (((piece >> level) & 1u) != 0u) {
      subtrees[TILE_LEVEL + level] = loadPartial(slotOfPiece(owner, ((piece >> level) << level) - 1u));
    }
  }
  let leaves = given + piece * (MERGE_TILE / LEAF);
  before = emptyResult();
  if (leaves > 0u) {
    before = foldStack(leaves);
    if (!TREE) {
      before = withInitial(before);
    }
  }
  return leaves;
}

/** Stores the result of a position, and keeps its inclusive value. */
fn storeNext(item: u32, value: Acc, isFirst: bool) {
  if (!EXCLUSIVE) {
    storeResult(item, withInitial(value));
  } else if (isFirst) {
    storeResult(item, emptyResult());
  } else {
    storeResult(item, withInitial(before));
  }
  before = value;
}

/**
 * Scans a whole leaf from position `at` on. `leaf` is its index in the segment. The loops have constant ends, so that
 * drivers keep the leaf in registers.
 */
fn scanLeaf(base: u32, length: u32, at: u32, leaf: u32) {
  var values: array<Acc, LEAF>;
  values[0] = termAt(base, length, at);
  for (var i = 1u; i < LEAF; i++) {
    values[i] = combine(values[i - 1u], termAt(base, length, at + i));
  }
  let total = values[LEAF - 1u];
  for (var rest = leaf; rest != 0u; rest &= rest - 1u) {
    let subtree = subtrees[firstTrailingBit(rest)];
    for (var i = 0u; i < LEAF; i++) {
      values[i] = combine(subtree, values[i]);
    }
  }
  push(leaf, total);
  for (var i = 0u; i < LEAF; i++) {
    storeNext(itemOf(base, length, at + i), values[i], leaf == 0u && i == 0u);
  }
}

/** Scans the last leaf of a segment, which has fewer items: positions `at` … `end` − 1. */
fn scanRest(base: u32, length: u32, at: u32, end: u32, leaf: u32) {
  var value = termAt(base, length, at);
  storeNext(itemOf(base, length, at), withSubtrees(value, leaf), leaf == 0u);
  for (var k = 1u; k < LEAF; k++) {
    if (at + k >= end) {
      break;
    }
    value = combine(value, termAt(base, length, at + k));
    storeNext(itemOf(base, length, at + k), withSubtrees(value, leaf), false);
  }
}

/** Combines the subtrees before a leaf with a value. */
fn withSubtrees(value: Acc, leaf: u32) -> Acc {
  var result = value;
  for (var rest = leaf; rest != 0u; rest &= rest - 1u) {
    result = combine(subtrees[firstTrailingBit(rest)], result);
  }
  return result;
}

/** Scans positions `at` … `end` − 1 where results need no tree. */
fn scanRun(base: u32, length: u32, at: u32, end: u32) {
  for (var position = at; position < end; position++) {
    let item = itemOf(base, length, position);
    let value = combine(before, termAt(base, length, position));
    if (EXCLUSIVE) {
      storeResult(item, before);
    } else {
      storeResult(item, value);
    }
    before = value;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (segments == 0u || mergeTile * MERGE_TILE > state[ITEM_COUNT] + segments) {
    return;
  }
  let work = workOf(mergeTile, segments);
  var id = work.id;
  var skipped = work.skipped;
  var at = skipped;
  var leaves = 0u;
  while (id < work.last) {
    let segment = segmentAt(id);
    let base = baseOf(id, segment);
    let tiled = id == work.cut || id < work.first;
    let end = select(segment.length, min(skipped + MERGE_TILE, segment.length), tiled);
    if (at == skipped) {
      leaves = beginPiece(mergeTile - skipped / MERGE_TILE, skipped / MERGE_TILE);
    }
    if (at < end) {
      let next = min(at + select(SCAN_STEP, LEAF, TREE), end);
      let leaf = leaves + (at - skipped) / LEAF;
      if (!TREE) {
        scanRun(base, segment.length, at, next);
      } else if (next - at == LEAF) {
        scanLeaf(base, segment.length, at, leaf);
      } else {
        scanRest(base, segment.length, at, next, leaf);
      }
      at = next;
    }
    if (at == end) {
      id++;
      at = 0u;
      skipped = 0u;
    }
  }
}
