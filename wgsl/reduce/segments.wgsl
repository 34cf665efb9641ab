// Small and medium segments: GROUP_LANES lanes fold a segment (one lane, a part of a subgroup, or a workgroup).
// One bin of the partition a kernel; empty segments are in the first bin and give the identity.
//
//   state, spans         read: the bin's list
//   input                read
//   output[segment id]   written

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let slot = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let live = slot < binCount(BIN);
  let entry = select(0u, slot, live);
  let segment = listedSegment(BIN, entry);
  let length = select(0u, segment.length, live);
  let result = fold(segment.begin, length, lane, local, roundsFor(length, local));
  if (live && lane == 0u) {
    output[listedId(BIN, entry)] = accBits(result);
  }
}
