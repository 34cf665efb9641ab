// Large segments, one radix pass, downsweep, software adapters: an invocation moves the items of its tile, in order, to
// where the scanned counters say. Stable.
//
//   state, large                       read: the tile table
//   keysFrom, keysTo, valuesFrom, valuesTo
//   digitShift                         uniform: the pass's lowest bit
//   counters                           read: scanned

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let segmentCounters = tile.firstTile * DIGITS;
  // From keys before, over all large segments, to a place in this segment.
  let shiftToSegment = large[tile.entry].y - counters[segmentCounters];
  for (var digit = 0u; digit < DIGITS; digit++) {
    digitWords[digit] = counters[segmentCounters + digit * tile.tiles + tile.index] + shiftToSegment;
  }
  moveByDigit(tile.start, tile.start + tile.count);
}
