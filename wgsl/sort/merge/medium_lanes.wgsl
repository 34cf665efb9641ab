// One pass of a merge sort over the medium segments of a bin. LANES lanes share a segment. No barrier is needed, since
// every pass is a separate dispatch.
//
//   state, spans   read: the bin's list
//
// import binCount, listedSegment from plan/state
// import ceilDiv from plan/grid
// import work from sort/merge/work
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
