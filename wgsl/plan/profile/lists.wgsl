// Counts segments for plan/profile/count.wgsl, where they are in the bins' lists.
//
//   state, spans   read: the lists
//
// import binCount from plan/state
// import binItems, binSegments from plan/profile/count
// import listedSegment from plan/lists
// given BINS, WORKGROUP

fn countSegments(local: u32) {
  for (var bin = 0u; bin < BINS; bin++) {
    for (var slot = local; slot < binCount(bin); slot += WORKGROUP) {
      atomicAdd(&binItems[bin], listedSegment(bin, slot).length);
      atomicAdd(&binSegments[bin], 1u);
    }
  }
}
