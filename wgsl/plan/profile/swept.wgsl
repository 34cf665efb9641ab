// Counts segments for plan/profile/count.wgsl, where a sweep processes them (reduce/sweep/…). Same name as in
// lists.wgsl.
//
//   state, offsets   read
//   MAX_LENGTH       items of the longest segment in the first bin; longer segments are in the last bin
//
// import binItems, binSegments from plan/profile/count
// given segmentAt, SEGMENT_COUNT, WORKGROUP, BINS, MAX_LENGTH

var<storage, read_write> state: array<u32>;

fn countSegments(local: u32) {
  for (var id = local; id < state[SEGMENT_COUNT]; id += WORKGROUP) {
    let length = segmentAt(id).length;
    let bin = select(0u, BINS - 1u, length > MAX_LENGTH);
    atomicAdd(&binItems[bin], length);
    atomicAdd(&binSegments[bin], 1u);
  }
}
