// group/atomic/shared

// (prelude)
alias InputWord = u32;
alias Bits = u32;
alias Key = u32;
const WORKGROUP = 256u;
const FLIPS = 0u;
const VALUE_BITS = 32u;
const SIGNED = false;
const PER_LANE = 64u;
@group(0) @binding(0) var<uniform> call: Call;
@group(0) @binding(1) var<uniform> groupBounds: vec4u;
@group(0) @binding(2) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(3) var<storage, read_write> totals: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> valuesIn: array<u32>;

// wgsl/group/atomic/shared.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let groups = groupBounds.y;
  for (var group = local; group < groups; group += WORKGROUP) {
    atomicStore(&sharedTotals[group], startValue());
  }
  workgroupBarrier();
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    let row = first + k * WORKGROUP;
    if (row < call.items) {
      let group = groupKey(row);
      if (group < groups) {
        addShared(group, valueAt(row));
      }
    }
  }
  workgroupBarrier();
  for (var group = local; group < groups; group += WORKGROUP) {
    let total = atomicLoad(&sharedTotals[group]);
    if (total != startValue()) {
      addTotal(group, total);
    }
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

// (call)
struct Call {
items: u32,
segments: u32,
size: u32,
}

// (totals)
fn addTotal(group: u32, value: u32) {
  atomicAdd(&totals[group], value);
}

// wgsl/group/atomic/value.wgsl
fn valueAt(row: u32) -> u32 {
  let perWord = 32u / VALUE_BITS;
  let word = valuesIn[row / perWord];
  let shift = row % perWord * VALUE_BITS;
  let signed = bitcast<u32>(extractBits(bitcast<i32>(word), shift, VALUE_BITS));
  return select(extractBits(word, shift, VALUE_BITS), signed, SIGNED) ^ FLIPS;
}

// (start)
fn startValue() -> u32 {
  return 0u ^ FLIPS;
}

// (shared totals)
var<workgroup> sharedTotals: array<atomic<u32>, 2048>;
fn addShared(group: u32, value: u32) {
  atomicAdd(&sharedTotals[group], value);
}
