// The number of segments in a bin. WGSL's uniformity analysis knows it to be the same in all lanes, so barriers may
// follow.
//
// import binCount from plan/state

var<workgroup> sharedBinCount: u32;

/** For uniform control flow only, since it has a barrier. */
fn uniformBinCount(bin: u32, local: u32) -> u32 {
  if (local == 0u) {
    sharedBinCount = binCount(bin);
  }
  return workgroupUniformLoad(&sharedBinCount);
}
