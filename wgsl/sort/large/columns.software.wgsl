// Large segments, one radix pass between upsweep and downsweep, software adapters. A column is the counters of one
// digit in all tiles of a segment. An invocation scans some columns, without a barrier. The downsweep adds up the
// digits.
//
//   state, large    read: the large segments
//   counters        read and written: `rows` has the layout before and after
//   digitShift      uniform: the pass's lowest bit
//   COLUMN_GROUPS   invocations per segment; invocation g scans the columns of digits g, g + COLUMN_GROUPS, …
//
// import workgroupIndex from plan/grid
// import largeAt from partition/tile_table
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

// ---- part rows
// The counters of a radix pass. A segment has a row of DIGITS + 1 words per tile, then one row for the segment. The
// rows are in the order of the segments.
//
//   a tile's row      per digit the number of its items. The scan replaces it by the number of items in the segment's
//                     earlier tiles. Only the first pass writes the last word: 1 if a sort key of the tile is less
//                     than the one before it, the next tile's first key included. The scan replaces that of the first
//                     tile: 1 if the segment's sort keys are in order
//   a segment's row   per digit the number of its items. The last word is 1 if all items have the same digit
//
// import Tile from partition/tile_table
// given DIGITS, EARLY_OUT

var<storage, read_write> counters: array<u32>;

const COUNTER_ROW_WORDS = DIGITS + 1u;

fn firstCounterRowOf(tile: Tile) -> u32 {
  return (tile.firstTile + tile.entry) * COUNTER_ROW_WORDS;
}

fn counterRowOf(tile: Tile) -> u32 {
  return firstCounterRowOf(tile) + tile.index * COUNTER_ROW_WORDS;
}

fn segmentCounterRowOf(tile: Tile) -> u32 {
  return firstCounterRowOf(tile) + tile.tiles * COUNTER_ROW_WORDS;
}

/** Whether a segment's keys were in order before the first pass. Its first row begins at `firstCounterRow`. */
fn isSorted(firstCounterRow: u32) -> bool {
  return EARLY_OUT && counters[firstCounterRow + DIGITS] == 1u;
}
