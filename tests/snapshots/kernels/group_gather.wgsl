// group/gather/kernel

// (prelude)
alias Item = u32;
const ITEM_COUNT = 0u;
const FIRST_ID = 64u;
const PER_WORD = 4u;
const ITEM_BITS = 8u;
const ITEM_MASK = 255u;
const WORKGROUP = 256u;
const PER_LANE = 4u;
@group(0) @binding(0) var<uniform> call: Call;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> rows: array<u32>;
@group(0) @binding(3) var<storage, read_write> itemsIn: array<Item>;
@group(0) @binding(4) var<storage, read_write> itemsOut: array<Item>;

// wgsl/group/gather/kernel.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let rowCount = countOfCall(call.items);
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + invocation.x;
  if (first == 0u) {
    for (var i = 0u; i < FIRST_ID; i++) {
      state[i] = select(0u, rowCount, i == ITEM_COUNT);
    }
  }
  for (var k = 0u; k < PER_LANE; k++) {
    gatherRows(first + k * WORKGROUP, rowCount, call.sources);
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// (call)
struct Call {
items: u32,
sources: u32,
}

// wgsl/partition/setup/count_given.wgsl
fn countOfCall(given: u32) -> u32 {
  return given;
}

// wgsl/group/gather/packed.wgsl
fn gatherRows(word: u32, rowCount: u32, sources: u32) {
  let first = word * PER_WORD;
  if (first >= rowCount) {
    return;
  }
  var kept = 0xFFFFFFFFu;
  var gathered = 0u;
  for (var k = 0u; k < PER_WORD; k++) {
    if (first + k < rowCount) {
      let row = rows[first + k];
      if (row < sources) {
        let bits = (itemsIn[row / PER_WORD] >> (row % PER_WORD * ITEM_BITS)) & ITEM_MASK;
        gathered |= bits << (k * ITEM_BITS);
        kept &= ~(ITEM_MASK << (k * ITEM_BITS));
      }
    }
  }
  if (kept != 0u) {
    gathered |= itemsOut[word] & kept;
  }
  itemsOut[word] = gathered;
}
