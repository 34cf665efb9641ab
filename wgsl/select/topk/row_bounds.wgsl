// The rows of selected items of large segments, and their number, for the sort of the rows. Each block has one.
//
//   state, large                 read
//   rowBegins, rowEnds, rowCount   written
//
// import largeAt from partition/tile_table
// import selectedRow from select/radix/records
// import Segment, listedId from plan/state
// import rowOf from select/topk/rows
// given blockIndex, blockLane, LARGE_COUNT, LARGE_BIN

var<storage, read_write> state: array<u32>;
var<storage, read_write> rowBegins: array<u32>;
var<storage, read_write> rowEnds: array<u32>;
var<storage, read_write> rowCount: array<u32>;

fn task(workgroup: u32, local: u32) {
  let entry = blockIndex(workgroup, local);
  if (blockLane(local) != 0u) {
    return;
  }
  if (entry == 0u) {
    rowCount[0] = state[LARGE_COUNT];
  }
  if (entry < state[LARGE_COUNT]) {
    let segment = largeAt(entry);
    let begin = selectedRow(entry, Segment(segment.y, segment.z));
    rowBegins[entry] = begin;
    rowEnds[entry] = begin + rowOf(listedId(LARGE_BIN, entry), segment.z).count;
  }
}
