// Segmented scan, last of three kernels: an invocation scans the piece and the segments of its merge tile
// (pieces.software.wgsl), leaf after leaf. Every result is the fold of its segment's items up to its own by the tree of
// reduce/fold/fold.wgsl. So it has the same bits as a reduce of these items, whatever the cut. Method: flags in the
// order of items as Sengupta, Harris, Zhang and Owens (2007) scan them; sums of pieces first, so nothing waits.
//
//   input      read
//   partials   read: subtrees of cut segments, after the join
//   results    written by storeResult: one an item (src/segmented_scan/results.ts)
//   TREE       whether results depend on how terms are bracketed
//
// uses  slotOfPiece workOf (segmented_scan/pieces.software)  foldStack push (reduce/fold/stack)  termAt itemOf
//       (segmented_scan/term)  workgroupIndex (plan/workgroup_index)
// takes leavesBefore givenSubtree (segmented_scan/window/ part | whole)  subtrees (reduce/fold/subtrees/ private |
//       workgroup)  segmentAt (partition/segments/offsets | partition/segments/offsets_or_size |
//       partition/segments/ranges | segmented_scan/segments/listed)  baseOf (segmented_scan/segments/ contiguous |
//       listed)
// given Acc  HAS_INITIAL  initialValue  identity  combine  TILE_LEVEL  loadPartial  MERGE_TILE  LEAF  TREE  EXCLUSIVE
//       storeResult  WORKGROUP  SEGMENT_COUNT  ITEM_COUNT

var<storage, read_write> state: array<u32>;

/** The inclusive result of the position before. Where results need no tree, the initial value is in it. */
var<private> before: Acc;

/** The result before the first item of a segment. */
fn emptyResult() -> Acc {
  if (HAS_INITIAL) {
    return initialValue();
  }
  return identity();
}

fn withInitial(value: Acc) -> Acc {
  if (HAS_INITIAL) {
    return combine(initialValue(), value);
  }
  return value;
}

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

/** Scans a leaf: positions `at` … `end` − 1. `leaf` is its index in the segment. */
fn scanLeaf(base: u32, length: u32, at: u32, end: u32, leaf: u32) {
  var values: array<Acc, LEAF>;
  let count = end - at;
  var value = termAt(base, length, at);
  values[0] = value;
  for (var i = 1u; i < count; i++) {
    value = combine(value, termAt(base, length, at + i));
    values[i] = value;
  }
  for (var level = 0u; (leaf >> level) != 0u; level++) {
    if (((leaf >> level) & 1u) != 0u) {
      let subtree = subtrees[level];
      for (var i = 0u; i < count; i++) {
        values[i] = combine(subtree, values[i]);
      }
    }
  }
  if (count == LEAF) {
    push(leaf, value);
  }
  for (var i = 0u; i < count; i++) {
    let item = itemOf(base, length, at + i);
    if (!EXCLUSIVE) {
      storeResult(item, withInitial(values[i]));
    } else if (leaf == 0u && i == 0u) {
      storeResult(item, emptyResult());
    } else {
      storeResult(item, withInitial(before));
    }
    before = values[i];
  }
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
      let next = min(at + LEAF, end);
      if (TREE) {
        scanLeaf(base, segment.length, at, next, leaves + (at - skipped) / LEAF);
      } else {
        scanRun(base, segment.length, at, next);
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
