// Exclusive scan over a buffer, second of three kernels: one workgroup scans the block sums in place.
//
// import scanLanes from scan/lanes
// given SCAN_LENGTH, SCAN_BLOCK

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let length = state[SCAN_LENGTH];
  scanLanes(local, length / SCAN_BLOCK + select(0u, 1u, length % SCAN_BLOCK != 0u));
}
