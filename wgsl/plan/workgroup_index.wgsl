// A workgroup's number in a two-dimensional grid (plan/grid.wgsl). Numbers past the wanted count occur, so callers
// check them. All kernels number lanes by local_invocation_id.x: local_invocation_index costs lavapipe three divisions
// a lane.

fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}
