// Short segments of rows. LANES lanes take a segment. A lane folds one column after another. Neighbouring lanes have
// neighbouring columns, so their loads and stores are whole lines. No lane waits for another.
//
//   state, spans                 read: the bin's list
//   input, rowsIn, weightsIn     read (reduce/rows/terms)
//   outputs                      written: WIDTH results a segment, by segment id
//
// import binCount, listedSegment, listedId from plan/state
// import column, foldColumn from reduce/rows/terms
// given WORKGROUP, LANES, WIDTH, BIN, writeResults

fn task(workgroup: u32, local: u32) {
  let slot = (workgroup * WORKGROUP + local) / LANES;
  if (slot < binCount(BIN)) {
    let segment = listedSegment(BIN, slot);
    let id = listedId(BIN, slot);
    for (var k = local % LANES; k < WIDTH; k += LANES) {
      column = k;
      writeResults(id * WIDTH + k, segment.length, foldColumn(segment.begin, segment.length, segment.begin));
    }
  }
}
