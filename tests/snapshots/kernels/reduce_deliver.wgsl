// reduce/deliver

// (prelude)
const SEGMENT_COUNT = 1u;
const WORKGROUP = 64u;
const PER_WORD = 4u;
const ITEM_BITS = 8u;
const ITEMS = 1u;
const BEFORE = 0u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> packed: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

// wgsl/reduce/results/deliver.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  let items = segments * ITEMS;
  if (word * PER_WORD >= items) {
    return;
  }
  var bits = packed[word];
  for (var k = 0u; k < PER_WORD; k++) {
    let item = word * PER_WORD + k;
    if (item < items) {
      bits = insertBits(bits, results[BEFORE * segments + item], k * ITEM_BITS, ITEM_BITS);
    }
  }
  packed[word] = bits;
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}
