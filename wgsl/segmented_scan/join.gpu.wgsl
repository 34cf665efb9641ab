// Segmented scan, second of three kernels: a workgroup makes the upper part of the tree of the segment that begins in
// its merge tile and was cut. In place, the slot of piece i becomes the subtree that ends with piece i and has as many
// pieces as the lowest bit of i + 1. This is the upsweep of Brent and Kung (1982), a level after the other.
//
//   partials   accumulators of pieces: read and written
//
// import workgroupIndex from plan/grid
// import workOfTile, TILE_CUT from segmented_scan/work.gpu
// import piecesOf, slotOfPiece from segmented_scan/pieces
// given segmentAt, SEGMENT_COUNT, JOIN_LEVELS, WORKGROUP, storePartial, combine, loadPartial

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let work = workOfTile(mergeTile, state[SEGMENT_COUNT], local);
  // Lanes of a workgroup whose segment is not cut have no piece.
  let pieces = select(1u, piecesOf(segmentAt(max(work.last, 1u) - 1u).length), (work.kind & TILE_CUT) != 0u);
  for (var level = 0u; level < JOIN_LEVELS; level++) {
    let span = 1u << level;
    for (var piece = (2u * local + 2u) * span - 1u; piece < pieces; piece += 2u * span * WORKGROUP) {
      let slot = slotOfPiece(mergeTile, piece);
      storePartial(slot, combine(loadPartial(slotOfPiece(mergeTile, piece - span)), loadPartial(slot)));
    }
    storageBarrier();
  }
}
