// Tells later kernels of one bin: its list in the state's header, its workgroups in the indirect arguments.

fn finishBin(bin: u32, base: u32, count: u32, allFullTiles: u32) {
  state[BIN_COUNTS + bin] = count;
  state[BIN_BASES + bin] = base;
  let workgroups = ceilDiv(count * BIN_SHARES[bin], BIN_SEGMENTS_PER_WORKGROUP[bin]);
  writeGrid(ARGS_FIRST_BIN + bin, min(workgroups, BIN_MOST_WORKGROUPS[bin]));
  if (isLarge(bin)) {
    finishLarge(count, allFullTiles);
  }
}
