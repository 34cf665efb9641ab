// Segmented scan, first of three kernels: an invocation folds the pieces of long segments in its merge tile
// (pieces.software.wgsl). Other segments need no fold: apply.software.wgsl scans each of them in one go.
//
//   input      read
//   partials   written: accumulators of pieces
//
// import workgroupIndex from plan/grid
// import workOf from segmented_scan/pieces.software
// import slotOfPiece from segmented_scan/slot
// import foldPiece from segmented_scan/piece
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
