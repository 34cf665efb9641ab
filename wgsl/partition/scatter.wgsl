// Partition, last kernel: writes every bin's list of segment ids, the table of large segments, and all that later
// kernels need to know of their number.
//
//   counters   read: after the exclusive scan, a block's first place in each list
//   state      header and ids written
//   large      written, one entry a large segment: (full tiles of earlier large segments, begin, length, id)
//   args       written: the indirect dispatch arguments of each bin's kernel, of the tiles, and of the radix scan

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let blocks = state[BLOCK_COUNT];
  let first = (block * BLOCK_LANES + blockLane(local)) * SEGMENTS_PER_LANE;
  let end = min(first + SEGMENTS_PER_LANE, state[SEGMENT_COUNT]);
  var places: array<vec4u, ROW_QUADS>;
  if (BLOCK_LANES > 1u) {
    for (var id = first; id < end; id++) {
      let length = segmentAt(id).length;
      let bin = binOf(length);
      for (var quad = 0u; quad < ROW_QUADS; quad++) {
        places[quad] += contribution(quad, bin, length);
      }
    }
    for (var quad = 0u; quad < ROW_QUADS; quad++) {
      places[quad] = blockScan(local, places[quad]).before;
    }
  }
  if (block >= blocks) {
    return;
  }
  for (var row = 0u; row < ROWS; row++) {
    places[row / 4u][row % 4u] += counters[row * blocks + block];
  }
  // Clamps for segments that overlap though they must not: the table and the tiles have room for disjoint ones.
  let mostLarge = state[ITEM_COUNT] / (TILE + 1u);
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    let bin = binOf(segment.length);
    if (bin != NO_BIN) {
      state[FIRST_ID + places[bin / 4u][bin % 4u]] = id;
      if (bin == LARGE_BIN) {
        let entry = places[LARGE_BIN / 4u][LARGE_BIN % 4u] - counters[LARGE_BIN * blocks];
        let tilesBefore = places[TILE_ROW / 4u][TILE_ROW % 4u] - counters[TILE_ROW * blocks];
        if (entry < mostLarge) {
          large[entry] = vec4u(tilesBefore, segment.begin, segment.length, id);
        }
      }
      for (var quad = 0u; quad < ROW_QUADS; quad++) {
        places[quad] += contribution(quad, bin, segment.length);
      }
    }
  }
  if (block == 0u && blockLane(local) == 0u) {
    finish(blocks, mostLarge);
  }
}

fn finish(blocks: u32, mostLarge: u32) {
  for (var bin = 0u; bin < BINS; bin++) {
    let base = counters[bin * blocks];
    let count = counters[(bin + 1u) * blocks] - base;
    state[BIN_COUNTS + bin] = count;
    state[BIN_BASES + bin] = base;
    writeGrid(ARGS_FIRST_BIN + bin, min(ceilDiv(count, BIN_SEGMENTS_PER_WORKGROUP[bin]), BIN_MOST_WORKGROUPS[bin]));
  }
  if (LARGE_BIN != NO_BIN) {
    let largeCount = min(state[BIN_COUNTS + min(LARGE_BIN, BINS - 1u)], mostLarge);
    let fullCount = min(counters[ROWS * blocks] - counters[TILE_ROW * blocks], state[ITEM_COUNT] / TILE);
    let tiles = fullCount + largeCount;
    state[LARGE_COUNT] = largeCount;
    state[FULL_TILE_COUNT] = fullCount;
    state[TILE_COUNT] = tiles;
    state[RADIX_COUNTERS] = tiles * DIGITS;
    writeGrid(ARGS_LARGE, ceilDiv(largeCount, LARGE_PER_WORKGROUP));
    writeGrid(ARGS_TILES, ceilDiv(tiles, TILES_PER_WORKGROUP));
    writeGrid(ARGS_RADIX_SCAN, ceilDiv(ceilDiv(tiles * DIGITS, SCAN_BLOCK), SCAN_BLOCKS_PER_WORKGROUP));
  }
}
