// sort/large columns

// (prelude)
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const TILE = 4080u;
const DIGITS = 256u;
const EARLY_OUT = true;
const COLUMN_GROUPS = 32u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<uniform> digitShift: u32;
@group(0) @binding(2) var<storage, read_write> counters: array<u32>;
@group(0) @binding(3) var<storage, read_write> large: array<vec4u>;

// wgsl/sort/large/columns.software.wgsl
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

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/partition/tile_table.wgsl
struct Tile {
  start: u32,
  count: u32,
  segment: Segment,
  entry: u32,
  index: u32,
  tiles: u32,
  firstTile: u32,
}

fn largeAt(entry: u32) -> vec4u {
  let size = state[SEGMENT_SIZE];
  return select(large[entry], vec4u((size - 1u) / TILE * entry, size * entry, size, 0u), size != 0u);
}

fn tileAt(number: u32) -> Tile {
  let full = state[FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {

    var low = 0u;
    var high = state[LARGE_COUNT];
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (largeAt(middle).x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = largeAt(entry);
  let fullTiles = (segment.z - 1u) / TILE;

  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * TILE, TILE);
  return Tile(segment.y + index * TILE, count, Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/sort/large/counter_rows.software.wgsl
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

fn isSorted(firstCounterRow: u32) -> bool {
  return EARLY_OUT && counters[firstCounterRow + DIGITS] == 1u;
}
