// A workgroup's number in a two-dimensional grid (plan/grid.wgsl). Numbers past the wanted count occur: check them.
// Lanes are numbered by local_invocation_id.x in all kernels: for local_invocation_index lavapipe divides three times a
// lane.

fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}
