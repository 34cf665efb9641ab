// Large segments, one radix pass, upsweep, software adapters: an invocation counts the digits of its tile in 256
// counters of its own.
//
//   state, large              read: the tile table
//   keysFrom                  read
//   digitShift                uniform: the pass's lowest bit
//   counters                  written, for each segment digit after digit, tile after tile: the flat scan over all of
//                             them then holds, for (segment, digit, tile), the number of keys that come before

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  countDigits(tile.start, tile.start + tile.count);
  let first = tile.firstTile * DIGITS + tile.index;
  for (var digit = 0u; digit < DIGITS; digit++) {
    counters[first + digit * tile.tiles] = digitWords[digit];
  }
}
