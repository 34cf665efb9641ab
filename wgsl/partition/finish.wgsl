// Partition, last kernel: what later kernels need to know of the bins. One workgroup, a lane a bin.
//
//   counters   read: after the exclusive scan, a block's first place in each list
//   state      header written: each bin's list, the number of large segments and tiles
//   args       written: the indirect dispatch arguments of each bin's kernel, of the tiles, and of the radix scan

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) bin: u32) {
  if (bin >= BINS) {
    return;
  }
  let blocks = state[BLOCK_COUNT];
  let base = counters[bin * blocks];
  let count = counters[(bin + 1u) * blocks] - base;
  state[BIN_COUNTS + bin] = count;
  state[BIN_BASES + bin] = base;
  writeGrid(ARGS_FIRST_BIN + bin, min(ceilDiv(count, BIN_SEGMENTS_PER_WORKGROUP[bin]), BIN_MOST_WORKGROUPS[bin]));
  if (isLarge(bin)) {
    finishLarge(count, counters[ROWS * blocks] - counters[TILE_ROW * blocks]);
  }
}
