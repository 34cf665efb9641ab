// Whether a walk of software adapters cuts a segment into tiles.
//
// uses  Segment (plan/state)  firstOwned (reduce/sweep/owned)
// given FLAT_MOST  FLAT_TILE

/**
 * A segment is cut if it is longer than FLAT_MOST, is the last that begins in its stretch, and is found by every later
 * stretch that it reaches, before that stretch's own first segment. All longer ones are, unless offsets fall: then some
 * are not found there, and folded whole.
 */
fn isCut(id: u32, segment: Segment, stretch: u32, segments: u32) -> bool {
  var cut = segment.length > FLAT_MOST && (segment.begin + id) / FLAT_TILE == stretch;
  var next = stretch * FLAT_TILE;
  for (var skipped = FLAT_TILE; cut && skipped < segment.length; skipped += FLAT_TILE) {
    next += FLAT_TILE;
    cut = firstOwned(next, segments) == id + 1u;
  }
  return cut;
}
