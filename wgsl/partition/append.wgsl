// Partition by appending, GPUs: one kernel lists the segments, in place of the kernels that count, scan and scatter. A
// workgroup takes consecutive segments, and reserves room for them in each list by one atomic addition. So the order of
// a list is free.
//
//   atomicState   read: the call's numbers; written: the lists' counts. It is `state`.
//   spans         written: (begin, length) of each bin's segments
//
// import workgroupIndex from plan/grid
// import reserveList, listBase from partition/append
// given segmentsOfCall, segmentAt, copySingleton, blockScan, BinCounts, addedCounts, countAtLeast, perBinCounts
// given shifted, isListed, slotOf, sumOf, BINS, COUNT_QUADS, SEGMENTS_PER_LANE, WORKGROUP

var<storage, read_write> spans: array<vec2u>;

/** Of each bin: where the workgroup's segments begin in `spans`. */
var<workgroup> starts: array<u32, 4u * COUNT_QUADS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let first = (workgroupIndex(workgroup, grid) * WORKGROUP + local) * SEGMENTS_PER_LANE;
  let end = min(first + SEGMENTS_PER_LANE, segmentsOfCall());
  var atLeast: BinCounts;
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    copySingleton(segment);
    atLeast = addedCounts(atLeast, countAtLeast(segment.length));
  }
  var slots = perBinCounts(atLeast);
  for (var quad = 0u; quad < COUNT_QUADS; quad++) {
    let scanned = blockScan(local, slots[0]);
    let bin = quad * 4u + local;
    if (local < 4u && bin < BINS) {
      starts[bin] = listBase(bin) + reserveList(bin, scanned.total[local]);
    }
    workgroupBarrier();
    let first = quad * 4u;
    slots = shifted(slots, scanned.before
        + vec4u(starts[first], starts[first + 1u], starts[first + 2u], starts[first + 3u]));
  }
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    if (isListed(segment.length)) {
      let atLeastOne = countAtLeast(segment.length);
      let one = perBinCounts(atLeastOne);
      let slot = slotOf(slots, one);
      // If offsets fall, there can be more segments than a list has room for.
      if (slot < listBase(sumOf(atLeastOne))) {
        spans[slot] = vec2u(segment.begin, segment.length);
      }
      slots = addedCounts(slots, one);
    }
  }
}

// ---- part reserveList
// Room in the lists of the bins in `spans`. Setup has written where they begin. The count of a list that has no more
// room stays the number of its entries.
//
// given BIN_COUNTS, BIN_BASES

var<storage, read_write> atomicState: array<atomic<u32>>;

/** Where the list of a bin begins, or the last one ends. */
fn listBase(bin: u32) -> u32 {
  return atomicLoad(&atomicState[BIN_BASES + bin]);
}

/** Reserves entries of a list, and returns the first. */
fn reserveList(bin: u32, count: u32) -> u32 {
  if (count == 0u) {
    return 0u;
  }
  let room = listBase(bin + 1u) - listBase(bin);
  let start = atomicAdd(&atomicState[BIN_COUNTS + bin], count);
  if (start + count > room) {
    atomicMin(&atomicState[BIN_COUNTS + bin], room);
  }
  return start;
}
