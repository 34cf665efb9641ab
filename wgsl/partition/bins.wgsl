// Writes one bin's list into the state's header, for later kernels. When all bins are written, writeGrids writes the
// workgroups of these kernels.
//
//   gridWorkgroups   workgroups of a grid (src/partition/plan.ts)
//   LARGE_BIN        index of the large bin; no bin has this index where no segment can be that long
//
// import writeGrid from plan/grid
// import finishLarge from partition/large
// given BIN_COUNTS, BIN_BASES, LARGE_BIN, ARGS_FIRST_GRID, gridWorkgroups

var<storage, read_write> state: array<u32>;
var<storage, read_write> args: array<u32>;

fn finishBin(bin: u32, base: u32, count: u32, allFullTiles: u32) {
  state[BIN_COUNTS + bin] = count;
  state[BIN_BASES + bin] = base;
  if (bin == LARGE_BIN) {
    finishLarge(count, allFullTiles);
  }
}

fn writeGrids() {
  // The loop's end is not a constant: drivers unroll loops with constant ends, and every store costs lavapipe 5 ms to
  // compile.
  for (var slot = ARGS_FIRST_GRID; slot < arrayLength(&args) / 3u; slot++) {
    writeGrid(slot, gridWorkgroups(slot - ARGS_FIRST_GRID));
  }
}
