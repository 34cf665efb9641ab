// Large segments, one radix pass, downsweep, GPUs: a workgroup sorts its tile by the digit in workgroup memory, then
// writes it run by run, so that neighbouring lanes write neighbouring places. Stable. Bindings as in downsweep_lone.wgsl.

var<workgroup> runStarts: array<u32, DIGITS>;   // in the sorted tile, the first item of each digit that occurs
var<workgroup> places: array<u32, DIGITS>;      // in the segment's range, the place of that item

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let number = workgroupIndex(workgroup, grid);
  let live = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, live));
  let count = select(0u, tile.count, live);
  let segmentCounters = tile.firstTile * DIGITS;
  let shiftToSegment = large[tile.entry].y - counters[segmentCounters];
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    places[digit] = counters[segmentCounters + digit * tile.tiles + tile.index] + shiftToSegment;
  }
  for (var i = local; i < count; i += WORKGROUP) {
    loadPlace(tile.start + i, i);
  }
  workgroupBarrier();
  for (var shift = digitShift; shift < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAt(tileKeys[i], digitShift);
    if (i == 0u || digitAt(tileKeys[max(i, 1u) - 1u], digitShift) != digit) {
      runStarts[digit] = i;
    }
  }
  workgroupBarrier();
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAt(tileKeys[i], digitShift);
    storePlace(i, places[digit] + i - runStarts[digit]);
  }
}
