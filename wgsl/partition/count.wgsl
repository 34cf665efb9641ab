// Partition, first kernel: how many segments of each block fall into each bin.
//
// A block is an invocation or a workgroup. Each of its lanes takes SEGMENTS_PER_LANE consecutive segments.
//
//   counters[row · blocks + block]   written: segments of the bin, or full tiles in row FULL_TILES
//
// The table is stored row after row. So one exclusive scan gives every block its first slot in every list. The scan is
// one counter longer than the table. That counter receives the grand total, whatever it held before. Singletons may
// belong to no bin; copySingleton processes them.
//
// import workgroupIndex from plan/grid
// import copySingleton from partition/singleton
// import fullTiles from partition/large
// given blockIndex, BLOCK_LANES, blockLane, segmentAt, blockScan, BLOCK_COUNT, SEGMENTS_PER_LANE, SEGMENT_COUNT
// given BinCounts, addedCounts, countAtLeast, perBinCounts, FULL_TILES, COUNT_QUADS, shifted

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let blocks = state[BLOCK_COUNT];
  let first = (block * BLOCK_LANES + blockLane(local)) * SEGMENTS_PER_LANE;
  let end = min(first + SEGMENTS_PER_LANE, state[SEGMENT_COUNT]);
  var atLeast: BinCounts;
  var tiles = 0u;
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    copySingleton(segment);
    atLeast = addedCounts(atLeast, countAtLeast(segment.length));
    tiles += fullTiles(segment.length);
  }
  var counts = perBinCounts(atLeast);
  counts[FULL_TILES / 4u][FULL_TILES % 4u] = tiles;
  // Drivers do not know the loop's end. If they unrolled it, every access would cost lavapipe 5 ms to compile.
  for (var quad = 0u; quad < min(COUNT_QUADS, arrayLength(&counters)); quad++) {
    let total = blockScan(local, counts[0]).total;
    counts = shifted(counts, total);
    if (blockLane(local) == 0u && block < blocks) {
      // Rows past the last one are written too, past the table's end. The scan's results do not depend on them.
      let first = quad * 4u * blocks + block;
      counters[first] = total.x;
      counters[first + blocks] = total.y;
      counters[first + 2u * blocks] = total.z;
      counters[first + 3u * blocks] = total.w;
    }
  }
}
