// Counts what a profiled call processed. It runs after the call's last pass, as one workgroup, and is not timed.
//
//   state     read
//   profile   written: items and segments of each bin and of the call, and the counters that the scans of the partition
//             and of a radix pass read
//
// given countSegments, BINS, PROFILE_BIN_ITEMS, PROFILE_BIN_SEGMENTS, PROFILE_ITEMS, ITEM_COUNT, PROFILE_SEGMENTS
// given SEGMENT_COUNT, PROFILE_PARTITION_COUNTERS, PARTITION_COUNTERS, PROFILE_RADIX_COUNTERS, RADIX_COUNTERS

var<storage, read_write> profile: array<u32>;
var<storage, read_write> state: array<u32>;

var<workgroup> binItems: array<atomic<u32>, BINS>;
var<workgroup> binSegments: array<atomic<u32>, BINS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  countSegments(local);
  workgroupBarrier();
  if (local < BINS) {
    profile[PROFILE_BIN_ITEMS + local] = atomicLoad(&binItems[local]);
    profile[PROFILE_BIN_SEGMENTS + local] = atomicLoad(&binSegments[local]);
  }
  if (local == 0u) {
    profile[PROFILE_ITEMS] = state[ITEM_COUNT];
    profile[PROFILE_SEGMENTS] = state[SEGMENT_COUNT];
    profile[PROFILE_PARTITION_COUNTERS] = state[PARTITION_COUNTERS];
    profile[PROFILE_RADIX_COUNTERS] = state[RADIX_COUNTERS];
  }
}
