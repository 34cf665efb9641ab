// Writes the indices of a permutation to the output, counted from the start of each segment.
//
//   permutation, indicesOut   read, written

// ---- choice segments: listed
// The listed segments of all bins but the large one. LANES lanes share a segment.
//
//   state, spans   read: the lists of LISTED_BINS bins
//
// import binCount, listedSegment from plan/state
// given LISTED_BINS, WORKGROUP, LANES

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn task(workgroup: u32, local: u32) {
  var slot = (workgroup * WORKGROUP + local) / LANES;
  var bin = 0u;
  for (var other = 0u; other < LISTED_BINS; other++) {
    let count = binCount(other);
    if (bin == other && slot >= count) {
      slot -= count;
      bin++;
    }
  }
  if (bin == LISTED_BINS) {
    return;
  }
  let segment = listedSegment(bin, slot);
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

// ---- choice segments: records
// The large segments, where each tile has a record. LANES lanes share a tile.
//
//   state, tiles   read: the records
//
// import TileRecord from sort/large/tiles.gpu
// given WORKGROUP, LANES, TILE_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> tiles: array<TileRecord>;
var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / LANES;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tiles[number];
  for (var i = tile.start + local % LANES; i < tile.start + tile.count; i += LANES) {
    indicesOut[i] = permutation[i] - tile.begin;
  }
}
