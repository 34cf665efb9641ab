// Whether the sweep of software adapters cuts a segment into tiles.
//
// import Segment from plan/state
// import firstOwned from reduce/sweep/owned
// given SWEEP_MAX_LENGTH, MERGE_TILE

/**
 * A segment is cut if it is longer than SWEEP_MAX_LENGTH and is the last one that begins in its merge tile. In
 * addition, every later merge tile that has a part of it must find it just before the first segment that the merge tile
 * owns. If offsets do not fall, this is true of all longer segments. If offsets fall, some are not found, and one
 * invocation folds each of these whole.
 */
fn isCut(id: u32, segment: Segment, mergeTile: u32, segments: u32) -> bool {
  var cut = segment.length > SWEEP_MAX_LENGTH && (segment.begin + id) / MERGE_TILE == mergeTile;
  var next = mergeTile * MERGE_TILE;
  for (var skipped = MERGE_TILE; cut && skipped < segment.length; skipped += MERGE_TILE) {
    next += MERGE_TILE;
    cut = firstOwned(next, segments) == id + 1u;
  }
  return cut;
}
