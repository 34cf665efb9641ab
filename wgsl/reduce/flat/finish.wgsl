// After the walk: tells the kernels of large segments how many there are. One invocation.
//
//   longSpans     read
//   state, args   written: the list as that of the large bin

@compute @workgroup_size(1)
fn main() {
  finishBin(BINS - 1u, 0u, atomicLoad(&longSpans[listLength()]), ceilDiv(atomicLoad(&longSpans[longest()]), TILE));
}
