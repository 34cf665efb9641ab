// Partition, last step: writes every bin's list of segments and the table of large segments.
//
//   counters   read: after the exclusive scan, a block's first slot in each list
//   spans      written: (begin, length) of each bin's segments
//   state      written: ids, for a reduce
//   large      written: the table
//
// import workgroupIndex from plan/grid
// import fullTiles, enterLarge from partition/large
// given blockIndex, BLOCK_LANES, blockLane, segmentAt, blockScan, BLOCK_COUNT, SEGMENTS_PER_LANE, SEGMENT_COUNT
// given BinCounts, addedCounts, countAtLeast, perBinCounts, FULL_TILES, COUNT_QUADS, shifted, BINS, LARGE_BIN, isListed
// given slotOf, LIST_IDS, FIRST_ID, LARGE_MIN_LENGTH

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;
var<storage, read_write> spans: array<vec2u>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let blocks = state[BLOCK_COUNT];
  let first = (block * BLOCK_LANES + blockLane(local)) * SEGMENTS_PER_LANE;
  let end = min(first + SEGMENTS_PER_LANE, state[SEGMENT_COUNT]);
  var counts: BinCounts;
  var tiles = 0u;
  if (BLOCK_LANES > 1u) {
    for (var id = first; id < end; id++) {
      let length = segmentAt(id).length;
      counts = addedCounts(counts, countAtLeast(length));
      tiles += fullTiles(length);
    }
  }
  var slots = perBinCounts(counts);
  slots[FULL_TILES / 4u][FULL_TILES % 4u] = tiles;
  // Drivers do not know the loop's end. If they unrolled it, every access would cost lavapipe 5 ms to compile.
  for (var quad = 0u; quad < min(COUNT_QUADS, arrayLength(&counters)); quad++) {
    let at = quad * 4u * blocks + block;
    slots = shifted(slots, blockScan(local, slots[0]).before
        + vec4u(counters[at], counters[at + blocks], counters[at + 2u * blocks], counters[at + 3u * blocks]));
  }
  // A block lists nothing if its first slots are also the next block's. All its segments are singletons, for example. A
  // block that is a workgroup does not check this.
  var lists = BLOCK_LANES > 1u;
  for (var at = block; at < BINS * blocks && !lists; at += blocks) {
    lists = counters[at] != counters[at + 1u];
  }
  if (block >= blocks || !lists) {
    return;
  }
  counts = slots;
  // The counter is read before the loop. Software adapters execute what is in a branch even if no lane takes it.
  let firstLarge = counters[LARGE_BIN * blocks];
  tiles = counts[FULL_TILES / 4u][FULL_TILES % 4u] - counters[FULL_TILES * blocks];
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    if (isListed(segment.length)) {
      let one = perBinCounts(countAtLeast(segment.length));
      let slot = slotOf(counts, one);
      spans[slot] = vec2u(segment.begin, segment.length);
      if (LIST_IDS) {
        state[FIRST_ID + slot] = id;
      }
      if (segment.length >= LARGE_MIN_LENGTH) {
        enterLarge(slot - firstLarge, tiles, segment);
      }
      counts = addedCounts(counts, one);
      tiles += fullTiles(segment.length);
    }
  }
}
