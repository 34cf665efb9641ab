// The number of segments in a bin, the same in all lanes as WGSL's uniformity analysis sees it, so that barriers may
// follow.
//
// uses  binCount (plan/state)

var<workgroup> sharedBinCount: u32;

/** Uniform control flow only; a barrier. */
fn uniformBinCount(bin: u32, local: u32) -> u32 {
  if (local == 0u) {
    sharedBinCount = binCount(bin);
  }
  return workgroupUniformLoad(&sharedBinCount);
}
