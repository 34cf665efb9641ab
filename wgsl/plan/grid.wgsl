// Linear workgroup numbers over a two-dimensional grid. One dimension has at most 65,535 workgroups, and an indirect
// dispatch past that limit silently does nothing.
//
// import ceilDiv from plan/ceil_div

var<storage, read_write> args: array<u32>;

const GRID_LIMIT = 65535u;

/** Writes the dispatchWorkgroupsIndirect arguments of one slot of `args` for at least `workgroups` workgroups. */
fn writeGrid(slot: u32, workgroups: u32) {
  let gridRows = ceilDiv(workgroups, GRID_LIMIT);
  args[slot * 3u] = min(workgroups, GRID_LIMIT);
  args[slot * 3u + 1u] = gridRows;
  args[slot * 3u + 2u] = min(gridRows, 1u);
}
