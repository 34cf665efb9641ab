// One pass of a merge sort, in which LANES lanes share a segment or a tile. No barrier is needed, since every pass is a
// separate dispatch.

// ---- choice takes: tiles
// The tiles of all large segments.
//
//   state, large   read: the tile table
//
// import tileAt from partition/tile_table
// given WORKGROUP, LANES, TILE_COUNT, TILE, RUN

var<storage, read_write> state: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / LANES;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let segment = tile.segment;
  // A tile, and a lane's part of it, consists of whole runs.
  let first = tile.index * TILE;
  let perLane = (TILE + LANES * RUN - 1u) / (LANES * RUN) * RUN;
  let start = first + min(local % LANES * perLane, tile.count);
  work(segment, start, first + min((local % LANES + 1u) * perLane, tile.count));
}

// ---- choice takes: segments
// The medium segments of a bin.
//
//   state, spans   read: the bin's list
//
// import binCount, listedSegment from plan/state
// import ceilDiv from plan/grid
// given WORKGROUP, LANES, BIN, RUN

fn task(workgroup: u32, local: u32) {
  let slot = (workgroup * WORKGROUP + local) / LANES;
  if (slot < binCount(BIN)) {
    let segment = listedSegment(BIN, slot);
    // A lane's part consists of whole runs.
    let perLane = ceilDiv(ceilDiv(segment.length, LANES), RUN) * RUN;
    let start = min(local % LANES * perLane, segment.length);
    work(segment, start, min(start + perLane, segment.length));
  }
}

// ---- choice work: sort
// First pass: a lane sorts runs of RUN items in registers. `start` is a multiple of RUN.
//
// import Segment from plan/state
// given RUN, sortRegisters

fn work(segment: Segment, start: u32, stop: u32) {
  for (var at = start; at < stop; at += RUN) {
    sortRegisters(segment.begin + at, min(RUN, stop - at), 0u);
  }
}

// ---- choice work: merge
// A lane merges a whole segment, so no cut is inside a pair.
//
// import Segment from plan/state
// import mergeSpan from sort/merge/pairs

fn work(segment: Segment, start: u32, stop: u32) {
  mergeSpan(segment, start, stop, 0u, 0u);
}
