// The entry of a kernel that has a `task`, the work of one workgroup.

// ---- choice entry: once
// A workgroup does one task. A grid has at least as many workgroups as there are tasks.
//
// import workgroupIndex from plan/grid
// given task

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  task(workgroupIndex(workgroup, grid), invocation.x);
}

// ---- choice entry: repeated
// Workgroups do tasks until all are done. A workgroup takes the task of its number, then every task that is a whole
// grid further. So the host need not know how many tasks the GPU's lists have, and no dispatch is indirect. For every
// indirect dispatch a browser creates a buffer and checks the arguments in another dispatch, which takes longer than
// most kernels (docs/decisions/recording.md).
//
//   grids   uniform: the workgroups of each grid, as plan/grid.wgsl writes them. Loads from a uniform are uniform
//           control flow, so tasks may have barriers.
//
// given task, GRID_SLOT

var<uniform> grids: array<vec4u, 17>;

fn gridWord(at: u32) -> u32 {
  return grids[at / 4u][at % 4u];
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let tasks = gridWord(GRID_SLOT * 3u) * gridWord(GRID_SLOT * 3u + 1u);
  for (var number = workgroup.x; number < tasks; number += grid.x) {
    task(number, invocation.x);
    // The next task writes workgroup memory that this one reads.
    if (number + grid.x < tasks) {
      workgroupBarrier();
    }
  }
}
