// Medium segments by merging, first pass: LANES lanes sort a segment's runs of RUN items, one after another, in their
// registers, by the network of the longest small bin. Keys alone: what is left are sort keys.
//
//   state, spans   read: the bin's list
//   binIndex       uniform: which bin
//   runsMost       uniform: runs of its longest segments; shorter ones load and store nothing in the last of them
//   keysIn         read (sort/access/…)
//   written        sort keys (to_output.wgsl, to_scratch.wgsl)

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let slot = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES;
  let live = slot < binCount(binIndex);
  let segment = listedSegment(binIndex, select(0u, slot, live));
  let length = select(0u, segment.length, live);
  // As many steps for all: the network's exchanges need uniform control flow.
  for (var run = 0u; run < runsMost; run++) {
    let first = min(run * RUN, length);
    sortRegisters(segment.begin + first, min(length - first, RUN), local);
  }
}
