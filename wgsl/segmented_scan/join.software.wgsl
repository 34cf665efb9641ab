// Segmented scan, second of three kernels: an invocation makes the upper part of the tree of the segment that begins in
// its merge tile and was cut. In place, the slot of piece i becomes the subtree that ends with piece i and has as many
// pieces as the lowest bit of i + 1. This is the upsweep of Brent and Kung (1982).
//
//   partials   accumulators of pieces: read and written
//
// import workgroupIndex from plan/grid
// import workOf from segmented_scan/work.software
// import slotOfPiece from segmented_scan/pieces
// given segmentAt, WORKGROUP, SEGMENT_COUNT, MERGE_TILE, ITEM_COUNT, loadPartial, combine, storePartial

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  // LLVM 21 loses lanes in a loop after a branch (docs/testing.md). So no lane returns before this one.
  let lastTile = (state[ITEM_COUNT] + segments) / MERGE_TILE;
  let work = workOf(min(mergeTile, lastTile), segments);
  let length = segmentAt(min(work.cut, max(segments, 1u) - 1u)).length;
  let isCut = mergeTile <= lastTile && work.cut < segments;
  let pieces = select(0u, (length - 1u) / MERGE_TILE + 1u, isCut);
  for (var piece = 1u; piece < pieces; piece += 2u) {
    let slot = slotOfPiece(mergeTile, piece);
    var value = loadPartial(slot);
    for (var span = 1u; (piece & span) != 0u; span <<= 1u) {
      value = combine(loadPartial(slotOfPiece(mergeTile, piece - span)), value);
    }
    storePartial(slot, value);
  }
}
