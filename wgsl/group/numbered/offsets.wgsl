// Finds where the groups begin, if the caller gives their number. A lane finds PER_LANE neighbouring groups in the
// ordered rows by galloping (Bentley and Yao 1976), each from the one before it. Empty groups and
// one long group cost no more than others.
//
//   offsetsOut[group]   written: slots of earlier groups, for all groups and for the end
//   countOut[0]         written: number of groups
//   groupBounds.y       number of groups
//
// import workgroupIndex from plan/grid
// import keyAt, firstGroupRow from group/order
// given WORKGROUP, ITEM_COUNT, PER_LANE

var<uniform> groupBounds: vec4u;
var<storage, read_write> state: array<u32>;
var<storage, read_write> offsetsOut: array<u32>;
var<storage, read_write> countOut: array<u32>;

/** The first slot from `start` on whose group is at least `wanted`. All slots before `start` have lesser groups. */
fn lowerBound(wanted: u32, start: u32, length: u32) -> u32 {
  var low = start;
  var high = start;
  var step = 1u;
  while (high < length) {
    if (keyAt(high) >= wanted) {
      break;
    }
    low = high + 1u;
    high = min(low + step, length);
    step *= 2u;
  }
  while (low < high) {
    let middle = (low + high) / 2u;
    if (keyAt(middle) < wanted) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let lane = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  let groups = groupBounds.y;
  let length = state[ITEM_COUNT];
  let base = firstGroupRow(length);
  var slot = base;
  for (var k = 0u; k < PER_LANE; k++) {
    let group = lane * PER_LANE + k;
    if (group <= groups) {
      slot = lowerBound(group, slot, length);
      offsetsOut[group] = slot - base;
    }
  }
  if (lane == 0u) {
    countOut[0] = groups;
  }
}
