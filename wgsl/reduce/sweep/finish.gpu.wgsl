// After the sweep: writes the number of listed segments for the kernels of large segments. One invocation.
//
//   longSpans     read: the list's length and its maximum segment length (long_list.gpu.wgsl)
//   state, args   written: bin counts and grids of the large bin, whose list this is
//
// uses  finishBin (partition/bins)  longListLength longest (reduce/sweep/long_list.gpu)  ceilDiv (plan/ceil_div)
// given BINS  TILE

var<storage, read_write> longSpans: array<atomic<u32>>;

@compute @workgroup_size(1)
fn main() {
  finishBin(BINS - 1u, 0u, atomicLoad(&longSpans[longListLength()]), ceilDiv(atomicLoad(&longSpans[longest()]), TILE));
}
