// Large segments, one radix pass between upsweep and downsweep, software adapters. A column is the counters of one
// digit in all tiles of a segment. An invocation scans some columns, without a barrier. The downsweep adds up the
// digits.
//
//   state, large    read: the large segments
//   counters        read and written: counter_rows.software.wgsl has the layout before and after
//   digitShift      uniform: the pass's lowest bit
//   COLUMN_GROUPS   invocations per segment; invocation g scans the columns of digits g, g + COLUMN_GROUPS, …
//
// import workgroupIndex from plan/grid
// import largeAt from partition/tile_table
// import COUNTER_ROW_WORDS, isSorted from sort/large/counter_rows.software
// given LARGE_COUNT, WORKGROUP, COLUMN_GROUPS, TILE, DIGITS, EARLY_OUT

var<storage, read_write> state: array<u32>;
var<uniform> digitShift: u32;
var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let segments = state[LARGE_COUNT];
  let group = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  let entry = group / COLUMN_GROUPS;
  if (entry >= segments) {
    return;
  }
  let segment = largeAt(entry);
  let length = segment.z;
  let first = (segment.x + 2u * entry) * COUNTER_ROW_WORDS;
  if (digitShift > 0u && isSorted(first)) {
    return;
  }
  let segmentCounterRow = first + ((length - 1u) / TILE + 1u) * COUNTER_ROW_WORDS;
  for (var digit = group % COLUMN_GROUPS; digit < DIGITS; digit += COLUMN_GROUPS) {
    var items = 0u;
    for (var at = first + digit; at < segmentCounterRow; at += COUNTER_ROW_WORDS) {
      let count = counters[at];
      counters[at] = items;
      items += count;
    }
    counters[segmentCounterRow + digit] = items;
    if (EARLY_OUT && items == length) {
      counters[segmentCounterRow + DIGITS] = 1u;
    }
  }
  if (EARLY_OUT && digitShift == 0u && group % COLUMN_GROUPS == 0u) {
    var falls = false;
    for (var at = first + DIGITS; at < segmentCounterRow; at += COUNTER_ROW_WORDS) {
      falls = falls || counters[at] == 1u;
    }
    counters[first + DIGITS] = select(1u, 0u, falls);
  }
}
