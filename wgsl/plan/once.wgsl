// The entry of a kernel whose workgroups each do one task. A grid has at least as many workgroups as there are tasks.
//
// uses  workgroupIndex (plan/workgroup_index)
// takes task (reduce/large/partials | reduce/large/tiles | reduce/segments/kernel | select/medium/quantile.gpu |
//       select/medium/top.gpu | select/quantile/finish | select/quantile/start | select/radix/count.gpu |
//       select/radix/descend | select/radix/keep.gpu | select/radix/tile_kept | select/radix/tile_starts |
//       select/sift/order | select/sift/sift.gpu | select/sift/starts | select/small/quantile_network |
//       select/small/top_network | select/topk/large_rows | select/topk/row_bounds | select/topk/start |
//       select/topk/tournament_tiles | sort/convert/deliver_listed | sort/convert/deliver_tiles |
//       sort/large/columns.gpu | sort/large/downsweep.gpu | sort/large/upsweep.gpu | sort/medium/radix.gpu |
//       sort/merge/cuts | sort/merge/large_merge.gpu | sort/merge/large_runs | sort/merge/medium_lanes |
//       sort/merge/medium_merge.gpu | sort/small/joined | sort/small/kernel)

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  task(workgroupIndex(workgroup, grid), invocation.x);
}
