// The ranks of a segment's sought keys follow from the number of its items, which the first level has counted. Each
// quantile has two: the lower and the upper position. Same names as select/radix/rank_kept.wgsl.
//
//   counts   written: per segment the number of items that are not NaN
//
// import largeAt from partition/tile_table
// import digitSumsAt from select/radix/records
// import positionOf from select/quantile/position
// import listedId from plan/state
// given SOUGHT, DIGITS, OMITS_NANS, LARGE_BIN

var<storage, read_write> digitSums: array<atomic<u32>>;
var<storage, read_write> counts: array<u32>;
var<uniform> quantiles: array<vec4u, 4>;

/** The number of a segment's items, and of those that are not NaN. */
fn itemsOf(side: u32, entry: u32) -> vec2u {
  let length = largeAt(entry).z;
  return vec2u(length, length - atomicLoad(&digitSums[digitSumsAt(side, entry) + SOUGHT * DIGITS]));
}

fn rankNow(items: vec2u, sought: u32, rank: u32) -> u32 {
  let count = select(items.x, items.y, OMITS_NANS);
  return positionOf(quantiles[sought / 2u], sought % 2u, count);
}

fn noteCount(entry: u32, items: vec2u) {
  counts[listedId(LARGE_BIN, entry)] = items.y;
}
