// Tells later kernels of one bin: its list, in the state's header. Their workgroups follow when all bins are told of:
// writeGrids (src/partition/plan.ts).

fn finishBin(bin: u32, base: u32, count: u32, allFullTiles: u32) {
  state[BIN_COUNTS + bin] = count;
  state[BIN_BASES + bin] = base;
  if (isLarge(bin)) {
    finishLarge(count, allFullTiles);
  }
}
