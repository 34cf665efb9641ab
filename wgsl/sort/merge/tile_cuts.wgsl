// The cuts of a merge pass at the starts of tiles, made consistent (`requiredCut` in sort/merge/pairs.wgsl).
//
//   counters   read: one cut per tile, in the order of the segments
//
// import Segment from plan/state
// import pairAt, isInside, requiredCut from sort/merge/pairs
// given TILE

var<storage, read_write> counters: array<u32>;

/**
 * The maximum of `requiredCut` at the start of tile `index`, over every `step`th tile that begins inside the pair. The
 * first `skip` of these tiles are skipped. The maximum over all `skip` below `step` is the consistent cut.
 */
fn tileCut(segment: Segment, firstTile: u32, index: u32, skip: u32, step: u32) -> u32 {
  let at = index * TILE;
  let pair = pairAt(segment.length, at);
  var cut = 0u;
  if (isInside(pair, at)) {
    for (var other = pair.start / TILE + 1u + skip; other * TILE < pair.end; other += step) {
      cut = max(cut, requiredCut(counters[firstTile + other], other * TILE, at));
    }
  }
  return cut;
}
