// Writes the indices of a permutation to the output, counted from the start of each segment. These are the large
// segments. LANES lanes share a tile.
//
//   state, large              read: the tile table
//   permutation, indicesOut   read, written
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
