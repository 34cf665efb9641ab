// What profile/count.wgsl counts, where segments are walked (reduce/flat/…). The same name as in lists.wgsl.
//
//   state, offsets   read
//   LENGTH_MOST      the longest segment of the first bin; longer ones are in the last

fn countSegments(local: u32) {
  for (var id = local; id < state[SEGMENT_COUNT]; id += WORKGROUP) {
    let length = segmentAt(id).length;
    let bin = select(0u, BINS - 1u, length > LENGTH_MOST);
    atomicAdd(&binItems[bin], length);
    atomicAdd(&binSegments[bin], 1u);
  }
}
