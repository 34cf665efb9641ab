// Entry point of the conversions of a top-k's results, as sort/convert/convert.wgsl is for items: the results are SLOTS
// slots per segment.
//
// import workgroupIndex from plan/grid
// given convert, SEGMENT_COUNT, MAX_K, WORKGROUP, PER_LANE

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let slots = state[SEGMENT_COUNT] * MAX_K;
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, slots);
  }
}

// ---- choice convert: indices
// The indices and the counts of the results of a recorded call. One conversion is a slot.
//
//   picked       read; written: UNWRITTEN past the row's items, for the kernels that gather
//
// import UNWRITTEN from sort/convert/convert
// import rowOf, storePicked, storeCount from select/topk/rows
// given segmentAt, MAX_K

var<storage, read_write> picked: array<u32>;

fn convert(slot: u32, items: u32) {
  if (slot >= items) {
    return;
  }
  let id = slot / MAX_K;
  let segment = segmentAt(id);
  let row = rowOf(id, segment.length);
  let isFilled = slot - row.first < row.count;
  if (!isFilled) {
    picked[slot] = UNWRITTEN;
  }
  storePicked(slot, select(UNWRITTEN, picked[slot] - segment.begin, isFilled));
  if (slot == row.first) {
    storeCount(id, row.count);
  }
}
