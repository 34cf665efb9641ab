// One pass of a merge sort over the medium segments of a bin. LANES lanes share a segment. No barrier is needed, since
// every pass is a separate dispatch.
//
//   state, spans   read: the bin's list
//
// uses  workgroupIndex (plan/workgroup_index)  binCount (plan/state)  listedSegment (plan/lists)  ceilDiv
//       (plan/ceil_div)
// takes work (sort/merge/ runs | whole.software)
// given WORKGROUP  LANES  BIN  RUN

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let slot = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES;
  if (slot < binCount(BIN)) {
    let segment = listedSegment(BIN, slot);
    // A lane's part consists of whole runs.
    let perLane = ceilDiv(ceilDiv(segment.length, LANES), RUN) * RUN;
    let start = min(local % LANES * perLane, segment.length);
    work(segment, start, min(start + perLane, segment.length));
  }
}
