// Counts what a profiled call processed. It runs after the call's last pass, as one workgroup, and is not timed.
//
//   profile   written: items and segments of each bin and of the call, and the counters that the scans of the partition
//             and of a radix pass read
//
// given BINS, PROFILE_BIN_ITEMS, PROFILE_BIN_SEGMENTS, PROFILE_ITEMS, PROFILE_SEGMENTS, PROFILE_PARTITION_COUNTERS
// given PROFILE_RADIX_COUNTERS, itemsOfCall, segmentsOfCall

var<storage, read_write> profile: array<u32>;

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
    let counters = scannedCounters();
    profile[PROFILE_ITEMS] = itemsOfCall();
    profile[PROFILE_SEGMENTS] = segmentsOfCall();
    profile[PROFILE_PARTITION_COUNTERS] = counters.x;
    profile[PROFILE_RADIX_COUNTERS] = counters.y;
  }
}

// ---- choice segments: listed
// Segments are in the bins' lists.
//
//   state, spans   read: the lists
//
// import binCount, listedSegment from plan/state
// given WORKGROUP, PARTITION_COUNTERS, RADIX_COUNTERS

var<storage, read_write> state: array<u32>;

fn scannedCounters() -> vec2u {
  return vec2u(state[PARTITION_COUNTERS], state[RADIX_COUNTERS]);
}

fn countSegments(local: u32) {
  for (var bin = 0u; bin < BINS; bin++) {
    for (var slot = local; slot < binCount(bin); slot += WORKGROUP) {
      atomicAdd(&binItems[bin], listedSegment(bin, slot).length);
      atomicAdd(&binSegments[bin], 1u);
    }
  }
}

// ---- choice segments: shortSwept
// Segments of up to MAX_LENGTH items are in no list, but in the first bin (sort/blocks/kernel.wgsl).
//
//   state, offsets, spans   read
//
// import binCount, listedSegment from plan/state
// given segmentAt, segmentsOfCall, WORKGROUP, MAX_LENGTH, PARTITION_COUNTERS, RADIX_COUNTERS

var<storage, read_write> state: array<u32>;

fn scannedCounters() -> vec2u {
  return vec2u(state[PARTITION_COUNTERS], state[RADIX_COUNTERS]);
}

fn countSegments(local: u32) {
  for (var id = local; id < segmentsOfCall(); id += WORKGROUP) {
    let length = segmentAt(id).length;
    if (length > 0u && length <= MAX_LENGTH) {
      atomicAdd(&binItems[0], length);
      atomicAdd(&binSegments[0], 1u);
    }
  }
  for (var bin = 1u; bin < BINS; bin++) {
    for (var slot = local; slot < binCount(bin); slot += WORKGROUP) {
      atomicAdd(&binItems[bin], listedSegment(bin, slot).length);
      atomicAdd(&binSegments[bin], 1u);
    }
  }
}

// ---- choice segments: swept
// A sweep processes segments, without lists (reduce/sweep/…).
//
//   offsets      read
//   MAX_LENGTH   items of the longest segment in the first bin; longer segments are in the last bin
//
// given segmentAt, segmentsOfCall, WORKGROUP, MAX_LENGTH

fn scannedCounters() -> vec2u {
  return vec2u();
}

fn countSegments(local: u32) {
  for (var id = local; id < segmentsOfCall(); id += WORKGROUP) {
    let length = segmentAt(id).length;
    let bin = select(0u, BINS - 1u, length > MAX_LENGTH);
    atomicAdd(&binItems[bin], length);
    atomicAdd(&binSegments[bin], 1u);
  }
}
