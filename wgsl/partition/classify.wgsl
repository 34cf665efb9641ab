// The bin of a segment, by its length alone. Bins ascend; the last one of a sort or reduce without a bound on lengths is
// the large class. Lengths below MIN_LENGTH, and past the last limit, belong to no bin: NO_BIN.
//
//   limitsBelow   the bins' limits, written out (src/partition/rows.ts)
//   LARGE_BIN     no bin's number where no segment can be that long
//   ROWS          rows of the counter table: a row a bin, and TILE_ROW, which counts full tiles

const NO_BIN = 0xFFFFFFFFu;
const TILE_ROW = BINS;

fn binOf(length: u32) -> u32 {
  let bin = limitsBelow(length);
  return select(bin, NO_BIN, length < MIN_LENGTH || bin >= BINS);
}

fn isLarge(bin: u32) -> bool {
  return bin == LARGE_BIN;
}

/** What a segment of a bin, and of so many full tiles, adds to four rows of the counter table. */
fn contribution(rows: vec4u, bin: u32, tiles: u32) -> vec4u {
  return vec4u(rows == vec4u(bin)) + select(vec4u(), vec4u(tiles), rows == vec4u(TILE_ROW));
}
