// Partition, last kernel: what later kernels need to know of the bins. One workgroup, a lane a bin.
//
//   counters     read: after the exclusive scan, a block's first place in each list
//   state, args  written (partition/bins.wgsl)

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) bin: u32) {
  if (bin >= BINS) {
    return;
  }
  let blocks = state[BLOCK_COUNT];
  let base = counters[bin * blocks];
  let tiles = counters[ROWS * blocks] - counters[TILE_ROW * blocks];
  finishBin(bin, base, counters[(bin + 1u) * blocks] - base, tiles);
}
