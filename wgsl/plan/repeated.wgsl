// The entry of a kernel whose workgroups do tasks until all are done. A workgroup takes the task of its number, then
// every task that is a whole grid further. So the host need not know how many tasks the GPU's lists have, and no
// dispatch is indirect. For every indirect dispatch a browser creates a buffer and checks the arguments in another
// dispatch, which takes longer than most kernels (docs/decisions/recording.md).
//
//   grids   uniform: the workgroups of each grid, as plan/grid.wgsl writes them. Loads from a uniform are uniform
//           control flow, so tasks may have barriers.
//
// takes task (reduce/large/partials | reduce/large/tiles | reduce/segments/kernel | select/medium/quantile.gpu |
//       select/medium/top.gpu | select/quantile/finish | select/quantile/start | select/radix/count.gpu |
//       select/radix/descend | select/radix/keep.gpu | select/radix/tile_kept | select/radix/tile_starts |
//       select/sift/order | select/sift/sift.gpu | select/sift/starts | select/small/quantile_network |
//       select/small/top_network | select/topk/large_rows | select/topk/row_bounds | select/topk/start |
//       select/topk/tournament_tiles | sort/convert/deliver_listed | sort/convert/deliver_tiles |
//       sort/large/columns.gpu | sort/large/downsweep.gpu | sort/large/upsweep.gpu | sort/medium/radix.gpu |
//       sort/merge/cuts | sort/merge/large_merge.gpu | sort/merge/large_runs | sort/merge/medium_lanes |
//       sort/merge/medium_merge.gpu | sort/small/joined | sort/small/kernel)
// given GRID_SLOT

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
