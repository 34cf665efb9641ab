// group/numbered/offsets

// (prelude)
alias InputWord = u32;
alias Bits = u32;
alias Key = u32;
const ITEM_COUNT = 0u;
const SIGN_BIT = 2147483648u;
const WORKGROUP = 256u;
const PER_LANE = 4u;
@group(0) @binding(0) var<uniform> groupBounds: vec4u;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> offsetsOut: array<u32>;
@group(0) @binding(3) var<storage, read_write> countOut: array<u32>;
@group(0) @binding(4) var<storage, read_write> input: array<InputWord>;

// wgsl/group/numbered/offsets.wgsl
fn lowerBound(wanted: u32, from: u32, length: u32) -> u32 {
  var low = from;
  var high = from;
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

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/operators/element/word.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// wgsl/group/keys/number.wgsl
fn groupKey(row: u32) -> Key {
  return min(bitsAt(row), groupBounds.y);
}

// wgsl/group/order/given.wgsl
fn keyAt(slot: u32) -> Key {
  return groupKey(slot);
}

fn rowAt(slot: u32) -> u32 {
  return slot;
}

// wgsl/group/base/negative.wgsl
fn firstGroupRow(items: u32) -> u32 {
  var low = 0u;
  var high = items;
  while (low < high) {
    let middle = (low + high) / 2u;
    if ((lastWord(bitsAt(middle)) & SIGN_BIT) != 0u) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

// wgsl/group/base/last_word.wgsl
fn lastWord(id: Bits) -> u32 {
  return id;
}
