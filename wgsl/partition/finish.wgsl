// Partition, before the last step: writes what later kernels need to know of the bins. One workgroup runs, with a lane
// for each bin. In the software family it first scans the counters.
//
//   counters     after the exclusive scan: a block's first slot in each list
//   state, args  written
//
// import scanLanes from scan/lanes
// import finishBin, writeGrids from partition/bins
// given SCANS, PARTITION_COUNTERS, BLOCK_COUNT, BINS, FULL_TILES

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let bin = invocation.x;
  if (SCANS) {
    scanLanes(bin, state[PARTITION_COUNTERS]);
    storageBarrier();
  }
  let blocks = state[BLOCK_COUNT];
  if (bin < BINS) {
    let base = counters[bin * blocks];
    let tiles = counters[(FULL_TILES + 1u) * blocks] - counters[FULL_TILES * blocks];
    finishBin(bin, base, counters[(bin + 1u) * blocks] - base, tiles);
  }
  storageBarrier();
  if (bin == 0u) {
    writeGrids();
  }
}
