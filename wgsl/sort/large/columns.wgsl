// Large segments, one radix pass, between upsweep and downsweep, software adapters: a workgroup takes a segment and scans
// its columns, one for each digit, so that the scan of the library's own (scan/…), three kernels over all counters, is not
// needed.
//
//   state       read
//   large       read; in the first pass .w is written: 1 where the segment is sorted already
//   counters    rewritten (rows.wgsl)
//   digitShift  uniform: the pass's lowest bit

const PER_LANE = (DIGITS + WORKGROUP - 1u) / WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let entry = workgroupIndex(workgroup, grid);
  let sorted = digitShift > 0u && isSorted(entry);
  let live = entry < state[LARGE_COUNT] && !sorted;
  let segment = large[select(0u, entry, live)];
  let tiles = (segment.z - 1u) / TILE + 1u;
  let first = (segment.x + 2u * entry) * ROW;
  let segmentRow = first + tiles * ROW;
  let end = select(0u, min((local + 1u) * PER_LANE, DIGITS), live);
  var items = 0u;
  var whole = false;
  for (var digit = local * PER_LANE; digit < end; digit++) {
    var before = 0u;
    for (var at = first + digit; at < segmentRow; at += ROW) {
      let count = counters[at];
      counters[at] = before;
      before += count;
    }
    counters[segmentRow + digit] = before;
    whole = whole || before == segment.z;
    items += before;
  }
  var falls = false;
  if (EARLY_OUT && live && digitShift == 0u) {
    for (var tile = local; tile < tiles; tile += WORKGROUP) {
      falls = falls || counters[first + tile * ROW + DIGITS] == 1u;
    }
  }
  var place = segment.y + blockScan(local, items).before;
  for (var digit = local * PER_LANE; digit < end; digit++) {
    let count = counters[segmentRow + digit];
    counters[segmentRow + digit] = place;
    place += count;
  }
  // At most one lane has found a digit of all items.
  let found = blockScan(local, select(0u, 1u, falls) + select(0u, 0x10000u, whole)).total;
  if (EARLY_OUT && live && local == 0u) {
    counters[segmentRow + DIGITS] = found >> 16u;
    if (digitShift == 0u) {
      large[entry].w = select(0u, 1u, (found & 0xFFFFu) == 0u);
    }
  }
}
