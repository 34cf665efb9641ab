// A workgroup's number in a two-dimensional grid (state/grid.wgsl). Numbers past the wanted count occur: check them.

fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}
