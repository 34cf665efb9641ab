// Segmented scan, first of three kernels: an invocation folds the pieces of long segments in its merge tile
// (work.software.wgsl). Other segments need no fold: apply.software.wgsl scans each of them in one go.
//
//   input      read
//   partials   written: accumulators of pieces
//
// import workgroupIndex from plan/grid
// import workOf from segmented_scan/work.software
// import slotOfPiece from segmented_scan/pieces
// given segmentAt, baseOf, WORKGROUP, SEGMENT_COUNT, MERGE_TILE, ITEM_COUNT, storePartial

var<storage, read_write> state: array<u32>;

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
  if (work.id < work.first) {
    let segment = segmentAt(work.id);
    let end = min(work.skipped + MERGE_TILE, segment.length);
    let piece = work.skipped / MERGE_TILE;
    let value = foldPiece(baseOf(work.id, segment), segment.length, work.skipped, end);
    storePartial(slotOfPiece(mergeTile - piece, piece), value);
  }
  if (work.cut < segments) {
    let segment = segmentAt(work.cut);
    let value = foldPiece(baseOf(work.cut, segment), segment.length, 0u, min(MERGE_TILE, segment.length));
    storePartial(slotOfPiece(mergeTile, 0u), value);
  }
}

// ---- choice piece: terms
// Folds a piece a term at a time: for reverse scans, and for windows whose last piece is folded as well.
//
// import termAt from segmented_scan/terms
// import push, foldStack from reduce/fold/stack
// given Acc, LEAF, combine

/** Folds positions `begin` … `end` − 1 of a segment, which begin at a piece. */
fn foldPiece(base: u32, length: u32, begin: u32, end: u32) -> Acc {
  for (var at = begin; at < end; at += LEAF) {
    var value = termAt(base, length, at);
    for (var position = at + 1u; position < min(at + LEAF, end); position++) {
      value = combine(value, termAt(base, length, position));
    }
    push((at - begin) / LEAF, value);
  }
  return foldStack((end - begin + LEAF - 1u) / LEAF);
}

// ---- choice piece: tile
// Folds a piece by the tiles of a reduce's sweep. Nothing follows a piece that is shorter than a tile, so it needs no
// fold.
//
// import foldTile from reduce/sweep/steps.software
// given Acc, MERGE_TILE, identity

fn foldPiece(base: u32, length: u32, begin: u32, end: u32) -> Acc {
  if (end - begin < MERGE_TILE) {
    return identity();
  }
  return foldTile(base + begin, base);
}
