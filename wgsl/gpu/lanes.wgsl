// Tests what kernels with subgroups assume: invocations with consecutive local ids are consecutive lanes of a subgroup.
// WGSL does not promise it.
//
//   otherLanes   written: 1 if an invocation has another lane; initially 0

var<storage, read_write> otherLanes: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  if (subgroupBroadcastFirst(invocation.x) + lane != invocation.x) {
    atomicMax(&otherLanes[0], 1u);
  }
}
