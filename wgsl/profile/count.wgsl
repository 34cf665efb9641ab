// What a profiled call worked on, counted after its last pass: one workgroup, outside the times.
//
//   state          read
//   profile        written: items of bins 0 … 19, their segments, then the call's items and segments, and the counters of
//                  the partition's scan and of a radix pass's
//
// uses  ITEM_COUNT SEGMENT_COUNT PARTITION_COUNTERS RADIX_COUNTERS (state/layout)
// takes countSegments (profile/ lists | walk)
// given BINS

var<storage, read_write> profile: array<u32>;
var<storage, read_write> state: array<u32>;

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
    profile[20u + local] = atomicLoad(&binSegments[local]);
  }
  if (local == 0u) {
    profile[40] = state[ITEM_COUNT];
    profile[41] = state[SEGMENT_COUNT];
    profile[42] = state[PARTITION_COUNTERS];
    profile[43] = state[RADIX_COUNTERS];
  }
}
