// Numbers the groups of ordered rows, last of three kernels: writes where each group begins, and how many groups there
// are. Of more groups than the bound, only the first are written; countOut tells the true number.
//
//   groupSums[block]    read: groups that begin in earlier blocks
//   offsetsOut[group]   written: the group's first slot; after the last group, the number of rows
//   countOut[0]         written: number of groups
//   groupBounds.x       largest number of groups that are written
//
// import workgroupIndex from plan/grid
// import startsGroup, rowAt from group/order
// given blockIndex, BLOCK_LANES, blockLane, blockScan, ITEM_COUNT, PER_LANE

var<uniform> groupBounds: vec4u;
var<storage, read_write> state: array<u32>;
var<storage, read_write> groupSums: array<u32>;
var<storage, read_write> offsetsOut: array<u32>;
var<storage, read_write> countOut: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let length = state[ITEM_COUNT];
  let maxGroups = groupBounds.x;
  let first = (block * BLOCK_LANES + blockLane(local)) * PER_LANE;
  let end = min(first + PER_LANE, length);
  var count = 0u;
  if (BLOCK_LANES > 1u) {
    for (var slot = first; slot < end; slot++) {
      count += select(0u, 1u, startsGroup(slot));
    }
  }
  var group = blockScan(local, count).before;
  if (first < length) {
    group += groupSums[block];
  }
  for (var slot = first; slot < end; slot++) {
    if (startsGroup(slot)) {
      if (group <= maxGroups) {
        offsetsOut[group] = slot;
      }
      if (group < maxGroups) {
        storeKey(group, rowAt(slot));
      }
      group++;
    }
    storeGroup(slot, group - 1u);
  }
  // The lane of the last row knows the number of groups. Without rows it is the first lane.
  if ((first < length && end == length) || (length == 0u && first == 0u)) {
    countOut[0] = group;
    if (group <= maxGroups) {
      offsetsOut[group] = length;
    }
  }
}

// ---- choice keys: none
// The call does not want the groups' ids, or another kernel writes them.

fn storeKey(group: u32, row: u32) {
}

fn storeGroup(slot: u32, group: u32) {
}

// ---- choice keys: words
// The id of a group is that of its first row. Ids have one or two words.
//
//   keysOut   written: one id a group
//
// import bitsAt from operators/element
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeKey(group: u32, row: u32) {
  keysOut[group] = bitsAt(row);
}

fn storeGroup(slot: u32, group: u32) {
}

// ---- choice keys: groups
// The call wants each row's group. A row whose group is past the bound gets no group, 0xFFFFFFFF. A kernel that writes
// ids of two words has no binding left for the groups, so this is a second pass, which writes the same offsets again.
//
//   groupOut[row]   written
//   groupBounds.x   largest number of groups that are written
//
// import rowAt from group/order

var<uniform> groupBounds: vec4u;
var<storage, read_write> groupOut: array<u32>;

fn storeKey(group: u32, row: u32) {
}

fn storeGroup(slot: u32, group: u32) {
  groupOut[rowAt(slot)] = select(group, 0xFFFFFFFFu, group >= groupBounds.x);
}
