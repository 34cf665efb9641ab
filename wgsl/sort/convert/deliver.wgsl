// Writes the indices of a permutation to the output, counted from the start of each segment.
//
//   permutation, indicesOut   read, written

// ---- choice segments: listed
// The listed segments of all bins but the large one. LANES lanes share a segment.
//
//   state, spans   read: the contiguous lists of LISTED_BINS bins
//
// import binCount, listedSegment from plan/state
// given LISTED_BINS, WORKGROUP, LANES

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn task(workgroup: u32, local: u32) {
  var count = 0u;
  for (var bin = 0u; bin < LISTED_BINS; bin++) {
    count += binCount(bin);
  }
  let slot = (workgroup * WORKGROUP + local) / LANES;
  if (slot >= count) {
    return;
  }
  let segment = listedSegment(0u, slot);
  for (var i = local % LANES; i < segment.length; i += LANES) {
    indicesOut[segment.begin + i] = permutation[segment.begin + i] - segment.begin;
  }
}

// ---- choice segments: large
// The large segments. LANES lanes share a tile.
//
//   state, large   read: the tile table
//
// import tileAt from partition/tile_table
// given WORKGROUP, LANES, TILE_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / LANES;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  for (var i = tile.start + local % LANES; i < tile.start + tile.count; i += LANES) {
    indicesOut[i] = permutation[i] - tile.segment.begin;
  }
}
