// After a window of a segment longer than a batch (terms.wgsl): the largest subtree that ends with the window.
// One invocation. The window is one segment of the call and begins in the first merge tile.
//
//   partials       read: after the join
//   accumulators   written: one accumulator
//   WINDOW_LEVEL   a window has 2^WINDOW_LEVEL leaves
//
// import slotOfPiece from segmented_scan/pieces
// import leavesBefore, givenSubtree from segmented_scan/terms
// given ITEM_COUNT, MERGE_TILE, loadPartial, WINDOW_LEVEL, combine, storeTotal

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let piece = (max(state[ITEM_COUNT], 1u) - 1u) / MERGE_TILE;
  var value = loadPartial(slotOfPiece(0u, piece));
  let windows = leavesBefore() >> WINDOW_LEVEL;
  for (var k = 0u; ((windows >> k) & 1u) != 0u; k++) {
    value = combine(givenSubtree(k), value);
  }
  storeTotal(0u, value);
}
