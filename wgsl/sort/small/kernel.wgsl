// Small segments: LANES lanes sort a segment of at most LANES · ITEMS items in their registers, ITEMS each, by a
// sorting network. One bin of the partition a kernel, so padding at most doubles the work.
//
// No branch and no loop: the network's exchanges need uniform control flow, and lanes without a segment carry pads.
// `sortRegisters` is written out by src/sort/small/network.ts (Batcher 1968: odd-even merge sort inside a lane, bitonic
// merges between lanes), since WGSL has no way to unroll: looping over a register array was 2 to 8 × slower where
// tried.
//
//   state, spans   read: the bin's list
//   keysIn, keysOut, and for pairs valuesIn, valuesOut
//
// uses  workgroupIndex (plan/workgroup_index)  binCount (plan/state)  listedSegment (plan/lists)
// given WORKGROUP  LANES  BIN  sortRegisters

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let slot = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES;
  let live = slot < binCount(BIN);
  let segment = listedSegment(BIN, select(0u, slot, live));
  sortRegisters(segment.begin, select(0u, segment.length, live), local);
}
