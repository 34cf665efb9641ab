// After the walk of software adapters: an invocation folds the tiles of the segment that was cut and begins in its stretch.
//
//   state, offsets, partials   read (walk_lone.wgsl)
//   outputs                    written, of segments that are cut (cut.wgsl)

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let stretch = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (stretch * FLAT_TILE > state[ITEM_COUNT] + segments) {
    return;
  }
  // A segment that is cut is the last one of its stretch.
  let next = firstOwned((stretch + 1u) * FLAT_TILE, segments);
  let id = max(next, 1u) - 1u;
  let segment = segmentAt(id);
  if (id < next && isCut(id, segment, stretch, segments)) {
    let tiles = (segment.length - 1u) / FLAT_TILE + 1u;
    writeResults(id, segment.length, fold(stretch, tiles, stretch, 0u, local, roundsFor(tiles, local)));
  }
}

/** The tiles of a segment that begins in stretch `origin`: that of stretch `i`. */
fn term(i: u32, origin: u32) -> Acc {
  return loadPartial(2u * i + select(0u, 1u, i == origin));
}
