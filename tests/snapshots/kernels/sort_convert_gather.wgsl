// sort/convert/gather

// (prelude)
const ITEM_COUNT = 0u;
const WORKGROUP = 256u;
const PER_LANE = 4u;
const VALUE_WORDS = 2u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(2) var<storage, read_write> gatherTo: array<u32>;
@group(0) @binding(3) var<storage, read_write> gatherFrom: array<u32>;

// wgsl/sort/convert/each.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let items = state[ITEM_COUNT];
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, items);
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/sort/convert/unwritten.wgsl
const UNWRITTEN = 0xFFFFFFFFu;

// wgsl/sort/convert/gather.wgsl
fn convert(i: u32, items: u32) {
  if (i >= items) {
    return;
  }
  let source = sorted[i];
  if (source != UNWRITTEN) {
    for (var k = 0u; k < VALUE_WORDS; k++) {
      gatherTo[i * VALUE_WORDS + k] = gatherFrom[source * VALUE_WORDS + k];
    }
  }
}
