// The bin of a segment, by its length alone. Bins ascend; the last one of a sort or reduce without a bound on lengths is
// the large class. Lengths below MIN_LENGTH, and past the last limit, belong to no bin: NO_BIN.
//
//   BIN_LIMITS    the longest length of each bin, ascending
//   ROWS          rows of the counter table: a row a bin, and TILE_ROW, which counts full tiles

const NO_BIN = 0xFFFFFFFFu;
const TILE_ROW = BINS;

fn binOf(length: u32) -> u32 {
  var bin = 0u;
  for (var i = 0u; i < BINS; i++) {
    bin += select(0u, 1u, length > BIN_LIMITS[i]);
  }
  return select(bin, NO_BIN, length < MIN_LENGTH || bin >= BINS);
}

/** The rows of the counter table that quad `quad` holds. */
fn rowsOf(quad: u32) -> vec4u {
  return vec4u(0u, 1u, 2u, 3u) + quad * 4u;
}

/** What a segment adds to the four rows quad·4 … quad·4 + 3 of the counter table. */
fn contribution(quad: u32, bin: u32, length: u32) -> vec4u {
  let rows = rowsOf(quad);
  let tiles = select(0u, fullTiles(length), isLarge(bin));
  return select(vec4u(), vec4u(1u), rows == vec4u(bin)) + select(vec4u(), vec4u(tiles), rows == vec4u(TILE_ROW));
}
