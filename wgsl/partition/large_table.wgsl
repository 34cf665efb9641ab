// The table of large segments and the number of their tiles.
//
//   large   written, one entry a large segment: (full tiles of earlier large segments, begin, length, unused)
//
// import Segment from plan/state
// given ITEM_COUNT, LARGE_MIN_LENGTH

var<storage, read_write> state: array<u32>;
var<storage, read_write> large: array<vec4u>;

/** Length of the table. Segments must not overlap; if they do, they could otherwise need more entries. */
fn maxLarge() -> u32 {
  return state[ITEM_COUNT] / LARGE_MIN_LENGTH;
}

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
  if (entry < maxLarge()) {
    large[entry] = vec4u(tilesBefore, segment.begin, segment.length, 0u);
  }
}
