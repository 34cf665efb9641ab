// What a profiled call worked on, counted after its last pass: one workgroup, outside the times.
//
//   state          read
//   profile        written: items of bins 0 … 15, their segments, then the call's items and segments, and the counters of
//                  the partition's scan and of a radix pass's

// countSegments() comes from lists.wgsl or walk.wgsl.

var<workgroup> binItems: array<atomic<u32>, BINS>;
var<workgroup> binSegments: array<atomic<u32>, BINS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  countSegments(local);
  workgroupBarrier();
  if (local < BINS) {
    profile[local] = atomicLoad(&binItems[local]);
    profile[16u + local] = atomicLoad(&binSegments[local]);
  }
  if (local == 0u) {
    profile[32] = state[ITEM_COUNT];
    profile[33] = state[SEGMENT_COUNT];
    profile[34] = state[PARTITION_COUNTERS];
    profile[35] = state[RADIX_COUNTERS];
  }
}
