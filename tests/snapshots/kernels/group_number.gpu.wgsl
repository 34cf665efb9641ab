// group/boundaries/number

// (prelude)
alias InputWord = u32;
alias Bits = u32;
alias Key = u32;
alias Scanned = u32;
const ITEM_COUNT = 0u;
const WORKGROUP = 256u;
const PER_LANE = 8u;
@group(0) @binding(0) var<uniform> groupBounds: vec4u;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> groupSums: array<u32>;
@group(0) @binding(3) var<storage, read_write> offsetsOut: array<u32>;
@group(0) @binding(4) var<storage, read_write> countOut: array<u32>;
@group(0) @binding(5) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(6) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(7) var<storage, read_write> sortedKeys: array<Key>;
@group(0) @binding(8) var<storage, read_write> rowsOut: array<u32>;

// wgsl/group/boundaries/number.wgsl
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
  }

  if ((first < length && end == length) || (length == 0u && first == 0u)) {
    countOut[0] = group;
    if (group <= maxGroups) {
      offsetsOut[group] = length;
    }
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/group/boundaries/starts.wgsl
fn startsGroup(slot: u32) -> bool {
  if (slot == 0u) {
    return true;
  }
  return !all(keyAt(slot) == keyAt(slot - 1u));
}

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// wgsl/operators/element/word.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// wgsl/group/boundaries/keys_words.wgsl
fn storeKey(group: u32, row: u32) {
  keysOut[group] = bitsAt(row);
}

// wgsl/group/order/sorted.wgsl
fn keyAt(slot: u32) -> Key {
  return sortedKeys[slot];
}

fn rowAt(slot: u32) -> u32 {
  return rowsOut[slot];
}

// wgsl/scan/block.gpu.wgsl
const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,
  total: Scanned,
}

var<workgroup> blockSums: array<Scanned, WORKGROUP + WORKGROUP / 32u>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

fn blockScan(local: u32, value: Scanned) -> BlockScan {
  blockSums[bank(local)] = value;
  workgroupBarrier();
  if (local < ROWS_RAKED) {
    var sum = scanIdentity();
    for (var i = local * RAKE; i < local * RAKE + RAKE; i++) {
      let next = blockSums[bank(i)];
      blockSums[bank(i)] = sum;
      sum = scanCombine(sum, next);
    }
    rowSums[local] = sum;
  }
  workgroupBarrier();
  var before = blockSums[bank(local)];
  var total = scanIdentity();
  for (var row = 0u; row < ROWS_RAKED; row++) {
    if (row == local / RAKE) {
      before = scanCombine(total, before);
    }
    total = scanCombine(total, rowSums[row]);
  }
  return BlockScan(before, total);
}

// wgsl/scan/add.wgsl
fn scanIdentity() -> Scanned {
  return Scanned();
}

fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}
