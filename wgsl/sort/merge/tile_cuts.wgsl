// The cuts of a merge pass at the begins of tiles, brought into line: see `reach`.
//
//   counters   read: a cut a tile, segment after segment
//
// uses  Segment (plan/state)  pairAt isInside reach (sort/merge/pairs)
// given TILE

var<storage, read_write> counters: array<u32>;

/**
 * The cut at the begin of tile `index`, as far as every `step`th tile of its pair asks for it, beginning with `skip`.
 */
fn tileCut(segment: Segment, firstTile: u32, index: u32, skip: u32, step: u32) -> u32 {
  let at = index * TILE;
  let pair = pairAt(segment.length, at);
  var cut = 0u;
  if (isInside(pair, at)) {
    for (var other = pair.start / TILE + 1u + skip; other * TILE < pair.end; other += step) {
      cut = max(cut, reach(counters[firstTile + other], other * TILE, at));
    }
  }
  return cut;
}
