// After the walk: tells the kernels of large segments how many there are. One invocation.
//
//   longSpans     read
//   state, args   written: the list as that of the large bin
//
// uses  finishBin (partition/bins)  longListLength longest (reduce/sweep/long_list.gpu)  ceilDiv (plan/ceil_div)
// given BINS  TILE

var<storage, read_write> longSpans: array<atomic<u32>>;

@compute @workgroup_size(1)
fn main() {
  finishBin(BINS - 1u, 0u, atomicLoad(&longSpans[longListLength()]), ceilDiv(atomicLoad(&longSpans[longest()]), TILE));
}
