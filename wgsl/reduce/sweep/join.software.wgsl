// After the sweep of software adapters: an invocation folds the results of tiles of the segment that begins in its
// merge tile and was cut.
//
//   state, offsets   read
//   partials         read: two slots a merge tile (sweep.software.wgsl)
//   outputs          written, only for segments that are cut (sweep.software.wgsl)
//
// import workgroupIndex from plan/grid
// import firstOwned from reduce/sweep/owned
// import isCut from reduce/sweep/sweep.software
// import fold, roundsFor from reduce/fold/fold
// given segmentAt, WORKGROUP, SEGMENT_COUNT, MERGE_TILE, ITEM_COUNT, writeResults

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (mergeTile * MERGE_TILE > state[ITEM_COUNT] + segments) {
    return;
  }
  // Only the last segment of a merge tile can be cut.
  let next = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let id = max(next, 1u) - 1u;
  let segment = segmentAt(id);
  if (id < next && isCut(id, segment, mergeTile, segments)) {
    let tiles = (segment.length - 1u) / MERGE_TILE + 1u;
    writeResults(id, segment.length, fold(mergeTile, tiles, mergeTile, 0u, local, roundsFor(tiles, local)));
  }
}
