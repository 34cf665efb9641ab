// Segmented scan, first of three kernels: a workgroup folds the pieces of long segments in its merge tile
// (segmented_scan/work.gpu.wgsl), a lane a leaf. Other segments need no fold: apply.gpu.wgsl scans each in one go.
//
//   input      read
//   partials   written: accumulators of pieces
//
// import termAt from segmented_scan/terms
// import totals, sumLeaves, workOfTile, TILE_CUT from segmented_scan/work.gpu
// import workgroupIndex from plan/grid
// import slotOfPiece from segmented_scan/pieces
// given segmentAt, baseOf, Acc, LEAF, combine, identity, SEGMENT_COUNT, MERGE_TILE, storePartial

var<storage, read_write> state: array<u32>;

/** Folds a leaf of up to LEAF items. */
fn foldTerms(base: u32, length: u32, at: u32, end: u32) -> Acc {
  var value = termAt(base, length, at);
  for (var i = 1u; i < LEAF; i++) {
    if (at + i < end) {
      value = combine(value, termAt(base, length, at + i));
    }
  }
  return value;
}

/** Combines the subtrees of all leaves of a piece. */
fn foldLeaves(leaves: u32) -> Acc {
  var result = identity();
  var first = true;
  for (var rest = leaves; rest != 0u; rest &= rest - 1u) {
    let level = firstTrailingBit(rest);
    let subtree = totals[((leaves >> level) << level) - 1u];
    if (first) {
      result = subtree;
    } else {
      result = combine(subtree, result);
    }
    first = false;
  }
  return result;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let work = workOfTile(mergeTile, state[SEGMENT_COUNT], local);
  // First the piece that continues, then the first piece of the segment that is cut.
  for (var turn = 0u; turn < 2u; turn++) {
    if (select(work.piece, work.kind & TILE_CUT, turn == 1u) == 0u) {
      continue;
    }
    let id = select(work.first, work.last, turn == 1u) - 1u;
    let piece = select(work.piece, 0u, turn == 1u);
    let segment = segmentAt(id);
    let begin = piece * MERGE_TILE;
    let end = min(begin + MERGE_TILE, segment.length);
    let at = begin + local * LEAF;
    if (at < end) {
      totals[local] = foldTerms(baseOf(id, segment), segment.length, at, end);
    }
    sumLeaves(local, at < end, local);
    if (local == 0u) {
      storePartial(slotOfPiece(mergeTile - piece, piece), foldLeaves((end - begin + LEAF - 1u) / LEAF));
    }
    workgroupBarrier();
  }
}
