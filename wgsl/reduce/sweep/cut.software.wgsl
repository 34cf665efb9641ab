// Whether a walk of software adapters cuts a segment into tiles.
//
// uses  Segment (plan/state)  firstOwned (reduce/sweep/owned)
// given SWEEP_MAX_LENGTH  MERGE_TILE

/**
 * A segment is cut if it is longer than SWEEP_MAX_LENGTH, is the last that begins in its merge tile, and is found by
 * every later merge tile that it reaches, before that merge tile's own first segment. All longer ones are, unless
 * offsets fall: then some are not found there, and folded whole.
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
