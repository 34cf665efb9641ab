// Grids of workgroups, and the number of a workgroup in its grid.

// ---- part ceilDiv
// A quotient that is rounded up without overflow.

fn ceilDiv(value: u32, divisor: u32) -> u32 {
  return value / divisor + select(0u, 1u, value % divisor != 0u);
}

// ---- part writeGrid
// Linear workgroup numbers over a two-dimensional grid. One dimension has at most 65,535 workgroups, and an indirect
// dispatch past that limit silently does nothing.

var<storage, read_write> args: array<u32>;

const GRID_LIMIT = 65535u;

/** Writes the dispatchWorkgroupsIndirect arguments of one slot of `args` for at least `workgroups` workgroups. */
fn writeGrid(slot: u32, workgroups: u32) {
  let gridRows = ceilDiv(workgroups, GRID_LIMIT);
  args[slot * 3u] = min(workgroups, GRID_LIMIT);
  args[slot * 3u + 1u] = gridRows;
  args[slot * 3u + 2u] = min(gridRows, 1u);
}

// ---- part workgroupIndex
// A workgroup's number in a two-dimensional grid (plan/grid.wgsl). Numbers past the wanted count occur, so callers
// check them. All kernels number lanes by local_invocation_id.x: local_invocation_index costs lavapipe three divisions
// a lane.

fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}
