// Large segments, one radix pass, downsweep, software adapters. An invocation moves the items of its tile, in order, to
// the indices that the scanned counters give. Stable.
//
//   state, large                             read: the tile table
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after the pass
//   digitShift                               uniform: the pass's lowest bit
//   copySorted                               uniform: 1 in passes that copy segments which were sorted from the start
//   counters                                 read: the scanned counters (sort/large/columns.software.wgsl)
//
// import workgroupIndex from plan/grid
// import tileAt from partition/tile_table
// import counterRowOf, segmentCounterRowOf, isSorted, firstCounterRowOf from sort/large/columns.software
// import copyItems, moveByDigit, digitWords from sort/radix/digits.software
// given TILE_COUNT, WORKGROUP, EARLY_OUT, DIGITS

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;
var<uniform> copySorted: u32;

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
  let end = tile.start + tile.count;
  let counterRow = counterRowOf(tile);
  let segmentCounterRow = segmentCounterRowOf(tile);
  let sorted = isSorted(firstCounterRowOf(tile));
  if (EARLY_OUT && (sorted || counters[segmentCounterRow + DIGITS] == 1u)) {
    // No item of the segment moves.
    copyItems(tile.start, select(end, tile.start, sorted && copySorted == 0u), tile.segment.begin);
    return;
  }
  var index = tile.segment.begin;
  for (var digit = 0u; digit < DIGITS; digit++) {
    digitWords[digit] = index + counters[counterRow + digit];
    index += counters[segmentCounterRow + digit];
  }
  moveByDigit(tile.start, end, tile.segment.begin);
}
