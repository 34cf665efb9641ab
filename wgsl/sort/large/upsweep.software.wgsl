// Large segments, one radix pass, upsweep, software adapters. An invocation counts the digits of its tile in private
// counters.
//
//   state, large   read: the tile table
//   keysFrom       read
//   digitShift     uniform: the pass's lowest bit
//   counters       written: the tile's row (sort/large/columns.software.wgsl)
//
// import workgroupIndex from plan/grid
// import tileAt from partition/tile_table
// import isSorted, firstCounterRowOf, counterRowOf, segmentCounterRowOf from sort/large/columns.software
// import countDigits, digitWords, keysFall from sort/radix/digits.software
// given TILE_COUNT, WORKGROUP, DIGITS

var<storage, read_write> state: array<u32>;
var<uniform> digitShift: u32;
var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let tiles = state[TILE_COUNT];
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (number >= tiles) {
    return;
  }
  let tile = tileAt(number);
  let counterRow = counterRowOf(tile);
  // Read in the first pass too, where others write the segment's first row: Mesa 26.1 ends a process if the read is
  // itself in a branch (tests/adapters/mesa-descriptor.mjs).
  let sorted = isSorted(select(counterRow, firstCounterRowOf(tile), digitShift > 0u));
  if (digitShift > 0u && sorted) {
    return;
  }
  let end = tile.start + tile.count;
  // The order is checked up to the next tile's first key.
  countDigits(tile.start, end, end + select(0u, 1u, tile.index + 1u < tile.tiles));
  for (var digit = 0u; digit < DIGITS; digit++) {
    counters[counterRow + digit] = digitWords[digit];
  }
  if (digitShift == 0u) {
    counters[counterRow + DIGITS] = select(0u, 1u, keysFall);
  }
  if (tile.index + 1u == tile.tiles) {
    counters[segmentCounterRowOf(tile) + DIGITS] = 0u;
  }
}
