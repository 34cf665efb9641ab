// After the sweep of GPUs: a workgroup folds the results of tiles of the segment that begins in its merge tile and was
// cut.
//
//   state              read: from FIRST_CUT on, the id + 1 of that segment, or 0 (sweep.gpu.wgsl)
//   offsets            read
//   partials           read: two slots a merge tile
//   outputs            written, only for segments that are cut
//
// import workgroupIndex from plan/grid
// import fold, roundsFor from reduce/fold/fold
// given segmentAt, FIRST_CUT, MERGE_TILE, writeResults

var<storage, read_write> state: array<u32>;

var<workgroup> cutSegment: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  if (local == 0u && FIRST_CUT + mergeTile < arrayLength(&state)) {
    cutSegment = state[FIRST_CUT + mergeTile];
  }
  let cut = workgroupUniformLoad(&cutSegment);
  if (cut > 0u) {
    let segment = segmentAt(cut - 1u);
    let tiles = (segment.length - 1u) / MERGE_TILE + 1u;
    let result = fold(mergeTile, tiles, mergeTile, local, local, roundsFor(tiles, local));
    if (local == 0u) {
      writeResults(cut - 1u, segment.length, result);
    }
  }
}
