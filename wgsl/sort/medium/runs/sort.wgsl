// Segments of one run, and of several that are merged later (merge.wgsl): LANES lanes sort one run of RUN items in
// their registers. Keys alone. No loop over the runs of a segment: on software adapters all that is inside one is dearer.
//
//   state, spans   read: the bin's list
//   binIndex       uniform: which bin
//   runsShift      uniform: its longest segments have 2^runsShift runs, dealt out one by one; of shorter ones the last are
//                  empty
//   keysIn         read (sort/access/…)
//   leaveBits      uniform: 1 where nothing is merged later: keys are left, not sort keys
//   written        to_output.wgsl, to_range.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let share = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES;
  let slot = share >> runsShift;
  let live = slot < binCount(binIndex);
  let segment = listedSegment(binIndex, select(0u, slot, live));
  let length = select(0u, segment.length, live);
  let first = min((share & ((1u << runsShift) - 1u)) * RUN, length);
  sortRegisters(segment.begin + first, min(length - first, RUN), local);
}
